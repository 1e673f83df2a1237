(** * The construction of Model.v, run

    With r = 0 the activation a1/(a1 + d²) is a fraction, so the construction can
    be computed exactly. A Go test reads these examples and holds the engine to
    them: the same samples in the same layers, in the same order. *)

From Coq Require Import List Bool Arith QArith.
From Xaia Require Import Model Constants Sqann.
Import ListNotations.

Definition Q_eq (a b : Q) : {a = b} + {a <> b}.
Proof. decide equality; [apply Pos.eq_dec | apply Z.eq_dec]. Defined.

(** exp is never asked for anything: its weight is r = 0. *)
Definition rationals : arithmetic :=
  {| number := Q; number_eq := Q_eq; of_Q := Qred;
     add := fun a b => Qred (a + b); sub := fun a b => Qred (a - b);
     mul := fun a b => Qred (a * b); div := fun a b => Qred (a / b);
     leb := Qle_bool;
     exp_minus := fun _ => 0 |}.

(** Without the skip connection the settings give a1; with it they are auto, for
    the reach q. *)
Inductive layers := dense (a : Q) | skip (q : Q).

Definition layer_settings (l : layers) (k : nat) : settings rationals :=
  let a := match l with dense a => a | skip q => Qred ((auto_a1_root * q) * (auto_a1_root * q)) end in
  Build_settings (A := rationals) a 1 tau_ad tau_act 0.

Definition network (l : layers) : setting :=
  sqann (A := rationals) (layer_settings l)
    (match l with
     | dense _ => dense_map (A := rationals) (layer_settings l)
     | skip q => skip_map (A := rationals) q (layer_settings l)
     end).

Fixpoint place (x : list Q) (X : list (list Q)) : nat :=
  match X with
  | [] => 0
  | y :: X => if list_eq_dec Q_eq x y then 0 else S (place x X)
  end.

(** The layers, if 1000 steps are enough; then they are those of [construct], by
    Ends.construct_is. And the samples of each layer, by their places in X. *)
Definition built (k : pass) (t : bool) (l : layers) (X : list (list Q)) : option (list (list (node (network l)))) :=
  let R := {| kind := k; ties := t |} in
  let s := @run (network l) R X 1000 (start (G := network l) X) in
  match @step (network l) R X s with
  | None => Some (finished s)
  | Some _ => None
  end.

Definition placed k t l X : option (list (list nat)) :=
  option_map (map (map (fun n => place (sample (G := network l) n) X))) (built k t l X).

(** What each neuron keeps. *)
Definition fingerprints k t l X : option (list (list (list Q))) :=
  option_map (map (map (fun n => eta (G := network l) n))) (built k t l X).

Arguments placed k t l X%Q.
Arguments fingerprints k t l X%Q.
Arguments dense a%Q.
Arguments skip q%Q.


