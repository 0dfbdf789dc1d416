// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* perfdata_names.c - see perfdata_names.h. */
#include "perfdata_names.h"

#include <errno.h>
#include <stdlib.h>

#include "perfdata_abi.h"

/* clang-format off */

static const struct symbol perfdata_types_table[] = {
	SYM_NAMED("MMAP", PERF_RECORD_MMAP, 0),
	SYM_NAMED("LOST", PERF_RECORD_LOST, 0),
	SYM_NAMED("COMM", PERF_RECORD_COMM, 0),
	SYM_NAMED("EXIT", PERF_RECORD_EXIT, 0),
	SYM_NAMED("THROTTLE", PERF_RECORD_THROTTLE, 0),
	SYM_NAMED("UNTHROTTLE", PERF_RECORD_UNTHROTTLE, 0),
	SYM_NAMED("FORK", PERF_RECORD_FORK, 0),
	SYM_NAMED("READ", PERF_RECORD_READ, 0),
	SYM_NAMED("SAMPLE", PERF_RECORD_SAMPLE, 0),
	SYM_NAMED("MMAP2", PERF_RECORD_MMAP2, 0),
	SYM_NAMED("AUX", PERF_RECORD_AUX, 0),
	SYM_NAMED("ITRACE_START", PERF_RECORD_ITRACE_START, 0),
	SYM_NAMED("LOST_SAMPLES", PERF_RECORD_LOST_SAMPLES, 0),
	SYM_NAMED("SWITCH", PERF_RECORD_SWITCH, 0),
	SYM_NAMED("SWITCH_CPU_WIDE", PERF_RECORD_SWITCH_CPU_WIDE, 0),
	SYM_NAMED("NAMESPACES", PERF_RECORD_NAMESPACES, 0),
	SYM_NAMED("KSYMBOL", PERF_RECORD_KSYMBOL, 0),
	SYM_NAMED("BPF_EVENT", PERF_RECORD_BPF_EVENT, 0),
	SYM_NAMED("CGROUP", PERF_RECORD_CGROUP, 0),
	SYM_NAMED("TEXT_POKE", PERF_RECORD_TEXT_POKE, 0),
	SYM_NAMED("AUX_OUTPUT_HW_ID", PERF_RECORD_AUX_OUTPUT_HW_ID, 0),
	SYM_NAMED("CALLCHAIN_DEFERRED", PERFDATA_CALLCHAIN_DEFERRED, 0),
	SYM_NAMED("ATTR", PERFDATA_ATTR, 0),
	SYM_NAMED("EVENT_TYPE", PERFDATA_EVENT_TYPE, 0),
	SYM_NAMED("TRACING_DATA", PERFDATA_TRACING_DATA, 0),
	SYM_NAMED("BUILD_ID", PERFDATA_BUILD_ID, 0),
	SYM_NAMED("FINISHED_ROUND", PERFDATA_FINISHED_ROUND, 0),
	SYM_NAMED("ID_INDEX", PERFDATA_ID_INDEX, 0),
	SYM_NAMED("AUXTRACE_INFO", PERFDATA_AUXTRACE_INFO, 0),
	SYM_NAMED("AUXTRACE", PERFDATA_AUXTRACE, 0),
	SYM_NAMED("AUXTRACE_ERROR", PERFDATA_AUXTRACE_ERROR, 0),
	SYM_NAMED("THREAD_MAP", PERFDATA_THREAD_MAP, 0),
	SYM_NAMED("CPU_MAP", PERFDATA_CPU_MAP, 0),
	SYM_NAMED("STAT_CONFIG", PERFDATA_STAT_CONFIG, 0),
	SYM_NAMED("STAT", PERFDATA_STAT, 0),
	SYM_NAMED("STAT_ROUND", PERFDATA_STAT_ROUND, 0),
	SYM_NAMED("EVENT_UPDATE", PERFDATA_EVENT_UPDATE, 0),
	SYM_NAMED("TIME_CONV", PERFDATA_TIME_CONV, 0),
	SYM_NAMED("FEATURE", PERFDATA_FEATURE, 0),
	SYM_NAMED("COMPRESSED", PERFDATA_COMPRESSED, 0),
	SYM_NAMED("FINISHED_INIT", PERFDATA_FINISHED_INIT, 0),
	SYM_NAMED("COMPRESSED2", PERFDATA_COMPRESSED2, 0),
	SYM_NAMED("BPF_METADATA", PERFDATA_BPF_METADATA, 0),
	SYM_NAMED("SCHEDSTAT_CPU", PERFDATA_SCHEDSTAT_CPU, 0),
	SYM_NAMED("SCHEDSTAT_DOMAIN", PERFDATA_SCHEDSTAT_DOMAIN, 0),
};
DEFINE_ENUM(perfdata_types, "", .is_decimal = true);

