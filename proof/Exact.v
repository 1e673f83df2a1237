(** * T2: every sample hits its own neuron

    The reason, in words. A sample joins the layer that recognises it first, or a
    lower one, or a layer that all layers below let it through to. Its fingerprint
    is what it looks like there. A layer never changes without the layers above it
    falling, so both stay true as long as the sample's neuron stands. In
    prediction the sample therefore reaches its layer, with a distance of 0 to its
    neuron. What is left to show is that no other node of that layer has the same
    fingerprint. *)

From Coq Require Import List Bool Arith Lia Permutation.
From Xaia Require Import Model Claims Ends.
Import ListNotations.

Section Exact.
Context {G : setting} (law : lawful G) (R : rules).

(** ** Orders *)

Lemma le_refl a : le G a a = true.
Proof. now destruct (le_total G law a a). Qed.

Lemma lt_le_trans a b c : lt G a b = true -> le G b c = true -> lt G a c = true.
Proof.
  unfold lt. rewrite !negb_true_iff. intros H L. destruct (le G c a) eqn:E; auto.
  rewrite <- H. symmetry. eapply le_trans; eauto.
Qed.

Lemma le_lt_trans a b c : le G a b = true -> lt G b c = true -> lt G a c = true.
Proof.
  unfold lt. rewrite !negb_true_iff. intros L H. destruct (le G c a) eqn:E; auto.
  rewrite <- H. symmetry. eapply le_trans; eauto.
Qed.

Lemma lt_le a b : lt G a b = true -> le G a b = true.
Proof. unfold lt. rewrite negb_true_iff. intro H. destruct (le_total G law a b); auto. congruence. Qed.

(** ** Layers one after the other *)

