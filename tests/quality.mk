# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# What is asked of the code beside its tests; included by tests/Makefile. A program that is not
# installed is skipped, by name.
#
#   lint          clang-tidy (.clang-tidy), cppcheck, shellcheck (.shellcheckrc)
#   coverage      lines of tools/lib that the unit, golden and live tests run
#   check-compilers  everything by clang 14, 16, 19, and by gcc and clang
#   check-asan    the live tests with a binary built with ASan and UBSan
#   fuzz-smoke    each fuzz target for 60 s
#   fuzz-corpus   seeds from what the targets have found
#   fuzz          each in turn for its share of HOURS
HOURS ?= 1
CLANG_TIDY ?= clang-tidy
LLVM_COV ?= llvm-cov
LLVM_PROFDATA ?= llvm-profdata
JOBS ?= $(shell nproc)

# $(call when,PROGRAM,COMMAND): skips the command where the program is not installed.
when = @if command -v $(1) >/dev/null; then echo '  $(1)'; $(2); else echo '  $(1): SKIP: it is not installed'; fi

TIDY_FLAGS := -std=gnu11 -D_GNU_SOURCE -iquote. -iquoteinclude $(LIB_DIRS:%=-iquote%) -iquotetools -iquote$(BUILD)

.PHONY: lint
lint: all
	$(call when,$(CLANG_TIDY),printf '%s\n' $(LIB_SRC) $(TOOL_SRC) | xargs -P$(JOBS) -n4 sh -c '$(CLANG_TIDY) --quiet "$$@" -- $(TIDY_FLAGS)' sh)
	$(call when,cppcheck,cppcheck -j$(JOBS) --quiet --error-exitcode=1 $(CPPCHECK) $(LIB_SRC) $(TOOL_SRC))
	$(call when,shellcheck,git ls-files | xargs grep -lE '^#!/bin/(ba)?sh' | xargs shellcheck)

# Not -Iinclude: include/bpf would hide libbpf's headers; not -I$(BUILD): a skeleton is one string of
# megabytes, which it takes hours for. The leaks it finds are variables that clean up after themselves
# (__cleanup_free), which it does not know; sanitizers look for leaks. What is left out of one file is
# what it gets wrong there: a base that is never 0, one char as a string of one byte, a shift that the
# kernel's header makes too, a loop that runs at least once, a table that the kernel's header fills, an
# array that has memory once it was grown.
CPPCHECK := --std=c11 --enable=warning,performance,portability --inline-suppr -D_GNU_SOURCE \
	-I. $(LIB_DIRS:%=-I%) -Itools --include=tests/cppcheck.h \
	--suppress=missingInclude --suppress=missingIncludeSystem --suppress=memleak \
	--suppress=resourceLeak \
	--suppress=zerodivcond:tools/lib/decode/decode_word.h --suppress=objectIndex:tools/lib/base/out_json.c \
	--suppress=shiftNegativeLHS:tools/lib/decode/decode_process.c --suppress=uninitvar:tools/lib/trace/trace_begin.c \
	--suppress=arrayIndexOutOfBoundsCond:tools/lib/bpf/bpf_insn.c \
	--suppress=nullPointerRedundantCheck:tools/lib/overflow/count_handler.c

# A build beside $(BUILD), where programs find the headers as in it, with clang's counters in it: what
# the suites run of tools/lib. The live ones take root; without it the figure is that of the others.
# What is killed does not tell what it ran.
COV := $(BUILD)-coverage
COV_FLAGS := -O1 -g -fno-omit-frame-pointer -fprofile-instr-generate=$(abspath $(COV))/profiles/%4m.profraw -fcoverage-mapping
COV_SUITES ?= check $(if $(filter 0,$(shell id -u)),check-live)

.PHONY: coverage coverage-run coverage-report
coverage:
	$(call when,$(LLVM_COV),$(MAKE) --no-print-directory coverage-run && $(MAKE) --no-print-directory coverage-report)

coverage-run:
	@rm -rf $(COV)/profiles
	@mkdir -p -m 1777 $(COV)/profiles
	-@$(MAKE) -k --no-print-directory BUILD=$(COV) CC=$(FUZZ_CC) OPT='$(COV_FLAGS)' ASAN='$(COV_FLAGS)' $(COV_SUITES)

coverage-report:
	@$(LLVM_PROFDATA) merge --failure-mode=all -o $(COV)/all.profdata $(COV)/profiles
	@$(LLVM_COV) report $(COV)/perf-augment $(patsubst $(BUILD)/%,-object $(COV)/%,$(TEST_UNIT) $(filter-out $(WORK),$(TEST_LIVE))) \
		-instr-profile=$(COV)/all.profdata $(LIB_SRC) | \
		awk 'BEGIN { print "FILE LINES MISSED COVERED" } \
			/^TOTAL/ || /\.c / { print $$1, $$(NF - 5), $$(NF - 4), $$(NF - 3) }' | column -t

# The verifier's view of what each clang makes, after the checks.
.PHONY: check-compilers
check-compilers:
	@BUILD=$(BUILD) tests/run.sh tests/compilers.sh
	@sed -n 's/^# \(clang-\)/  \1/p' $(BUILD)/test-logs/tests_compilers.sh.log

.PHONY: check-asan
check-asan:
	@$(MAKE) --no-print-directory BUILD=$(BUILD)-asan OPT='$(ASAN)' LIVE_EXTRA=tests/asan_helper.c check-live

.PHONY: fuzz fuzz-smoke fuzz-corpus
fuzz-smoke:
	@$(MAKE) --no-print-directory check-fuzz FUZZ_SECONDS=60 FUZZ_SEED=1

fuzz:
	@$(MAKE) --no-print-directory check-fuzz \
		FUZZ_SECONDS=$(shell awk 'BEGIN { s = $(HOURS) * 3600 * $(JOBS) / $(words $(TEST_FUZZ)); print int(s < 1 ? 1 : s) }')

fuzz-corpus: $(TEST_FUZZ)
	@BUILD=$(BUILD) tests/fuzz/corpus.sh
