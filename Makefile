# Every target does its own set-up; `make` alone says what there is.
.DEFAULT_GOAL := help
.PHONY: help setup run test quick nightly bench peers rpc lint format lock package clean

BOOTSTRAP = python3 packaging/bootstrap.py
PYTHON = .venv/bin/python
LOCK = uv --no-config pip compile --quiet --universal --python-version 3.11 --generate-hashes \
       --no-emit-index-url --custom-compile-command "make lock" $(if $(UPGRADE),--upgrade)

help:  ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' Makefile
	@echo
	@echo "  make run ARGS='--help'                    passes arguments on, as make test does to pytest"
	@echo "  HUBBUB_BACKEND=cuda make setup            compiles for NVIDIA cards; else the card is found"
	@echo "  HUBBUB_BACKEND=vulkan make setup          compiles for all cards that know Vulkan; cpu for none"

setup:  ## Put everything that the application needs into .venv
	@$(BOOTSTRAP)

run: setup  ## Open the window; where there is no display, ask four questions in the terminal
	@$(PYTHON) -m app $(ARGS)

test:  ## Run format, lint, types, contracts and all tests that protect users, one worker per core
	@$(BOOTSTRAP) --for-tests
	@$(PYTHON) packaging/checks.py $(ARGS)

quick:  ## Run format, lint, types, contracts and the tests that a change reaches, within 90 seconds
	@$(BOOTSTRAP) --for-tests
	@$(PYTHON) -m tests.house.quick $(ARGS)

nightly:  ## Search for faults for hours, then run all tests of both tiers repeatedly
	@$(BOOTSTRAP) --for-tests
	@$(PYTHON) -m tests.house.nightly $(ARGS)

bench:  ## Run every benchmark
	@$(BOOTSTRAP) --for-tests
	@$(PYTHON) -m tests.benchmarks $(ARGS)

peers:  ## Compile llama.cpp's own servers into build/peers, to compare the benchmarks with
	@$(BOOTSTRAP) --for-tests
	@$(PYTHON) packaging/peers.py

rpc:  ## Compile the RPC pack and ggml-rpc-server into build/rpc, for other computers' memory
	@$(BOOTSTRAP) --for-tests
	@$(PYTHON) packaging/rpc_pack.py

lint:  ## Run only format, lint, types and contracts
	@$(BOOTSTRAP) --for-tests
	@$(PYTHON) packaging/checks.py --without-tests

format:  ## Put the code into the format of the house
	@$(BOOTSTRAP) --for-tests
	@$(PYTHON) -m ruff format
	@$(PYTHON) -m ruff check --fix

package:  ## Make the packages of this system in dist/; the first time llama.cpp is compiled anew
	@python3 packaging/build.py $(ARGS)

lock:  ## Lock again after a change of dependencies; UPGRADE=1 takes the newest (needs uv)
	@$(LOCK) pyproject.toml --output-file requirements.lock
	@$(LOCK) --group dev --constraint requirements.lock --output-file requirements-dev.lock
	@$(LOCK) --group package --constraint requirements.lock --output-file packaging/package.lock
	@$(LOCK) --group build --output-file packaging/build.lock
	@$(LOCK) --group installer --output-file packaging/pip.lock
	@$(LOCK) --group starter --no-deps --output-file packaging/starter.lock
	@$(LOCK) --group cuda --output-file packaging/cuda.lock

clean:  ## Remove .venv, caches and everything that was built
	@rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
