(** * T2, T3 and T4 over the real numbers *)

From Coq Require Import List Bool Arith Reals QArith Qreals Qminmax Lra Lia.
From Xaia Require Import Model Constants Sqann Presets Claims Ends Exact Near Three.
Import ListNotations.
Local Open Scope R_scope.

Lemma leb_le a b : leb reals a b = true <-> a <= b.
Proof. simpl. destruct (Rle_dec a b); split; auto; discriminate. Qed.

Lemma leb_false a b : leb reals a b = false <-> b < a.
Proof. simpl. destruct (Rle_dec a b); split; auto; try discriminate; lra. Qed.

(** Fractions. *)
Ltac fractions := unfold Q2R in *; simpl in *.

(** ** The squared distance *)

Local Notation d2 := (square_distance (A := reals)).

Lemma d2_nonneg u v : 0 <= d2 u v.
Proof.
  revert v; induction u as [|a u IH]; intros [|b v]; simpl; try (fractions; lra).
  specialize (IH v). assert (0 <= (a - b) * (a - b)) by apply Rle_0_sqr. lra.
Qed.

Lemma d2_self v : d2 v v = 0.
Proof. induction v as [|a v IH]; simpl; [fractions; lra|]. rewrite IH. ring. Qed.

Lemma d2_apart u v : d2 u v <= 0 -> u = v.
Proof.
  revert v; induction u as [|a u IH]; intros [|b v] H; simpl in *; auto; try (fractions; lra).
  assert (N := d2_nonneg u v). assert (S := Rle_0_sqr (a - b)). unfold Rsqr in S.
  f_equal; [|apply IH; lra]. assert (Z : (a - b) * (a - b) = 0) by lra. apply Rmult_integral in Z. lra.
Qed.

Lemma d2_append u v x y : length u = length v -> d2 (u ++ x) (v ++ y) = d2 u v + d2 x y.
Proof.
  revert v; induction u as [|a u IH]; intros [|b v] L; simpl in *; try discriminate.
  - fractions. lra.
  - injection L as L. rewrite IH by auto. ring.
Qed.

(** ** The exponential *)

(** The standard library has these two, by way of derivatives and of classical
    logic. They need neither: a power series is above its first terms. *)
Lemma exp_above x : 0 <= x -> 1 + x <= exp x.
Proof.
  intros [X | <-]; [|rewrite exp_0; lra]. set (a := fun n => / INR (fact n) * x ^ n).
  replace (1 + x) with (sum_f_R0 a 1) by (unfold a; simpl; field).
  apply sum_incr.
  - unfold a, exp, projT1. destruct (exist_exp x) as [e E]. exact E.
  - intro n. apply Rmult_le_pos; [left; apply Rinv_0_lt_compat, INR_fact_lt_0 | left; now apply pow_lt].
Qed.

Lemma exp_grows x y : x < y -> exp x < exp y.
Proof.
  intro H. replace y with (x + (y - x)) by ring. rewrite exp_plus.
  assert (P := exp_pos x). assert (E := exp_above (y - x)). nra.
Qed.

(** ** The activation *)

