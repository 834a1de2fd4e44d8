"""What the two objectives obey: strong convexity, L and beta; definitions and app:huber.

definitions huber                                what the words mean, the Huber loss
svm_constants huber_theorems                     ex:dpsvm, by checks and composed
softmax_derivatives softmax_constants            gradient and Hessian; what L and beta need, and attain
softmax_theorems mean_theorems                   thm:strongconvexity_softmax, thm:lipschitz_softmax, thm:smooth_softmax; means
softmax_*_printed                                the printed proofs, line by line
class_shares logit_entries svm_against_softmax   kappa_K: shares of short logits, as numbers and as vectors; C2.2
still                                            joint models of SoftmaxReg in which nothing moves
"""
