(** * The claims for the very numbers of docs/spec.md

    Over the real numbers, with σ_dsa, the Euclidean distance, settings classic
    and auto, and the layer maps of presets paper and xaia. Proofs in Reals.v. *)

From Coq Require Import List Reals QArith Qreals.
From Xaia Require Import Model Constants Sqann.
Import ListNotations.
Local Open Scope R_scope.

Definition reals : arithmetic :=
  {| number := R; number_eq := Req_EM_T; of_Q := Q2R;
     add := Rplus; sub := Rminus; mul := Rmult; div := Rdiv;
     leb := fun a b => if Rle_dec a b then true else false;
     exp_minus := fun z => exp (- z) |}.

Definition valid (s : settings reals) : Prop :=
  0 < a1 s /\ 0 < a2 s /\ 0 < ad s <= act s /\ act s < 1 /\ 0 <= weight s <= 1.

(** T2 for preset paper: settings classic, no skip connection, the tie rule. *)
Definition T2_paper : Prop :=
  forall (Y : Type) (D : dataset (preset_paper reals)), well_defined D ->
  forall x (y : Y), In (x, y) D -> predict with_ties D x = Some y.

(** T2 for preset xaia: settings auto, the skip connection; the tie rule or not. *)
Definition T2_xaia : Prop :=
  forall (q : R) (P : rules), 0 < q ->
  forall (Y : Type) (D : dataset (preset_xaia (A := reals) q)), well_defined D ->
  forall x (y : Y), In (x, y) D -> predict P D x = Some y.

(** T2 for any settings, one for each layer: the tie rule, or the skip connection. *)
Definition T2_settings : Prop :=
  forall (L : nat -> settings reals) (q : R) (Y : Type), (forall k, valid (L k)) ->
  (forall D : dataset (sqann L (dense_map (A := reals) L)), well_defined D ->
     forall x (y : Y), In (x, y) D -> predict with_ties D x = Some y) /\
  (forall (P : rules) (D : dataset (sqann L (skip_map (A := reals) q L))), well_defined D ->
     forall x (y : Y), In (x, y) D -> predict P D x = Some y).

(** T3 for preset xaia: what hits is nearer than a sixth of the reach to the
    sample of the neuron that answers, and a neuron that is activated at tau_ad
    or above, in whatever layer, has its sample nearer than the reach. *)
Definition T3_xaia : Prop :=
  forall (q : R) (P : rules), 0 < q ->
  forall (Y : Type) (D : dataset (preset_xaia (A := reals) q) (Y := Y)) x n,
  (answering x (fit P D) = Some n -> square_distance (A := reals) x (sample n) < (q / 6) ^ 2) /\
  (forall c, In n (layer_at (fit P D) c) ->
     Q2R tau_ad <= activation (c + 1) (seen x (fit P D) c) n ->
     square_distance (A := reals) x (sample n) < q ^ 2).

(** T4: X = 0, 0.3, -0.3 and y = 0, 1, -1, with a1 = 0.001, a2 = 0.5 and the
    thresholds 0.1 and 0.9 in every layer. The published construction answers 1
    where -1 was fitted. *)
Definition pencil (k : nat) : settings reals :=
  {| a1 := Q2R (1 # 1000) : number reals; a2 := Q2R (5 # 10); ad := Q2R tau_ad; act := Q2R tau_act; weight := Q2R r |}.
Definition three_points : dataset (sqann pencil (dense_map pencil)) :=
  [([0], 0); ([Q2R (3 # 10)], 1); ([- Q2R (3 # 10)], -1)].

Definition T4_points : Prop :=
  (forall which : pass, predict (without_ties which) three_points [- Q2R (3 # 10)] = Some 1) /\
  predict with_ties three_points [- Q2R (3 # 10)] = Some (-1).
