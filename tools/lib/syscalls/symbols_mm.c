// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * symbols_mm.c - names for memory calls: mmap, mprotect, madvise, mlock, memory policies, memfd.
 */
#include "symbols_tables.h"

#include <asm/mman.h>
#include <linux/mempolicy.h>
#include <linux/mman.h>
#include <linux/membarrier.h>
#include <linux/memfd.h>

/* clang-format off */

static const struct symbol mmap_prot_table[] = {
	SYM(PROT_NONE),
	SYM(PROT_READ),
	SYM(PROT_WRITE),
	SYM(PROT_EXEC),
	SYM(PROT_SEM),
	SYM(PROT_GROWSDOWN),
	SYM(PROT_GROWSUP),
};
DEFINE_FLAGS(mmap_prot, "PROT_", .width = 64);

#ifndef MAP_DROPPABLE
#define MAP_DROPPABLE 0x08 /* 6.11 */
#endif
#ifndef MAP_ABOVE4G
#define MAP_ABOVE4G 0x80 /* 6.6 */
#endif
static const struct symbol mmap_flags_table[] = {
	SYM_FIELD(MAP_FILE, MAP_TYPE),
	SYM_FIELD(MAP_SHARED, MAP_TYPE),
	SYM_FIELD(MAP_PRIVATE, MAP_TYPE),
	SYM_FIELD(MAP_SHARED_VALIDATE, MAP_TYPE),
	SYM_FIELD(MAP_DROPPABLE, MAP_TYPE),
	SYM(MAP_FIXED),
	SYM(MAP_ANONYMOUS),
	SYM(MAP_32BIT),
	SYM(MAP_ABOVE4G),
	SYM(MAP_NORESERVE),
	SYM(MAP_POPULATE),
	SYM(MAP_NONBLOCK),
	SYM(MAP_GROWSDOWN),
	SYM(MAP_DENYWRITE),
	SYM(MAP_EXECUTABLE),
	SYM(MAP_LOCKED),
	SYM(MAP_STACK),
	SYM(MAP_HUGETLB),
	SYM(MAP_SYNC),
	SYM(MAP_FIXED_NOREPLACE),
	SYM_NUMBER(MAP_HUGE_SHIFT, 6),
};
DEFINE_FLAGS(mmap_flags, "MAP_", .width = 64, .field = MAP_TYPE, .field_unknown = "MAP_");

#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102 /* 6.13 */
#endif
#ifndef MADV_GUARD_REMOVE
#define MADV_GUARD_REMOVE 103 /* 6.13 */
#endif
static const struct symbol madvise_behavior_table[] = {
	SYM(MADV_NORMAL),
	SYM(MADV_RANDOM),
	SYM(MADV_SEQUENTIAL),
	SYM(MADV_WILLNEED),
	SYM(MADV_DONTNEED),
	SYM(MADV_FREE),
	SYM(MADV_REMOVE),
	SYM(MADV_DONTFORK),
	SYM(MADV_DOFORK),
	SYM(MADV_MERGEABLE),
	SYM(MADV_UNMERGEABLE),
	SYM(MADV_HUGEPAGE),
	SYM(MADV_NOHUGEPAGE),
	SYM(MADV_DONTDUMP),
	SYM(MADV_DODUMP),
	SYM(MADV_WIPEONFORK),
	SYM(MADV_KEEPONFORK),
	SYM(MADV_COLD),
	SYM(MADV_PAGEOUT),
	SYM(MADV_POPULATE_READ),
	SYM(MADV_POPULATE_WRITE),
	SYM(MADV_DONTNEED_LOCKED),
	SYM(MADV_COLLAPSE),
	SYM(MADV_HWPOISON),
	SYM(MADV_SOFT_OFFLINE),
	SYM(MADV_GUARD_INSTALL),
	SYM(MADV_GUARD_REMOVE),
};
DEFINE_ENUM(madvise_behavior, "MADV_");

