# Understudy is built by this one file. `make help` lists the targets.
#
#   make BUILD=debug            another kind of build, in build/debug/
#   make CC=clang WERROR=1      another compiler; warnings are errors
#   make V=1                    show the commands
#   make OUT=/tmp/mine unit     keep this build away from every other one

BUILD   ?= release
PREFIX  ?= /usr/local
VERSION := 0.1.0
# Of that number, told by the manual page: never that of a build.
DATE    := 2026-11-21

# Rooms, lowest first. Which room may include which is decided in tools/check_layers.sh.
LAYERS := base domain game behavior traces retrieve learn plan players adapt experiments studio

# Packages of the library, by pkg-config name. Add one here and in tools/setup.sh.
PKGS := expat gsl libcjson libzstd sqlite3

# Optional parts: IMPORT=0 leaves out traces of other programs (and zlib), EXCHANGE=0 leaves out
# behaviors as XML. Commands that need them say so.
IMPORT   ?= 1
EXCHANGE ?= 1
PKGS += $(if $(filter 0,$(IMPORT)),,zlib)
ABSENT := $(if $(filter 0,$(EXCHANGE)), \
            $(filter-out %/xml_absent.c,$(wildcard behavior/exchange/xml_*.c)), \
            behavior/exchange/xml_absent.c) \
          $(if $(filter 0,$(IMPORT)),$(filter-out traces/import/import.c traces/import/states.c, \
            $(wildcard traces/import/*.c)))

# ---- tools and flags

ifeq ($(origin CC),default)
CC := cc
endif
ifeq ($(origin AR),default)
AR := ar
endif
PKG_CONFIG ?= pkg-config

# The studio's server: where it is missing, all is built but that.
SOCKETS := $(shell $(PKG_CONFIG) --exists libwebsockets 2>/dev/null && echo libwebsockets)
PKGS += $(SOCKETS)

MODE.debug    := -Og -g3
MODE.release  := -O2 -g
MODE.asan     := -O1 -g1 -fno-omit-frame-pointer -fsanitize=address,undefined \
                 -fno-sanitize-recover=all
MODE.tsan     := -O1 -g -fno-omit-frame-pointer -fsanitize=thread
MODE.coverage := -O0 -g --coverage
MODE.fuzz     := -O1 -g -fno-omit-frame-pointer \
                 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
BUILDS := debug release asan tsan coverage fuzz
ifeq ($(filter $(BUILD),$(BUILDS)),)
$(error BUILD=$(BUILD) is not one of: $(BUILDS))
endif

OUT := build/$(BUILD)

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wundef -Wvla -Wformat=2 -Wpointer-arith \
            -Wwrite-strings -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition \
            -Wdouble-promotion -Wimplicit-fallthrough -Wno-missing-field-initializers \
            -Werror=implicit-function-declaration
LANGUAGE := -std=c17 -D_POSIX_C_SOURCE=200809L -ffp-contract=off -fno-common -pthread \
            -fPIC -fvisibility=hidden -fexceptions
# Asked only when there is something to ask.
packages  = $(if $(strip $(2)),$(shell $(PKG_CONFIG) $(1) $(2)))
INCLUDES := -I. -Iinclude $(call packages,--cflags,$(PKGS)) $(if $(SOCKETS),-DUS_WEBSOCKETS) \
            $(if $(filter 0,$(IMPORT)),,-DUS_IMPORTERS) $(CPPFLAGS)
CC_FLAGS := $(LANGUAGE) $(WARNINGS) $(MODE.$(BUILD)) $(if $(WERROR),-Werror) $(CFLAGS)
LD_FLAGS := -pthread $(filter -fsanitize=% --coverage,$(MODE.$(BUILD))) $(LDFLAGS)
LD_LIBS  := $(call packages,--libs,$(PKGS)) -lm $(LDLIBS)

# Use every core unless the caller said how many.
CORES = $(shell nproc 2>/dev/null || echo 2)
ifeq ($(filter -j%,$(MAKEFLAGS))$(MAKELEVEL),0)
MAKEFLAGS += -j$(CORES)
endif
MAKEFLAGS += --no-print-directory

Q    := $(if $(V),,@)
say   = @mkdir -p $(@D)$(if $(V),,; printf '  %-5s %s\n' $(1) $@)
setup = @sh tools/setup.sh $(1)

# ---- sources: a new .c file needs no line here

room      = $(sort $(wildcard $(1)/*.$(2) $(1)/*/*.$(2) $(1)/*/*/*.$(2)))
has_main := ^int main[(]
programs  = $(patsubst %.c,$(OUT)/%,$(if $(1),$(shell grep -lE '$(has_main)' $(1))))
object    = $(patsubst %.c,$(OUT)/%.o,$(1))

LIB_SRC   := $(filter-out $(ABSENT),$(foreach r,$(LAYERS),$(call room,$(r),c)))
LIB_GEN   := $(patsubst adapt/%.sql,$(OUT)/gen/%_sql.o,$(sort $(wildcard adapt/*.sql))) $(OUT)/gen/pages.o
PAGES     := $(sort $(wildcard studio/pages/*))
CLI_SRC   := $(call room,cli,c)
TEST_SRC  := $(wildcard tests/*.c)
SUITES    := $(patsubst tests/unit/test_%.c,%,$(sort $(wildcard tests/unit/test_*.c)))
UNIT_HELP := $(filter-out tests/unit/test_%.c tests/unit/main.c,$(sort $(wildcard tests/unit/*.c)))
DOMAIN_SRC := $(call room,tests/domains,c)
BENCH_SRC := $(sort $(wildcard tests/bench/*.c))
PROOF_SRC := $(sort $(wildcard tests/proof/*.c))
FUZZ_SRC  := $(sort $(wildcard tests/fuzz/fuzz_*.c))
EXAMPLE_SRC := $(sort $(wildcard docs/examples/*.c))
FUZZ_HELP := $(filter-out tests/fuzz/fuzz_%.c tests/fuzz/replay_main.c,$(wildcard tests/fuzz/*.c))
SOURCES   := $(sort $(LIB_SRC) $(ABSENT)) $(CLI_SRC) $(call room,tests,c) $(EXAMPLE_SRC)
PUBLIC    := $(sort $(wildcard include/understudy/*.h))
HEADERS   := $(PUBLIC) $(foreach r,$(LAYERS),$(call room,$(r),h))
TESTS_H   := $(call room,cli,h) $(call room,tests,h)

PROGRAM   := $(OUT)/understudy
LIBRARY   := $(OUT)/libunderstudy.a
TEST_LIB  := $(OUT)/tests/helpers.a
UNIT      := $(OUT)/tests/unit/unit
FUZZERS   := $(FUZZ_SRC:%.c=$(OUT)/%)
BENCHES   := $(call programs,$(BENCH_SRC))
PROOFS    := $(call programs,$(PROOF_SRC))
EXAMPLES  := $(call programs,$(EXAMPLE_SRC))
FAULT     := $(OUT)/tests/fault/fault.so
LAYER     := $(if $(filter Linux,$(shell uname -s)),$(FAULT))

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
.SECONDARY:

all: $(if $(filter release,$(BUILD)),bin/understudy,$(PROGRAM)) ## build bin/understudy, optimized (the default)

bin/understudy: $(PROGRAM)
	@mkdir -p bin
	@cp $< $@.new && mv $@.new $@

# ---- building

$(PROGRAM): $(call object,$(CLI_SRC)) $(LIBRARY)
	$(call say,LINK)
	$(Q)$(CC) $(LD_FLAGS) -o $@ $^ $(LD_LIBS)
$(LIBRARY): $(call object,$(LIB_SRC)) $(LIB_GEN) $(OUT)/objects
	$(call say,AR)
	$(Q)rm -f $@ && $(AR) rcs $@ $(filter %.o,$^)

# The parts of the library, each an archive of its own. A part needs the parts before it.
GAMES      := $(wildcard game/*/) players/ game/table.c
part        = $(OUT)/libunderstudy-$(1).a
in_part     = $(call object,$(filter $(addsuffix %,$(1)),$(LIB_SRC)))
ALL_PARTS  := core games experiments studio
OBJECTS.games       := $(call in_part,$(GAMES))
OBJECTS.experiments := $(call in_part,adapt/ experiments/) $(filter %_sql.o,$(LIB_GEN))
OBJECTS.studio      := $(call in_part,studio/) $(OUT)/gen/pages.o
OBJECTS.core        := $(filter-out $(OBJECTS.games) $(OBJECTS.experiments) $(OBJECTS.studio), \
                         $(call object,$(LIB_SRC)))
core: $(call part,core) ## the library without games: domains, behaviors, traces, retrieval, learning, plans
games: core $(call part,games) ## the core, the games and their players
experiments: games $(call part,experiments) ## these, adaptation and experiments
studio: experiments $(call part,studio) ## these and the studio: all of libunderstudy.a
.SECONDEXPANSION:
$(foreach p,$(ALL_PARTS),$(call part,$(p))): $(OUT)/libunderstudy-%.a: $$(OBJECTS.$$*) $(OUT)/objects
	$(call say,AR)
	$(Q)rm -f $@ && $(AR) rcs $@ $(filter %.o,$^)

# Helpers lie in archives, so that each is linked only where it is used.
$(OUT)/tests/unit/helpers.a: $(call object,$(UNIT_HELP))
$(TEST_LIB): $(call object,$(TEST_SRC))
$(OUT)/tests/unit/helpers.a $(TEST_LIB): $(OUT)/objects
	$(call say,AR)
	$(Q)rm -f $@ && $(AR) rcs $@ $(filter %.o,$^)

CUNIT = $(call packages,$(1),cunit)
$(OUT)/tests/unit/%.o: private INCLUDES += $(call CUNIT,--cflags)
# The tests' own domains, with a table of games that stands before the library's.
$(UNIT): $(call object,tests/unit/main.c $(SUITES:%=tests/unit/test_%.c) $(DOMAIN_SRC)) \
         $(OUT)/tests/unit/helpers.a $(TEST_LIB) $(LIBRARY)
	$(call say,LINK)
	$(Q)$(CC) $(LD_FLAGS) -o $@ $^ $(call CUNIT,--libs) $(LD_LIBS)

# A file with a main is a program; the other files of its folder are linked to each of them.
shared = $(filter-out $(2:%=%.o),$(call object,$(1)))
$(BENCHES): %: %.o $(call shared,$(BENCH_SRC),$(BENCHES)) $(TEST_LIB) $(LIBRARY)
	$(call say,LINK)
	$(Q)$(CC) $(LD_FLAGS) -o $@ $^ $(LD_LIBS)
$(PROOFS): %: %.o $(call shared,$(PROOF_SRC),$(PROOFS)) $(TEST_LIB) $(LIBRARY)
	$(call say,LINK)
	$(Q)$(CC) $(LD_FLAGS) -o $@ $^ $(LD_LIBS)

# What the manual shows, built as it says: with the library alone.
$(EXAMPLES): %: %.o $(LIBRARY)
	$(call say,LINK)
	$(Q)$(CC) $(LD_FLAGS) -o $@ $^ $(LD_LIBS)

# A library that makes calls fail, preloaded by tests. It is not for sanitizers: they take its place.
$(FAULT): $(OUT)/tests/fault/fault.o
	$(call say,LINK)
	$(Q)$(CC) $(LD_FLAGS) -shared -o $@ $^

# FAISS, to compare with: built where its package (libfaiss-dev) is.
FAISS := $(if $(wildcard /usr/include/faiss/IndexFlat.h),$(OUT)/tests/bench/faiss)
$(OUT)/tests/bench/faiss: tests/bench/faiss.cpp
	$(call say,LINK)
	$(Q)$(CXX) -O2 -fopenmp -o $@ $< -lfaiss -llapack -lblas

# A fuzz target is driven by libFuzzer in BUILD=fuzz, by a replayer of its corpus elsewhere.
FUZZ_MAIN := $(if $(filter fuzz,$(BUILD)),,$(call object,tests/fuzz/replay_main.c))
FUZZ_FLAG := $(if $(filter fuzz,$(BUILD)),-fsanitize=fuzzer)
$(FUZZERS): %: %.o $(call object,$(FUZZ_HELP)) $(FUZZ_MAIN) $(TEST_LIB) $(LIBRARY)
	$(call say,LINK)
	$(Q)$(CC) $(FUZZ_FLAG) $(LD_FLAGS) -o $@ $^ $(LD_LIBS)

# Private: what it needs ($(OUT)/flags) must not see it.
$(OUT)/base/version.o: $(OUT)/gen/version.h
$(OUT)/base/version.o: private INCLUDES += -include $(OUT)/gen/version.h
$(OUT)/gen/%.o: $(OUT)/gen/%.c $(OUT)/flags
	$(call say,CC)
	$(Q)$(CC) $(INCLUDES) $(CC_FLAGS) -MMD -MP -c $< -o $@
$(OUT)/%.o: %.c $(OUT)/flags
	$(call say,CC)
	$(Q)$(CC) $(INCLUDES) $(CC_FLAGS) -MMD -MP -c $< -o $@

# These files change only when what they say changes; then what depends on them is made anew. Each make
# writes a new file of its own, so that two can run at once.
keep = @mkdir -p $(@D); new=$@.$$$$; $(1) > $$new; cmp -s $$new $@ && rm $$new || mv $$new $@
$(OUT)/flags: FORCE
	@command -v $(firstword $(CC)) > /dev/null || \
	    { echo "no C compiler ($(firstword $(CC))): run 'make deps'" >&2; exit 1; }
	@$(PKG_CONFIG) --exists $(PKGS) || \
	    { echo "no $(PKG_CONFIG), or one of these is missing: $(PKGS): run 'make deps'" >&2; exit 1; }
	$(call keep,printf '%s\n' "$$FLAGS_TEXT")
$(OUT)/flags: export FLAGS_TEXT = $(CC) $(INCLUDES) $(CC_FLAGS)
$(OUT)/gen/version.h: FORCE
	$(call keep,sh tools/version.sh $(VERSION) $(DATE) $(BUILD) $@)
# An object whose source is gone is removed: programs of users link cli/*.o.
$(OUT)/objects: FORCE
	$(call keep,printf '%s\n' $(LIB_SRC) $(TEST_SRC) $(UNIT_HELP) $(PAGES))
	@cd $(OUT) && find . -name '*.o' ! -path './gen/*' | while read -r object; do \
	    [ -e "$(CURDIR)/$${object%.o}.c" ] || rm -f "$$object" "$${object%.o}.d"; done
$(OUT)/gen/%_sql.c: adapt/%.sql tools/embed.sh
	@mkdir -p $(@D)
	$(Q)sh tools/embed.sh us_$*_sql adapt/games_internal.h $< > $@
$(OUT)/gen/pages.c: $(PAGES) tools/pages.sh $(OUT)/objects
	@mkdir -p $(@D)
	$(Q)sh tools/pages.sh $(PAGES) > $@

# ---- running

demo: ## set up, build, and run the whole loop: demonstrate, learn, play, adapt, compare, report
	$(call setup,build)
	@$(MAKE) BUILD=release all
	@bin/understudy demo -o build/demo $(ARGS)
picture: ## the picture of the README, as the demo draws it
	@$(MAKE) demo
	@cp build/demo/picture.svg docs/demo.svg
test: ## set up and run every test; T=WORD runs those of one suite
	$(call setup,test)
	@$(MAKE) run-test
unit: ## run only the unit tests; T=WORD, SUITES="a b" to build fewer
	$(call setup,test)
	@$(MAKE) $(UNIT)
	@$(UNIT) $(if $(V),-v) $(T)
demos: ## play and label the shipped demonstrations again
	$(call setup,build)
	@$(MAKE) BUILD=release all
	@sh tools/demos.sh bin/understudy domains/skirmish/demos
golden: ## write anew what tests/golden/ holds of demonstrations and of the arena, to be looked at
	@$(MAKE) BUILD=release all
	@UNDERSTUDY_GOLDEN=1 $(MAKE) BUILD=release SUITES=arena_paper unit
	@sh tools/golden.sh bin/understudy
bench: ## time the program, or T=WORD of it; say on how many units and which map
	$(call setup,build)
	@$(MAKE) BUILD=release run-bench
microrts: ## fetch the real microRTS and build its launcher; ARCHIVE=FILE: the package, if it is there
	@ARCHIVE="$(ARCHIVE)" sh tools/microrts/get.sh
plays: ## libraries against the ai: writes docs/PLAYS.md; minutes
	$(call setup,build)
	@$(MAKE) BUILD=release run-plays
adapted: ## does adaptation help? writes docs/ADAPTED.md; hours on two cores
	$(call setup,build)
	@$(MAKE) BUILD=release all
	@UNDERSTUDY=bin/understudy WHOLE=1 PAGE="$(CURDIR)/docs/ADAPTED.md" bash tests/proof/adapt_helps.sh
groups: ## does each group of the article's failures work alone? writes docs/GROUPS.md; ten minutes
	$(call setup,build)
	@$(MAKE) BUILD=release all
	@UNDERSTUDY=bin/understudy WHOLE=1 PAGE="$(CURDIR)/docs/GROUPS.md" bash tests/proof/groups.sh
worth: ## what is each failure pattern worth? writes docs/WORTH.md from the searches of `make adapted`
	$(call setup,build)
	@$(MAKE) BUILD=release all
	@UNDERSTUDY=bin/understudy WHOLE=1 PAGE="$(CURDIR)/docs/WORTH.md" bash tests/proof/adapt_worth.sh
curve: ## do more demonstrations help? libraries of 1, 3 and 10, practiced; forty minutes on two cores
	$(call setup,build)
	@$(MAKE) BUILD=release all
	@UNDERSTUDY=bin/understudy WHOLE=1 bash tests/proof/curve.sh
bank: ## do verdicts hold on maps that were not drawn? a bank of 7,168 games; ten minutes on two cores
	$(call setup,build)
	@$(MAKE) BUILD=release all $(BANK)
	@UNDERSTUDY=bin/understudy WHOLE=1 PROOF="$(CURDIR)/$(BANK)" bash tests/proof/bank.sh
screenshots: ## pictures of the studio's pages for the docs, to be looked at; needs a browser
	$(call setup,browser)
	@$(MAKE) BUILD=release all
	@UNDERSTUDY="$(CURDIR)/bin/understudy" UNDERSTUDY_DATA="$(CURDIR)" \
	    /usr/bin/python3 tests/studio/screenshots.py docs
measure: ## run what was asked of speed and quality: writes docs/MEASURED.md; ten minutes
	$(call setup,test)
	@$(MAKE) BUILD=release run-measure
proof: ## the long proofs, under the sanitizers
	$(call setup,asan)
	@$(MAKE) BUILD=release all $(LAYER:$(OUT)/%=build/release/%)
	@$(MAKE) BUILD=asan run-proof
asan: ## run every test under the address and undefined-behavior sanitizers
	$(call setup,asan)
	@$(MAKE) BUILD=asan run-test
tsan: ## run every test under the thread sanitizer
	$(call setup,tsan)
	@$(MAKE) BUILD=tsan run-test
coverage: ## run every test and print which lines it reached, by file
	$(call setup,test)
	@$(MAKE) BUILD=coverage run-test
	@sh tools/coverage.sh build/coverage
mutants: ## do the tests notice changes? SEED=N, COUNT=N (150); an hour or more
	$(call setup,test)
	@bash tools/mutate --seed $(or $(SEED),1) --count $(or $(COUNT),150) $(ARGS)
fuzz: ## fuzz each reader for SECS seconds (60); T=WORD for one; needs clang
	$(call setup,fuzz)
	@$(MAKE) BUILD=fuzz CC=clang run-fuzz
fuzz-all: ## fuzz all readers in turn on all cores for HOURS hours (1); writes build/fuzz/found/counts.md
	$(call setup,fuzz)
	@$(MAKE) BUILD=fuzz CC=clang JOBS=$(CORES) \
	    SECS=$$(awk 'BEGIN { print int(3600 * $(or $(HOURS),1) * $(CORES) / $(words $(FUZZ_SRC))) + 1 }') run-fuzz
fuzz-brief: ## fuzz each reader for three seconds
	$(call setup,fuzz)
	@$(MAKE) BUILD=fuzz CC=clang JOBS=$(CORES) SECS=3 run-fuzz
fuzz-merge: ## add what fuzzing found to the corpora, if it reaches new code; T=WORD for one
	@$(MAKE) BUILD=fuzz CC=clang run-merge
lint: ## rooms, symbols, sizes, format, headers, cppcheck, clang-tidy, warnings
	$(call setup,lint)
	@$(MAKE) BUILD=release $(if $(WERROR),,OUT=build/lint) WERROR=1 -k run-lint

run-test: $(PROGRAM) $(UNIT) $(FUZZERS) $(EXAMPLES) $(if $(filter release debug,$(BUILD)),$(LAYER))
	@OUT=$(OUT) UNDERSTUDY=$(PROGRAM) V=$(V) sh tools/run_tests.sh "$(T)" $(FUZZERS)
PLAYS := $(OUT)/tests/bench/plays
BANK  := $(OUT)/tests/proof/proof_bank
run-bench: $(if $(filter studio,$(T)),$(PROGRAM),$(BENCHES) $(FAISS))
	$(if $(filter studio,$(T)),@UNDERSTUDY="$(CURDIR)/$(PROGRAM)" sh tests/studio/bench.sh,@for b in $(if $(T),"$(OUT)/tests/bench/bench $(T)",$(filter-out $(PLAYS),$(BENCHES))); do $$b || exit 1; done)
	$(if $(BENCHES),,@echo "no benchmark")
run-plays: $(PLAYS)
	@$(PLAYS) -o docs/PLAYS.md $(ARGS)
run-measure: $(BENCHES) $(FAISS) $(PROOFS) $(UNIT) $(PROGRAM)
	@CC="$(CC)" bash tools/measure.sh $(OUT) tests/bench/asked.txt docs/MEASURED.md
run-proof: $(PROGRAM) $(PROOFS)
	@UNDERSTUDY=$(PROGRAM) sh tools/run_proofs.sh "$(T)" $(PROOFS) $(wildcard tests/proof/*.sh)
run-fuzz: $(FUZZERS)
	@JOBS=$(or $(JOBS),1) sh tools/run_fuzz.sh "$(T)" "$(or $(SECS),60)" $(OUT)/found $(FUZZERS)
run-merge: $(FUZZERS)
	@sh tools/merge_fuzz.sh "$(T)" $(OUT)/found $(FUZZERS)

# ---- lint: one stamp a file, so that only what changed is looked at again

TIDY_OK   := $(SOURCES:%=$(OUT)/lint/%.ok)
HEADER_OK := $(patsubst %,$(OUT)/lint/%.ok,$(HEADERS) $(TESTS_H))
LINT_DEFS  = $(INCLUDES) $(call CUNIT,--cflags)
# Fewer nodes than the analyzer's default: a fifth of the time. _GNU_SOURCE, because
# analyzer.h comes before what a source defines for itself.
TIDY_FLAGS = $(LINT_DEFS) $(LANGUAGE) -D_GNU_SOURCE= \
             -Xclang -analyzer-config -Xclang max-nodes=30000

run-lint: lint-exports lint-rooms lint-fuzz lint-english lint-headers lint-unused lint-symbols lint-sizes lint-format $(HEADER_OK) $(TIDY_OK)
	@echo "lint: $(words $(SOURCES)) sources and $(words $(HEADERS) $(TESTS_H)) headers are clean"
lint-rooms:
	@sh tools/check_layers.sh .
lint-fuzz:
	@sh tools/check_fuzz.sh
lint-headers:
	@sh tools/check_headers.sh "$(CC) $(LINT_DEFS) $(LANGUAGE) -D_DEFAULT_SOURCE $(WARNINGS)" \
	    $(HEADERS) $(TESTS_H) $(SOURCES)
lint-english:
	@sh tools/check_english.sh
lint-unused:
	@sh tools/check_unused.sh $(SOURCES) $(HEADERS) $(TESTS_H)
lint-exports: $(LIBRARY)
	@sh tools/check_exports.sh $(LIBRARY) $(PUBLIC)
lint-symbols: $(call object,$(LIB_SRC) $(CLI_SRC))
	@sh tools/check_symbols.sh $(OUT) $(LAYERS) cli
lint-sizes:
	@sh tools/check_size.sh $(SOURCES) $(HEADERS) $(TESTS_H)
lint-format:
	@clang-format --dry-run -Werror $(SOURCES) $(HEADERS) $(TESTS_H)
$(OUT)/lint/%.c.ok: %.c $(OUT)/%.o .clang-tidy tools/analyzer.h
	$(call say,LINT)
	$(Q)cppcheck --quiet --std=c11 --error-exitcode=1 --enable=warning,portability \
	    --inline-suppr --suppress=missingIncludeSystem -I. -Iinclude $<
	$(Q)clang-tidy --quiet --warnings-as-errors='*' $< -- $(TIDY_FLAGS) \
	    $(if $(filter base/%,$<),,-include tools/analyzer.h) 2> $@.log || \
	    { cat $@.log; exit 1; }
	@touch $@
$(OUT)/lint/%.h.ok: %.h $(HEADERS) $(TESTS_H)
	@mkdir -p $(@D)
	$(Q)printf '#include "%s"\n' $< | $(CC) $(LINT_DEFS) $(LANGUAGE) $(WARNINGS) -Werror \
	    -fsyntax-only -x c -
	@touch $@

format: ## rewrite the sources with clang-format
	$(call setup,lint)
	@clang-format -i $(SOURCES) $(HEADERS) $(TESTS_H)

# ---- the rest

# What is there of this BUILD is copied; nothing of another kind is built.
install: $(PROGRAM) $(LIBRARY) ## install program, manual, data, docs and library; PREFIX=DIR, DESTDIR=DIR
	@sh tools/install.sh install
uninstall: ## remove what install put below PREFIX
	@sh tools/install.sh uninstall
install uninstall: export DESTDIR := $(DESTDIR)
install uninstall: export PREFIX := $(PREFIX)
install: export PROGRAM := $(PROGRAM)
install: export LIBRARY := $(LIBRARY)
install: export HEADERS := $(PUBLIC)
install: export VERSION := $(VERSION)
install: export REQUIRES := $(PKGS)
install: export LINK_WITH := -pthread -lm $(filter -fsanitize=% --coverage,$(MODE.$(BUILD)))
install: export COMPILE := $(CC) $(LANGUAGE) $(CFLAGS)
install: export ARCHIVE := $(AR)
site: ## the pages of docs/ and of the C library as a site, in build/site/html; no network
	$(call setup,site)
	@VERSION=$(VERSION) sh tools/site.sh build/site
deps: ## install what is missing to build, test and lint, or say how
	$(call setup,build test lint)
clean: ## remove build/ and bin/
	rm -rf build bin
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' Makefile

-include $(patsubst %.c,$(OUT)/%.d,$(SOURCES)) $(LIB_GEN:.o=.d)

.PHONY: all core games experiments studio site demo picture demos golden screenshots test unit bench microrts plays adapted groups worth curve bank measure proof asan tsan coverage fuzz fuzz-all fuzz-brief fuzz-merge mutants lint format install uninstall deps clean \
        help run-test run-bench run-plays run-measure run-proof run-fuzz run-merge run-lint lint-rooms lint-fuzz lint-headers lint-unused lint-symbols lint-exports \
        lint-sizes lint-format lint-english FORCE
