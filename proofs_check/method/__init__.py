"""How evidence is made: a check is registered with its controls, run in a process of its own, and says what it found.

check                                Outcome, @check, the list of all checks
smt symbolic replay search           z3, sympy, exact comparisons, derandomized searches
pool workers                         a process that forks a child for every few checks; what Ctrl-C ends without a word
engines                              every obligation as SMT-LIB, for a second engine
depends                              the hash of everything that an outcome depends on
"""
