(** * T1: every construction ends *)

From Coq Require Import List Bool Arith Lia Permutation.
From Xaia Require Import Model Claims.
Import ListNotations.

(** ** Lists *)

Lemma nth_split_at {A} (c : nat) (ls : list (list A)) :
  c < length ls -> ls = firstn c ls ++ nth c ls [] :: skipn (c + 1) ls.
Proof.
  revert c; induction ls as [|l ls IH]; intros [|c] H; simpl in *; try lia.
  - reflexivity.
  - f_equal. apply IH. lia.
Qed.

Lemma NoDup_beginning {A} (p q : list A) : NoDup (p ++ q) -> NoDup p.
Proof.
  induction p as [|x p IH]; simpl; intro H; [constructor|].
  inversion H; subst. constructor; auto. intro i. apply H2, in_or_app; auto.
Qed.

Lemma Permutation_filter_rest {A} (eq : forall a b : A, {a = b} + {a <> b}) (p q data : list A) :
  NoDup data -> Permutation (p ++ q) data ->
  Permutation (p ++ filter (fun x => if in_dec eq x p then false else true) data) data.
Proof.
  intros nd perm.
  assert (nd' : NoDup (p ++ q)) by (eapply Permutation_NoDup; [symmetry|]; eassumption).
  apply NoDup_Permutation; auto.
  - assert (ndp := NoDup_beginning _ _ nd').
    assert (ndf := NoDup_filter (fun x => if in_dec eq x p then false else true) nd).
    assert (apart : forall x, In x p -> ~ In x (filter (fun x => if in_dec eq x p then false else true) data)).
    { intros x xp xf. apply filter_In in xf as [_ xf]. destruct (in_dec eq x p); [discriminate | auto]. }
    revert ndf apart. generalize (filter (fun x => if in_dec eq x p then false else true) data) as f.
    clear - ndp. intros f ndf apart. induction ndp as [|x p nx ndp IH]; simpl; auto.
    constructor; [rewrite in_app_iff; intros [?|?]; [auto | eapply apart; simpl; eauto]|].
    apply IH. intros; apply apart; simpl; auto.
  - intro x. rewrite in_app_iff, filter_In. split.
    + intros [xp | [xd _]]; auto. eapply Permutation_in; [exact perm | apply in_or_app; auto].
    + intro xd. destruct (in_dec eq x p); auto.
Qed.

(** ** The order of the sizes *)

Lemma below_longer a n b : below a (a ++ n :: b).
Proof. induction a; simpl; auto. Qed.

Lemma below_at a m n b b' : m < n -> below (a ++ m :: b) (a ++ n :: b').
Proof. induction a; simpl; auto. Qed.

(** Lists of numbers as digits of one number: the order is well-founded, and the
    steps can be counted. *)
Fixpoint code (B L : nat) (s : list nat) : nat :=
  match L, s with
  | S L, n :: s => (n + 1) * B ^ L + code B L s
  | _, _ => 0
  end.

Lemma code_bound B L s : Forall (fun n => n + 1 < B) s -> 1 < B -> code B L s < B ^ L.
Proof.
  intros H HB; revert s H; induction L as [|L IH]; intros s H; simpl; [lia|].
  destruct H as [|n s Hn H].
  - assert (B ^ L <> 0) by (apply Nat.pow_nonzero; lia). nia.
  - specialize (IH s H). nia.
Qed.

Lemma code_below B L s t : below s t -> Forall (fun n => n + 1 < B) s -> 1 < B ->
  length t <= L -> code B L s < code B L t.
Proof.
  intros H Hs HB; revert t L H; induction Hs as [|n s Hn Hs IH]; intros [|m t] [|L] H len; simpl in *; try lia.
  - assert (B ^ L <> 0) by (apply Nat.pow_nonzero; lia). nia.
  - destruct H as [H | [-> H]].
    + assert (C := code_bound B L s Hs HB). nia.
    + specialize (IH t L H). lia.
Qed.

(** ** What holds throughout a construction *)

Section Ends.
Context {G : setting} (R : rules) (data : list (vec G)) (distinct : NoDup data).

Record sound (s : state G) : Prop := {
  everyone : Permutation (samples (all s) ++ passed s ++ waiting s) data;
  not_empty : Forall (fun l => l <> []) (finished s);
  fresh : current s = [] -> passed s = [] }.

Lemma samples_app (ls ls' : list (layer G)) : samples (ls ++ ls') = samples ls ++ samples ls'.
Proof. unfold samples. now rewrite concat_app, map_app. Qed.

Lemma samples_one (l : layer G) : samples [l] = map sample l.
Proof. unfold samples; simpl. now rewrite app_nil_r. Qed.

Lemma sound_start : sound (start data).
Proof. constructor; simpl; auto. Qed.

(** A collision at place c grows the layer there, and layers above it are gone. *)
Lemma sound_collide s x passed' rest c :
  sound s -> c <= length (finished s) -> passed' = passed s -> waiting s = x :: rest ->
  sound (collide R data s x (passed' ++ rest) c) /\
  below (sizes s) (sizes (collide R data s x (passed' ++ rest) c)).
