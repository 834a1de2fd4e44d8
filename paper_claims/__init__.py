"""Every statement of the paper with a verdict that is derived from evidence; a folder uses those before it.

contents.toml labels.txt claims      the paper in its order, its printed numbers, what became of each statement
deployments                          settings of the paper as files that `certify` reads
output losses                        console, progress, JSON; a loss file for deployments and tests
registry audit                       claims and the rules of verdicts; running the checks
experiments training exercises       the paper's experiments, BlindAvg on data, questions graded by proof
report commands                      page, Markdown and tables; the command line
"""
