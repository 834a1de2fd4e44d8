"""Records of norm at most 1, and how users share them.

loaders                      the only way to load data: digits, breast cancer, Fashion-MNIST, CIFAR-10, clouds, files
fashion_mnist  scattering    its files and their features
cifar  embedding             its archives and the features of a public network, computed once and kept
splits                       records for training, choosing and testing; the users' shares
synthetic                    SynNonIID and SynFail, in dyadic numbers
"""