Proof.
  intros [E N F] Hc -> W.
  assert (len : c < length (all s)) by (unfold all; rewrite app_length; simpl; lia).
  set (l := layer_at (all s) c). set (deeper := skipn (c + 1) (all s)).
  assert (split : all s = firstn c (all s) ++ l :: deeper) by exact (nth_split_at c (all s) len).
  assert (parts : samples (all s) = samples (firstn c (all s)) ++ map sample l ++ samples deeper).
  { rewrite split at 1. rewrite samples_app. f_equal. change (l :: deeper) with ([l] ++ deeper).
    now rewrite samples_app, samples_one. }
  assert (perm : Permutation (samples (firstn c (all s) ++ [l ++ [new_node x (all s) c]])
    ++ (passed s ++ rest) ++ samples deeper) data).
  { rewrite <- E, W, parts, samples_app, samples_one, map_app. simpl.
    rewrite <- !app_assoc. apply Permutation_app_head, Permutation_app_head. simpl.
    rewrite (Permutation_app_comm (samples deeper)), <- app_assoc. simpl.
    rewrite <- Permutation_middle. reflexivity. }
  split.
  - constructor; unfold all, collide; simpl; fold (all s) l deeper.
    + rewrite samples_app. change (samples [[]]) with (@nil (vec G)). rewrite app_nil_r.
      unfold unused. destruct (published R); auto. eapply Permutation_filter_rest; eauto.
    + apply Forall_app; split; [|repeat constructor; now destruct l].
      apply Forall_forall. intros l' inl. assert (In l' (finished s)); [|rewrite Forall_forall in N; auto].
      unfold all in inl. rewrite firstn_app in inl. replace (c - length (finished s)) with 0 in inl by lia.
      rewrite app_nil_r in inl. rewrite <- (firstn_skipn c). apply in_or_app; auto.
    + auto.
  - unfold sizes at 2, all, collide; simpl; fold (all s) l deeper. unfold sizes. rewrite split at 1.
    rewrite !map_app, <- app_assoc. simpl. apply below_at. rewrite app_length; simpl; lia.
Qed.

Lemma sound_join s x passed' waiting' :
  sound s -> Permutation (passed' ++ x :: waiting') (passed s ++ waiting s) ->
  sound (join s x passed' waiting') /\ below (sizes s) (sizes (join s x passed' waiting')).
Proof.
  intros [E N F] P. split.
  - constructor; simpl; auto.
    + rewrite <- E. unfold all; simpl. rewrite !samples_app, !samples_one, map_app. simpl.
      rewrite <- !app_assoc. apply Permutation_app_head, Permutation_app_head. simpl. rewrite <- P.
      apply Permutation_middle.
    + now destruct (current s).
  - unfold sizes, all; simpl. rewrite !map_app. simpl. apply below_at. rewrite app_length; simpl; lia.
Qed.

(** ** Where a sample is recognised *)

Lemma hit_from_less k v x (ls : list (layer G)) c : hit_from k v x ls = Some c -> c < length ls.
Proof.
  revert k v c; induction ls as [|l ls IH]; intros k v c; simpl; [discriminate|].
  destruct (recognises k l v); [injection 1; lia|].
  destruct (hit_from _ _ _ ls) eqn:H; simpl; [|discriminate]. injection 1 as <-. apply IH in H. lia.
