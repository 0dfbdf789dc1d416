/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * engine_config.h - what engine.bpf.c and its loader (tools/lib/engine/engine.c) agree on besides
 * the records.
 */
#ifndef PERF_AUGMENT_ENGINE_CONFIG_H
#define PERF_AUGMENT_ENGINE_CONFIG_H

#include "bpf/augment.h"
#include "engine_counts.h"
#include "engine_spec.h"
#include "filter_code.h"

#define ENGINE_LICENSE "Dual BSD/GPL"

/* struct engine_config.hidden */
#define AUG_HIDE_SUCCESSFUL (1 << 0)
#define AUG_HIDE_FAILED (1 << 1)
#define AUG_HIDE_UNFINISHED (1 << 2) /* calls that never return */

/* struct engine_config.want_summary: whose rows there are */
#define AUG_SUMMARY_BY_THREAD 1
#define AUG_SUMMARY_BY_CPU 2

/* struct engine_config.stacks */
#define AUG_STACK_USER (1 << 0)
#define AUG_STACK_KERNEL (1 << 1)
#define AUG_STACK_DUMP (1 << 2) /* of user space, instead of AUG_STACK_USER; Linux 5.15 */
/* So that a call that waits has it, and an execve() the caller's */
#define AUG_STACK_AT_ENTRY (1 << 3)

/** AUG_MAX_CPUS - CPUs that a list of them may name. */
#define AUG_MAX_CPUS 1024

/** struct engine_config - read-only data of the engine, set between open and load. */
struct engine_config {
	aug_u64 min_duration_ns;  /* shorter calls are filtered */
	aug_u64 pidns_dev;	  /* our pid namespace, when it is not the initial one; */
	aug_u64 pidns_ino;	  /* otherwise 0 */
	aug_u8 all_tasks;	  /* trace every task that is not filtered */
	aug_u8 filters_pids;	  /* by pids_filtered */
	aug_u8 inherit;		  /* follow children and threads of traced tasks */
	aug_u8 hidden;		  /* AUG_HIDE_*: calls that are filtered by how they end */
	aug_u8 want_events;	  /* emit records */
	aug_u8 want_summary;	  /* AUG_SUMMARY_*: count in the summary map */
	aug_u8 has_task_storage;  /* 5.11+; otherwise state lives in a hash keyed by tid */
	aug_u8 has_augmenters;	  /* some spec has AUG_S_AUGMENT_* */
	aug_u8 want_task_records; /* signals, stops and ends of threads */
	aug_u8 has_probes;	  /* some augmenter has functions in user space */
	aug_u8 stacks;		  /* AUG_STACK_*: call chains in the records */
	aug_u8 long_data;	  /* contents take AUG_RECORD_MORE records when they need them */
	aug_u8 want_fds;	  /* what descriptors stand for */
	aug_u8 summary_cgroups;	  /* rows of the summary differ by control group too */
	aug_u8 summary_rows;	  /* threads have rows at hand: summaries by thread */
	aug_u8 want_errnos;	  /* count errors by number */
	aug_u8 want_runs;	  /* count the time that threads run */
	aug_u8 want_tree;	  /* remember processes */
	aug_u8 has_delay;	  /* calls before shared.begin_ns are filtered */
	aug_u8 has_cpus;	  /* calls on CPUs that are not in cpus are filtered */
	aug_u8 detach_on_exec; /* tasks are not traced beyond any execve() but shared.first_exec's */
	aug_u8 summary_run_time; /* the summary has the time on a CPU, not that of the wall clock */
	aug_u8 want_pidns;	 /* tell tasks' numbers in their own pid namespace, and names */
	aug_u8 want_cgroups;	 /* tell when a task's control group is another one */
	aug_u8 calls_interrupt;	 /* programs of calls may interrupt each other on a CPU */
	aug_u8 has_unfold;	 /* some spec has AUG_S_UNFOLD that may be wanted */
	aug_u8 has_ends; /* some calls begin and end without a look at their task; see ends.bpf.h */
	aug_u8 may_fault;    /* this is sys_enter_fault: set in its copy of the constants alone */
	aug_u8 announces;    /* calls that wait */
	aug_u8 counts_ends;  /* those of a summary by thread are such */
	aug_u8 hides_ends;   /* those that are filtered by their result are such */
	aug_u8 keeps_ended;  /* states are asked for after sched_process_exit, too */
	aug_u8 has_slots;    /* 6.4+: states are in slots.bpf.h, and know their task's registers */
	aug_u32 stack_dump;  /* bytes of a dump, a multiple of 8, at most AUG_STACK_DUMP_MAX */
	aug_u32 stack_bytes; /* of one chain, a multiple of 8, at most AUG_STR_MAX */
	aug_u32 short_ring_size; /* bytes of each of short_rings, a power of two; 0: there are none */
	aug_u8 want_living;	 /* remember what traced tasks made until it ends */
	aug_u8 waits_when_full; /* calls wait for a reader that is behind, before they are lost */
	aug_u8 pad3[2];
	aug_u64 cpus[AUG_MAX_CPUS / 64];
};

