# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# `make` builds everything into $(BUILD); `make help` lists the other targets; V=1 shows commands.
BUILD ?= build
ifeq ($(origin CC),default)
CC := gcc
endif
CLANG ?= clang
BPFTOOL ?= bpftool
PKG_CONFIG ?= pkg-config
PREFIX ?= /usr/local

OPT ?= -O2 -g
# A header of tools/lib is included by its name alone: no two have the same.
LIB_SRC := $(wildcard tools/lib/*/*.c)
LIB_DIRS := $(patsubst %/,%,$(sort $(dir $(LIB_SRC))))
WARN := -Wall -Wextra -Wstrict-prototypes -Wmissing-prototypes $(if $(CI),-Werror)
LIBS := -Wl,--as-needed $(shell $(PKG_CONFIG) --libs libbpf libdw libelf libtraceevent zlib libzstd 2>/dev/null || \
	echo -lbpf -ldw -lelf -ltraceevent -lz -lzstd) -liberty -lm -pthread
# Few commands call these: what they need in turn is mapped and relocated too, a sixth of the time of `--version`.
LATE := dw traceevent zstd
LATE_OBJ := $(LATE:%=$(BUILD)/gen/late_%.o)
USER_FLAGS := -std=gnu11 -fno-math-errno -D_GNU_SOURCE $(WARN) -iquote . -iquote include $(LIB_DIRS:%=-iquote %) -iquote tools -iquote $(BUILD)
BPF_FLAGS := -target bpf -mcpu=v2 -g -O2 -Wall -Wextra -Wno-unused-parameter $(if $(CI),-Werror)
DEPS = -MMD -MP -MT $@ -MF $@.d

TOOL_SRC := $(wildcard tools/*.c)
LIB_OBJ := $(LIB_SRC:%.c=$(BUILD)/obj/%.o)
TOOL_OBJ := $(TOOL_SRC:%.c=$(BUILD)/obj/%.o)
SKEL := $(patsubst bpf-progs/%.bpf.c,$(BUILD)/gen/%.skel.h,$(wildcard bpf-progs/*.bpf.c)) $(BUILD)/gen/engine_maps.skel.h
BPF_OBJ := $(patsubst %.c,$(BUILD)/%.o,$(wildcard bpf-progs/*.c bpf-progs/examples/*.c))

ifneq ($(V),1)
Q := @
# Nothing is said under make -s.
msg = $(if $(findstring s,$(firstword -$(MAKEFLAGS))),@:,@printf '  %-8s %s\n' $(1) $(2))
endif

.PHONY: all
all: $(BUILD)/perf-augment $(BPF_OBJ)
.DELETE_ON_ERROR:
.SECONDARY:

# Programs take what they use of an archive: a test links in a tenth of the time.
define archive
	$(call msg,AR,$@)
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $^
endef

$(BUILD)/lib.a: $(LIB_OBJ)
	$(archive)

$(BUILD)/perf-augment: $(TOOL_OBJ) $(LATE_OBJ) $(BUILD)/lib.a
	$(call msg,LINK,$@)
	$(Q)$(CC) $(OPT) $(LDFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/gen/late_%.s: tools/late.sh $(TOOL_OBJ) $(BUILD)/lib.a
	$(call msg,LATE,$@)
	$(Q)tools/late.sh $$($(CC) -print-file-name=lib$*.so) $(TOOL_OBJ) $(BUILD)/lib.a > $@

$(LATE_OBJ): %.o: %.s
	$(Q)$(CC) -c -o $@ $<

$(BUILD)/obj/%.o: %.c | $(SKEL)
	$(call msg,CC,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(OPT) $(USER_FLAGS) $(CFLAGS) $(DEPS) -c -o $@ $<

# Our own programs stand on libbpf's headers, objects for stock perf on ours alone. clang before 17 keeps a
# symbol for each branch, thousands of them, which libbpf looks through at every start: an assembler's local
# labels begin with a point.
$(BUILD)/bpf-progs/%.bpf.o: bpf-progs/%.bpf.c
	$(call msg,BPF,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CLANG) $(BPF_FLAGS) -I include $(DEPS) -S -o $(@:.o=.s) $<
	$(Q)sed -i 's/\<LBB/.&/g' $(@:.o=.s)
	$(Q)$(CLANG) -target bpf -mcpu=v2 -x assembler -c -o $@ $(@:.o=.s)

$(BUILD)/bpf-progs/%.o: bpf-progs/%.c
	$(call msg,BPF,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CLANG) $(BPF_FLAGS) -I include -I include/bpf $(DEPS) -c -o $@ $<

$(BUILD)/gen/%.skel.h: $(BUILD)/bpf-progs/%.bpf.o
	$(call msg,SKEL,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(BPFTOOL) gen skeleton $< name $*_bpf > $@

# The engine once more, of which no program is ever loaded: what libbpf would relocate, and the tables for that, are
# left out, which is most of opening it.
$(BUILD)/gen/engine_maps.bpf.o: $(BUILD)/bpf-progs/engine.bpf.o bpf-progs/engine_maps.awk
	$(call msg,BPF,$@)
	$(Q)mkdir -p $(@D)
	$(Q)awk -f bpf-progs/engine_maps.awk $(<:.o=.s) > $(@:.o=.s)
	$(Q)$(CLANG) -target bpf -mcpu=v2 -x assembler -c -o $@ $(@:.o=.s)

$(BUILD)/gen/engine_maps.skel.h: $(BUILD)/gen/engine_maps.bpf.o
	$(call msg,SKEL,$@)
	$(Q)$(BPFTOOL) gen skeleton $< name engine_maps_bpf > $@

include tests/Makefile

.PHONY: install
install: all
	install -D -m 755 $(BUILD)/perf-augment $(DESTDIR)$(PREFIX)/bin/perf-augment
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/man/man1 docs/*.1
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/lib/perf-augment/bpf-progs $(BUILD)/bpf-progs/*.o
	cd include && find bpf -name '*.h' -exec install -D -m 644 {} $(DESTDIR)$(PREFIX)/lib/perf-augment/include/{} \;

.PHONY: format
format:
	$(Q)clang-format-14 -i $(shell git ls-files '*.c' '*.h')

.PHONY: clean
clean:
	rm -rf $(BUILD) $(BUILD)-asan $(BUILD)-coverage

.PHONY: help
help:
	@echo 'all         build/perf-augment and build/bpf-progs/*.o (the default)'
	@echo 'check       unit, golden and build tests: no root needed'
	@echo 'check-live  tests on the running kernel: root'
	@echo 'check-faults  kills, full disks, storms of calls, each for FAULT_SECONDS: root'
	@echo 'soak        memory of long runs, MINUTES of each: root'
	@echo 'check-fuzz  each libFuzzer target for FUZZ_SECONDS'
	@echo 'check-asan  the live tests with a binary built with ASan and UBSan: root'
	@echo 'fuzz-smoke  each libFuzzer target for 60 s; fuzz HOURS=n shares hours among them'
	@echo 'fuzz-corpus seeds in the tree from what the targets have found'
	@echo 'lint        clang-tidy, cppcheck, shellcheck'
	@echo 'coverage    lines of tools/lib that the tests run; as root the live ones too'
	@echo 'check-compilers  everything by clang 14, 16 and 19, and by gcc and clang'
	@echo 'check-vm    live tests on other kernels in virtual machines: KERNEL=5.10|6.1|6.12|7.2|all'
	@echo 'bench       speed beside strace, perf trace and an empty BPF pair: root'
	@echo 'install     to $$(DESTDIR)$$(PREFIX)'
	@echo 'format      clang-format over the tree'
	@echo 'clean       remove build/ and what lies beside it'

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
