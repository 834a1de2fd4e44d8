"""What is said about each statement of the paper, and the verdict that follows from evidence.

record   the claim, its entry in the contents, and how statements are selected
files    reads contents.toml and claims/<room>/*.toml
labels   what the paper prints for each label (labels.txt), and the script that reads it off the source
premises what the premises of theorems say in words (premises.toml), and which the paper prints
marks    formulas and code inside the texts
rests_on what uses what
verdict  the rules by which rows of evidence make a verdict
"""
