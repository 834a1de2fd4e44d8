"""Adapters of at most 30 lines: how a library is asked what a vector asks. `offers` names the questions it has an answer to.

dp_accounting autodp opacus          accountants of privacy losses and of Rényi divergences
prv_accountant opendp diffprivlib    privacy random variables, privacy maps, mechanisms
blindavg                             this repository, computed again
"""
