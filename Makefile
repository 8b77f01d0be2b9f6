# Everything you can do with Scorer, starting from a bare clone. `make help` lists it.

PY ?= python3
V := .venv
# The locks name everything, so that pip need not look for what is needed (tests/overrides.txt leaves something out).
PIP := $(V)/bin/pip install --quiet --disable-pip-version-check --require-hashes --no-deps
# One worker more than there are cores, since tests in a browser often wait. A worker that has finished takes half of
# another's remaining tests.
TEST := $(V)/bin/python -m pytest --numprocesses $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1) --dist worksteal
# The guide to adding a game, and the measuring programs: slow, and nothing that users see.
TOOLS := tests/adding_a_game tests/attack tests/bench tests/chaos
# The files with tests marked "postgres": workers need not import the others.
MARKED = $(shell grep -rl --include='test_*.py' 'mark.postgres' tests | sort)
# Let Python keep what it has compiled, even where it is told not to: each worker would compile all tests anew.
export PYTHONDONTWRITEBYTECODE :=
LOCK := $(V)/bin/uv pip compile --quiet --generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate \
	--no-header --python-version 3.11 $(UPGRADE)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install install-server run demo wheel collect test test-tools test-postgres lint types bench chaos attack evenings pictures lock messages browser gettext nginx

help:  ## show this list
	@sed -n 's/^\([a-z-]*\):.*  ## /\1\t/p' Makefile | expand -t 16

install: $(V)/.for-work  ## install everything for running and checking Scorer into .venv

install-server: $(V)/.for-run  ## install only what Scorer runs on

run: $(V)/.for-run  ## serve Scorer; HOST=0.0.0.0 opens it to the club's network, PORT=8001 sets another port
	@exec $(V)/bin/python manage.py run

demo: $(V)/.for-run  ## fill the database with a club that plays
	$(V)/bin/python manage.py demo

wheel: $(V)/.for-work  ## pack Scorer into dist/ as a wheel, which pipx installs
	$(V)/bin/python -m hatchling build --target wheel

collect: $(V)/.for-work  ## find all tests, without running them; what this compiles, no worker has to compile again
	@$(V)/bin/python -m pytest --collect-only --quiet >$(V)/collected || { cat $(V)/collected; exit 1; }

test: $(V)/.for-work browser gettext  ## run the tests, including those in a browser; CHROMIUM=/path names another one
	$(TEST) $(TOOLS:%=--ignore=%)

test-tools: $(V)/.for-work browser gettext nginx  ## run the slow tests: of the guide to adding a game, and of attack, bench and chaos
	$(TEST) $(TOOLS)

test-postgres: $(V)/.for-work browser  ## run the tests marked "postgres", on a temporary PostgreSQL
	.ci/postgres $(TEST) -m postgres $(TOOLS:%=--ignore=%) $(MARKED)

lint: $(V)/.for-work  ## check style, templates, imports and missing migrations
	$(V)/bin/ruff check
	$(V)/bin/ruff format --check
	$(V)/bin/djlint --lint --quiet templates scorer games
	$(V)/bin/lint-imports
	$(V)/bin/python manage.py makemigrations --check --dry-run

types: $(V)/.for-work  ## check types
	$(V)/bin/mypy scorer games tests

bench: $(V)/.for-work browser nginx  ## measure what saves and pages cost, in lines of name, value and unit; BENCH_HANDS=20000 is quicker
	@$(V)/bin/python -m tests.bench.pages
	@$(V)/bin/python -m tests.bench.save
	@$(V)/bin/python -m tests.bench.growth
	@$(V)/bin/python -m tests.bench.events
	@$(V)/bin/python -m tests.bench.season
	@$(V)/bin/python -m tests.bench.phones
	@$(V)/bin/python -m tests.bench.load
	@DURABLE=1 .ci/postgres $(V)/bin/python -m tests.bench.load
	@$(V)/bin/python -m tests.bench.overload
	@DURABLE=1 .ci/postgres $(V)/bin/python -m tests.bench.overload --processes 1 2
	@DURABLE=1 .ci/postgres $(V)/bin/python -m tests.bench.clubs

chaos: $(V)/.for-work browser  ## see what happens to hands when the server is killed, the disk is full or a club moves; CHAOS_SAVES=200 CHAOS_ROUNDS=2 is quicker
	@$(V)/bin/python -m tests.chaos
	@DURABLE=1 .ci/postgres $(V)/bin/python -m tests.chaos
	@DURABLE=1 .ci/postgres sh -c 'OTHER_DATABASE_URL=$$DATABASE_URL exec .ci/postgres $(V)/bin/python -m tests.chaos.move'

attack: $(V)/.for-work  ## see how honest phones fare while the server is attacked on loopback; ATTACK_SECONDS=4 is quicker
	@status=0; $(V)/bin/python -m tests.attack || status=$$?; \
		DURABLE=1 .ci/postgres $(V)/bin/python -m tests.attack || status=$$?; exit $$status

evenings: $(V)/.for-work  ## play evenings that nobody planned until something is wrong; EVENINGS_SECONDS=600 EVENINGS_SEED=1 EVENINGS_PROCESSES=2
	@$(V)/bin/python -m tests.unplanned

pictures: $(V)/.for-work browser  ## make the pictures of the README and of the page about events
	@$(V)/bin/python -m tests.pictures

messages: $(V)/.for-work gettext  ## update the translation catalogues from the source; translate what is new, then run it again
	$(V)/bin/python -m tests.languages.catalogues

lock: $(V)/.for-work  ## write requirements.txt from requirements.in, here and in tests; UPGRADE=--upgrade takes newer versions
	$(LOCK) requirements.in --output-file requirements.txt
	$(LOCK) tests/requirements.in --constraint requirements.txt --override tests/overrides.txt --output-file tests/requirements.txt
	@! grep -nE '://|find-links|index-url' requirements.txt tests/requirements.txt

nginx:
	@.ci/need 'PATH=$$PATH:/usr/sbin command -v nginx' nginx-light

gettext:
	@.ci/need 'command -v xgettext && command -v msgmerge' gettext

browser:
	@if test -n "$(CHROMIUM)"; then test -x "$(CHROMIUM)" || { echo "CHROMIUM=$(CHROMIUM) is not a program." >&2; exit 1; }; \
	else .ci/need 'command -v chromium-headless-shell' chromium-headless-shell fonts-dejavu-core 2>/dev/null \
	|| .ci/need 'command -v chromium' chromium fonts-dejavu-core; fi

# Stamp files: .venv holds what the requirements listed when the stamp was made.
$(V)/.for-run: requirements.txt | $(V)/bin/pip
	$(PIP) -r requirements.txt
	@touch $@

$(V)/.for-work: tests/requirements.txt requirements.txt | $(V)/bin/pip
	$(PIP) --no-compile -r tests/requirements.txt  # what is never imported is never compiled
	@touch $@ $(V)/.for-run

$(V)/bin/pip:
	@$(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Scorer needs Python 3.11 or later. If you have one elsewhere: make PY=/path/to/python3 ..." >&2; exit 1; }
	@.ci/need '$(PY) -c "import ensurepip, venv"' python3-venv
	$(PY) -m venv $(V)
