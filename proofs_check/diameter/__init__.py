"""ours:gradient_diameter: how far two softmax gradients at one model of the ball can be apart.

centre_theorem centre_bound          both lie in a ball around kappa f: as a theorem, and by checks
logits patterns                      K logits reduce to three numbers and a count
two_classes many_classes             closed forms
tightness                            records that come near
"""
