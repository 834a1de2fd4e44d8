"""When does blind averaging work? The utility side of the paper.

users class_means sharp_thresholds       theorems: averages that are the central model, and the Λ from which on they are
close_averages dual_forms span one_pass  theorems: averages near it, dual forms, representer, one pass of the Huber SVM
rate                                     theorems: HingeSVM-SGDWA with drawn records, its runs, moments and rate
representer thresholds                   examples, printed lines and counterexamples beside these theorems
convergence_printed sentences            the printed corollary; sentences, figures and built examples
"""