static const struct symbol mremap_flags_table[] = {
	SYM(MREMAP_MAYMOVE),
	SYM(MREMAP_FIXED),
	SYM(MREMAP_DONTUNMAP),
};
DEFINE_FLAGS(mremap_flags, "MREMAP_", .width = 64);

static const struct symbol msync_flags_table[] = {
	SYM(MS_SYNC),
	SYM(MS_ASYNC),
	SYM(MS_INVALIDATE),
};
DEFINE_FLAGS(msync_flags, "MS_");

static const struct symbol mlock2_flags_table[] = {
	SYM(MLOCK_ONFAULT),
};
DEFINE_FLAGS(mlock2_flags, "MLOCK_");

static const struct symbol mlockall_flags_table[] = {
	SYM(MCL_CURRENT),
	SYM(MCL_FUTURE),
	SYM(MCL_ONFAULT),
};
DEFINE_FLAGS(mlockall_flags, "MCL_");

#ifndef MEMBARRIER_CMD_GET_REGISTRATIONS
#define MEMBARRIER_CMD_GET_REGISTRATIONS (1 << 9) /* 6.3 */
#endif
static const struct symbol membarrier_cmd_table[] = {
	SYM(MEMBARRIER_CMD_QUERY),
	SYM(MEMBARRIER_CMD_GLOBAL),
	SYM(MEMBARRIER_CMD_GLOBAL_EXPEDITED),
	SYM(MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED),
	SYM(MEMBARRIER_CMD_PRIVATE_EXPEDITED),
	SYM(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED),
	SYM(MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE),
	SYM(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE),
	SYM(MEMBARRIER_CMD_PRIVATE_EXPEDITED_RSEQ),
	SYM(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_RSEQ),
	SYM(MEMBARRIER_CMD_GET_REGISTRATIONS),
};
DEFINE_ENUM(membarrier_cmd, "MEMBARRIER_CMD_");
/* What MEMBARRIER_CMD_QUERY returns: all but QUERY, the first, which is 0. */
const struct symbols syms_membarrier_cmds = {
	.prefix = "MEMBARRIER_CMD_",
	.prefix_len = sizeof("MEMBARRIER_CMD_") - 1,
	.table = membarrier_cmd_table + 1,
	.nr = sizeof(membarrier_cmd_table) / sizeof(membarrier_cmd_table[0]) - 1,
	.is_flags = true,
};

static const struct symbol membarrier_flags_table[] = {
	SYM(MEMBARRIER_CMD_FLAG_CPU),
};
DEFINE_FLAGS(membarrier_flags, "MEMBARRIER_CMD_", .unknown = "MEMBARRIER_CMD_FLAG_");

#ifndef MPOL_WEIGHTED_INTERLEAVE
#define MPOL_WEIGHTED_INTERLEAVE 6 /* 6.9 */
#endif
static const struct symbol mempolicy_mode_table[] = {
	SYM_FIELD(MPOL_DEFAULT, ~MPOL_MODE_FLAGS),
	SYM_FIELD(MPOL_PREFERRED, ~MPOL_MODE_FLAGS),
	SYM_FIELD(MPOL_BIND, ~MPOL_MODE_FLAGS),
	SYM_FIELD(MPOL_INTERLEAVE, ~MPOL_MODE_FLAGS),
	SYM_FIELD(MPOL_LOCAL, ~MPOL_MODE_FLAGS),
	SYM_FIELD(MPOL_PREFERRED_MANY, ~MPOL_MODE_FLAGS),
	SYM_FIELD(MPOL_WEIGHTED_INTERLEAVE, ~MPOL_MODE_FLAGS),
	SYM(MPOL_F_STATIC_NODES),
	SYM(MPOL_F_RELATIVE_NODES),
	SYM(MPOL_F_NUMA_BALANCING),
};
DEFINE_FLAGS(mempolicy_mode, "MPOL_", .width = 64);

