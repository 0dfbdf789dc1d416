# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# The live tests on Debian's kernels of other versions, in virtual machines; see tests/vm/run.sh.
#
#   make check-vm               on 6.1
#   make check-vm KERNEL=5.10   on one of tests/vm/kernels
#   make check-vm KERNEL=all    on each of them, as many at a time as there are CPUs (JOBS)
KERNEL ?= 6.1

.PHONY: check-vm
check-vm: live-built
	@BUILD=$(BUILD) TEST_JOBS=$(JOBS) tests/run.sh $(addprefix tests/vm/run.sh:,$(if $(filter all,$(KERNEL)),$(shell sed -n 's/^\([0-9.]*\)	.*/\1/p' tests/vm/kernels),$(KERNEL)))
