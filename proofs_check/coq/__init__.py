"""Theorems that a proof kernel (Coq) checks: the theories beside this file, and what runs them.

theorems kernel_claims           the table of theorems, and each as a row of evidence
constants leaves                 print Constants.v from the formulas, Leaves.v from the leaves of the logic
compiler run wrong_versions      Coq on this machine, what it says, theorems that it must reject and prove false
polynomial lemmas                what z3 decided, read over real numbers; as theories that lra and nra close
recorded                         what it said, for machines without it
"""
