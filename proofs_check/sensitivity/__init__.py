"""How far one record moves a learner: thm:sensitivity_general as Theorem R, ex:dpsvm, thm:sens_softmax.

theorem_r closed_forms general_theorem       Theorem R, composed: one step to whole passes, and in the paper's words
svm_theorem softmax_theorem any_loss_theorem both learners, any loss
stay_in_ball stepwise landing                models never leave a ball, and early ones are short: a gap for every step
step_weights counterexamples algorithm_boxes weights as computed, premises that are needed, the boxes line by line
softmax_on_ball softmax_curvature natural_radius   kappa_K is not too large, curvature on the ball, models that stay short
probed                                       how tight all this is
"""