Qed.

Lemma fall_le x (ls : list (layer G)) c : fall x ls c <= c.
Proof. induction c as [|c IH]; simpl; auto. destruct (coincides _ _); lia. Qed.

Lemma joins_at_le x (ls : list (layer G)) c : joins_at R x ls c <= c.
Proof. unfold joins_at. destruct (ties R); auto using fall_le. Qed.

Lemma sound_step s s' : sound s -> step R data s = Some s' ->
  sound s' /\ (below (sizes s) (sizes s') \/ sizes s' = sizes s /\ length (waiting s') < length (waiting s)).
Proof.
  intros I. unfold step. destruct (waiting s) as [|x rest] eqn:W.
  - destruct (current s) as [|n l] eqn:C; [discriminate|]. injection 1 as <-. split.
    + destruct I as [E N F]. constructor; simpl; auto.
      * rewrite <- E, W. unfold all at 1; simpl. rewrite samples_app. change (samples [[]]) with (@nil (vec G)).
        now rewrite !app_nil_r.
      * unfold all. apply Forall_app; split; auto. rewrite C. repeat constructor; discriminate.
    + left. unfold sizes at 2, all at 1; simpl. rewrite map_app. apply below_longer.
  - destruct (hit x (finished s)) as [c|] eqn:H.
    + injection 1 as <-. apply hit_from_less in H. assert (J := joins_at_le x (all s) c).
      edestruct sound_collide as [? ?]; [exact I | | reflexivity | exact W | split; [|left]; eauto]. lia.
    + destruct (negb (moderately _ _ _)) eqn:M.
      * assert (Permutation (passed s ++ x :: rest) (passed s ++ waiting s)) by now rewrite W.
        destruct rest as [|y rest]; [|destruct (passes_over R s)]; injection 1 as <-;
          (edestruct sound_join as [? ?]; [exact I | | split; [|left]; eauto]); auto.
        rewrite W, <- app_assoc. apply Permutation_app_head. simpl. apply perm_swap.
      * destruct (negb (published R) && _).
        -- destruct (_ =? _) eqn:Q; injection 1 as <-.
           ++ edestruct sound_join as [? ?]; [exact I | | split; [|left]; eauto]. now rewrite W.
           ++ assert (J := joins_at_le x (all s) (length (finished s))).
              edestruct sound_collide as [? ?]; [exact I | | reflexivity | exact W | split; [|left]; eauto]. lia.
        -- injection 1 as <-. split; [|right; split; [reflexivity | simpl; lia]].
           destruct I as [E N F]. constructor; simpl; auto.
           ++ rewrite <- E, W. unfold all; simpl. rewrite <- !app_assoc. reflexivity.
           ++ intro C. rewrite C in M. discriminate.
Qed.

