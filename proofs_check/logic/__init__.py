"""What a theorem is: named premises and definitions |- conclusion, for all values of every symbol that no axiom fixes.

rules obligations                    trusted: the only place that makes theorems, and "does the goal follow?"
derived                              instances, dropped premises, running sums: through the rules
models                               a joint model of all premises, so that nothing is proved about nothing
met                                  where each premise of a cited theorem was met
second_way                           debugging: every linear step is proved a second way, too
printed exactly shapes statements    a theorem as readable mathematics or as data, and which theorem states what
"""
