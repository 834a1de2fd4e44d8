"""How far one record moves a learner: thm:sensitivity_general as Theorem R, ex:dpsvm, thm:sens_softmax.

cocoercivity one_step projection all_steps weights    Theorem R
theorem_counterexamples                               its premises are needed
learners algorithm_boxes learner_counterexamples      both learners: repaired, box by box, as printed
softmax_on_ball natural_radius                        smaller gradients on the ball, models that stay short
optimum hinge_sgdwa                                   SVM-SMO, HingeSVM-SGDWA
probed                                                how tight all this is
"""
