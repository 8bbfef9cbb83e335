# Needs only Python 3.11-3.13 (with venv) and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CASE ?= examples/slow_slam_try.toml

.PHONY: ruling test slow lint benchmark clean

ruling: $(VENV)/.installed            ## print a full ruling of a real case
	$(BIN)/adjudicator rule $(CASE)

test: $(VENV)/.installed-dev          ## lint, types, all default tests
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -q -n 2

slow: $(VENV)/.installed-dev          ## the longer checks
	$(BIN)/pytest -q -n 2 -m slow

benchmark: $(VENV)/.installed-dev     ## every kernel against a peer, as ratios
	for bench in benchmarks/bench_*.py; do $(BIN)/python $$bench || exit 1; done

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist *.egg-info
