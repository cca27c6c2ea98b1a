# Every target sets up what it needs in .venv; nothing else has to be installed but Python and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check

.PHONY: help demo test lint format man docs sample-data findings bench clean

help:
	@echo "make demo         score the sample runs and print the tables"
	@echo "make test         run the tests"
	@echo "make lint         check style and types"
	@echo "make format       put the code into the house style"
	@echo "make man          write the man pages anew from the commands' help"
	@echo "make docs         make the sample report anew"
	@echo "make sample-data  make the sample collections anew"
	@echo "make findings     check the papers' findings on twenty generated collections"
	@echo "make bench        time the experiments against a plain numpy pass"
	@echo "make clean        remove the virtual environment and what was built"

$(VENV)/installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PIP) --editable .
	@touch $@

$(VENV)/installed-%: $(VENV)/installed
	$(PIP) --editable '.[$*]'
	@touch $@

demo: $(VENV)/installed
	$(BIN)/qaeval mark sample_data/examples/key.tsv sample_data/examples/runs/paper.tsv
	$(BIN)/qaeval score sample_data/factoid/key.tsv sample_data/factoid/runs/*.tsv
	$(BIN)/qaeval score -m qac2 sample_data/list/key.tsv sample_data/list/runs/*.tsv
	$(BIN)/qaeval score --judged -m clef -m CWS sample_data/response/runs/*09*.tsv
	$(BIN)/qaeval score -m RR -m MRRT,r=0.51 sample_data/timed/key.tsv sample_data/timed/runs/*.tsv
	@mkdir -p build
	$(BIN)/qaeval score -q -f tsv -o build/factoid.tsv sample_data/factoid/key.tsv sample_data/factoid/runs/*.tsv
	$(BIN)/qaeval compare -m RR build/factoid.tsv
	$(BIN)/qaeval swap -c 97 -c 50 build/factoid.tsv
	$(BIN)/qaeval plan -m RR build/factoid.tsv

test: $(VENV)/installed-test
	$(BIN)/pytest

lint: $(VENV)/installed-lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/installed-lint
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

man: $(VENV)/installed
	$(BIN)/python man/make.py

docs: $(VENV)/installed-test
	$(BIN)/python docs/make.py

sample-data:
	$(PYTHON) sample_data/make.py

findings: $(VENV)/installed
	$(BIN)/python bench/findings.py

bench: $(VENV)/installed
	$(BIN)/python bench/reliability.py

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