/** ENGINE_WAIT_NS - how long a call waits at most for room in its ring. */
#define ENGINE_WAIT_NS 100000

/* The map fd_scratches */
#define FDS_ENTER 0
#define FDS_EXIT 1
#define FDS_FAULT 2
#define FDS_ASKED 3

/**
 * TARGET_IN_PIDNS - in a key of the map targets: the loader added the task by its number in our pid
 * namespace. Without it, it is one in the initial namespace.
 */
#define TARGET_IN_PIDNS (1ULL << 32)

/* struct target_task.kind: what the first exit of the task is that had no entry. */
#define TARGET_NEW 1	  /* that of the call which made the task */
#define TARGET_ATTACHED 2 /* that of a call which began before since_ns */
#define TARGET_TOLD 3	  /* and the loader has told that the task waits in it */

/**
 * struct target_task - a value in it.
 * @since_ns: when the task was added, or was told to wait; for TARGET_NEW 0. @nr: of the call that was told.
 */
struct target_task {
	aug_u64 since_ns;
	aug_u32 kind;
	aug_u32 nr;
};

/* One of 64, by which the exit of a thread that is not traced is passed over without a look into a map. */
#define TARGET_SET(tid) (1ULL << ((tid)&63))

/* The map augmenters: by the index of the spec, the functions for exits behind those for entries. */
#define AUGMENTERS_EXIT (AUG_NR_ABIS * AUG_NR_SYSCALLS + 1)
#define AUGMENTERS_NR (2 * AUGMENTERS_EXIT)

/** EVENTS_MAX - tracepoints and probes of augmenters in one trace. */
#define EVENTS_MAX 256

/**
 * struct engine_event_config - read-only data of the programs event_*: each tracepoint and probe
 * has its own copy of them.
 */
struct engine_event_config {
	aug_u32 nr;	/* the number in the records, and the index in event_funcs or probe_funcs */
	aug_u16 object; /* of the augmenter */
	aug_u16 when;	/* AUG_ON_* */
};

/** struct fds_asked - what a descriptor of another process is; len is 0 for nothing. */
struct fds_asked {
	aug_u64 len;
	struct aug_file file;
	aug_u8 names[AUG_STR_MAX + 256];
};

/* States of tasks: see slots.bpf.h. */
#define SLOTS_PER_ARRAY 256U
#define SLOT_ARRAYS_MAX 256U
#define SLOT_HOMES_BITS 10
#define SLOT_HOMES (1U << SLOT_HOMES_BITS)

/** struct slot_homes - the number of the slot of who was there last, of all tasks whose registers lead there. */
struct slot_homes {
	aug_u32 slots[SLOT_HOMES];
};

/** struct engine_shared - mapped by both sides. */
struct engine_shared {
	aug_u32 reader_waits; /* the reader sleeps without a time-out: wake it at the next record */
	aug_u32 sees_entries; /* an end without an entry is that of a call which was refused */
	aug_u32 first_exec;   /* process whose first execve() begins its command */
	aug_u32 zero;	      /* always */
	aug_u32 nr_slots;     /* that are there */
	aug_u32 pad;
	aug_u64 nr_slots_begun;	  /* that some task has had */
	aug_u64 nr_targets_added; /* see strangers.bpf.h */
	aug_u64 begin_ns;	  /* with has_delay */
	aug_u64 renamed_ns;	  /* when a task last changed another task's name */
	aug_u64 attached; /* sets of threads that may have TARGET_ATTACHED: see TARGET_SET() */
	aug_u64 wake_bits; /* a record that changes one of these in the sum of all sizes wakes the reader */
	aug_u64 slow_at; /* bytes in a ring buffer above which calls are slowed down, if they wait at all */
};

#endif /* PERF_AUGMENT_ENGINE_CONFIG_H */