#define FEATURE(name) SYM_NAMED(#name, PERFDATA_F_##name, 0)
static const struct symbol perfdata_features_table[] = {
	FEATURE(TRACING_DATA),
	FEATURE(BUILD_ID),
	FEATURE(HOSTNAME),
	FEATURE(OSRELEASE),
	FEATURE(VERSION),
	FEATURE(ARCH),
	FEATURE(NRCPUS),
	FEATURE(CPUDESC),
	FEATURE(CPUID),
	FEATURE(TOTAL_MEM),
	FEATURE(CMDLINE),
	FEATURE(EVENT_DESC),
	FEATURE(CPU_TOPOLOGY),
	FEATURE(NUMA_TOPOLOGY),
	FEATURE(BRANCH_STACK),
	FEATURE(PMU_MAPPINGS),
	FEATURE(GROUP_DESC),
	FEATURE(AUXTRACE),
	FEATURE(STAT),
	FEATURE(CACHE),
	FEATURE(SAMPLE_TIME),
	FEATURE(MEM_TOPOLOGY),
	FEATURE(CLOCKID),
	FEATURE(DIR_FORMAT),
	FEATURE(BPF_PROG_INFO),
	FEATURE(BPF_BTF),
	FEATURE(COMPRESSED),
	FEATURE(CPU_PMU_CAPS),
	FEATURE(CLOCK_DATA),
	FEATURE(HYBRID_TOPOLOGY),
	FEATURE(PMU_CAPS),
	FEATURE(CPU_DOMAIN_INFO),
	FEATURE(E_MACHINE),
	FEATURE(CLN_SIZE),
};
DEFINE_ENUM(perfdata_features, "", .is_decimal = true);

static const struct symbol perfdata_sample_type_table[] = {
	SYM(PERF_SAMPLE_IDENTIFIER),
	SYM(PERF_SAMPLE_IP),
	SYM(PERF_SAMPLE_TID),
	SYM(PERF_SAMPLE_TIME),
	SYM(PERF_SAMPLE_ADDR),
	SYM(PERF_SAMPLE_ID),
	SYM(PERF_SAMPLE_STREAM_ID),
	SYM(PERF_SAMPLE_CPU),
	SYM(PERF_SAMPLE_PERIOD),
	SYM(PERF_SAMPLE_READ),
	SYM(PERF_SAMPLE_CALLCHAIN),
	SYM(PERF_SAMPLE_RAW),
	SYM(PERF_SAMPLE_BRANCH_STACK),
	SYM(PERF_SAMPLE_REGS_USER),
	SYM(PERF_SAMPLE_STACK_USER),
	SYM(PERF_SAMPLE_WEIGHT),
	SYM(PERF_SAMPLE_WEIGHT_STRUCT),
	SYM(PERF_SAMPLE_DATA_SRC),
	SYM(PERF_SAMPLE_TRANSACTION),
	SYM(PERF_SAMPLE_REGS_INTR),
	SYM(PERF_SAMPLE_PHYS_ADDR),
	SYM(PERF_SAMPLE_CGROUP),
	SYM(PERF_SAMPLE_DATA_PAGE_SIZE),
	SYM(PERF_SAMPLE_CODE_PAGE_SIZE),
	SYM(PERF_SAMPLE_AUX),
};
DEFINE_FLAGS(perfdata_sample_type, "PERF_SAMPLE_", .width = 64);

