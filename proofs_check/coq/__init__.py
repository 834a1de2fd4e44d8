"""Theorems that a proof kernel (Coq) checks: the theories beside this file, and what runs them."""
