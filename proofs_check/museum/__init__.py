"""Mistakes of public privacy code, rebuilt small: a folder for each library, in it one for each bug.

exhibits exhibit                     all pieces; what a piece is, the vocabulary, how vectors catch one
losses                               plain float64 versions that several mistakes share
diffprivlib dp_accounting fedbiomed google_dp
jax_privacy opacus opendp privcount
prv_accountant smartnoise tensorflow_privacy unreported
"""
