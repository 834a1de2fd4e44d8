"""When does blind averaging work? The utility side of the paper.

class_means users close_averages         theorems: averages that are the central model, or near it
dual_forms span one_pass                 theorems: dual forms, the representer theorem, one pass of the Huber SVM
representer averaged_representer         the same by checks, with counterexamples
support_vectors thresholds smooth_losses one_pass_huber
sgdwa convergence_printed                HingeSVM-SGDWA and its rate, the printed corollary
sentences synthetic_data                 sentences, figures and built examples
"""
