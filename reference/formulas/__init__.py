"""Every closed form of the paper and of our repairs, once, for any number system (`arithmetic.py` says how)."""

from reference.formulas.averaging import *  # when the average of local models is the central one
from reference.formulas.constants import *  # Lipschitz and smoothness constants, the simplex bound
from reference.formulas.diameter import *  # how far two softmax gradients can be apart
from reference.formulas.distributed import *  # noise of many users, sums on a grid
from reference.formulas.gaussian import *  # delta(eps) of the Gaussian mechanism
from reference.formulas.losses import *  # hinge, Huber, cross-entropy, the objective J
from reference.formulas.sgd import *  # steps, learning rate, sensitivity
from reference.formulas.subsampled import *  # one step of DP-SGD
