(** * T3: with the skip connection a strong activation is nearness *)

From Coq Require Import List Bool Arith.
From Xaia Require Import Model Claims Ends Exact.
Import ListNotations.

Lemma placed_fit {G} (law : lawful G) (R : rules) {Y} (D : dataset G (Y := Y)) :
  ties R = true \/ keeps_apart G -> placed (fit R D).
Proof. intro H. apply placed_construct; auto. apply distinct_NoDup. Qed.

(** Distances in deeper layers are never below those in the input space. *)
Lemma nearer {G} (law : lawful G) (skip : keeps_apart G) (ls : list (layer G)) x c n :
  placed ls -> In n (layer_at ls c) ->
  le G (dist G x (sample n)) (dist G (seen x ls c) (eta n)) = true /\
  le G (activation (c + 1) (seen x ls c) n) (sigma G (c + 1) (dist G x (sample n))) = true.
Proof.
  intros P i. assert (H : le G (dist G x (sample n)) (dist G (seen x ls c) (eta n)) = true).
  { rewrite (kept ls P c n i). now apply seen_apart. }
  split; auto. unfold activation. now rewrite (falls G law) by apply (dist_least G law).
Qed.

(** The neuron that answers is activated above tau_act: it is the nearest. *)
Lemma answering_strong {G} (law : lawful G) (ls : list (layer G)) x c n :
  hit x ls = Some c -> answering x ls = Some n ->
  In n (layer_at ls c) /\ lt G (tau_act G (c + 1)) (activation (c + 1) (seen x ls c) n) = true.
Proof.
  intros H A. unfold answering in A. rewrite H in A. split; [eapply nearest_in; eauto|].
  apply hit_some in H as [_ [_ H]]. apply existsb_exists in H as [m [i H]].
  apply lt_le_trans with (b := activation (c + 1) (seen x ls c) m); auto.
  unfold activation. rewrite (falls G law) by apply (dist_least G law). eapply nearest_least; eauto.
Qed.

Theorem t3 : T3.
Proof.
  intros G law skip R Y D x. assert (P := placed_fit law R D (or_intror skip)). repeat split.
  - now apply nearer.
  - now apply nearer.
  - now apply (answering_strong law (fit R D) x c n).
  - destruct (answering_strong law (fit R D) x c n) as [i S]; auto.
    eapply lt_le_trans; eauto. now apply nearer.
  - intros c n i W. eapply le_lt_trans; eauto. now apply nearer.
Qed.
