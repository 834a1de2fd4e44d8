"""What the two objectives obey: strong convexity, L and beta; definitions and app:huber.

mean_theorems huber_theorems softmax_theorems    theorems about both objectives, over a whole dataset
definitions huber regularizer                    what the words mean, the Huber loss, the two regularizers
svm_convexity svm_lipschitz svm_smoothness       ex:dpsvm
softmax_derivatives softmax_convexity            gradient and Hessian, thm:strongconvexity_softmax
softmax_lipschitz softmax_smoothness             thm:lipschitz_softmax, thm:smooth_softmax
softmax_*_printed svm_against_softmax            their printed proofs, line by line; C2.2
"""