Lemma sigma_falls s a b : valid s -> 0 <= a -> a < b -> sigma_dsa s b < sigma_dsa s a.
Proof.
  intros (P1 & P2 & _ & _ & [W0 W1]) A B. unfold sigma_dsa. simpl.
  replace (Q2R 1) with 1 by (fractions; lra).
  assert (S2 : 0 < / (a2 s * a2 s)) by (apply Rinv_0_lt_compat, Rmult_lt_0_compat; auto).
  assert (peak : a1 s / (a1 s + b) < a1 s / (a1 s + a)).
  { apply Rmult_lt_compat_l; auto. apply Rinv_lt_contravar; [apply Rmult_lt_0_compat|]; lra. }
  set (t := a / (a2 s * a2 s)). set (u := b / (a2 s * a2 s)).
  assert (T : 0 <= t) by (apply Rmult_le_pos; lra).
  assert (U : t < u) by (apply Rmult_lt_compat_r; lra).
  assert (plateau : exp (- (u * u * (u * u))) < exp (- (t * t * (t * t)))).
  { assert (Q : t * t < u * u) by (apply Rmult_le_0_lt_compat; auto).
    assert (Q' : t * t * (t * t) < u * u * (u * u)) by (apply Rmult_le_0_lt_compat; auto; now apply Rmult_le_pos).
    apply exp_grows. lra. }
  destruct W1 as [W1 | ->].
  - apply Rplus_lt_le_compat; [apply Rmult_lt_compat_l | apply Rmult_le_compat_l]; lra.
  - rewrite !Rmult_1_l. lra.
Qed.

Lemma sigma_zero s : valid s -> sigma_dsa s 0 = 1.
Proof.
  intros (P1 & P2 & _). unfold sigma_dsa. simpl. replace (Q2R 1) with 1 by (fractions; lra).
  replace (0 / (a2 s * a2 s)) with 0 by (unfold Rdiv; ring). replace (- (0 * 0 * (0 * 0))) with 0 by ring.
  rewrite exp_0. field. lra.
Qed.

(** ** The laws *)

Lemma lawful_sqann L layer_map : (forall k, valid (L k)) -> lawful (sqann (A := reals) L layer_map).
Proof.
  intro V. assert (Z : Q2R 0 = 0) by (fractions; lra). constructor; cbn [num vec le zero dist sigma sqann Model.tau_ad Model.tau_act].
  - intros a b. rewrite !leb_le. lra.
  - intros a b c. rewrite !leb_le. lra.
  - intros u v. rewrite leb_le. simpl of_Q. rewrite Z. apply d2_nonneg.
  - intro v. simpl of_Q. rewrite Z. apply d2_self.
  - intros u v. rewrite leb_le. simpl of_Q. rewrite Z. apply d2_apart.
  - intros k d e. rewrite !leb_le. simpl of_Q. rewrite Z. intros D E.
    destruct (Rle_lt_dec d e) as [H|H].
    + replace (leb reals d e) with true by (symmetry; now apply leb_le). apply leb_le.
      destruct H as [H | ->]; [left; now apply sigma_falls | right; reflexivity].
    + replace (leb reals d e) with false by (symmetry; now apply leb_false). apply leb_false. now apply sigma_falls.
  - intro k. apply leb_le. apply (V k).
  - intro k. unfold lt. cbn [num le sigma Model.tau_act zero sqann]. apply negb_true_iff, leb_false. simpl of_Q. rewrite Z, sigma_zero by auto. apply (V k).
Qed.

Lemma skip_keeps_apart L q : keeps_apart (sqann (A := reals) L (skip_map q L)).
Proof.
  intros k x x' etas v v'. cbn [num vec le dist next sqann]. apply leb_le. unfold skip_map, activations.
  rewrite d2_append by (now rewrite !map_length). assert (N := d2_nonneg). simpl in *.
  match goal with |- _ <= ?d + _ => assert (0 <= d) by apply N end. lra.
Qed.

Lemma valid_classic k : valid (classic reals k).
Proof.
  unfold valid, classic; cbn [a1 a2 ad act weight of_Q reals].
  assert (K : (0 <= layer_number k)%Q) by (unfold Qle, layer_number; simpl; lia).
  assert (pos : forall p : Q, (0 < p)%Q -> 0 < Q2R p) by (intros p H; apply Qlt_Rlt in H; replace (Q2R 0) with 0 in H by (fractions; lra); auto).
  repeat split; try (fractions; lra); apply pos.
  - unfold classic_a1. apply Q.min_glb_lt; [|reflexivity]. 
    apply Qlt_le_trans with (y := (classic_a1_start + 0)%Q); [reflexivity|]. apply Qplus_le_r.
    apply Qmult_le_0_compat; auto. discriminate.
  - unfold classic_a2. apply Qlt_le_trans with (y := classic_a2_least); [reflexivity | apply Q.le_max_r].
Qed.

Lemma valid_auto q k : 0 < q -> valid (auto (A := reals) q k).
Proof.
  intro H. unfold valid, auto; cbn [a1 a2 ad act weight of_Q mul reals].
  repeat split; try (fractions; lra); repeat apply Rmult_lt_0_compat; auto; fractions; lra.
Qed.

(** ** T2 *)

Theorem t2_settings : T2_settings.
Proof.
  intros L q Y V. split.
  - intros D W x y i. apply (t2 _ (lawful_sqann L _ V) with_ties); auto.
  - intros P D W x y i. apply (t2 _ (lawful_sqann L _ V) P); auto. right. apply skip_keeps_apart.
Qed.

Theorem t2_paper : T2_paper.
Proof. intros Y D W x y i. apply (t2 _ (lawful_sqann _ _ valid_classic) with_ties); auto. Qed.

Theorem t2_xaia : T2_xaia.
Proof.
  intros q P H Y D W x y i. apply (t2 _ (lawful_sqann _ _ (fun k => valid_auto q k H)) P); auto.
  right. apply skip_keeps_apart.
Qed.

(** ** T3 *)

(** exp(2.32) > 10, from exp(z) >= 1 + z at z = 2.32/256 by eight squarings. *)
Lemma exp_square a b z : 0 <= a -> b <= a * a -> a <= exp z -> b <= exp (2 * z).
Proof.
  intros A B E. replace (2 * z) with (z + z) by ring. rewrite exp_plus.
  apply Rle_trans with (1 := B). now apply Rmult_le_compat.
Qed.

Lemma exp_tenfold : 10 < exp 2.32.
Proof.
  assert (E : 1.00906 <= exp (2.32 / 256)) by (assert (I := exp_above (2.32 / 256)); lra).
  apply (exp_square _ 1.01820) in E; [|lra..].
  apply (exp_square _ 1.03673) in E; [|lra..].
  apply (exp_square _ 1.07480) in E; [|lra..].
  apply (exp_square _ 1.15519) in E; [|lra..].
  apply (exp_square _ 1.33446) in E; [|lra..].
  apply (exp_square _ 1.78078) in E; [|lra..].
  apply (exp_square _ 3.17117) in E; [|lra..].
  apply (exp_square _ 10.05) in E; [|lra..].
  replace (2 * (2 * (2 * (2 * (2 * (2 * (2 * (2 * (2.32 / 256))))))))) with 2.32 in E by field. lra.
Qed.

Lemma sigma_auto_strong q k d : 0 < q -> (q / 6) ^ 2 <= d -> sigma_dsa (auto (A := reals) q k) d <= Q2R tau_act.
Proof.
  intros Q D. set (s := auto (A := reals) q k).
  apply Rle_trans with (sigma_dsa s ((q / 6) ^ 2)).
  { destruct D as [D | <-]; [left; apply sigma_falls; [now apply valid_auto | apply pow2_ge_0 | exact D] | right; reflexivity]. }
  unfold sigma_dsa, s, auto; cbn [a1 a2 weight of_Q add sub mul div exp_minus reals].
  match goal with |- context [exp (- ?z)] => set (t := z) end. assert (T : exp (- t) <= 1).
  { rewrite <- exp_0. assert (0 <= t) by (unfold t; apply Rmult_le_pos; apply Rle_0_sqr).
    destruct H as [H | <-]; [left; apply exp_grows; lra | right; f_equal; lra]. }
  clearbody t. fractions. 
  replace ((1 * / 3 * q * (1 * / 3 * q)) / (1 * / 3 * q * (1 * / 3 * q) + q / 6 * (q / 6 * 1))) with (4 / 5) by (field; nra).
  lra.
Qed.

Lemma sigma_auto_moderate q k d : 0 < q -> q ^ 2 <= d -> sigma_dsa (auto (A := reals) q k) d < Q2R tau_ad.
Proof.
  intros Q D. set (s := auto (A := reals) q k).
  apply Rle_lt_trans with (sigma_dsa s (q ^ 2)).
  { destruct D as [D | <-]; [left; apply sigma_falls; [now apply valid_auto | apply pow2_ge_0 | exact D] | right; reflexivity]. }
  unfold sigma_dsa, s, auto; cbn [a1 a2 weight of_Q add sub mul div exp_minus reals].
  match goal with |- context [exp (- ?z)] => set (t := z) end. assert (T : 2.32 < t).
  { unfold t. fractions. replace (q * (q * 1) / (9 * / 10 * q * (9 * / 10 * q))) with (100 / 81) by (field; lra). lra. }
  assert (E : exp (- t) < 1 / 10).
  { rewrite exp_Ropp. assert (10 < exp t) by (apply Rlt_trans with (1 := exp_tenfold); now apply exp_grows).
    replace (1 / 10) with (/ 10) by field. apply Rinv_lt_contravar; [apply Rmult_lt_0_compat|]; lra. }
  clearbody t. fractions.
  replace ((1 * / 3 * q * (1 * / 3 * q)) / (1 * / 3 * q * (1 * / 3 * q) + q * (q * 1))) with (1 / 10) by (field; nra).
  lra.
Qed.

Theorem t3_xaia : T3_xaia.
Proof.
  intros q P H Y D x n.
  destruct (t3 _ (lawful_sqann _ _ (fun k => valid_auto q k H)) (skip_keeps_apart _ q) P Y D x) as [near [strong _]].
  split.
  - intro A. assert (A' := A). unfold answering in A'. destruct (hit x (fit P D)) as [c|] eqn:C; [|discriminate].
    destruct (strong c n C A) as [_ S].
    apply Rnot_le_lt. intro F. apply (sigma_auto_strong q (c + 1)) in F; auto.
    unfold lt in S. apply negb_true_iff, leb_false in S. exact (Rlt_not_le _ _ S F).
  - intros c i A. destruct (near c n i) as [_ S]. apply leb_le in S.
    apply Rnot_le_lt. intro F. apply (sigma_auto_moderate q (c + 1)) in F; auto.
    exact (Rlt_not_le _ _ F (Rle_trans _ _ _ A S)).
Qed.

(** ** T4 *)

Lemma valid_pencil k : valid (pencil k).
Proof. unfold valid, pencil; cbn [a1 a2 ad act weight]. repeat split; fractions; lra. Qed.

Lemma distinct_well_defined {G} {Y} (D : dataset G (Y := Y)) : NoDup (map fst D) -> well_defined D.
Proof.
  intros N x y y'. induction D as [|[a b] D IH]; simpl; [easy|]. inversion N as [|? ? new rest]; subst.
  assert (I : forall z, In (x, z) D -> a <> x) by (intros z i ->; apply new; apply (in_map fst) in i; exact i).
  intros [H | H] [H' | H']; [congruence | | | now apply IH].
  - destruct (I _ H'). congruence.
  - destruct (I _ H). congruence.
Qed.

Theorem t4_points : T4_points.
Proof.
  assert (law := lawful_sqann pencil (dense_map pencil) valid_pencil).
  unfold T4_points, three_points. remember (Q2R (3 # 10)) as a eqn:A.
  assert (p1 : a = 0.3) by (rewrite A; fractions; lra). clear A.
  assert (da : d2 [a] [0] = 0.09) by (rewrite p1; simpl; fractions; lra).
  assert (db : d2 [- a] [0] = 0.09) by (rewrite p1; simpl; fractions; lra).
  assert (N : forall x y : R, x <> y -> [x] <> [y]) by congruence.
  split.
  - intro which.
    refine (proj2 (proj2 (t4 _ law [0] [a] [- a] _ _ _ _ _ which R 0 1 (-1)))); try (apply N; lra).
    + assert (S : 0.1 <= sigma_dsa (pencil 1) 0.09 <= 0.9).
      { unfold sigma_dsa, pencil; cbn [a1 a2 weight of_Q add sub mul div exp_minus reals].
        match goal with |- context [exp (- ?z)] => set (t := z) end. assert (T : t < 0.02) by (unfold t; fractions; lra).
        assert (T' : 0 < t) by (unfold t; fractions; lra).
        assert (E := exp_le_3). assert (E0 : exp t < exp 1) by (apply exp_grows; lra).
        assert (E1 := exp_Ropp t). assert (E2 : / 3 <= exp (- t)) by (rewrite E1; apply Rinv_le_contravar; [apply exp_pos | lra]).
        assert (E' : exp (- t) < 1) by (rewrite <- exp_0; apply exp_grows; lra).
        clearbody t. fractions. lra. }
      intros x X. cbn [dist sigma Model.tau_ad Model.tau_act sqann].
      replace (d2 x [0]) with 0.09 by (destruct X as [-> | ->]; auto).
      unfold lt. cbn [le sqann Model.tau_act num]. rewrite negb_false_iff, !leb_le.
      change (Q2R tau_ad <= sigma_dsa (pencil 1) 0.09 /\ sigma_dsa (pencil 1) 0.09 <= Q2R tau_act).
      generalize dependent (sigma_dsa (pencil 1) 0.09). intros z S. fractions. lra.
    + cbn [next sqann]. unfold dense_map, activations. cbn [map]. now rewrite da, db.
  - apply (t2 _ law with_ties); auto.
    + apply distinct_well_defined. simpl. repeat constructor; simpl; intros I;
        repeat destruct I as [I | I]; auto; injection I; lra.
    + simpl. auto.
Qed.
