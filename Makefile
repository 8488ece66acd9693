# Every target sets itself up: the first run makes .venv, later ones find it ready.
SHELL := /bin/bash
PY := .venv/bin/python
CARDWRIGHT := .venv/bin/cardwright
STAMP := .venv/.ready

# Otherwise, every process that a test starts would compile all of our code again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup demo test lint vscode format bench fuzz soak lock clean

setup: $(STAMP)

$(STAMP): pyproject.toml requirements-dev.lock tools/setup.sh
	@bash tools/setup.sh
	@touch $@

demo: $(STAMP)
	$(CARDWRIGHT) check content/expanse
	$(CARDWRIGHT) sim content/expanse --players 4 --games 1 --seed 1 --log
	$(CARDWRIGHT) sim content/expanse --players 4 --games 200 --seed 1

# Tests write thousands of small files: in memory, if there is room and if programs may be run there.
MEMORY := $(shell awk '$$2 == "/dev/shm" && $$4 !~ /noexec/' /proc/mounts 2>/dev/null | grep -q . \
	&& test "$$(df -Pm /dev/shm | awk 'END {print $$4}')" -gt 1000 && echo /dev/shm)

test: export TMPDIR := $(or $(MEMORY),$(TMPDIR))
test: $(STAMP)
	$(PY) -m pytest -n auto --dist loadfile $(PYTEST_ARGS)

lint: $(STAMP)
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy

# The extension for Visual Studio Code: its tests and its package, if Node is installed.
vscode:
	@bash tools/vscode.sh

format: $(STAMP)
	$(PY) -m ruff check --fix
	$(PY) -m ruff format

bench: $(STAMP)
	$(PY) -m dev.bench

fuzz: $(STAMP)
	$(PY) -m dev.fuzz

soak: $(STAMP)
	$(PY) -m pytest -n auto --dist loadfile -m soak -o faulthandler_timeout=1800 $(PYTEST_ARGS)
	$(PY) -m dev.soak
	$(PY) -m dev.soak --engine native --games 333334 --watched 0 --deep 0
	$(PY) -m dev.soak content/doors-and-corners --combinations --games 100 --watched 10 --deep 2
	$(PY) -m dev.soak content/beyond-the-black --combinations --games 60 --watched 4 --deep 0
	$(PY) -m dev.interrupted_writes
	$(PY) -m dev.studio_load --pace 12 --seconds 1800 --ahead 300 --may-grow 0.1
	$(PY) -m dev.fuzz --seconds 3600
	$(PY) -m dev.noninterference content/*/
	$(PY) -m dev.noninterference tests/packs/*/ --positions 1000

# After a change of dependencies: resolves them again into requirements-dev.lock.
lock:
	@bash tools/setup.sh lock

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
