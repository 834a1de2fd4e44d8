"""Records of norm at most 1, and who gets which of them.

loaders                      the one way to data: digits, breast cancer, Fashion-MNIST, clouds, files
fashion_mnist  scattering    its files and their features
splits                       which records train, choose and test; the users' shares
synthetic                    SynNonIID and SynFail, in dyadic numbers
"""
