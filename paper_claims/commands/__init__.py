"""The `blindavg` command: one file a command, and nothing above it.

main                             the parser with its table of contents, dispatch, errors and exit codes
shared interrupt                 what several commands take or print, Ctrl-C
audit  show  replay              the verdict table, one statement, its evidence recomputed
mutants  kernel  trust           wrong formulas on purpose, theorems in Coq, what must be believed
accountant dpsgd certify vectors loss   certified numbers, a deployment, vectors for other libraries, a loss of your own
probe  train  data  experiment   worst-case pairs, a run of BlindAvg (training), features, measured numbers
exercise  completion             questions that are graded by proof, tab completion
"""
