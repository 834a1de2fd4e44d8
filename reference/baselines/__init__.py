"""What BlindAvg is compared with.

gradient_averaging         GradAvg: DP-SGD on one softmax layer
liblinear                  SVM-SMO: SVMs at their optimum
objective_perturbation     AMP
class_means                what SoftmaxReg becomes for large Λ
noisy_ridge                least squares from one noisy sum of products
"""
