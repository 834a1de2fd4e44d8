"""Numbers that know their error.

enclosure        an interval whose ends are fractions
precision        the working precision of the balls
balls            the number system of the formulas in balls; fractions and enclosures from balls; more bits until enough
array_intervals  intervals on whole numpy arrays, for searches over many boxes
inputs           what a caller passes, taken exactly, and the rules it obeys
"""
