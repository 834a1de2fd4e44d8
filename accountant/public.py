"""What `from accountant import ...` offers."""

from accountant.gaussian.functions import delta, epsilon, group_delta, group_log10_delta, log10_delta, sigma
from accountant.gaussian.second_engine import EngineDisagreement
from accountant.numbers.enclosure import Enclosure, Undecided
from accountant.sensitivity.bounds import sensitivity
from accountant.sensitivity.diameter import gradient_diameter
from reference.versions import VERSION

__version__ = VERSION
__all__ = [
    "Enclosure",
    "EngineDisagreement",
    "Undecided",
    "__version__",
    "delta",
    "epsilon",
    "gradient_diameter",
    "group_delta",
    "group_log10_delta",
    "log10_delta",
    "sensitivity",
    "sigma",
]
