# `make help` lists what there is. Only Python with venv is needed; the rest is installed here.
PYTHON ?= python3
PORT ?= 8000
WORKERS ?= 2
BIN := .venv/bin
export DJANGO_SETTINGS_MODULE := calculator.settings

.DEFAULT_GOAL := help
.PHONY: help serve dev test check messages bench

help: ## list the commands
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

serve: .venv/site ## set everything up and serve the site on PORT, 8000 unless given
	@mkdir -p -m 0700 var
	$(BIN)/python manage.py migrate --verbosity 0
	$(BIN)/python manage.py collectstatic --no-input --verbosity 0
	@echo "Sangi is on http://127.0.0.1:$(PORT)"
	$(BIN)/granian --interface wsgi --host 127.0.0.1 --port $(PORT) \
		--workers $(WORKERS) --blocking-threads 2 calculator.wsgi:application

dev: .venv/site ## serve with Django's own server, which reloads what is edited
	DEBUG=1 $(BIN)/python manage.py runserver $(PORT)

test: .venv/dev check ## set everything up, run every check and every test
	@mkdir -p -m 0700 var
	$(BIN)/python manage.py collectstatic --no-input --verbosity 0
	$(BIN)/python -m tests.requirements
	$(BIN)/pytest

check: .venv/dev ## formatting, lint, types, templates, Django's own checks
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/djlint --lint --quiet templates calculator/catalog
	$(BIN)/python manage.py check

messages: .venv/site ## renew the catalogs from the sources and compile them
	for catalog in locale/*/LC_MESSAGES/django.po; do msguniq --use-first --no-wrap -o $$catalog $$catalog; done
	$(BIN)/python manage.py makemessages
	$(BIN)/python manage.py compilemessages --ignore .venv --verbosity 0

bench: .venv/dev ## measure speed, bytes and memory; fail below the bounds
	@mkdir -p -m 0700 var
	$(BIN)/python manage.py collectstatic --no-input --verbosity 0
	$(BIN)/python -m tests.requirements wrk
	$(BIN)/python -m tests.bench

.venv/site: requirements.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --requirement requirements.txt
	@touch $@

.venv/dev: requirements-dev.txt .venv/site
	$(BIN)/python -m pip install --quiet --requirement requirements-dev.txt
	@touch $@
