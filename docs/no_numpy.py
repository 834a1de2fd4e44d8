"""In a browser this is numpy, of which PyPI has no wheel for Pyodide: one number needs none of it, arrays are refused."""

import sys


class Absent(type):
    """Of a class that has no instances. What is asked of it is the class again; to call it is refused."""

    def __getattr__(cls, name: str) -> type:
        return cls

    def __getitem__(cls, name: object) -> type:
        return cls

    def __call__(cls, *given: object, **more: object) -> None:
        from reference.errors import InvalidInput  # which imports numpy

        raise InvalidInput(
            "this needs numpy, which has no wheel for browsers; delta, epsilon and sigma of one number do not"
        )

    __neg__ = __call__


class Nothing(metaclass=Absent):
    pass


def linspace(*given: object, **more: object) -> type:
    return Nothing  # modules call it when they are imported


def __getattr__(name: str) -> type:
    return Nothing


vectorize = linspace
sys.modules["numpy.typing"] = sys.modules[__name__]