Lemma view_from_app k v x (ls ls' : list (layer G)) :
  view_from k v x (ls ++ ls') = view_from (k + length ls) (view_from k v x ls) x ls'.
Proof.
  revert k v; induction ls as [|l ls IH]; intros k v; simpl; [now rewrite Nat.add_0_r|].
  rewrite IH. f_equal. lia.
Qed.

Lemma hit_from_app k v x (ls ls' : list (layer G)) :
  hit_from k v x (ls ++ ls') =
  match hit_from k v x ls with
  | Some c => Some c
  | None => option_map (Nat.add (length ls)) (hit_from (k + length ls) (view_from k v x ls) x ls')
  end.
Proof.
  revert k v; induction ls as [|l ls IH]; intros k v; simpl.
  - rewrite Nat.add_0_r. now destruct (hit_from k v x ls').
  - destruct (recognises k l v); auto. rewrite IH. destruct (hit_from (k + 1) _ x ls); auto. simpl.
    replace (k + 1 + length ls) with (k + S (length ls)) by lia.
    now destruct (hit_from _ _ _ ls').
Qed.

(** A layer recognises x first, when those before it don't and it does. *)
Lemma hit_at x (ls : list (layer G)) c : c < length ls ->
  hit x (firstn c ls) = None -> recognises (c + 1) (layer_at ls c) (seen x ls c) = true -> hit x ls = Some c.
Proof.
  intros H N Y. unfold hit, seen, view, layer_at in *. assert (E := nth_split_at c ls H).
  transitivity (hit_from 1 x x (firstn c ls ++ nth c ls [] :: skipn (c + 1) ls)); [now f_equal|].
  rewrite hit_from_app, N, firstn_length_le by lia. rewrite (Nat.add_comm c 1) in Y. cbn [hit_from] in *. rewrite Y. simpl. now rewrite Nat.add_0_r.
Qed.

Lemma hit_none_before x (ls : list (layer G)) c : hit x ls = None -> hit x (firstn c ls) = None.
Proof.
  unfold hit. rewrite <- (firstn_skipn c ls) at 1. rewrite hit_from_app. now destruct (hit_from 1 x x (firstn c ls)).
Qed.

Lemma hit_some x (ls : list (layer G)) c : hit x ls = Some c ->
  c < length ls /\ hit x (firstn c ls) = None /\ recognises (c + 1) (layer_at ls c) (seen x ls c) = true.
Proof.
  intro H. assert (L := hit_from_less _ _ _ _ _ H). split; auto.
  unfold hit, seen, view, layer_at in *. rewrite (nth_split_at c ls L), hit_from_app in H.
  destruct (hit_from 1 x x (firstn c ls)) as [b|] eqn:B.
  - apply hit_from_less in B. rewrite firstn_length_le in B by lia. injection H; lia.
  - split; auto. rewrite firstn_length_le in H by lia. rewrite (Nat.add_comm c 1). cbn [hit_from] in H.
    destruct (recognises _ _ _); auto. destruct (hit_from (1 + c + 1) _ _ _); simpl in H; [injection H; lia | discriminate].
Qed.

Lemma hit_none_below x (ls : list (layer G)) b c : b <= c -> hit x (firstn c ls) = None -> hit x (firstn b ls) = None.
Proof. intros L H. replace b with (Nat.min b c) by lia. rewrite <- firstn_firstn. now apply hit_none_before. Qed.

(** ** The invariant *)

(** Every node has the fingerprint that its sample has now, no layer below
    recognises that sample, and no two nodes of a layer have the same one. *)
Record placed (ls : list (layer G)) : Prop := {
  kept : forall c n, In n (layer_at ls c) -> eta n = seen (sample n) ls c;
  through : forall c n, In n (layer_at ls c) -> hit (sample n) (firstn c ls) = None;
  apart : forall c n m, In n (layer_at ls c) -> In m (layer_at ls c) -> eta n = eta m -> sample n = sample m }.

Lemma layer_at_app (ls ls' : list (layer G)) b :
  layer_at (ls ++ ls') b = if b <? length ls then layer_at ls b else layer_at ls' (b - length ls).
Proof.
  unfold layer_at. destruct (b <? length ls) eqn:L; [apply Nat.ltb_lt in L | apply Nat.ltb_ge in L].
  - now apply app_nth1.
  - now apply app_nth2.
Qed.

Lemma layer_at_length (ls : list (layer G)) c n : In n (layer_at ls c) -> c < length ls.
Proof.
  intro H. destruct (Nat.lt_ge_cases c (length ls)) as [|L]; auto. unfold layer_at in H. now rewrite nth_overflow in H.
Qed.

(** What two lists of layers share from the bottom looks the same in both. *)
Lemma placed_same ls ls' : (forall c, layer_at ls' c <> [] -> layer_at ls' c = layer_at ls c /\ firstn c ls' = firstn c ls) ->
  placed ls -> placed ls'.
Proof.
  intros E [K T A].
  assert (S : forall c n, In n (layer_at ls' c) -> In n (layer_at ls c) /\ firstn c ls' = firstn c ls).
  { intros c n i. destruct (E c) as [L F]; [intro Q; now rewrite Q in i|]. rewrite <- L. auto. }
  constructor.
  - intros c n i. apply S in i as [i F]. unfold seen. rewrite F. now apply K.
  - intros c n i. apply S in i as [i F]. rewrite F. eauto.
  - intros c n m i j. apply S in i as [i _]. apply S in j as [j _]. eauto.
Qed.

Lemma placed_open ls : placed ls -> placed (ls ++ [[]]).
Proof.
  apply placed_same. intros c H. rewrite layer_at_app in *. destruct (c <? length ls) eqn:L.
  - apply Nat.ltb_lt in L. split; auto. rewrite firstn_app. replace (c - length ls) with 0 by lia. apply app_nil_r.
  - destruct (c - length ls) as [|[|?]]; now destruct H.
Qed.

(** A sample may join a layer which all layers below let it through to, and where
    no node has its fingerprint. *)
Lemma placed_join ls x c : placed ls -> c < length ls ->
  hit x (firstn c ls) = None ->
  (forall n, In n (layer_at ls c) -> eta n <> seen x ls c) ->
  placed (firstn c ls ++ [layer_at ls c ++ [new_node x ls c]]).
Proof.
  intros [K T A] L H D.
  assert (len : length (firstn c ls) = c) by (apply firstn_length_le; lia).
  set (ls' := firstn c ls ++ [layer_at ls c ++ [new_node x ls c]]).
  assert (F : forall b, b <= c -> firstn b ls' = firstn b ls).
  { intros b Lb. unfold ls'. rewrite firstn_app, len, firstn_firstn. replace (b - c) with 0 by lia.
    rewrite app_nil_r. f_equal. lia. }
  assert (S : forall b n, In n (layer_at ls' b) -> b <= c /\ (In n (layer_at ls b) \/ b = c /\ n = new_node x ls c)).
  { intros b n i. unfold ls' in i. rewrite layer_at_app, len in i. destruct (b <? c) eqn:B.
    - apply Nat.ltb_lt in B. split; [lia|]. left. revert i. unfold layer_at.
      replace (nth b ls []) with (nth b (firstn c ls ++ skipn c ls) []) by now rewrite firstn_skipn.
      rewrite app_nth1; auto. now rewrite len.
    - apply Nat.ltb_ge in B. destruct (b - c) as [|[|?]] eqn:Q; [|easy..]. replace b with c by lia. split; auto.
      unfold layer_at in i at 1. simpl in i. apply in_app_iff in i as [?|[?|[]]]; auto. }
  constructor.
  - intros b n i. apply S in i as [Lb [i | [-> ->]]]; unfold seen; rewrite F by lia.
    + now apply K.
    + reflexivity.
  - intros b n i. apply S in i as [Lb [i | [-> ->]]]; rewrite F by lia; eauto.
  - intros b n m i j. apply S in i as [_ [i | [E ->]]]; apply S in j as [_ [j | [E' ->]]]; subst; simpl; auto.
    + eauto.
    + intro Q. now destruct (D n i).
    + intro Q. now destruct (D m j).
Qed.

(** ** Why fingerprints are apart *)

Lemma coincides_not (l : layer G) v n : coincides l v = false -> In n l -> eta n <> v.
Proof.
  unfold coincides. intros C i <-. assert (E : existsb (fun m => le G (dist G (eta n) (eta m)) (zero G)) l = true).
  { apply existsb_exists. exists n. split; auto. rewrite (dist_self G law). apply le_refl. }
  congruence.
Qed.

Lemma moderately_not k (l : layer G) v n : moderately k l v = false -> In n l -> eta n <> v.
Proof.
  unfold moderately. intros C i <-.
  assert (E : existsb (fun m => le G (tau_ad G k) (activation k (eta n) m)) l = true).
  { apply existsb_exists. exists n. split; auto. unfold activation. rewrite (dist_self G law).
    eapply (le_trans G law); [apply (thresholds G law)|]. apply lt_le, (one_above G law). }
  congruence.
Qed.

Lemma fall_apart x (ls : list (layer G)) c : fall x ls c = 0 \/ coincides (layer_at ls (fall x ls c)) (seen x ls (fall x ls c)) = false.
Proof. induction c as [|c IH]; simpl; auto. destruct (coincides (layer_at ls (S c)) (seen x ls (S c))) eqn:C; auto. Qed.

Context (repaired : ties R = true \/ keeps_apart G).

(** What the skip connection is for. *)
Lemma view_from_apart k v v' x x' (ls : list (layer G)) : keeps_apart G ->
  le G (dist G x x') (dist G v v') = true ->
  le G (dist G x x') (dist G (view_from k v x ls) (view_from k v' x' ls)) = true.
Proof.
  intro A. revert k v v'; induction ls as [|l ls IH]; intros k v v' H; simpl; auto.
Qed.

Lemma seen_apart x x' (ls : list (layer G)) c : keeps_apart G ->
  le G (dist G x x') (dist G (seen x ls c) (seen x' ls c)) = true.
Proof. intro A. apply view_from_apart; auto using le_refl. Qed.

Lemma joins_at_apart x ls c n : placed ls -> ~ In x (samples ls) -> c < length ls ->
  In n (layer_at ls (joins_at R x ls c)) -> eta n <> seen x ls (joins_at R x ls c).
Proof.
  intros P new L i Q.
  assert (other : sample n <> x).
  { intros <-. apply new. unfold samples. apply in_map, in_concat.
    exists (layer_at ls (joins_at R (sample n) ls c)). split; auto. apply nth_In.
    assert (J := joins_at_le R (sample n) ls c). lia. }
  rewrite (kept ls P _ n i) in Q. destruct repaired as [tie | skip].
  - unfold joins_at in *. rewrite tie in *. destruct (fall_apart x ls c) as [Z | C].
    + rewrite Z in Q. unfold seen, view in Q. simpl in Q. auto.
    + apply coincides_not with (n := n) in C; auto. apply C. rewrite (kept ls P _ n i). auto.
  - assert (D := seen_apart (sample n) x ls (joins_at R x ls c) skip). rewrite Q, (dist_self G law) in D.
    apply (dist_apart G law) in D. auto.
Qed.

(** ** The invariant holds *)

Context (data : list (vec G)) (distinct : NoDup data).

Lemma waiting_new s x rest : sound data s -> waiting s = x :: rest -> ~ In x (samples (all s)).
Proof.
  intros [E _ _] W. assert (nd : NoDup (samples (all s) ++ passed s ++ x :: rest)).
  { rewrite <- W. eapply Permutation_NoDup; [symmetry|]; eassumption. }
  rewrite app_assoc in nd. apply NoDup_remove_2 in nd. intro i. apply nd, in_or_app. left. apply in_or_app. auto.
Qed.

Lemma firstn_finished (s : state G) c : c <= length (finished s) -> firstn c (all s) = firstn c (finished s).
Proof. intro H. unfold all. rewrite firstn_app. replace (c - length (finished s)) with 0 by lia. apply app_nil_r. Qed.

Lemma layer_current (s : state G) : layer_at (all s) (length (finished s)) = current s.
Proof. unfold all. rewrite layer_at_app, Nat.ltb_irrefl, Nat.sub_diag. reflexivity. Qed.

Lemma placed_collide s x others c : placed (all s) -> c <= length (finished s) ->
  hit x (firstn c (all s)) = None ->
  (forall n, In n (layer_at (all s) c) -> eta n <> seen x (all s) c) ->
  placed (all (collide R data s x others c)).
Proof.
  intros P L H D. unfold all at 1, collide; simpl. apply placed_open, placed_join; auto.
  unfold all. rewrite app_length. simpl. lia.
Qed.

Lemma placed_join_current s x p w : placed (all s) -> hit x (finished s) = None ->
  (forall n, In n (current s) -> eta n <> seen x (all s) (length (finished s))) ->
  placed (all (join s x p w)).
Proof.
  intros P H D. assert (F := firstn_finished s _ (Nat.le_refl _)). rewrite firstn_all in F.
  assert (J := placed_join (all s) x (length (finished s)) P). rewrite F, layer_current in J. apply J; auto.
  unfold all. rewrite app_length. simpl. lia.
Qed.

Lemma placed_step s s' : sound data s -> placed (all s) -> step R data s = Some s' -> placed (all s').
Proof.
  intros I P. unfold step. destruct (waiting s) as [|x rest] eqn:W.
  - destruct (current s); [discriminate|]. injection 1 as <-. unfold all at 1; simpl. now apply placed_open.
  - assert (new := waiting_new s x rest I W).
    assert (len : length (all s) = length (finished s) + 1) by (unfold all; now rewrite app_length).
    destruct (hit x (finished s)) as [c|] eqn:H.
    + injection 1 as <-. apply hit_some in H as [L [H _]]. assert (J := joins_at_le R x (all s) c).
      apply placed_collide; auto; [lia | | intros; apply joins_at_apart; auto; lia].
      rewrite firstn_finished by lia. eapply hit_none_below; eauto.
    + destruct (negb (moderately _ _ _)) eqn:M; [apply negb_true_iff in M|].
      * assert (D : forall n, In n (current s) -> eta n <> seen x (all s) (length (finished s))).
        { intros n i. unfold seen. rewrite firstn_finished, firstn_all by auto. eapply moderately_not; eauto. }
        destruct rest as [|y rest]; [|destruct (passes_over R s)]; injection 1 as <-; now apply placed_join_current.
      * destruct (negb (published R) && _).
        -- assert (J := joins_at_le R x (all s) (length (finished s))).
           assert (D : forall n, In n (layer_at (all s) (joins_at R x (all s) (length (finished s)))) ->
             eta n <> seen x (all s) (joins_at R x (all s) (length (finished s)))) by (intros; apply joins_at_apart; auto; lia).
           destruct (_ =? _) eqn:Q; injection 1 as <-.
           ++ apply Nat.eqb_eq in Q. rewrite Q, layer_current in D. now apply placed_join_current.
           ++ apply placed_collide; auto. rewrite firstn_finished by lia. now apply hit_none_before.
        -- injection 1 as <-. exact P.
Qed.

Lemma placed_run n s : sound data s -> placed (all s) -> placed (all (run R data n s)).
Proof.
  revert s; induction n as [|n IH]; intros s I P; simpl; auto. destruct (step R data s) as [s'|] eqn:E; auto.
  apply IH; [eapply sound_step; eauto | eapply placed_step; eauto].
Qed.

Lemma placed_construct : placed (finished (construct R data)).
Proof.
  assert (P : placed (all (construct R data))).
  { apply placed_run; [apply sound_start|]. unfold all, start; simpl.
    constructor; intros [|[|c]] n; simpl; intuition. }
  destruct (ended R data _ (construct_ends R data distinct)) as [_ C].
  revert P. apply placed_same. intros c H. unfold all. rewrite C, layer_at_app.
  destruct (c <? length (finished (construct R data))) eqn:L.
  - apply Nat.ltb_lt in L. split; auto. rewrite firstn_app.
    replace (c - length _) with 0 by lia. now rewrite app_nil_r.
  - apply Nat.ltb_ge in L. unfold layer_at in H. now rewrite nth_overflow in H.
Qed.
End Exact.

(** ** Prediction *)

Lemma nearest_in {G} v (l : layer G) n : nearest v l = Some n -> In n l.
Proof.
  revert n; induction l as [|m l IH]; intros n; simpl; [discriminate|].
  destruct (nearest v l) as [b|]; [destruct (le _ _ _)|]; injection 1 as <-; auto.
Qed.

Lemma nearest_least {G} (law : lawful G) v (l : layer G) n m : nearest v l = Some n -> In m l ->
  le G (dist G v (eta n)) (dist G v (eta m)) = true.
Proof.
  revert n m; induction l as [|a l IH]; intros n m; simpl; [discriminate|].
  destruct (nearest v l) as [b|] eqn:N.
  - destruct (le G (dist G v (eta a)) (dist G v (eta b))) eqn:L; injection 1 as <-; intros [-> | i]; auto using le_refl.
    + eapply (le_trans G law); [exact L|]. now apply IH.
    + destruct (le_total G law (dist G v (eta b)) (dist G v (eta m))); congruence.
  - injection 1 as <-. intros [-> | i]; auto using le_refl. destruct l; [easy|]. simpl in N.
    destruct (nearest v l); [destruct (le _ _ _)|]; discriminate.
Qed.

Lemma nearest_some {G} v (l : layer G) m : In m l -> exists n, nearest v l = Some n.
Proof.
  destruct l as [|a l]; [easy|]. intros _. simpl. destruct (nearest v l) as [b|]; [destruct (le _ _ _)|]; eauto.
Qed.

(** Every sample of a network that is placed hits its own neuron. *)
Lemma own_neuron {G} (law : lawful G) (ls : list (layer G)) x : placed ls -> In x (samples ls) ->
  exists n, answering x ls = Some n /\ sample n = x.
Proof.
  intros P i. unfold samples in i. apply in_map_iff in i as [n [<- i]]. apply in_concat in i as [l [j i]].
  apply In_nth with (d := []) in j as [c [L <-]]. fold (layer_at ls c) in i.
  assert (Z : dist G (seen (sample n) ls c) (eta n) = zero G) by (rewrite (kept ls P c n i); apply (dist_self G law)).
  assert (H : hit (sample n) ls = Some c).
  { apply hit_at; auto; [apply (through ls P c n i)|]. apply existsb_exists. exists n. split; auto.
    unfold activation. rewrite Z. apply (one_above G law). }
  destruct (nearest_some (seen (sample n) ls c) _ n i) as [m N]. exists m.
  unfold answering. rewrite H. split; auto.
  assert (D := nearest_least law _ _ _ n N i). rewrite Z in D. apply (dist_apart G law) in D.
  apply (apart ls P c); auto; [eapply nearest_in; eauto|]. rewrite <- D. symmetry. now apply kept.
Qed.

(** ** Data sets *)

Lemma distinct_in {G} (l : list (vec G)) x : In x (distinct l) <-> In x l.
Proof.
  induction l as [|a l IH]; simpl; [easy|]. split.
  - intros [?|H]; auto. apply in_remove in H as [H _]. right. now apply IH.
  - intros [?|H]; auto. destruct (vec_eq G a x) as [|N]; auto. right. apply in_in_remove; [auto | now apply IH].
Qed.

Lemma NoDup_remove_all {A} (eq : forall a b : A, {a = b} + {a <> b}) x l : NoDup l -> NoDup (remove eq x l).
Proof.
  induction 1 as [|a l N _ IH]; simpl; [constructor|]. destruct (eq x a); auto.
  constructor; auto. intro H. apply in_remove in H. intuition.
Qed.

Lemma distinct_NoDup {G} (l : list (vec G)) : NoDup (distinct l).
Proof.
  induction l as [|a l IH]; simpl; constructor; [apply remove_In | now apply NoDup_remove_all].
Qed.

Lemma alpha_in {G} {Y} (D : dataset G) x (y : Y) : In (x, y) D -> exists y', alpha D x = Some y' /\ In (x, y') D.
Proof.
  induction D as [|[a b] D IH]; simpl; [easy|]. intro H. destruct (vec_eq G x a) as [->|N].
  - eauto.
  - destruct H as [H|H]; [congruence|]. apply IH in H as [y' [? ?]]. eauto.
Qed.

Theorem t2 : T2.
Proof.
  intros G law R repaired Y D W x y i.
  assert (nd := distinct_NoDup (map fst D)). fold (inputs D) in nd.
  assert (own : exists n, answering x (fit R D) = Some n /\ sample n = x).
  { apply (own_neuron law); [apply placed_construct; auto|].
    eapply Permutation_in; [symmetry; now apply construct_complete|].
    apply distinct_in. change x with (fst (x, y)). now apply in_map. }
  split; auto. unfold predict. destruct own as [n [-> ->]].
  destruct (alpha_in D x y i) as [y' [-> j]]. f_equal. eauto.
Qed.
