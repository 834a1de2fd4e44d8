"""How far one record moves a learner: thm:sensitivity_general as Theorem R, ex:dpsvm, thm:sens_softmax.

theorem_r closed_forms general_theorem       Theorem R, composed: one step to whole passes, and in the paper's words
svm_theorem softmax_theorem stay_in_ball     both learners; models never leave a ball
step_weights                                 the weights as the accountant computes them
counterexamples algorithm_boxes              premises that are needed, printed readings, the boxes line by line
softmax_on_ball natural_radius               smaller gradients on the ball, models that stay short
optimum hinge_sgdwa probed                   SVM-SMO, HingeSVM-SGDWA, how tight all this is
"""
