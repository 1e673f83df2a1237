(** * The SQANN construction, as docs/spec.md 3.1 to 3.7 define it

    What this proof is about: the construction and the prediction of SQANN over
    exact numbers. Claims.v has the statements T1 to T5, the other files have the
    proofs and the instances; docs/note.md has a table of all of them.

    What it does not cover:
    - Floating point. The engine computes in float64. There two different inputs
      can have the squared distance 0, and then count as equal; an activation can
      round to 0 or 1. That the engine does what this file says is tested, not
      proved: against a plain construction event by event, and against the
      placements of Runs.v.
    - The fast constructions, the search, scaling, the choice of the reach q,
      interpolation and explanation. Interpolation answers where nothing hits;
      no claim here depends on it.
    - TNN.

    This file has definitions only. Sentences in quotation marks are those of
    docs/spec.md, without its emphasis; a test compares them. Layers count from 1
    as there, places in lists from 0. *)

From Coq Require Import List Bool Arith.
Import ListNotations.

(** ** What a network is made of *)

(** [vec] are the inputs and whatever else enters a layer, [num] are distances
    and activations. [dist] may be the distance or its square: it is only
    compared. [next k x etas v] is the layer map: what layer k+1 sees of the
    input x, when layer k has the fingerprints [etas] and itself saw v. *)
Record setting := {
  vec : Type;
  vec_eq : forall u v : vec, {u = v} + {u <> v};
  num : Type;
  zero : num;
  le : num -> num -> bool;
  dist : vec -> vec -> num;
  sigma : nat -> num -> num;  (* SPEC 3.1: the activation of layer k at a distance *)
  tau_ad : nat -> num;        (* admission, layer by layer *)
  tau_act : nat -> num;       (* activation *)
  next : nat -> vec -> list vec -> vec -> vec }.

Definition lt (S : setting) (a b : num S) : bool := negb (le S b a).

(** What T2 and T3 ask of it. [zero_apart] says that different vectors are
    apart; [falls] that nearer means more strongly activated, and the other way
    round. *)
Record lawful (S : setting) : Prop := {
  le_total : forall a b, le S a b = true \/ le S b a = true;
  le_trans : forall a b c, le S a b = true -> le S b c = true -> le S a c = true;
  dist_least : forall u v, le S (zero S) (dist S u v) = true;
  dist_self : forall v, dist S v v = zero S;
  dist_apart : forall u v, le S (dist S u v) (zero S) = true -> u = v;
  falls : forall k d e, le S (zero S) d = true -> le S (zero S) e = true ->
    le S (sigma S k e) (sigma S k d) = le S d e;
  thresholds : forall k, le S (tau_ad S k) (tau_act S k) = true;
  one_above : forall k, lt S (tau_act S k) (sigma S k (zero S)) = true }.

