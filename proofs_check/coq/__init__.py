"""Theorems that a proof kernel (Coq) checks: the theories beside this file, and what runs them.

theorems kernel_claims           the table of theorems, and each as a row of evidence
constants                        prints Constants.v from the formulas
compiler run wrong_versions      Coq on this machine, what it says, theorems that it must reject and prove false
"""
