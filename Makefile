# Everything that is done with Scorer, from a bare clone on. `make help` lists it.

PY ?= python3
V := .venv
PIP := $(V)/bin/pip install --quiet --disable-pip-version-check --require-hashes
# A worker a core; one that has nothing left takes half of what another still has to do.
TEST := $(V)/bin/python -m pytest --numprocesses auto --dist worksteal
# A new game by its recipe, and whether bench and chaos can measure: slow, and nothing a user meets.
TOOLS := tests/adding_a_game tests/attack tests/bench tests/chaos
LOCK := $(V)/bin/uv pip compile --quiet --generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate \
	--no-header --python-version 3.11 $(UPGRADE)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install run demo test test-tools test-postgres lint types bench chaos attack lock messages browser gettext

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*  ## /\1\t/p' Makefile | expand -t 16

install: $(V)/.for-work  ## everything that running and checking Scorer needs, into .venv

run: $(V)/.for-run  ## serve Scorer: HOST=0.0.0.0 opens it to the club's network, PORT=8000
	$(V)/bin/python manage.py migrate --verbosity 0
	$(V)/bin/python manage.py collectstatic --no-input --verbosity 0
	@exec $(V)/bin/python manage.py serve

demo: $(V)/.for-run  ## fill the database with a club that plays
	$(V)/bin/python manage.py migrate --verbosity 0
	$(V)/bin/python manage.py demo

test: $(V)/.for-work browser gettext  ## the tests, those in a browser too: CHROMIUM=/path names another one
	$(TEST) $(TOOLS:%=--ignore=%)

test-tools: $(V)/.for-work  ## the tests of the recipe for a new game, of attack, bench and chaos
	$(TEST) $(TOOLS)

test-postgres: $(V)/.for-work browser  ## the tests marked "postgres", on a PostgreSQL that lives as long as they run
	.ci/postgres $(TEST) -m postgres $(TOOLS:%=--ignore=%)

lint: $(V)/.for-work  ## style, templates, who imports whom, missing migrations
	$(V)/bin/ruff check
	$(V)/bin/ruff format --check
	$(V)/bin/djlint --lint --quiet templates scorer games
	$(V)/bin/lint-imports
	$(V)/bin/python manage.py makemigrations --check --dry-run

types: $(V)/.for-work  ## types
	$(V)/bin/mypy scorer games tests

bench: $(V)/.for-work  ## what saves and pages cost, as lines of name, value and unit: BENCH_HANDS=20000 is quicker
	@$(V)/bin/python -m tests.bench.pages
	@$(V)/bin/python -m tests.bench.save
	@$(V)/bin/python -m tests.bench.growth
	@$(V)/bin/python -m tests.bench.events
	@$(V)/bin/python -m tests.bench.load
	@DURABLE=1 .ci/postgres $(V)/bin/python -m tests.bench.load

chaos: $(V)/.for-work browser  ## what becomes of hands when the server is killed or the disk is full: CHAOS_SAVES=200 CHAOS_ROUNDS=2 is quicker
	@$(V)/bin/python -m tests.chaos
	@DURABLE=1 .ci/postgres $(V)/bin/python -m tests.chaos

attack: $(V)/.for-work  ## what becomes of honest phones while the server is attacked on loopback: ATTACK_SECONDS=4 is quicker
	@$(V)/bin/python -m tests.attack
	@DURABLE=1 .ci/postgres $(V)/bin/python -m tests.attack

messages: $(V)/.for-work gettext  ## the catalogues of the languages from the source: then translate what is new, and once more
	$(V)/bin/python -m tests.languages.catalogues

lock: $(V)/.for-work  ## requirements.txt from requirements.in, here and in tests: UPGRADE=--upgrade for newer ones
	$(LOCK) requirements.in --output-file requirements.txt
	$(LOCK) tests/requirements.in --constraint requirements.txt --output-file tests/requirements.txt
	@! grep -nE '://|find-links|index-url' requirements.txt tests/requirements.txt

gettext:
	@.ci/need 'command -v xgettext && command -v msgmerge' gettext

browser:
	@if test -n "$(CHROMIUM)"; then test -x "$(CHROMIUM)" || { echo "CHROMIUM=$(CHROMIUM) is no program." >&2; exit 1; }; \
	else .ci/need 'command -v chromium' chromium fonts-dejavu-core; fi

# The stamps: what is in .venv is what the requirements said when the stamp was made.
$(V)/.for-run: requirements.txt | $(V)/bin/pip
	$(PIP) -r requirements.txt
	@touch $@

$(V)/.for-work: tests/requirements.txt requirements.txt | $(V)/bin/pip
	$(PIP) -r tests/requirements.txt
	@touch $@ $(V)/.for-run

$(V)/bin/pip:
	@$(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Scorer needs Python 3.11 or later. If you have one elsewhere: make PY=/path/to/python3 ..." >&2; exit 1; }
	@.ci/need '$(PY) -c "import ensurepip, venv"' python3-venv
	$(PY) -m venv $(V)
