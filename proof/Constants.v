(** * The numbers of docs/spec.md 3.1 and 3.7

    Each as an exact fraction. A Go test reads this file and compares it with
    docs/spec.md and with the engine. *)

From Coq Require Import QArith Qminmax.

Definition r : Q := 5 # 10.                  (* the mixing weight *)
Definition tau_ad : Q := 1 # 10.             (* admission *)
Definition tau_act : Q := 9 # 10.            (* activation *)

(** classic, the authors' schedule. *)
Definition classic_a1_start : Q := 1 # 1000.
Definition classic_a1_slope : Q := 999 # 50000.
Definition classic_a1_most : Q := 1 # 1.
Definition classic_a2_start : Q := 1 # 1.
Definition classic_a2_slope : Q := 3 # 1000.
Definition classic_a2_least : Q := 7 # 10.

(** auto, in units of the reach q. *)
Definition auto_a1_root : Q := 1 # 3.        (* a1 is the square of so many reaches *)
Definition auto_a2 : Q := 9 # 10.            (* a2 *)
Definition skip_unit : Q := 1 # 2.           (* what an activation counts beside the input *)

Definition layer_number (k : nat) : Q := Z.of_nat k # 1.
Definition classic_a1 (k : nat) : Q := Qmin (classic_a1_start + classic_a1_slope * layer_number k) classic_a1_most.
Definition classic_a2 (k : nat) : Q := Qmax (classic_a2_start - classic_a2_slope * layer_number k) classic_a2_least.