(** Three points, the tie rule. *)
Goal placed Text true (dense (9 # 100)) [[0]; [3 # 10]; [-3 # 10]]
  = Some [[0; 2]; [1]]%nat.
Proof. vm_compute. reflexivity. Qed.

(** The same without it. *)
Goal placed Text false (dense (9 # 100)) [[0]; [3 # 10]; [-3 # 10]]
  = Some [[0]; [1; 2]]%nat.
Proof. vm_compute. reflexivity. Qed.

(** The published presets. *)
Goal placed PublishedV1 false (dense (9 # 100)) [[0]; [3 # 10]; [-3 # 10]]
  = Some [[0]; [1; 2]]%nat.
Proof. vm_compute. reflexivity. Qed.
Goal placed PublishedV2 false (dense (9 # 100)) [[0]; [3 # 10]; [-3 # 10]]
  = Some [[0]; [1; 2]]%nat.
Proof. vm_compute. reflexivity. Qed.

(** A cross. *)
Goal placed Text true (dense (1 # 11)) [[0; 0]; [3 # 10; 0]; [-3 # 10; 0]; [0; 3 # 10]; [0; -3 # 10]]
  = Some [[0; 2; 3]; [1]; [4]]%nat.
Proof. vm_compute. reflexivity. Qed.
Goal placed PublishedV1 false (dense (1 # 11)) [[0; 0]; [3 # 10; 0]; [-3 # 10; 0]; [0; 3 # 10]; [0; -3 # 10]]
  = Some [[0]; [1; 2; 3; 4]]%nat.
Proof. vm_compute. reflexivity. Qed.

(** A square. *)
Goal placed Text true (dense (1 # 2)) [[0; 0]; [0; 1]; [1; 0]; [1; 1]]
  = Some [[0; 2]; [1; 3]]%nat.
Proof. vm_compute. reflexivity. Qed.

(** Layers that fall and come again. *)
Goal placed Text true (dense (1 # 100)) [[9 # 100]; [-13 # 50]; [-3 # 100]; [-11 # 50]; [-3 # 10]; [-9 # 50]]
  = Some [[0; 1]; [2; 3; 4]; [5]]%nat.
Proof. vm_compute. reflexivity. Qed.
Goal placed Text true (dense (1 # 20)) [[-21 # 50]; [-11 # 100]; [-7 # 100]; [0]; [17 # 50]; [-1 # 25]; [1 # 25]; [7 # 100]]
  = Some [[0; 4]; [1; 2; 5; 3; 6; 7]]%nat.
Proof. vm_compute. reflexivity. Qed.
Goal placed Text true (dense (1 # 1000)) [[-11 # 100]; [-9 # 50]; [3 # 20]; [27 # 100]; [11 # 100]; [9 # 50]; [4 # 25]; [0]; [3 # 25]]
  = Some [[0; 2; 3; 6; 7]; [1; 4; 5; 8]]%nat.
Proof. vm_compute. reflexivity. Qed.
Goal placed Text true (dense (1 # 1000)) [[-19 # 100; -1 # 5]; [2 # 25; 2 # 25]; [1 # 5; 23 # 100]; [2 # 25; -19 # 100]; [-2 # 25; 19 # 100]; [-11 # 100; 7 # 50]; [-1 # 5; -23 # 100]]
  = Some [[0; 1; 2; 3; 4]; [5; 6]]%nat.
Proof. vm_compute. reflexivity. Qed.
Goal placed PublishedV1 false (dense (3 # 100)) [[27 # 100]; [-27 # 100]; [1 # 4]; [-1 # 5]; [3 # 100]; [-13 # 50]; [19 # 100]; [-19 # 100]; [-3 # 100]]
  = Some [[0; 1; 2; 5]; [7; 8; 6; 3]; [4]]%nat.
Proof. vm_compute. reflexivity. Qed.
Goal placed PublishedV1 false (dense (1 # 1000)) [[4 # 25; -41 # 100]; [21 # 50; -7 # 25]; [-2 # 5; 27 # 100]; [2 # 5; -27 # 100]; [-2 # 5; -1 # 10]; [-37 # 100; 8 # 25]; [-9 # 25; -13 # 100]]
  = Some [[0; 1; 4]; [2; 3; 6; 5]]%nat.
Proof. vm_compute. reflexivity. Qed.
Goal placed PublishedV2 false (dense (3 # 100)) [[-11 # 25]; [13 # 100]; [-33 # 100]; [-12 # 25]; [3 # 20]; [-13 # 100]]
  = Some [[0; 4; 1; 3]; [2]; [5]]%nat.
Proof. vm_compute. reflexivity. Qed.
Goal placed PublishedV2 false (dense (1 # 1000)) [[-1 # 5]; [59 # 100]; [3 # 5]; [21 # 50]; [9 # 20]; [-29 # 100]; [11 # 25]; [-3 # 5]]
  = Some [[0; 2; 4; 7; 1; 6]; [5]; [3]]%nat.
Proof. vm_compute. reflexivity. Qed.

(** The skip connection. *)
Goal placed Text true (skip (309 # 1000)) [[0]; [3 # 10]; [-31 # 100]]
  = Some [[0; 2]; [1]]%nat.
Proof. vm_compute. reflexivity. Qed.
Goal placed Text true (skip (23 # 250)) [[17 # 100]; [-23 # 100]; [-3 # 20]; [-1 # 4]; [-7 # 100]; [1 # 4]; [21 # 100]; [7 # 100]; [-11 # 50]]
  = Some [[0; 1; 4; 7; 8]; [2; 3; 5]; [6]]%nat.
Proof. vm_compute. reflexivity. Qed.
Goal placed Text true (skip (31 # 400)) [[3 # 25]; [-19 # 100]; [-3 # 20]; [-3 # 25]; [3 # 100]; [4 # 25]]
  = Some [[0; 1; 4]; [2; 5]; [3]]%nat.
Proof. vm_compute. reflexivity. Qed.
Goal placed Text true (skip (19 # 200)) [[-37 # 100]; [29 # 100]; [37 # 100]; [-31 # 100]; [-12 # 25]; [21 # 50]; [17 # 50]]
  = Some [[0; 1; 4; 5]; [2; 3]; [6]]%nat.
Proof. vm_compute. reflexivity. Qed.
Goal placed Text true (skip (37 # 500)) [[-1 # 20]; [-1 # 100]; [-11 # 100]; [11 # 100]; [3 # 100]; [1 # 100]; [-3 # 100]]
  = Some [[0; 3; 4]; [1; 2]; [5]; [6]]%nat.
Proof. vm_compute. reflexivity. Qed.
Goal placed Text true (skip (241 # 2000)) [[1 # 4]; [-27 # 100]; [-6 # 25]; [3 # 50]; [-1 # 4]; [-13 # 50]; [-7 # 25]; [6 # 25]]
  = Some [[0; 1; 3; 5; 6; 7; 4; 2]]%nat.
Proof. vm_compute. reflexivity. Qed.
Goal placed Text true (skip (73 # 2000)) [[-1 # 50]; [3 # 50]; [-4 # 25]; [-1 # 100]; [-19 # 100]; [1 # 50]; [-3 # 20]; [-9 # 50]]
  = Some [[0; 1; 2; 5]; [3; 4; 6]; [7]]%nat.
Proof. vm_compute. reflexivity. Qed.

(** The second neuron of layer 1 is activated below tau_ad and so counts as 0. *)
Goal fingerprints Text true (skip (33 # 25)) [[0]; [2]; [3 # 5]]
  = Some [[[0]; [2]]; [[3993 # 17300; 0; 3 # 5]]]%Q.
Proof. vm_compute. reflexivity. Qed.

(** Without the skip connection a layer sees the activations below, and no more. *)
Goal fingerprints Text true (dense (1 # 9)) [[0]; [2]; [3 # 5]]
  = Some [[[0]; [2]]; [[25 # 106; 25 # 466]]]%Q.
Proof. vm_compute. reflexivity. Qed.
