"""From checks to verdicts.

runner                               checks in processes of their own, as rows
kept                                 outcomes of earlier audits, by the hash of their sources
judging                              the rows of each statement, its verdict, what makes an audit red
tiers                                how a verdict is reached: Coq, composed, computed, argued, read
chain_premises                       the premises that certificates leave to their operators, from the theorems
ledger tally                         what must be believed, and statements by weight and nature, counted
top_findings                         what a reader should know first
"""
