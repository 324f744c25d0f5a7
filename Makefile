PYTHON ?= python3

VENV := .venv
READY := $(VENV)/ready
TOOLS := $(VENV)/ready-tools
MISSING := $(VENV)/not-installed
SCRIPT_TOOLS := typescript@5.9.3 @biomejs/biome@2.6.6

BROWSERS := chromium-headless-shell chromium chromium-browser google-chrome
APT := apt-get install -y --no-install-recommends
GET_BROWSER = for name in $(BROWSERS); do command -v $$name && break; done | grep . \
	|| { test "$$(id -u)" = 0 && apt-get update && { $(APT) chromium-headless-shell || $(APT) chromium; }; }
GET_SCRIPT_TOOLS = npm install --silent --no-package-lock --prefix $(VENV)/node $(SCRIPT_TOOLS) \
	&& ln -sf ../node/node_modules/.bin/tsc ../node/node_modules/.bin/biome $(VENV)/bin

# Relative, so that a folder name with blanks does no harm. Newer versions of pip read the second
# one for isolated builds, older ones the first.
export PIP_CONSTRAINT := constraints.txt
export PIP_BUILD_CONSTRAINT := constraints.txt
export UV_CONSTRAINT := constraints.txt
export UV_BUILD_CONSTRAINT := constraints.txt
# Python compiles what is imported when it is imported; most of what the tools bring never is.
export PIP_NO_COMPILE := 1

# $(call install,ENVIRONMENT,PACKAGES): uv takes a quarter of pip's time. Where it is not to be had, or does not find what
# pip is set up to find, pip does it.
PIP = $(1)/bin/python -m pip --disable-pip-version-check --no-input -qq
install = { test -x $(1)/bin/uv || $(PIP) install uv; } 2>/dev/null \
	&& $(1)/bin/uv pip install -q --python $(1)/bin/python $(2) 2>/dev/null \
	|| { $(PIP) install pip && $(PIP) install $(2); }

# The site is built in an environment of its own: its tools are many, and nothing else needs them.
DOCS := build/docs

# Where the compiled rules go, and how hard the C compiler tries. Quick checks want a copy of their own soon, not the
# fastest one.
FAST := .venv-fast
OPTIMIZE := 3
FAST_BUILD := build/fast-$(OPTIMIZE)
FAST_READY := $(FAST)/ready
RULES := $(shell find src/kronrat -name '*.py' -o -name '*.toml' -o -name '*.po')

.PHONY: help play quick test test-full lint fast bench docs release setup clean

help:
	@echo "make play       open the lobby in the browser and play"
	@echo "make quick      all checks and the quick tests, within a minute"
	@echo "make test       all checks and the tests, quick counts"
	@echo "make test-full  the same with full counts"
	@echo "make lint       the checks without the tests"
	@echo "make fast       the same program with compiled rules, in $(FAST)"
	@echo "make bench      random play beside other engines, the server under load; writes docs/benchmarks.md"
	@echo "make docs       the documentation site, in build/site"
	@echo "make release    wheels and source in dist/, tried in empty environments"
	@echo "make setup      only set up $(VENV)"
	@echo "make clean      remove $(VENV) and everything that was built"

play: $(READY)
	@$(VENV)/bin/kronrat serve --open

quick:
	@tools/check --quick

test:
	@tools/check

test-full:
	@tools/check --full

fast: $(FAST_READY)

bench: $(READY)
	@tools/bench

docs: $(DOCS)/ready
	@NO_MKDOCS_2_WARNING=1 $(DOCS)/bin/mkdocs build --strict

release: $(TOOLS)
	@$(VENV)/bin/python tools/release

lint:
	@tools/check --lint

setup: $(TOOLS)

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	    echo "Kronrat needs Python 3.11 or newer; $(PYTHON) is not. Try: make PYTHON=python3.11" >&2; exit 1; }
	@echo "Setting up $(VENV) ..." >&2
	@$(VENV)/bin/python -c '' 2>/dev/null || $(PYTHON) -m venv --clear $(VENV)
	@$(call install,$(VENV),-e '.[server]')
	@touch $@

# The browser, the checkers of scripts and Python's tools are installed side by side. What cannot be installed must not stop the
# others; tools/check names it. The stamp is then left out, so that the next run tries again.
$(TOOLS): $(READY)
	@rm -f $(MISSING)
	@{ $(GET_BROWSER); } >/dev/null 2>&1 || echo "chromium, for the tests in a browser" >> $(MISSING) & \
	{ $(GET_SCRIPT_TOOLS); } >/dev/null 2>&1 || echo "tsc and biome, for the scripts; they need Node.js" >> $(MISSING) & \
	{ $(call install,$(VENV),-e '.[dev]'); } || $(VENV)/bin/python -c 'import tomllib; \
	    project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
	    print(*project["optional-dependencies"]["dev"], sep="\n")' \
	    | while read -r tool; do { $(call install,$(VENV),"$$tool"); } || echo "$$tool" >> $(MISSING); done; wait
	@test -s $(MISSING) || touch $@

# The wheel is built from a copy, because the compiler leaves its modules beside the plain ones, where $(VENV) would
# find them.
$(FAST_READY): pyproject.toml constraints.txt $(RULES)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	    echo "Kronrat needs Python 3.11 or newer; $(PYTHON) is not. Try: make PYTHON=python3.11" >&2; exit 1; }
	@echo "Compiling the rules into $(FAST) ..." >&2
	@$(FAST)/bin/python -c '' 2>/dev/null || $(PYTHON) -m venv --clear $(FAST)
	@rm -rf $(FAST_BUILD)
	@mkdir -p $(FAST_BUILD)/source
	@cp -r README.md LICENSE pyproject.toml docs src $(FAST_BUILD)/source
	@sed -i.bak 's/opt_level = "3"/opt_level = "$(OPTIMIZE)"/' $(FAST_BUILD)/source/pyproject.toml
	@$(call install,$(FAST),hypothesis pytest pytest-xdist)
	@export HATCH_BUILD_HOOK_ENABLE_MYPYC=1; \
	if test -x $(FAST)/bin/uv; \
	then $(FAST)/bin/uv build -q --wheel --python $(FAST)/bin/python -o $(FAST_BUILD) $(FAST_BUILD)/source; \
	else $(call PIP,$(FAST)) wheel --no-deps -w $(FAST_BUILD) $(FAST_BUILD)/source; fi
	@$(call install,$(FAST),--force-reinstall --no-deps $(FAST_BUILD)/kronrat-*.whl)
	@$(call install,$(FAST),"$$(ls $(FAST_BUILD)/kronrat-*.whl)[postgres]")
	@touch $@

$(DOCS)/ready: pyproject.toml constraints.txt
	@echo "Setting up $(DOCS) ..." >&2
	@$(DOCS)/bin/python -c '' 2>/dev/null || $(PYTHON) -m venv --clear $(DOCS)
	@$(DOCS)/bin/python -m pip --disable-pip-version-check --no-input -qq install -e '.[docs]'
	@touch $@

clean:
	@rm -rf $(VENV) .venv-fast build dist htmlcov .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache \
	    .hypothesis .import_linter_cache
	@find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
