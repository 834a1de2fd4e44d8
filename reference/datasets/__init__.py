"""Records of norm at most 1, and who gets which of them.

loaders                      the one way to data: digits, breast cancer, Fashion-MNIST, CIFAR-10, clouds, files
fashion_mnist  scattering    its files and their features
cifar  embedding             its archives and the features of a public network, computed once and kept
splits                       which records train, choose and test; the users' shares
synthetic                    SynNonIID and SynFail, in dyadic numbers
"""