Lemma sound_run n s : sound s -> sound (run R data n s).
Proof.
  revert s; induction n as [|n IH]; intros s I; simpl; auto.
  destruct (step R data s) as [s'|] eqn:E; auto. apply IH. eapply sound_step; eauto.
Qed.

Lemma sound_reachable s : reachable R data s -> sound s.
Proof. intros [n ->]. apply sound_run, sound_start. Qed.

(** ** How far it can go *)

Lemma length_concat (ls : list (layer G)) : length (concat ls) = list_sum (map (@length _) ls).
Proof. induction ls; simpl; auto. rewrite app_length. lia. Qed.

Lemma sound_sum s : sound s -> list_sum (sizes s) + length (passed s) + length (waiting s) = length data.
Proof.
  intros [E _ _]. rewrite <- (Permutation_length E), !app_length. unfold samples, sizes.
  rewrite map_length, length_concat. lia.
Qed.

Lemma sum_not_empty (ls : list (layer G)) : Forall (fun l => l <> []) ls -> length ls <= list_sum (map (@length _) ls).
Proof. induction 1 as [|l ls H _ IH]; simpl; auto. destruct l; [easy | simpl; lia]. Qed.

Lemma sound_length s : sound s -> length (sizes s) <= length data + 1.
Proof.
  intro I. assert (E := sound_sum s I). assert (F := sum_not_empty _ (not_empty s I)).
  unfold sizes, all in *. rewrite map_app, list_sum_app in E. rewrite map_length, app_length. simpl length. lia.
Qed.

Lemma sum_member n l : In n l -> n <= list_sum l.
Proof. induction l as [|m l IH]; intros []; change (list_sum (m :: l)) with (m + list_sum l); [lia | specialize (IH H); lia]. Qed.

Definition rank (s : state G) : nat := code (length data + 2) (length data + 1) (sizes s) * (length data + 1) + (length data - length (waiting s)).

Lemma digits s : sound s -> Forall (fun n => n + 1 < length data + 2) (sizes s).
Proof.
  intro I. assert (E := sound_sum s I). apply Forall_forall. intros n i. apply sum_member in i. lia.
Qed.

Lemma rank_bound s : sound s -> rank s < bound (length data).
Proof.
  intro I. assert (C := code_bound (length data + 2) (length data + 1) _ (digits s I) ltac:(lia)). unfold rank, bound. nia.
Qed.

Lemma rank_step s s' : sound s -> step R data s = Some s' -> rank s < rank s'.
Proof.
  intros I E. destruct (sound_step s s' I E) as [I' [B | [Q W]]]; unfold rank.
  - apply code_below with (B := length data + 2) (L := length data + 1) in B; auto using digits; try lia.
    + nia.
    + apply sound_length; auto.
  - rewrite Q. assert (H := sound_sum s I). lia.
Qed.

Lemma run_ends n s : sound s -> bound (length data) <= rank s + n -> step R data (run R data n s) = None.
Proof.
  revert s; induction n as [|n IH]; intros s I H; simpl.
  - assert (B := rank_bound s I). lia.
  - destruct (step R data s) as [s'|] eqn:E; auto.
    apply IH; [eapply sound_step; eauto|]. apply rank_step in E; auto. lia.
Qed.

Lemma construct_ends : step R data (construct R data) = None.
Proof. apply run_ends; [apply sound_start | lia]. Qed.

Lemma sound_construct : sound (construct R data).
Proof. apply sound_run, sound_start. Qed.

Lemma ended s : step R data s = None -> waiting s = [] /\ current s = [].
Proof.
  unfold step. destruct (waiting s) as [|x rest].
  - destruct (current s); [auto | discriminate].
  - destruct (hit x _); [discriminate|]. destruct (negb _); [destruct rest; [|destruct (passes_over R s)]; discriminate|].
    destruct (_ && _); [destruct (_ =? _)|]; discriminate.
Qed.

Lemma construct_complete : Permutation (samples (finished (construct R data))) data.
Proof.
  destruct (ended _ construct_ends) as [W C]. destruct sound_construct as [E _ F].
  rewrite (F C), W in E. unfold all in E. rewrite C, samples_app in E.
  change (samples [[]]) with (@nil (vec G)) in E. now rewrite !app_nil_r in E.
Qed.

(** The number of steps is only a bound: who reaches the end has the result. *)
Lemma construct_is n s : run R data n (start data) = s -> step R data s = None -> construct R data = s.
Proof.
  intros <- E. unfold construct.
  assert (more : forall n m s, n <= m -> step R data (run R data n s) = None -> run R data m s = run R data n s).
  { clear. induction n as [|n IH]; intros m s L E; simpl in *.
    - destruct m; simpl; auto. now rewrite E.
    - destruct m as [|m]; [lia|]. simpl. destruct (step R data s) eqn:Q; auto. apply IH; auto; lia. }
  destruct (Nat.le_ge_cases n (bound (length data))) as [L|L].
  - now apply more.
  - symmetry. apply more; auto. apply construct_ends.
Qed.
End Ends.

Theorem t1 : T1.
Proof.
  intros G R data nd. repeat split.
  - intros s s' r E. eapply sound_step; eauto using sound_reachable.
  - apply sound_length with (data := data); eauto using sound_reachable.
  - assert (E := sound_sum data _ (sound_reachable R data nd s H)). lia.
  - now apply construct_ends.
  - now apply construct_complete.
Qed.
