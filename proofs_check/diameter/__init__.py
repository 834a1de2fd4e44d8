"""ours:gradient_diameter: how far two softmax gradients at one model of the ball can be apart.

centre_theorem                       both lie in a ball around kappa f, whose size an inner maximum gives
shares_theorem entries_theorem       the inner maximum: for shares and logits as numbers, then for vectors of logits
tangents                             its formulas are the tangents that they are said to be
two_classes tightness                records that reach the bound, or come near
"""
