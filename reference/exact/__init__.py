"""SVMs on small data in fractions, with certificates instead of tolerances.

complementarity     Lemke's method, which solves the dual
svm                 hinge and Huber SVM, and the proof that a model is the minimiser
side_by_side        local, averaged, weighted and central models
"""
