(** * The claims

    T1 it ends (proof in Ends.v). T2 exactness (Exact.v). T3 nearness (Near.v).
    T4 three samples refute the published theorem 2 (Three.v). T5 absorption
    (Absorb.v). Here they are about every setting; Presets.v states them for the
    very numbers of docs/spec.md. *)

From Coq Require Import List Arith Permutation.
From Xaia Require Import Model.
Import ListNotations.

(** The sizes of the layers, the unfinished one included, and their lexicographic
    order, in which a list is below its continuations. *)
Definition sizes {G} (s : state G) : list nat := map (@length _) (all s).

Fixpoint below (a b : list nat) : Prop :=
  match a, b with
  | [], _ :: _ => True
  | x :: a, y :: b => x < y \/ x = y /\ below a b
  | _, _ => False
  end.

Definition reachable {G} (R : rules) (data : list (vec G)) (s : state G) : Prop :=
  exists n, s = run R data n (start data).

(** T1, it ends. SPEC 3.4: "(n_1, n_2, …), the layers' sizes, grows lexicographically
    at every admission and collision, and its sum is at most N." And it grows when
    a pass ends and a new layer begins. A step that leaves it alone leaves fewer
    samples to wait in the pass. When no step is left, every sample has its neuron.
    This holds for the published presets, too. *)
Definition T1 : Prop :=
  forall (G : setting) (R : rules) (data : list (vec G)), NoDup data ->
  (forall s s', reachable R data s -> step R data s = Some s' ->
     below (sizes s) (sizes s') \/
     sizes s' = sizes s /\ length (waiting s') < length (waiting s)) /\
  (forall s, reachable R data s ->
     length (sizes s) <= length data + 1 /\ list_sum (sizes s) <= length data) /\
  step R data (construct R data) = None /\
  Permutation (samples (finished (construct R data))) data.

(** T2, exactness (the paper's theorem 2, repaired). With the tie rule, or with
    the skip connection, every sample of a well-defined data set hits its own
    neuron, whatever the layer map, the activation and the pass. *)
Definition T2 : Prop :=
  forall (G : setting), lawful G ->
  forall (R : rules), ties R = true \/ keeps_apart G ->
  forall (Y : Type) (D : dataset G), well_defined D ->
  forall x (y : Y), In (x, y) D ->
  (exists n, answering x (fit R D) = Some n /\ sample n = x) /\
  predict R D x = Some y.

(** T3, nearness (SPEC 3.7). With the skip connection an input is at least as near
    to a neuron's sample as its activation there says. So a neuron that is
    activated above tau_act, that of a hit among them, has its sample within the
    strong radius of its layer, and one that reaches tau_ad within the moderate. *)
Definition T3 : Prop :=
  forall (G : setting), lawful G -> keeps_apart G ->
  forall (R : rules) (Y : Type) (D : dataset G (Y := Y)) x,
  (forall c n, In n (layer_at (fit R D) c) ->
     le G (dist G x (sample n)) (dist G (seen x (fit R D) c) (eta n)) = true /\
     le G (activation (c + 1) (seen x (fit R D) c) n) (sigma G (c + 1) (dist G x (sample n))) = true) /\
  (forall c n, hit x (fit R D) = Some c -> answering x (fit R D) = Some n ->
     In n (layer_at (fit R D) c) /\
     lt G (tau_act G (c + 1)) (sigma G (c + 1) (dist G x (sample n))) = true) /\
  (forall c n, In n (layer_at (fit R D) c) ->
     lt G (sigma G (c + 1) (dist G x (sample n))) (tau_ad G (c + 1)) = true ->
     lt G (activation (c + 1) (seen x (fit R D) c) n) (tau_ad G (c + 1)) = true).

(** T4, three samples refute theorem 2 as published. Samples p, a and b are
    different. Layer 1 has only p, it recognises neither a nor b but both at least
    moderately, and shows the next layer the same of both. Then a and b end up in
    layer 2 in all three passes, without the tie rule, and b is answered with the
    neuron of a. *)
Definition T4 : Prop :=
  forall (G : setting), lawful G ->
  forall p a b : vec G, p <> a -> p <> b -> a <> b ->
  (forall x, x = a \/ x = b ->
     le G (tau_ad G 1) (sigma G 1 (dist G x p)) = true /\
     lt G (tau_act G 1) (sigma G 1 (dist G x p)) = false) ->
  next G 1 a [p] a = next G 1 b [p] b ->
  forall (kind : pass) (Y : Type) (yp ya yb : Y),
  let R := {| kind := kind; ties := false |} in
  let D := [(p, yp); (a, ya); (b, yb)] in
  map (map sample) (fit R D) = [[p]; [a; b]] /\
  predict R D a = Some ya /\
  predict R D b = Some ya.

(** SPEC 3.9, absorption: "A = the samples with an error above ε; fit D then A, in
    order; then add to A the samples with an error above ε; repeat until no sample
    outside A has one". [errs D s] says that the
    model fitted to D errs on s by more than ε. *)
Section Absorption.
Context {G : setting} {Y : Type} (errs : dataset G (Y := Y) -> vec G * Y -> bool).

Definition taken (new : list ((vec G * Y) * bool)) : dataset G := map fst (filter snd new).

Definition absorb_round (D : dataset G) (new : list ((vec G * Y) * bool)) : list ((vec G * Y) * bool) :=
  map (fun s => (fst s, (snd s || errs (D ++ taken new) (fst s))%bool)) new.

(** Rounds until one takes nothing, at most n. *)
Fixpoint absorb_rounds (n : nat) (D : dataset G) (new : list ((vec G * Y) * bool)) : list ((vec G * Y) * bool) :=
  match n with
  | 0 => new
  | S n => absorb_rounds n D (absorb_round D new)
  end.

Definition absorbed (D new : dataset G) : dataset G :=
  taken (absorb_rounds (length new) D (map (fun s => (s, false)) new)).
End Absorption.

(** T5, absorption (propositions 1 and 3). After as many rounds as there are new
    samples, at the latest, none of them errs any more, and the model of D
    then A, whatever A, is exact on both: nothing is forgotten. *)
Definition T5 : Prop :=
  forall (G : setting), lawful G ->
  forall (R : rules), ties R = true \/ keeps_apart G ->
  forall (Y : Type) (D new : dataset G (Y := Y)), well_defined (D ++ new) ->
  (forall A, incl A new ->
     (forall x y, In (x, y) D -> predict R (D ++ A) x = Some y) /\
     (forall x y, In (x, y) A -> predict R (D ++ A) x = Some y)) /\
  (forall errs,
     (forall E x y, predict R E x = Some y -> errs E (x, y) = false) ->
     let A := absorbed errs D new in
     incl A new /\ forall s, In s new -> errs (D ++ A) s = false).
