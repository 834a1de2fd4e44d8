"""The learners as their algorithm boxes have them; read these first.

svm_sgd  softmax_reg_sgd  hinge_svm     alg:dpsvm, alg:dpsoftmax, HingeSVM and HingeSVM-SGDWA
losses  projections  schedule           what a step is made of: gradients, clipping and ball, batches
prediction                              what a model answers, and how often it is right
"""
