"""How far one replaced record moves a model, certified.

bounds                                      SVM-SGD and SoftmaxReg-SGD: Theorem R, beside the printed bound
diameter  diameter_bound  diameter_witness  how far two softmax gradients are apart: both ends, the proof, a pair
hinge                                       HingeSVM-SGDWA, whose loss has a kink
trained_in_balls                            one pair of datasets, trained for certain
"""