(** SPEC 3.7, the only thing that matters of the skip connection: "Distances in
    deeper layers are then never below those in the input space". *)
Definition keeps_apart (S : setting) : Prop :=
  forall k x x' etas v v',
    le S (dist S x x') (dist S (next S k x etas v) (next S k x' etas v')) = true.

Section Network.
Context (G : setting).

(** "A node keeps the vector that its layer received for the sample, its fingerprint η." *)
Record node := { eta : vec G; sample : vec G }.
Local Notation layer := (list node).

Definition samples (ls : list layer) : list (vec G) := map sample (concat ls).

(** ** SPEC 3.5, propagation *)

Definition activation (k : nat) (v : vec G) (n : node) : num G := sigma G k (dist G v (eta n)).

(** Some node of layer k is activated above tau_act. *)
Definition recognises (k : nat) (l : layer) (v : vec G) : bool :=
  existsb (fun n => lt G (tau_act G k) (activation k v n)) l.

(** Some node of layer k is activated at tau_ad or above. *)
Definition moderately (k : nat) (l : layer) (v : vec G) : bool :=
  existsb (fun n => le G (tau_ad G k) (activation k v n)) l.

(** Some node of the layer has the very fingerprint v. *)
Definition coincides (l : layer) (v : vec G) : bool :=
  existsb (fun n => le G (dist G v (eta n)) (zero G)) l.

(** What the layer after [ls] sees of x, when v enters layer k, the first of
    [ls]; and the place in [ls] of the first layer that recognises x. "Layer by
    layer; the first layer that recognises the input ends it, a hit: the output is
    the nearest node's α." *)
Fixpoint view_from (k : nat) (v x : vec G) (ls : list layer) : vec G :=
  match ls with
  | [] => v
  | l :: ls => view_from (k + 1) (next G k x (map eta l) v) x ls
  end.

Fixpoint hit_from (k : nat) (v x : vec G) (ls : list layer) : option nat :=
  match ls with
  | [] => None
  | l :: ls =>
      if recognises k l v then Some 0
      else option_map (Nat.add 1) (hit_from (k + 1) (next G k x (map eta l) v) x ls)
  end.

Definition view (x : vec G) (ls : list layer) : vec G := view_from 1 x x ls.
Definition hit (x : vec G) (ls : list layer) : option nat := hit_from 1 x x ls.

(** What layer c + 1 of [ls] sees of x, and that layer. *)
Definition seen (x : vec G) (ls : list layer) (c : nat) : vec G := view x (firstn c ls).
Definition layer_at (ls : list layer) (c : nat) : layer := nth c ls [].

(** "the strongest node of a layer is the nearest"; "ties go to the lower node". *)
Fixpoint nearest (v : vec G) (l : layer) : option node :=
  match l with
  | [] => None
  | n :: l =>
      match nearest v l with
      | None => Some n
      | Some m => if le G (dist G v (eta n)) (dist G v (eta m)) then Some n else Some m
      end
  end.

(** The neuron that answers for x, where there is a hit. *)
Definition answering (x : vec G) (ls : list layer) : option node :=
  match hit x ls with
  | Some c => nearest (seen x ls c) (layer_at ls c)
  | None => None
  end.

(** ** SPEC 3.2, construction *)

(** [Text] is the construction of the text. "The presets published-v1 and -v2 do
    as the authors' program does: no joining of the current layer, samples of
    fallen layers go to the end of the list, and the walk skips the next
    sample after each admission (v1 takes the first sample before the walk)." They have
    no tie rule, which [ties] switches on. (Nor do equal samples share a neuron in
    them; here inputs are distinct.) *)
Inductive pass := Text | PublishedV1 | PublishedV2.
Record rules := { kind : pass; ties : bool }.
Context (R : rules).

Definition published : bool := match kind R with Text => false | _ => true end.

(** A construction in the middle of a pass over layer [length finished + 1]:
    that layer so far, the unused samples that this pass has behind it, and
    those that it has before it. *)
Record state := {
  finished : list layer;
  current : layer;
  passed : list (vec G);
  waiting : list (vec G) }.

Definition start (data : list (vec G)) : state :=
  {| finished := []; current := []; passed := []; waiting := data |}.

Definition all (s : state) : list layer := finished s ++ [current s].

(** SPEC 3.3, the tie rule: "Where a colliding sample has the same fingerprint as a
    node (distance 0), it joins one layer lower, and so on." Layer 1 (place 0)
    stops it. *)
Fixpoint fall (x : vec G) (ls : list layer) (c : nat) : nat :=
  match c with
  | 0 => 0
  | S b => if coincides (layer_at ls c) (seen x ls c) then fall x ls b else c
  end.

Definition joins_at (x : vec G) (ls : list layer) (c : nat) : nat :=
  if ties R then fall x ls c else c.

Definition new_node (x : vec G) (ls : list layer) (c : nat) : node :=
  {| eta := seen x ls c; sample := x |}.

(** The samples of the data set, in its order, that no layer of [ls] has. *)
Definition unused (data : list (vec G)) (ls : list layer) : list (vec G) :=
  filter (fun x => if in_dec (vec_eq G) x (samples ls) then false else true) data.

(** A collision at place c: "layers above c fall, their samples are unused again,
    it joins c as the last node, and a pass over c+1 begins." *)
Definition collide (data : list (vec G)) (s : state) (x : vec G) (others : list (vec G)) (c : nat) : state :=
  let below := firstn c (all s) ++ [layer_at (all s) c ++ [new_node x (all s) c]] in
  {| finished := below;
     current := [];
     passed := [];
     waiting := if published then others ++ samples (skipn (c + 1) (all s)) else unused data below |}.

(** Sample x becomes the next node of the current layer. *)
Definition join (s : state) (x : vec G) (passed' waiting' : list (vec G)) : state :=
  {| finished := finished s;
     current := current s ++ [new_node x (all s) (length (finished s))];
     passed := passed';
     waiting := waiting' |}.

(** Whether the published walk passes over the sample after this admission. *)
Definition passes_over (s : state) : bool :=
  match kind R with
  | Text => false
  | PublishedV1 => match current s with [] => false | _ => true end
  | PublishedV2 => true
  end.

(** One step: the next unused sample of the pass is examined, or the pass ends. "A
    pass over layer k takes the unused samples in data set order. Each is
    propagated through the finished layers. If one of them, c, recognises it
    (above τ_act), it collides there". "Else, if layer k is empty or activated
    below τ_ad everywhere, it is admitted; if layer k recognises it, it joins
    layer k; else it is filtered and waits." When a pass has nothing to take, the
    construction has ended. *)
Definition step (data : list (vec G)) (s : state) : option state :=
  let k := length (finished s) + 1 in
  match waiting s with
  | [] =>
      match current s with
      | [] => None
      | _ => Some {| finished := all s; current := []; passed := []; waiting := passed s |}
      end
  | x :: rest =>
      let v := view x (finished s) in
      let others := passed s ++ rest in
      match hit x (finished s) with
      | Some c => Some (collide data s x others (joins_at x (all s) c))
      | None =>
          if negb (moderately k (current s) v) then
            (* admission *)
            match rest with
            | y :: rest' => if passes_over s then Some (join s x (passed s ++ [y]) rest') else Some (join s x (passed s) rest)
            | [] => Some (join s x (passed s) rest)
            end
          else if negb published && recognises k (current s) v then
            (* collision at the current layer *)
            let c := joins_at x (all s) (length (finished s)) in
            if c =? length (finished s) then Some (join s x (passed s) rest)
            else Some (collide data s x others c)
          else
            (* filtered *)
            Some {| finished := finished s; current := current s; passed := passed s ++ [x]; waiting := rest |}
      end
  end.

(** At most n steps. *)
Fixpoint run (data : list (vec G)) (n : nat) (s : state) : state :=
  match n with
  | 0 => s
  | S n => match step data s with None => s | Some s => run data n s end
  end.

(** So many steps are enough for N samples (T1). *)
Definition bound (N : nat) : nat := (N + 2) ^ (N + 1) * (N + 1).

Definition construct (data : list (vec G)) : state := run data (bound (length data)) (start data).

(** ** Data sets *)

Context {Y : Type}.
Definition dataset := list (vec G * Y).

(** "Equal samples with equal y share one neuron; with different y the set is
    ill-defined". The neuron stands where the first of them does. *)
Fixpoint distinct (l : list (vec G)) : list (vec G) :=
  match l with
  | [] => []
  | x :: l => x :: remove (vec_eq G) x (distinct l)
  end.

Definition inputs (D : dataset) : list (vec G) := distinct (map fst D).

Fixpoint alpha (D : dataset) (x : vec G) : option Y :=
  match D with
  | [] => None
  | (x', y) :: D => if vec_eq G x x' then Some y else alpha D x
  end.

Definition well_defined (D : dataset) : Prop :=
  forall x y y', In (x, y) D -> In (x, y') D -> y = y'.

Definition fit (D : dataset) : list layer := finished (construct (inputs D)).

(** The output of a hit. [None]: there is none, and the engine interpolates. *)
Definition predict (D : dataset) (x : vec G) : option Y :=
  match answering x (fit D) with
  | Some n => alpha D (sample n)
  | None => None
  end.

End Network.

Notation layer G := (list (node G)).

Arguments eta {G}. Arguments sample {G}. Arguments samples {G}. Arguments recognises {G}. Arguments moderately {G}.
Arguments coincides {G}. Arguments view_from {G}. Arguments hit_from {G}. Arguments view {G}. Arguments hit {G}.
Arguments seen {G}. Arguments layer_at {G}. Arguments nearest {G}. Arguments answering {G}. Arguments activation {G}.
Arguments finished {G}. Arguments current {G}. Arguments passed {G}. Arguments waiting {G}. Arguments start {G}.
Arguments all {G}. Arguments fall {G}. Arguments joins_at {G}. Arguments new_node {G}. Arguments unused {G}.
Arguments collide {G}. Arguments join {G}. Arguments passes_over {G}. Arguments step {G}. Arguments run {G}.
Arguments construct {G}. Arguments distinct {G}. Arguments inputs {G} {Y}. Arguments alpha {G} {Y}.
Arguments well_defined {G} {Y}. Arguments fit {G} R {Y}. Arguments predict {G} R {Y}.
