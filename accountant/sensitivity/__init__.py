"""How far one replaced record moves a model, certified.

bounds                                      SVM-SGD and SoftmaxReg-SGD: Theorem R, beside the printed bound
random_order                                the same for an order that every pass draws afresh
diameter  diameter_bound  diameter_witness  how far two softmax gradients are apart: both ends, the proof, a pair
radii                                       how long the models can be after each step
hinge                                       HingeSVM-SGDWA, whose loss has a kink
trained_in_balls                            one pair of datasets, trained in balls
"""