static const struct symbol mempolicy_mode32_table[] = {
	SYM_FIELD(MPOL_DEFAULT, ~MPOL_MODE_FLAGS),
	SYM_FIELD(MPOL_PREFERRED, ~MPOL_MODE_FLAGS),
	SYM_FIELD(MPOL_BIND, ~MPOL_MODE_FLAGS),
	SYM_FIELD(MPOL_INTERLEAVE, ~MPOL_MODE_FLAGS),
	SYM_FIELD(MPOL_LOCAL, ~MPOL_MODE_FLAGS),
	SYM_FIELD(MPOL_PREFERRED_MANY, ~MPOL_MODE_FLAGS),
	SYM_FIELD(MPOL_WEIGHTED_INTERLEAVE, ~MPOL_MODE_FLAGS),
	SYM(MPOL_F_STATIC_NODES),
	SYM(MPOL_F_RELATIVE_NODES),
	SYM(MPOL_F_NUMA_BALANCING),
};
DEFINE_FLAGS(mempolicy_mode32, "MPOL_");

static const struct symbol move_pages_flags_table[] = {
	SYM(MPOL_MF_MOVE),
	SYM(MPOL_MF_MOVE_ALL),
};
DEFINE_FLAGS(move_pages_flags, "MPOL_");

static const struct symbol mbind_flags_table[] = {
	SYM(MPOL_MF_STRICT),
	SYM(MPOL_MF_MOVE),
	SYM(MPOL_MF_MOVE_ALL),
	SYM(MPOL_MF_LAZY),
};
DEFINE_FLAGS(mbind_flags, "MPOL_");

static const struct symbol get_mempolicy_flags_table[] = {
	SYM(MPOL_F_NODE),
	SYM(MPOL_F_ADDR),
	SYM(MPOL_F_MEMS_ALLOWED),
};
DEFINE_FLAGS(get_mempolicy_flags, "MPOL_", .width = 64);

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U /* 6.3 */
#endif
#ifndef MFD_EXEC
#define MFD_EXEC 0x0010U /* 6.3 */
#endif
static const struct symbol memfd_flags_table[] = {
	SYM(MFD_CLOEXEC),
	SYM(MFD_ALLOW_SEALING),
	SYM(MFD_HUGETLB),
	SYM(MFD_NOEXEC_SEAL),
	SYM(MFD_EXEC),
	SYM_NUMBER(MFD_HUGE_SHIFT, 6),
};
DEFINE_FLAGS(memfd_flags, "MFD_");

#ifndef O_CLOEXEC
#define O_CLOEXEC 02000000
#endif
static const struct symbol memfd_secret_flags_table[] = {
	SYM(O_CLOEXEC),
};
DEFINE_FLAGS(memfd_secret_flags, "O_", .is_open = true);

#ifndef PKEY_DISABLE_EXECUTE
#define PKEY_DISABLE_EXECUTE 0x4
#endif
static const struct symbol pkey_access_table[] = {
	SYM(PKEY_DISABLE_ACCESS),
	SYM(PKEY_DISABLE_WRITE),
	SYM(PKEY_DISABLE_EXECUTE),
};
DEFINE_FLAGS(pkey_access, "PKEY_", .width = 64);

#ifndef SHADOW_STACK_SET_TOKEN
#define SHADOW_STACK_SET_TOKEN (1ULL << 0) /* 6.6 */
#endif
#ifndef SHADOW_STACK_SET_MARKER
#define SHADOW_STACK_SET_MARKER (1ULL << 1) /* 6.12 */
#endif
static const struct symbol shadow_stack_flags_table[] = {
	SYM(SHADOW_STACK_SET_TOKEN),
	SYM(SHADOW_STACK_SET_MARKER),
};
DEFINE_FLAGS(shadow_stack_flags, "SHADOW_STACK_");