static const struct symbol perfdata_read_format_table[] = {
	SYM(PERF_FORMAT_TOTAL_TIME_ENABLED),
	SYM(PERF_FORMAT_TOTAL_TIME_RUNNING),
	SYM(PERF_FORMAT_ID),
	SYM(PERF_FORMAT_GROUP),
	SYM_NAMED("PERF_FORMAT_LOST", PERFDATA_FORMAT_LOST, 0),
};
DEFINE_FLAGS(perfdata_read_format, "PERF_FORMAT_", .width = 64);

static const struct symbol perfdata_attr_type_table[] = {
	SYM(PERF_TYPE_HARDWARE),
	SYM(PERF_TYPE_SOFTWARE),
	SYM(PERF_TYPE_TRACEPOINT),
	SYM(PERF_TYPE_HW_CACHE),
	SYM(PERF_TYPE_RAW),
	SYM(PERF_TYPE_BREAKPOINT),
};
DEFINE_ENUM(perfdata_attr_type, "PERF_TYPE_", .is_decimal = true);

/* The bit field of perf_event_attr, by the names of its members. */
#define ATTR_BIT(name, bit) SYM_NAMED(#name, 1ULL << (bit), 0)
static const struct symbol perfdata_attr_flags_table[] = {
	ATTR_BIT(disabled, 0),
	ATTR_BIT(inherit, 1),
	ATTR_BIT(pinned, 2),
	ATTR_BIT(exclusive, 3),
	ATTR_BIT(exclude_user, 4),
	ATTR_BIT(exclude_kernel, 5),
	ATTR_BIT(exclude_hv, 6),
	ATTR_BIT(exclude_idle, 7),
	ATTR_BIT(mmap, 8),
	ATTR_BIT(comm, 9),
	ATTR_BIT(freq, 10),
	ATTR_BIT(inherit_stat, 11),
	ATTR_BIT(enable_on_exec, 12),
	ATTR_BIT(task, 13),
	ATTR_BIT(watermark, 14),
	SYM_NAMED("precise_ip_3", 3ULL << 15, 3ULL << 15),
	SYM_NAMED("precise_ip_2", 2ULL << 15, 3ULL << 15),
	SYM_NAMED("precise_ip_1", 1ULL << 15, 3ULL << 15),
	ATTR_BIT(mmap_data, 17),
	ATTR_BIT(sample_id_all, 18),
	ATTR_BIT(exclude_host, 19),
	ATTR_BIT(exclude_guest, 20),
	ATTR_BIT(exclude_callchain_kernel, 21),
	ATTR_BIT(exclude_callchain_user, 22),
	ATTR_BIT(mmap2, 23),
	ATTR_BIT(comm_exec, 24),
	ATTR_BIT(use_clockid, 25),
	ATTR_BIT(context_switch, 26),
	ATTR_BIT(write_backward, 27),
	ATTR_BIT(namespaces, 28),
	ATTR_BIT(ksymbol, 29),
	ATTR_BIT(bpf_event, 30),
	ATTR_BIT(aux_output, 31),
	ATTR_BIT(cgroup, 32),
	ATTR_BIT(text_poke, 33),
	ATTR_BIT(build_id, 34),
	ATTR_BIT(inherit_thread, 35),
	ATTR_BIT(remove_on_exec, 36),
	ATTR_BIT(sigtrap, 37),
};
DEFINE_FLAGS(perfdata_attr_flags, "", .width = 64);

