"""From checks to verdicts.

runner                               checks in processes of their own, as rows
judging                              the rows of each statement, its verdict, what makes an audit red
top_findings                         what a reader should know first
"""
