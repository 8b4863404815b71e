# Every habit of the project by name. `make run` and `make test` are all that a newcomer needs.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
CHROMIUM ?= $(shell command -v chromium || command -v chromium-browser)
SERVICES := DATABASE_URL=$(or $(TEST_DATABASE_URL),postgres://postgres@127.0.0.1:5432/postgres) \
            REDIS_URL=$(or $(TEST_REDIS_URL),redis://127.0.0.1:6379/9)

.PHONY: run test test-services test-web soak faults lint types check e2e compiled interpreted bench clean

run: $(VENV)/run
	$(BIN)/python manage.py migrate --noinput
	$(BIN)/python manage.py plan_deals --days 1 --no-certify
	@echo "Cadogan is at http://localhost:$(PORT)"
	@$(BIN)/python manage.py timekeeper & keeper=$$!; trap "kill $$keeper 2>/dev/null" EXIT INT TERM; \
	$(BIN)/daphne --websocket-max-message-size 65536 \
		-e tcp:port=$(PORT):interface=127.0.0.1:backlog=2048 solitaire.asgi:application

test: $(VENV)/dev test-web
ifeq ($(CHROMIUM),)
	@echo "Chromium is not here, so the browser tests are left out: apt-get install chromium brings them."
	$(BIN)/python -m pytest -n auto -m "not services and not e2e and not soak and not faults"
else
	$(BIN)/python -m pytest -n auto -m "not services and not e2e and not soak and not faults"
	$(BIN)/python -m pytest -m "e2e" tests/e2e
endif

# The same tests, and those that need the real thing, on PostgreSQL and Redis.
test-services: $(VENV)/dev
	$(SERVICES) $(BIN)/python -m pytest -n auto -m "not e2e and not soak and not faults" tests/solitaire tests/pages tests/services

# The script's own tests, where Node.js is present.
test-web:
	@if command -v node >/dev/null; then node --test frontend/tests/*.test.js; \
	else echo "Node.js is not here, so the script's own tests are left out."; fi

# A thousand plays at random of every game and variant, and long property tests.
soak: $(VENV)/dev
	PLAYS=soak $(BIN)/python -m pytest -n auto -m "not services and not e2e" tests/games

# Whatever may break is broken under play. FAULTS=full does it at full length, which takes more than half an hour.
faults: $(VENV)/dev
	LOG_LEVEL=WARNING $(BIN)/python -m pytest -s -m faults tests/faults

e2e: $(VENV)/dev
	$(BIN)/python -m pytest -m e2e tests/e2e

lint: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/dev
	$(BIN)/mypy games solitaire

check: lint types test

# The engine and the solver compiled by mypyc from the same sources: optional, and about twice as fast.
compiled: $(VENV)/dev
	$(BIN)/python tools/compile_engine.py >/dev/null
	rm -rf build

interpreted:
	find . -name "*.so" -not -path "./$(VENV)/*" -delete

bench: $(VENV)/dev
	$(BIN)/python -m benchmarks

$(BIN)/python:
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "Debian has it apart: apt-get install python3.11-venv"; exit 1; }

# One virtual environment; the stamps say what is in it.
$(VENV)/run: requirements/base.txt | $(BIN)/python
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements/base.txt
	touch $@

$(VENV)/dev: $(wildcard requirements/*.txt) | $(BIN)/python
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements/dev.txt
	touch $@ $(VENV)/run

clean: interpreted
	rm -rf $(VENV) var .mypy_cache .ruff_cache .pytest_cache .hypothesis
