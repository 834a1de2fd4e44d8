"""The normal distribution: density, tail, and the noise that the paper's first budget (0.6, 1e-5) asks for."""

from fractions import Fraction

import sympy as sp

x, eps = sp.symbols("x eps", real=True)
sigma, K, v = sp.symbols("sigma K v", positive=True)
m = sp.Symbol("m", real=True)


def density(at, mean, variance):
    """The normal density."""
    return sp.exp(-((at - mean) ** 2) / (2 * variance)) / sp.sqrt(2 * sp.pi * variance)


def tail(above, mean, variance):
    """The probability that a normal variable exceeds `above`."""
    return sp.erfc((above - mean) / sp.sqrt(2 * variance)) / 2


SIGMA = Fraction("5.95")  # a little more than (0.6, 1e-5) needs
EPS = Fraction("0.6")
