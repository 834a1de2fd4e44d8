"""Numbers that know their error.

enclosure        an interval whose ends are fractions
precision        the working precision of the balls
balls            the number system of the formulas in balls; fractions and enclosures from balls; more bits until enough
rounded          the error that a program of float64 operations has
inputs           what a caller passes, taken exactly, and the rules it obeys
"""
