(** * T4: three samples refute theorem 2 as published *)

From Coq Require Import List Bool Arith.
From Xaia Require Import Model Claims Ends Exact.
Import ListNotations.

(** The construction is run step by step; these are the decisions it meets. *)
Section Three.
Context (G : setting) (p a b v : vec G) (which : pass).
Local Notation np := {| eta := p; sample := p |}.
Local Notation na := {| eta := v; sample := a |}.
Local Notation nb := {| eta := v; sample := b |}.
Context (ra : recognises 1 [np] a = false) (rb : recognises 1 [np] b = false).
Context (oa : moderately 1 [np] a = true) (ob : moderately 1 [np] b = true).
Context (r2 : recognises 2 [na] v = true) (o2 : moderately 2 [na] v = true).
Context (va : next G 1 a [p] a = v) (vb : next G 1 b [p] b = v).

Lemma one_step (R : rules) data (s s' t : state G) :
  step R data s = Some s' -> (exists n, run R data n s' = t) -> exists n, run R data n s = t.
Proof. intros E [n H]. exists (n + 1). rewrite Nat.add_comm. simpl. now rewrite E. Qed.

Ltac decide_step :=
  cbv -[recognises moderately next unused vec];
  repeat (first [rewrite ra | rewrite rb | rewrite oa | rewrite ob | rewrite va | rewrite vb | rewrite r2 | rewrite o2
    ]; cbv -[recognises moderately next unused vec]);
  reflexivity.

Lemma three_layers (distinct : NoDup [p; a; b]) :
  finished (construct {| kind := which; ties := false |} [p; a; b]) = [[np]; [na; nb]].
Proof.
  assert (E : exists n, run {| kind := which; ties := false |} [p; a; b] n (start [p; a; b]) =
    {| finished := [[np]; [na; nb]]; current := []; passed := []; waiting := [] |}).
  { destruct which; unfold start; repeat (eapply one_step; [decide_step|]); exists 0; reflexivity. }
  destruct E as [n E]. now rewrite (construct_is _ [p; a; b] distinct n _ E eq_refl).
Qed.
End Three.

Theorem t4 : T4.
Proof.
  intros G law p a b pa pb ab near same kind Y yp ya yb R D.
  destruct (near a (or_introl eq_refl)) as [ma sa]. destruct (near b (or_intror eq_refl)) as [mb sb].
  assert (one : forall k w, lt G (tau_act G k) (sigma G k (dist G w w)) = true)
    by (intros; rewrite (dist_self G law); apply (one_above G law)).
  assert (ad : forall k w, le G (tau_ad G k) (sigma G k (dist G w w)) = true)
    by (intros k w; eapply (le_trans G law); [apply (thresholds G law) | apply (lt_le law), one]).
  assert (data : inputs D = [p; a; b]).
  { unfold inputs, D. cbn -[remove]. assert (N : forall x, remove (vec_eq G) x [] = []) by reflexivity.
    rewrite N. cbn. destruct (vec_eq G a b); [easy|]. cbn.
    destruct (vec_eq G p a); [easy|]. destruct (vec_eq G p b); [easy|]. reflexivity. }
  set (v := next G 1 b [p] b) in *.
  assert (ra : recognises 1 [{| eta := p; sample := p |}] a = false) by (cbn; unfold activation; cbn; now rewrite sa).
  assert (rb : recognises 1 [{| eta := p; sample := p |}] b = false) by (cbn; unfold activation; cbn; now rewrite sb).
  assert (na : forall l, recognises 2 ({| eta := v; sample := a |} :: l) v = true)
    by (intro; cbn; unfold activation; cbn; now rewrite one).
  assert (built : fit R D = [[{| eta := p; sample := p |}]; [{| eta := v; sample := a |}; {| eta := v; sample := b |}]]).
  { unfold fit. rewrite data. apply three_layers; auto.
    - cbn; unfold activation; cbn; now rewrite ma.
    - cbn; unfold activation; cbn; now rewrite mb.
    - cbn; unfold activation; cbn; now rewrite ad.
    - repeat constructor; simpl; intuition. }
  assert (nearest_a : nearest v [{| eta := v; sample := a |}; {| eta := v; sample := b |}] = Some {| eta := v; sample := a |})
    by (cbn; now rewrite (le_refl law)).
  assert (answer : forall x, x = a \/ x = b -> predict R D x = Some ya).
  { intros x H. unfold predict. rewrite built. unfold answering.
    assert (E : hit x [[{| eta := p; sample := p |}]; [{| eta := v; sample := a |}; {| eta := v; sample := b |}]] = Some 1
      /\ next G 1 x [p] x = v).
    { unfold hit. cbn [hit_from map eta]. destruct H as [-> | ->].
      - rewrite ra, same. fold v. now rewrite na.
      - rewrite rb. fold v. now rewrite na. }
    destruct E as [-> E]. unfold seen, view. cbn [firstn view_from map eta layer_at nth]. rewrite E.
    unfold layer_at. cbn [nth]. rewrite nearest_a. cbn.
    destruct (vec_eq G a p); [congruence|]. now destruct (vec_eq G a a). }
  split; [now rewrite built|]. split; apply answer; auto.
Qed.
