(** * T5: absorbing forgets nothing, and ends *)

From Coq Require Import List Bool Arith Lia.
From Xaia Require Import Model Claims Exact.
Import ListNotations.

Section Absorb.
Context {G : setting} {Y : Type} (errs : dataset G (Y := Y) -> vec G * Y -> bool) (D : dataset G (Y := Y)).

Definition left (new : list ((vec G * Y) * bool)) : nat := length (filter (fun s => negb (snd s)) new).

Lemma left_round new : left (absorb_round errs D new) < left new \/ absorb_round errs D new = new.
Proof.
  unfold absorb_round. generalize (D ++ taken new) as E. intro E. unfold left.
  induction new as [|[s [|]] new IH]; simpl; auto.
  - destruct IH as [IH|IH]; [left | right; f_equal]; auto.
  - destruct (errs E s); simpl.
    + left. assert (length (filter (fun s => negb (snd s)) (map (fun s => (fst s, snd s || errs E (fst s))) new))
        <= length (filter (fun s => negb (snd s)) new)) by (destruct IH as [IH | ->]; lia). lia.
    + destruct IH as [IH | IH]; [left; lia | right; now f_equal].
Qed.

(** A round that takes nothing is the last. *)
Lemma rounds_end n new : left new <= n -> absorb_round errs D (absorb_rounds errs n D new) = absorb_rounds errs n D new.
Proof.
  revert new; induction n as [|n IH]; intros new L; simpl.
  - destruct (left_round new); auto. lia.
  - destruct (left_round new) as [H|H]; [apply IH; lia|]. rewrite H. clear - H.
    enough (S : absorb_rounds errs n D new = new) by now rewrite S.
    induction n; simpl; auto. now rewrite H.
Qed.

Lemma rounds_samples n new : map fst (absorb_rounds errs n D new) = map fst new.
Proof.
  revert new; induction n as [|n IH]; intro new; simpl; auto. rewrite IH. unfold absorb_round.
  rewrite map_map. now apply map_ext.
Qed.

Lemma left_start (new : dataset G (Y := Y)) : left (map (fun s => (s, false)) new) = length new.
Proof. unfold left. induction new; simpl; auto. Qed.

Lemma absorbed_incl new : incl (absorbed errs D new) new.
Proof.
  intros s H. unfold absorbed, taken in H. apply in_map_iff in H as [t [<- H]]. apply filter_In in H as [H _].
  apply (in_map fst) in H. rewrite rounds_samples, map_map, map_id in H. exact H.
Qed.

(** What errs in the end has been taken. *)
Lemma absorbed_rest new s : In s new -> errs (D ++ absorbed errs D new) s = true -> In s (absorbed errs D new).
Proof.
  intros i E. assert (F := rounds_end (length new) (map (fun s => (s, false)) new)). rewrite left_start in F.
  specialize (F (Nat.le_refl _)). unfold absorbed in *.
  assert (S := rounds_samples (length new) (map (fun s => (s, false)) new)). rewrite map_map, map_id in S.
  set (last := absorb_rounds _ _ _ _) in *. rewrite <- S in i. apply in_map_iff in i as [t [<- i]].
  unfold taken at 1. apply in_map, filter_In. split; auto.
  unfold absorb_round in F. rewrite <- F in i. apply in_map_iff in i as [u [<- i]]. simpl in *. rewrite E. apply orb_true_r.
Qed.
End Absorb.

Theorem t5 : T5.
Proof.
  intros G law R repaired Y D new W.
  assert (exact : forall A, incl A new -> forall x y, In (x, y) (D ++ A) -> predict R (D ++ A) x = Some y).
  { intros A S x y i. apply (t2 G law R repaired); auto. intros a b b' j j'. apply (W a); apply in_or_app;
      [apply in_app_iff in j as [?|?] | apply in_app_iff in j' as [?|?]]; auto. }
  split.
  - intros A S. split; intros x y i; apply exact; auto; apply in_or_app; auto.
  - intros errs right A. assert (S : incl A new) by apply absorbed_incl. split; auto.
    intros [x y] i. destruct (errs (D ++ A) (x, y)) eqn:E; auto. rewrite <- E. apply right, exact; auto.
    apply in_or_app. right. now apply absorbed_rest.
Qed.
