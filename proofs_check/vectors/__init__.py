"""Test vectors for privacy accountants: what is asked, the certified answers, and how a library is judged by them.

flags                                the mistakes that are hunted, and where they were reported
points                               the questions
answers lattice                      their certified enclosures; sums of noise on the whole numbers
files                                vectors/*.json: written, read, the schema
judging case                         right, too optimistic, too pessimistic, refused
peers                                adapters, one library each
expectations                         numbers that the tests of other libraries expect: met or explained
"""
