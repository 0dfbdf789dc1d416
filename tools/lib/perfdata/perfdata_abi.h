/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * perfdata_abi.h - numbers and layouts of perf.data that <linux/perf_event.h> does not have: what
 * perf's user space adds to the kernel's records. docs/perfdata.md tells the format in words.
 */
#ifndef PERF_AUGMENT_PERFDATA_ABI_H
#define PERF_AUGMENT_PERFDATA_ABI_H

#include <linux/perf_event.h>
#include <stdint.h>

/**
 * PERFDATA_MAGIC - "PERFILE2" as the recording machine's integer: swapped, the file is of the
 * other byte order.
 */
#define PERFDATA_MAGIC 0x32454c4946524550ULL
#define PERFDATA_MAGIC_SWAPPED 0x50455246494c4532ULL

#define PERFDATA_PIPE_HEADER_SIZE 16
#define PERFDATA_FEATURE_WORDS 4
#define PERFDATA_NR_FEATURES (64 * PERFDATA_FEATURE_WORDS)
#define PERFDATA_RECORD_MAX 65535
/**
 * PERFDATA_KERNEL_RECORDS - record types below this come from the kernel and may end in a
 * sample_id.
 */
#define PERFDATA_KERNEL_RECORDS 64
/** PERFDATA_FEATURE_PAYLOAD_MAX - what one HEADER_FEATURE record can carry. */
#define PERFDATA_FEATURE_PAYLOAD_MAX (PERFDATA_RECORD_MAX - 16)
/** PERFDATA_ATTR_IDS_MAX - ids that one HEADER_ATTR record carries behind an attr of @size bytes. */
#define PERFDATA_ATTR_IDS_MAX(size) ((PERFDATA_RECORD_MAX - 8 - (size)) / 8)

/**
 * PERFDATA_ATTR_SIZE - the attr that every perf since 5.13 reads; larger ones are refused by
 * older perfs.
 */
#define PERFDATA_ATTR_SIZE 128
#define PERFDATA_ATTR_SIZE_MIN 64
/** PERFDATA_ATTR_SIZE_MAX - the largest attr that is kept whole; the kernel's limit is a page. */
#define PERFDATA_ATTR_SIZE_MAX 4096

/** struct perfdata_section - a part of the file: its offset and its bytes. */
struct perfdata_section {
	uint64_t offset;
	uint64_t size;
};

/** struct perfdata_file_header - the start of the file form. */
struct perfdata_file_header {
	uint64_t magic;
	uint64_t size;
	uint64_t attr_size; /* of one entry in @attrs: the attr and the section of its ids */
	struct perfdata_section attrs;
	struct perfdata_section data; /* size 0: the recorder never finished */
	struct perfdata_section event_types;
	uint64_t features[PERFDATA_FEATURE_WORDS];
};
_Static_assert(sizeof(struct perfdata_file_header) == 104, "the file form's header");

/* Record types of perf's user space. */
enum perfdata_type {
	PERFDATA_ATTR = 64,
	PERFDATA_EVENT_TYPE = 65,
	PERFDATA_TRACING_DATA = 66, /* its bytes follow the record, not counted in its size */
	PERFDATA_BUILD_ID = 67,
	PERFDATA_FINISHED_ROUND = 68,
	PERFDATA_ID_INDEX = 69,
	PERFDATA_AUXTRACE_INFO = 70,
	PERFDATA_AUXTRACE = 71, /* its bytes follow the record, not counted in its size */
	PERFDATA_AUXTRACE_ERROR = 72,
	PERFDATA_THREAD_MAP = 73,
	PERFDATA_CPU_MAP = 74,
	PERFDATA_STAT_CONFIG = 75,
	PERFDATA_STAT = 76,
	PERFDATA_STAT_ROUND = 77,
	PERFDATA_EVENT_UPDATE = 78,
	PERFDATA_TIME_CONV = 79,
	PERFDATA_FEATURE = 80,
	PERFDATA_COMPRESSED = 81,
	PERFDATA_FINISHED_INIT = 82,
	PERFDATA_COMPRESSED2 = 83,  /* perf 6.16 */
	PERFDATA_BPF_METADATA = 84, /* perf 6.17 */
	PERFDATA_SCHEDSTAT_CPU = 85,
	PERFDATA_SCHEDSTAT_DOMAIN = 86,
};

/** PERFDATA_TYPES_OF_6_1 - perf 6.1 gives up at any record type from here on. */
#define PERFDATA_TYPES_OF_6_1 83
/** PERFDATA_FEATURES_OF_6_1 - perf 6.1 knows the features below. */
#define PERFDATA_FEATURES_OF_6_1 32

enum perfdata_feature_id {
	PERFDATA_F_TRACING_DATA = 1,
	PERFDATA_F_BUILD_ID,
	PERFDATA_F_HOSTNAME,
	PERFDATA_F_OSRELEASE,
	PERFDATA_F_VERSION,
	PERFDATA_F_ARCH,
	PERFDATA_F_NRCPUS,
	PERFDATA_F_CPUDESC,
	PERFDATA_F_CPUID,
	PERFDATA_F_TOTAL_MEM,
	PERFDATA_F_CMDLINE,
	PERFDATA_F_EVENT_DESC,
	PERFDATA_F_CPU_TOPOLOGY,
	PERFDATA_F_NUMA_TOPOLOGY,
	PERFDATA_F_BRANCH_STACK,
	PERFDATA_F_PMU_MAPPINGS,
	PERFDATA_F_GROUP_DESC,
	PERFDATA_F_AUXTRACE,
	PERFDATA_F_STAT,
	PERFDATA_F_CACHE,
	PERFDATA_F_SAMPLE_TIME,
	PERFDATA_F_MEM_TOPOLOGY,
	PERFDATA_F_CLOCKID,
	PERFDATA_F_DIR_FORMAT,
	PERFDATA_F_BPF_PROG_INFO,
	PERFDATA_F_BPF_BTF,
	PERFDATA_F_COMPRESSED,
	PERFDATA_F_CPU_PMU_CAPS,
	PERFDATA_F_CLOCK_DATA,
	PERFDATA_F_HYBRID_TOPOLOGY,
	PERFDATA_F_PMU_CAPS,
	PERFDATA_F_CPU_DOMAIN_INFO, /* newer than 6.1 from here on */
	PERFDATA_F_E_MACHINE,
	PERFDATA_F_CLN_SIZE,
};

/** PERFDATA_CALLCHAIN_DEFERRED - the kernel's record of callers in user space, found later. */
#define PERFDATA_CALLCHAIN_DEFERRED 22

/* PERFDATA_EVENT_UPDATE: what is told of the event. */
enum { PERFDATA_UPDATE_UNIT, PERFDATA_UPDATE_SCALE, PERFDATA_UPDATE_NAME, PERFDATA_UPDATE_CPUS };

/* misc of MMAP2: a build-id stands where device and inode would. */
#define PERFDATA_MISC_MMAP_BUILD_ID 0x4000
/* misc of BUILD_ID: its size byte is valid. */
#define PERFDATA_MISC_BUILD_ID_SIZE 0x8000

#define PERFDATA_BUILD_ID_MAX 20

/* Bits that Debian 12's headers do not have yet. */
#define PERFDATA_FORMAT_LOST (1U << 4)	    /* 6.0: read_format */
#define PERFDATA_BRANCH_HW_INDEX (1U << 17) /* branch_sample_type */
#define PERFDATA_BRANCH_COUNTERS (1U << 19) /* 6.8 */

#endif /* PERF_AUGMENT_PERFDATA_ABI_H */
