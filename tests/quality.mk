# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# What is asked of the code beside its tests; included by tests/Makefile. A program that is not
# installed is skipped, by name.
#
#   lint          clang-tidy (.clang-tidy), cppcheck, shellcheck (.shellcheckrc)
#   coverage      lines of tools/lib that the unit and golden tests run
#   check-asan    the live tests with a binary built with ASan and UBSan
#   fuzz-smoke    each fuzz target for 60 s
#   fuzz          each in turn for its share of HOURS
HOURS ?= 1
CLANG_TIDY ?= clang-tidy
LLVM_COV ?= llvm-cov
LLVM_PROFDATA ?= llvm-profdata
JOBS ?= $(shell nproc)

# $(call when,PROGRAM,COMMAND): skips the command where the program is not installed.
when = @if command -v $(1) >/dev/null; then echo '  $(1)'; $(2); else echo '  $(1): SKIP: it is not installed'; fi

TIDY_FLAGS := -std=gnu11 -D_GNU_SOURCE -iquote. -iquoteinclude -iquotetools/lib -iquotetools -iquote$(BUILD)

.PHONY: lint
lint: all
	$(call when,$(CLANG_TIDY),printf '%s\n' $(LIB_SRC) $(TOOL_SRC) | xargs -P$(JOBS) -n4 $(CLANG_TIDY) --quiet $(TIDY_FLAGS:%=--extra-arg=%))
	$(call when,cppcheck,cppcheck -j$(JOBS) --quiet --error-exitcode=1 $(CPPCHECK) $(LIB_SRC) $(TOOL_SRC))
	$(call when,shellcheck,git ls-files | xargs grep -lE '^#!/bin/(ba)?sh' | xargs shellcheck)

# Not -Iinclude: include/bpf would hide libbpf's headers. The leaks it finds are variables that
# clean up after themselves (__cleanup_free), which it does not know; sanitizers look for leaks. What
# is left out of one file is what it gets wrong there: a base that is never 0, one char as a string
# of one byte, a shift that the kernel's header makes too, a loop that runs at least once.
CPPCHECK := --std=c11 --enable=warning,performance,portability --inline-suppr -D_GNU_SOURCE \
	-I. -Itools/lib -Itools -I$(BUILD) '-DLIBBPF_OPTS(t,n,...)=struct t n = { __VA_ARGS__ }' \
	--suppress=missingInclude --suppress=missingIncludeSystem --suppress=memleak \
	--suppress=resourceLeak \
	'-Dbpf_object__for_each_map(m,o)=for (; m;)' '-Dbpf_object__for_each_program(p,o)=for (; p;)' \
	--suppress=zerodivcond:tools/lib/decode_word.h --suppress=objectIndex:tools/lib/out_json.c \
	--suppress=shiftNegativeLHS:tools/lib/decode_process.c --suppress=uninitvar:tools/lib/trace_begin.c

# Objects of their own, with clang's counters in them.
COV := $(BUILD)/coverage
COV_FLAGS := -O1 -g -fprofile-instr-generate -fcoverage-mapping
COV_UNIT := $(patsubst %.c,$(COV)/%,$(wildcard tests/unit/test_*.c))
COV_LIB := $(LIB_SRC:%.c=$(COV)/obj/%.o)

$(COV)/obj/%.o: %.c | $(SKEL)
	$(call msg,CC,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(FUZZ_CC) $(COV_FLAGS) $(USER_FLAGS) $(DEPS) -c -o $@ $<

$(COV_UNIT): $(COV)/%: $(COV)/obj/%.o $(COV_LIB)
	$(call msg,LINK,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(FUZZ_CC) $(COV_FLAGS) -o $@ $^ -lcmocka $(LIBS)

.PHONY: coverage
coverage:
	$(call when,$(LLVM_COV),$(MAKE) --no-print-directory coverage-report)

.PHONY: coverage-report
coverage-report: $(COV_UNIT)
	@rm -f $(COV)/*.profraw
	@for test in $(COV_UNIT); do \
		LLVM_PROFILE_FILE=$(COV)/$${test##*/}.profraw $$test >$$test.log 2>&1 || echo "$$test failed: see $$test.log"; \
	done
	@$(LLVM_PROFDATA) merge -o $(COV)/all.profdata $(COV)/*.profraw
	@$(LLVM_COV) report $(firstword $(COV_UNIT)) $(patsubst %,-object %,$(wordlist 2,$(words $(COV_UNIT)),$(COV_UNIT))) \
		-instr-profile=$(COV)/all.profdata $(LIB_SRC) | \
		awk 'BEGIN { print "FILE LINES MISSED COVERED" } \
			/^TOTAL/ || /\.c / { print $$1, $$(NF - 5), $$(NF - 4), $$(NF - 3) }' | column -t

.PHONY: check-asan
check-asan:
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/asan-live OPT='$(ASAN)' check-live

.PHONY: fuzz fuzz-smoke
fuzz-smoke:
	@$(MAKE) --no-print-directory check-fuzz FUZZ_SECONDS=60

fuzz:
	@$(MAKE) --no-print-directory check-fuzz \
		FUZZ_SECONDS=$(shell awk 'BEGIN { s = $(HOURS) * 3600 / $(words $(TEST_FUZZ)); print int(s < 1 ? 1 : s) }')
