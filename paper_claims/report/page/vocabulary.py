"""What the formulas in the claim files are made of: symbols, functions, names, signs; and the text cut into tokens."""

from __future__ import annotations

import re

SYMBOLS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "eps": "ε", "theta": "θ", "kappa": "κ", "lambda": "λ",
    "Lambda": "Λ", "mu": "μ", "nu": "ν", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "grad": "∇",
    "Phi": "Φ",
}  # fmt: skip
FUNCTIONS = (
    "sqrt", "log", "exp", "erfc", "min", "max", "mean", "avg", "softmax", "huber", "sup", "det", "Var", "Pr",
)  # fmt: skip
LEARNERS = ("SoftmaxReg-SGD", "SVM-SGD", "HingeSVM-SGDWA")
WORDS = ("avg", "central", "local", "spread", "average", "sign", "dim", "HingeSVM", *LEARNERS)
PRODUCTS = (  # several symbols of one letter each
    "tw", "pK", "dK", "Rc", "wM", "sL", "yx", "cf", "Cs", "kW", "cW", "ckW", "qN", "hv",
)  # fmt: skip
RELATIONS = {
    "<=": "≤", ">=": "≥", "!=": "≠", "<": "<", ">": ">", "=": "=", "->": "→", "<-": "←", "~": "∼", "in": "∈",
}  # fmt: skip
ARTICLES = ("a", "A", "I")
CLOSING = {"(": ")]", "[": ")]", "{": "}"}
TOKEN = re.compile(
    rf"`[^`]*`|\d+(?:\.\d+)?(?:e-?\d+)?|(?:{'|'.join(LEARNERS)})(?=\()|[^\W\d_]+\d*"
    r"|\.\.\.|\.\.|<=|>=|!=|->|<-(?= )|\+-|\s+|.",
    re.DOTALL,
)


def tokenised(text: str) -> list[str]:
    """Words, numbers, signs and spaces; products of one-letter symbols (2ΛR, tw) one letter each."""
    tokens: list[str] = []
    for token in TOKEN.findall(" ".join(text.split())):
        before = tokens[-1] if tokens else ""
        product = token in PRODUCTS or (token == "it" and before == "+") or _mixes_greek(token)
        behind_number = before[:1].isdigit() and len(token) <= 3 and token.isalpha() and token not in SYMBOLS
        tokens += list(token) if token[0].isalpha() and (product or behind_number) else [token]
    return tokens


def _mixes_greek(token: str) -> bool:
    return 1 < len(token) <= 3 and token.isalpha() and any("Α" <= letter <= "ω" for letter in token)
