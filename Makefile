# Every target sets up what it needs in .venv; nothing else has to be installed but Python and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check

# A file's tests share what they set up; more than eight workers spend their time on starting.
PYTEST := pytest --numprocesses auto --maxprocesses 8 --dist loadfile

.PHONY: help demo test test-lowest coverage dist lint format man sample-data papers docs site findings calibration bench fuzz clean

help:
	@echo "make demo         score the sample runs and print the tables"
	@echo "make test         run the tests"
	@echo "make test-lowest  run them with the lowest versions that pyproject.toml allows (Python 3.10 or 3.11)"
	@echo "make coverage     run them and say which lines they miss"
	@echo "make dist         build what is published, in dist/"
	@echo "make lint         check style and types"
	@echo "make format       put the code into the house style"
	@echo "make man          write the man pages anew from the commands' help"
	@echo "make sample-data  make the sample collections anew"
	@echo "make papers       the papers' tables and figures in build/papers/, and PAPERS.md"
	@echo "make docs         write the list of measures and draw the guide's pictures anew"
	@echo "make site         build the guide as a web site in build/site/"
	@echo "make findings     check the papers' findings on twenty generated collections"
	@echo "make calibration  how often what qaeval says is true; docs/calibration.md (15 minutes)"
	@echo "make bench        time qaeval beside other evaluators (TREC_EVAL=path adds trec_eval)"
	@echo "make fuzz         try broken files on every command: MINUTES=10 or CASES=1000000, SEED=3, JOBS=2"
	@echo "make clean        remove the virtual environment and what was built"

$(VENV)/installed: pyproject.toml
	$(PYTHON) -m venv --clear $(VENV)
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
	$(BIN)/$(PYTEST)

LOWEST := build/lowest

$(LOWEST)/installed: pyproject.toml
	$(PYTHON) -m venv --clear $(LOWEST)
	grep -oE '"[a-z-]+(\[[a-z]+\])?>=[0-9.]+"' $< | sed -E 's/"|\[[a-z]+\]//g; s/>=/==/' > $(LOWEST)/versions.txt
	$(LOWEST)/bin/pip install --quiet --disable-pip-version-check --constraint $(LOWEST)/versions.txt --editable '.[test]'
	@touch $@

# matplotlib 3.7 uses names that the pyparsing of today warns of.
test-lowest: $(LOWEST)/installed
	$(LOWEST)/bin/$(PYTEST) -W ignore::DeprecationWarning

coverage: $(VENV)/installed-test $(VENV)/installed-coverage
	$(BIN)/$(PYTEST) --cov --cov-report=term-missing:skip-covered

dist: $(VENV)/installed-dist
	rm -rf dist
	$(BIN)/python -m build --quiet
	$(BIN)/twine check --strict dist/*

# mypy reads what the tests import too.
lint: $(VENV)/installed-test $(VENV)/installed-lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy papers

format: $(VENV)/installed-lint
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

man: $(VENV)/installed
	$(BIN)/python man/make.py

sample-data:
	$(PYTHON) sample_data/make.py

PAPERS := $(MAKE) -f papers/Makefile QAEVAL=$(BIN)/qaeval

# Always anew: the tables depend on the program too.
papers: $(VENV)/installed-plot
	+$(PAPERS) --always-make
	$(BIN)/python papers/make.py

docs: $(VENV)/installed-plot
	$(BIN)/python docs/measures.py
	+$(PAPERS) build/papers/2007/formal.tsv
	$(BIN)/qaeval compare -m RR build/papers/2007/formal.tsv --plot docs/compare.svg -o build/docs-compare.txt
	$(BIN)/qaeval swap -c 97 build/papers/2007/formal.tsv --plot docs/swap.svg -o build/docs-swap.txt
	$(BIN)/qaeval import lm-eval --judged --metric exact_match --filter flexible-extract --no-response "(?i)don.t know" \
	  --confidence confidence -o build/docs-models.tsv small=sample_data/llm/small/samples_facts_2026-03-02T10-15-00.jsonl \
	  large=sample_data/llm/large/samples_facts_2026-03-02T11-40-00.jsonl
	$(BIN)/qaeval coverage --judged build/docs-models.tsv --plot docs/coverage.svg -o build/docs-coverage.txt

# Strict: a dead link or a page outside the menu ends the build.
site: $(VENV)/installed-docs $(VENV)/installed-plot
	@mkdir -p build/docs
	$(BIN)/python docs/report.py build/docs/sample-report.html
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "build/site/index.html"

findings: $(VENV)/installed
	$(BIN)/python bench/findings.py

calibration: $(VENV)/installed
	$(BIN)/python bench/judges.py --page bench/judges.md
	$(BIN)/python bench/calibration.py --page docs/calibration.md

# Other evaluators have an environment of their own; those that cannot be installed are left out.
build/peers/installed:
	$(PYTHON) -m venv build/peers
	-for peer in ir_measures pytrec_eval-terrier ranx; do \
	  build/peers/bin/pip install --quiet --disable-pip-version-check $$peer; done
	@touch $@

bench: $(VENV)/installed build/peers/installed
	$(BIN)/python bench/run.py

# Another SEED, other cases; a finding is a command line and its files, in build/fuzz/.
MINUTES ?= 1
SEED ?= 0
JOBS ?= 1

fuzz: $(VENV)/installed-test
	$(BIN)/python -m fuzz $(if $(CASES),--cases $(CASES),--minutes $(MINUTES)) --seed $(SEED) --jobs $(JOBS)

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
