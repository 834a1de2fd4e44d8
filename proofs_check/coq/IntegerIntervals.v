(* Interval arithmetic on the integers of Coq instead of those of the machine.

Certified numbers then rest on no axiom about primitive types. Instantiating the functor takes seconds, hence a file of its own. *)
From Interval Require Import Tactic.
From Interval Require Import Float.Specific_stdz Float.Specific_ops.
Module ZFloat := SpecificFloat StdZRadix2.
Module ZInterval := IntervalTactic ZFloat.
