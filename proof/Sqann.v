(** * SQANN in numbers: σ_dsa, the squared distance, the two layer maps

    Model.v leaves open what the numbers are. This file gives the formulas of
    docs/spec.md over any arithmetic; Reals.v has them over the reals, Runs.v over
    the rationals, where they can be computed. *)

From Coq Require Import List Bool QArith.
From Xaia Require Import Model Constants.
Import ListNotations.

Record arithmetic := {
  number : Type;
  number_eq : forall a b : number, {a = b} + {a <> b};
  of_Q : Q -> number;
  add : number -> number -> number;
  sub : number -> number -> number;
  mul : number -> number -> number;
  div : number -> number -> number;
  leb : number -> number -> bool;
  exp_minus : number -> number }.  (* exp(-z) *)

Section Sqann.
Context (A : arithmetic).
Local Notation F := (number A).
Local Notation "a + b" := (add A a b).
Local Notation "a - b" := (sub A a b).
Local Notation "a * b" := (mul A a b).
Local Notation "a / b" := (div A a b).
Local Notation "0" := (of_Q A 0).
Local Notation "1" := (of_Q A 1).

(** One layer's settings, and r. *)
Record settings := { a1 : F; a2 : F; ad : F; act : F; weight : F }.

Definition classic (k : nat) : settings :=
  {| a1 := of_Q A (classic_a1 k); a2 := of_Q A (classic_a2 k); ad := of_Q A tau_ad; act := of_Q A tau_act;
     weight := of_Q A r |}.

Definition auto (q : F) (k : nat) : settings :=
  {| a1 := (of_Q A auto_a1_root * q) * (of_Q A auto_a1_root * q); a2 := of_Q A auto_a2 * q;
     ad := of_Q A tau_ad; act := of_Q A tau_act; weight := of_Q A r |}.

(** The squared Euclidean distance. Vectors of different lengths never meet in a
    network; here they are apart. *)
Fixpoint square_distance (u v : list F) : F :=
  match u, v with
  | [], [] => 0
  | a :: u, b :: v => (a - b) * (a - b) + square_distance u v
  | _, _ => 1
  end.

(** "σ(d) = (1−r) a1/(a1+d²) + r exp(−(d/a2)⁸)", of the squared distance d². *)
Definition sigma_dsa (s : settings) (d2 : F) : F :=
  let t := d2 / (a2 s * a2 s) in
  (1 - weight s) * (a1 s / (a1 s + d2)) + weight s * exp_minus A ((t * t) * (t * t)).

Definition activations (s : settings) (etas : list (list F)) (v : list F) : list F :=
  map (fun eta => sigma_dsa s (square_distance v eta)) etas.

(** The paper's layer map: the activations below. *)
Definition dense_map (L : nat -> settings) (k : nat) (x : list F) (etas : list (list F)) (v : list F) : list F :=
  activations (L k) etas v.

(** SPEC 3.7, the skip connection: "Layers from the second on receive [ (q/2)·v′ ; x ].
    v′ is the activations of the layer below where they are at least that layer's
    τ_ad, else 0." *)
Definition skip_map (q : F) (L : nat -> settings) (k : nat) (x : list F) (etas : list (list F)) (v : list F) : list F :=
  map (fun a => (of_Q A skip_unit * q) * (if leb A (ad (L k)) a then a else 0)) (activations (L k) etas v) ++ x.

Definition sqann (L : nat -> settings) (layer_map : nat -> list F -> list (list F) -> list F -> list F) : setting :=
  {| vec := list F;
     vec_eq := list_eq_dec (number_eq A);
     num := F;
     zero := 0;
     le := leb A;
     dist := square_distance;
     sigma := fun k => sigma_dsa (L k);
     Model.tau_ad := fun k => ad (L k);
     Model.tau_act := fun k => act (L k);
     next := layer_map |}.

(** The presets' constructions. Preset paper has the tie rule; preset xaia has
    the skip connection, and the tie rule switched on, which then does nothing. *)
Definition preset_paper : setting := sqann classic (dense_map classic).
Definition preset_xaia (q : F) : setting := sqann (auto q) (skip_map q (auto q)).
End Sqann.

Definition with_ties : rules := {| kind := Text; ties := true |}.
Definition without_ties (k : pass) : rules := {| kind := k; ties := false |}.

Arguments a1 {A}. Arguments a2 {A}. Arguments ad {A}. Arguments act {A}. Arguments weight {A}.
Arguments Build_settings {A}. Arguments square_distance {A}. Arguments sigma_dsa {A}. Arguments activations {A}.
Arguments dense_map {A}. Arguments skip_map {A}. Arguments sqann {A}. Arguments preset_xaia {A}. Arguments auto {A}.
