(** * What is proved, and what it rests on

    ./build.sh proof compares what this file prints with assumptions.txt. "Closed
    under the global context" means: no axiom at all. The three axioms that the
    theorems over the reals rest on are those of the standard library's reals. *)

(** These tests of the Go code tie it to the theorems:
    - t1, t2, t3: TestPropertiesOnGeneratedSets (every event of every construction;
      every sample reaches its neuron; no hit is far away)
    - t2_paper, t2_xaia: TestGoldens; t2_settings: TestEngineEqualsThePlainConstruction
    - t3_xaia: TestStrongActivationIsNearness
    - t4, t4_points: TestTheoremTwoNeedsTheTieRule
    - t5: TestAbsorbForgetsNothing
    and these to the definitions:
    - TestProofQuotesTheSpec: the sentences about the rules are those of spec.md
    - TestProofHasTheConstants: r, the thresholds, classic, auto and the unit of the
      skip connection are those of spec.md and of the engine
    - TestProofRunsAreTheEngines: the constructions of Runs.v
    - TestProofIsInTheNote: docs/note.md names every theorem and its file *)

From Xaia Require Import Claims Presets Ends Exact Near Three Absorb Reals.

Check (t1 : T1). Print Assumptions t1.
Check (t2 : T2). Print Assumptions t2.
Check (t3 : T3). Print Assumptions t3.
Check (t4 : T4). Print Assumptions t4.
Check (t5 : T5). Print Assumptions t5.
Check (t2_settings : T2_settings). Print Assumptions t2_settings.
Check (t2_paper : T2_paper). Print Assumptions t2_paper.
Check (t2_xaia : T2_xaia). Print Assumptions t2_xaia.
Check (t3_xaia : T3_xaia). Print Assumptions t3_xaia.
Check (t4_points : T4_points). Print Assumptions t4_points.
