"""Every statement of the paper with a verdict that is derived from evidence; a folder uses those before it.

contents.toml labels.txt claims      the paper in its order, its printed numbers, what became of each statement
deployments                          settings of the paper as files that `certify` reads
output                               console, progress, JSON
registry audit                       claims and the rules of verdicts; running the checks
experiments training                 the paper's experiments, and BlindAvg on data
report commands                      page, Markdown and tables; the command line
"""
