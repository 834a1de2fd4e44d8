"""Certified numbers: every result is an interval that provably contains the exact value.

numbers gaussian                 enclosures and balls; the Gaussian mechanism
sensitivity subsampled           how far one record moves a model; DP-SGD
distributed deployment           noise of many users; the certificate of a deployment
public                           what `from accountant import ...` offers
"""

from accountant.public import *
from accountant.public import __all__ as __all__
