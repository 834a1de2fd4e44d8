"""How far one record moves a learner: thm:sensitivity_general as Theorem R, ex:dpsvm, thm:sens_softmax.

theorem_r closed_forms general_theorem                Theorem R, whole passes and the ball, the paper's own words
svm_theorem softmax_theorem stay_in_ball              both learners; models never leave a smaller ball
cocoercivity one_step projection all_steps weights    Theorem R by checks
learners algorithm_boxes *_counterexamples            both learners: by checks, box by box; premises are needed
softmax_on_ball natural_radius                        smaller gradients on the ball, models that stay short
optimum hinge_sensitivity hinge_stability probed      SVM-SMO, HingeSVM-SGDWA; how tight all this is
"""
