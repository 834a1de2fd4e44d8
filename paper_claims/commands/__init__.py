"""The `blindavg` command: one file a command, and nothing above it.

main                             the parser with its table of contents, dispatch, errors and exit codes
shared                           what several commands take or print
audit  show  replay              the verdict table, one statement, its evidence recomputed
mutants  kernel  trust           wrong formulas on purpose, theorems in Coq, what must be believed
accountant  dpsgd  certify       certified numbers: delta, epsilon and sigma, DP-SGD, a deployment
probe  train  experiment         worst-case pairs, a run of BlindAvg (training), measured numbers
completion                       tab completion
"""
