"""When does blind averaging work? The utility side of the paper.

users class_means close_averages                      theorems: sums over users, thresholds, smooth losses
dual_forms one_pass span                              theorems: dual coefficients, one pass, the representer theorem
representer averaged_representer support_vectors      dual forms of local, averaged and central SVMs
thresholds smooth_losses one_pass_huber               averages that are the central model, or near it
sgdwa rate convergence_printed                        HingeSVM-SGDWA, its rate, the printed corollary
criterion limitations normals synthetic_data          sentences, figures and built examples
"""