static const struct symbol perfdata_branch_type_table[] = {
	SYM(PERF_SAMPLE_BRANCH_USER),
	SYM(PERF_SAMPLE_BRANCH_KERNEL),
	SYM(PERF_SAMPLE_BRANCH_HV),
	SYM(PERF_SAMPLE_BRANCH_ANY),
	SYM(PERF_SAMPLE_BRANCH_ANY_CALL),
	SYM(PERF_SAMPLE_BRANCH_ANY_RETURN),
	SYM(PERF_SAMPLE_BRANCH_IND_CALL),
	SYM(PERF_SAMPLE_BRANCH_COND),
	SYM(PERF_SAMPLE_BRANCH_CALL_STACK),
	SYM_NAMED("PERF_SAMPLE_BRANCH_HW_INDEX", PERFDATA_BRANCH_HW_INDEX, 0),
	SYM_NAMED("PERF_SAMPLE_BRANCH_COUNTERS", PERFDATA_BRANCH_COUNTERS, 0),
};
DEFINE_FLAGS(perfdata_branch_type, "PERF_SAMPLE_BRANCH_", .width = 64);

static const struct symbol perfdata_ksym_type_table[] = {
	SYM(PERF_RECORD_KSYMBOL_TYPE_UNKNOWN),
	SYM(PERF_RECORD_KSYMBOL_TYPE_BPF),
	SYM(PERF_RECORD_KSYMBOL_TYPE_OOL),
};
DEFINE_ENUM(perfdata_ksym_type, "PERF_RECORD_KSYMBOL_TYPE_", .is_decimal = true);

static const struct symbol perfdata_bpf_event_table[] = {
	SYM(PERF_BPF_EVENT_UNKNOWN),
	SYM(PERF_BPF_EVENT_PROG_LOAD),
	SYM(PERF_BPF_EVENT_PROG_UNLOAD),
};
DEFINE_ENUM(perfdata_bpf_event, "PERF_BPF_EVENT_PROG_", .is_decimal = true);

static const struct symbol perfdata_update_table[] = {
	SYM_NAMED("UNIT", PERFDATA_UPDATE_UNIT, 0),
	SYM_NAMED("SCALE", PERFDATA_UPDATE_SCALE, 0),
	SYM_NAMED("NAME", PERFDATA_UPDATE_NAME, 0),
	SYM_NAMED("CPUS", PERFDATA_UPDATE_CPUS, 0),
};
DEFINE_ENUM(perfdata_update, "", .is_decimal = true);

static const struct symbol perfdata_cpumode_table[] = {
	SYM_NAMED("unknown", PERF_RECORD_MISC_CPUMODE_UNKNOWN, 0),
	SYM_NAMED("kernel", PERF_RECORD_MISC_KERNEL, 0),
	SYM_NAMED("user", PERF_RECORD_MISC_USER, 0),
	SYM_NAMED("hypervisor", PERF_RECORD_MISC_HYPERVISOR, 0),
	SYM_NAMED("guest kernel", PERF_RECORD_MISC_GUEST_KERNEL, 0),
	SYM_NAMED("guest user", PERF_RECORD_MISC_GUEST_USER, 0),
};
DEFINE_ENUM(perfdata_cpumode, "", .is_decimal = true);

/* clang-format on */

const char *perfdata_type__name(uint32_t type)
{
	return symbols__name(&syms_perfdata_types, type);
}

const char *perfdata_feature__name(unsigned int id)
{
	return symbols__name(&syms_perfdata_features, id);
}

int perfdata_type__lookup(const char *name, uint32_t *ret_type)
{
	unsigned long number;
	uint64_t value;
	char *end;

	if (!symbols__lookup(&syms_perfdata_types, name, &value)) {
		*ret_type = (uint32_t)value;
		return 0;
	}
	errno = 0;
	number = strtoul(name, &end, 0);
	if (errno || end == name || *end || *name == '-' || number > UINT32_MAX)
		return -ENOENT;
	*ret_type = (uint32_t)number;
	return 0;
}
