"""Wrong formulas on purpose: are the checks able to notice?

named generated                      the classic mistakes, and every way to get one place wrong
installed noticing theorems          a mutant in place, the checks that notice, the theorems that no longer go through
equivalent                           proofs that nothing changed
pool matrix first_tries kept         the kill matrix: its process, its result, its short cuts, its last run
"""
