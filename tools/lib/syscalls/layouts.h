/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * layouts.h - the structures that arguments point to, by the file that describes them, and how
 * values are said that are more than a number.
 */
#ifndef PERF_AUGMENT_LAYOUTS_H
#define PERF_AUGMENT_LAYOUTS_H

#include "layout.h"

/* layouts_basic.c */
extern const struct layout layout_int;
extern const struct layout layout_fd;
extern const struct layout layout_uint;
extern const struct layout layout_u64;
extern const struct layout layout_s64;
extern const struct layout layout_hex;
extern const struct layout layout_hex64;
extern const struct layout layout_aio_context;
extern const struct layout layout_mempolicy;
extern const struct layout layout_page_state;
extern const struct layout layout_status;
extern const struct layout layout_tos;
extern const struct layout layout_uid;
extern const struct layout layout_uid_old;
extern const struct layout layout_uid16;
extern const struct layout layout_clockid_t;
extern const struct layout layout_long;
extern const struct layout layout_u16;
extern const struct layout layout_size;
extern const struct layout layout_ptr32;
extern const struct layout layout_ptr;
extern const struct layout layout_timespec32;
extern const struct layout layout_timespec;
extern const struct layout layout_timespec64;
extern const struct layout layout_timeval32;
extern const struct layout layout_timeval;
extern const struct layout layout_timeval64;
extern const struct layout layout_itimerspec32;
extern const struct layout layout_itimerspec;
extern const struct layout layout_itimerspec64;
extern const struct layout layout_itimerval32;
extern const struct layout layout_itimerval;
extern const struct layout layout_timezone;
extern const struct layout layout_tms;
extern const struct layout layout_timex;
extern const struct layout layout_timex64;

/* layouts_times.c */
extern const struct layout layout_time32;
extern const struct layout layout_time;
extern const struct layout layout_utimbuf32;
extern const struct layout layout_utimbuf;
extern const struct layout layout_utime32;
extern const struct layout layout_utime;
extern const struct layout layout_utime64;
extern const struct layout layout_utimeval32;
extern const struct layout layout_utimeval;
void say_part(struct out *o, uint64_t value); /* of a second */
/* The date in a comment, where strace has one; @part of a second has that many digits. */
void say_date(struct out *o, int64_t seconds, uint64_t part, int digits);
/* The date between two texts, where strace has one. Return: true. */
bool say_seconds(struct out *o, int64_t seconds, const char *before, const char *after);
void say_part32(struct out *o, uint64_t value);
void say_stat_time(const struct blob *b, const struct field *f, struct out *o);
/* say_ticks() - what a process ran, in ticks of a clock; strace's lines have it in seconds, too. */
void say_ticks(struct out *o, uint64_t ticks);
void say_clock(const struct blob *b, const struct field *f, struct out *o);
void say_stat_seconds(const struct blob *b, const struct field *f, struct out *o);
void say_sigev_signo(const struct blob *b, const struct field *f, struct out *o);
void say_statx_time(const struct blob *b, const struct field *f, struct out *o);

/* layouts_files.c */
extern const struct layout layout_stat_all;
extern const struct layout layout_stat64_all;
extern const struct layout layout_stat_dev;
extern const struct layout layout_stat64_dev;
extern const struct layout layout_stat_old_all;
extern const struct layout layout_stat_old_dev;
extern const struct layout layout_stat;
extern const struct layout layout_stat32;
extern const struct layout layout_stat32_all;
extern const struct layout layout_stat32_dev;
extern const struct layout layout_stat64;
extern const struct layout layout_statx_time;
extern const struct layout layout_statx;
extern const struct layout layout_fsid;
extern const struct layout layout_statfs;
extern const struct layout layout_open_how;
extern const struct layout layout_flock;
extern const struct layout layout_flock_out;
extern const struct layout layout_flock_ofd;
extern const struct layout layout_flock_ofd_out;
extern const struct layout layout_f_owner_ex;
extern const struct layout layout_delegation;
extern const struct layout layout_rlimit32;
extern const struct layout layout_rlimit64;
extern const struct layout layout_rlimit;
extern const struct layout layout_cachestat_range;
extern const struct layout layout_cachestat;
extern const struct layout layout_mount_attr;
extern const struct layout layout_file_attr;
extern const struct layout layout_xattr_args;
extern const struct layout layout_xattr_out;

/* layouts_process.c */
extern const struct layout layout_rusage32;
extern const struct layout layout_rusage;
extern const struct layout layout_wait_status;
extern const struct layout layout_sigset;
extern const struct layout layout_sigset_part;
extern const struct layout layout_signal_number;
extern const struct layout layout_prctl_tsc;
extern const struct layout layout_fs_flags, layout_fstrim_range, layout_rtc_time;
extern const struct layout layout_xfeatures;
extern const struct layout layout_sigaction32;
extern const struct layout layout_sigaction;
extern const struct layout layout_stack;
extern const struct layout layout_siginfo;
extern const struct layout layout_sigval;
extern const struct layout layout_sigevent;
extern const struct layout layout_pselect_sig;
extern const struct layout layout_pselect_sig32;
extern const struct layout layout_stack32;
extern const struct layout layout_old_sigset;
extern const struct layout layout_sigframe_mask;
extern const struct layout layout_clone_args;
extern const struct layout layout_clone_args32;
extern const struct layout layout_sched_param;
extern const struct layout layout_sched_attr;
extern const struct layout layout_cap_header;
extern const struct layout layout_cap_data;
extern const struct layout layout_cap_data_old;
extern const struct layout layout_kcmp_epoll_slot;
extern const struct layout layout_user_desc;

/* layouts_io_uring.c */
extern const struct layout layout_io_uring_params;
extern const struct layout layout_io_uring_params_in;
extern const struct layout layout_io_uring_getevents_arg;
#define IO_URING_FILES_UPDATE_FDS 8 /* where its array is told */
extern const struct layout layout_io_uring_files_update;
extern const struct layout layout_io_uring_ring_fd;
extern const struct layout layout_io_uring_ring_unreg;
extern const struct layout layout_io_uring_buf_reg;
extern const struct layout layout_io_uring_probe;
extern const struct layout layout_io_uring_probe_op;
extern const struct layout layout_io_uring_rsrc_files;
extern const struct layout layout_io_uring_rsrc_buffers;
extern const struct layout layout_io_uring_rsrc_buffers32;
extern const struct layout layout_io_uring_update_files;
extern const struct layout layout_io_uring_update_buffers;
extern const struct layout layout_io_uring_update_buffers32;
extern const struct layout layout_io_uring_restriction;
extern const struct layout layout_io_uring_max_workers;

/* layouts_io.c */
extern const struct layout layout_epoll_event;
extern const struct layout layout_iovec;
extern const struct layout layout_iovec32;
extern const struct layout layout_old_dirent;
extern const struct layout layout_kexec_segment;
extern const struct layout layout_kexec_segment32;
extern const struct layout layout_futex_waitv;
/* decode_tty.c */
extern const struct layout layout_termio, layout_termios, layout_termios2, layout_tty_modem;
extern const struct layout layout_winsize;

/* layouts_net.c */
extern const struct layout layout_ucred;
extern const struct layout layout_linger;
extern const struct layout layout_in_pktinfo;
extern const struct layout layout_in6_pktinfo;
extern const struct layout layout_ip_mreq;
extern const struct layout layout_ipv6_mreq;
/* layouts_bpf_code.c */
#define BPF_CODE_MAX 4096 /* bytes of a program that are copied: 512 instructions */
/** say_bpf_code() - the program that the first pointer of @l leads to, where all is asked for; else its address. */
void say_bpf_code(const struct layout *l, const struct blob *b, const struct field *f,
		  struct out *o);
extern const struct layout layout_seccomp_fprog;
extern const struct layout layout_socket_fprog;
extern const struct layout layout_seccomp_insn;
extern const struct layout layout_socket_insn;
extern const struct layout layout_bpf_insn;
/* decode_ifreq.c */
extern const struct layout layout_ifreq_addr;
extern const struct layout layout_ifreq_bridge;
extern const struct layout layout_ifreq_broadaddr;
extern const struct layout layout_ifreq_dstaddr;
extern const struct layout layout_ifreq_flags;
extern const struct layout layout_ifreq_hwaddr;
extern const struct layout layout_ifreq_index;
extern const struct layout layout_ifreq_map;
extern const struct layout layout_ifreq_metric;
extern const struct layout layout_ifreq_mtu;
extern const struct layout layout_ifreq_netmask;
extern const struct layout layout_ifreq_newname;
extern const struct layout layout_ifreq_qlen;
extern const struct layout layout_ifreq_slave;
extern const struct layout layout_ifconf;

/* layouts_system.c */
extern const struct layout layout_lsm_id;
extern const struct layout layout_lsm_ctx;
extern const struct layout layout_sysinfo;
extern const struct layout layout_utsname;
extern const struct layout layout_sysctl_args;
extern const struct layout layout_sysctl_args32;
extern const struct layout layout_perf_attr;
extern const struct layout layout_sembuf;
extern const struct layout layout_mq_attr;
extern const struct layout layout_mq_attr_made;
extern const struct layout layout_landlock_ruleset;
extern const struct layout layout_landlock_path;
extern const struct layout layout_landlock_port;
extern const struct layout layout_seccomp_action;
extern const struct layout layout_seccomp_sizes;
extern const struct layout layout_ipc_perm;
extern const struct layout layout_shmid_ds;
extern const struct layout layout_msqid_ds;
extern const struct layout layout_semid_ds;
extern const struct layout layout_ipc_perm_set;
extern const struct layout layout_shmid_set;
extern const struct layout layout_msqid_set;
extern const struct layout layout_semid_set;
extern const struct layout layout_shminfo;
extern const struct layout layout_shm_info;
extern const struct layout layout_msginfo;
extern const struct layout layout_seminfo;
extern const struct layout layout_dqblk;
extern const struct layout layout_nextdqblk;
extern const struct layout layout_dqinfo;
extern const struct layout layout_quota_format;
extern const struct layout layout_xfs_quota_on, layout_xfs_quota_rm;
extern const struct layout layout_fs_disk_quota;
extern const struct layout layout_fs_quota_stat;
extern const struct layout layout_fs_quota_statv;

/* layouts_ptrace.c */
extern const struct layout layout_word;
extern const struct layout layout_word32;
extern const struct layout layout_user_regs;
extern const struct layout layout_user_regs32;
extern const struct layout layout_user_fpregs;
extern const struct layout layout_user_fpregs32;
extern const struct layout layout_regset_in;
extern const struct layout layout_regset_out;
extern const struct layout layout_regset32_in;
extern const struct layout layout_regset32_out;
extern const struct layout layout_peeksiginfo;
extern const struct layout layout_seccomp_metadata;

/* layouts_aio.c */
extern const struct layout layout_io_event;
extern const struct layout layout_iocb;
extern const struct layout layout_iocb_cancel;

/* layouts_ipc_old.c */
extern const struct layout layout_old_ipc_perm, layout_old_ipc_perm_set;
extern const struct layout layout_old_shmid_ds, layout_old_shmid_set, layout_old_shminfo;
extern const struct layout layout_old_msqid_ds, layout_old_msqid_set;
extern const struct layout layout_old_semid_ds, layout_old_semid_set;
extern const struct layout layout_words, layout_words5, layout_words6;

/* layouts_mounts.c */
extern const struct layout layout_mnt_id_req;
extern const struct layout layout_listmount_req;
extern const struct layout layout_ns_id_req;

/* layouts_keys.c */
extern const struct layout layout_key_dh;
extern const struct layout layout_key_kdf;
extern const struct layout layout_key_kdf32;
extern const struct layout layout_key_pkey;
extern const struct layout layout_key_pkey_verify;
extern const struct layout layout_key_pkey_query;
extern const struct layout layout_key_caps;

/* layouts_compat.c */
extern const struct layout layout_old_stat;
extern const struct layout layout_ipc_perm32_set;
extern const struct layout layout_shmid32_set;
extern const struct layout layout_msqid32_set;
extern const struct layout layout_semid32_set;
extern const struct layout layout_shminfo32;
extern const struct layout layout_shm_info32;
extern const struct layout layout_flock32;
extern const struct layout layout_flock32_out;
extern const struct layout layout_flock64;
extern const struct layout layout_flock64_out;
extern const struct layout layout_statfs32;
extern const struct layout layout_statfs64;
extern const struct layout layout_ustat32;
extern const struct layout layout_ustat;
extern const struct layout layout_tms32;
extern const struct layout layout_timex32;
extern const struct layout layout_siginfo32;
extern const struct layout layout_sigval32;
extern const struct layout layout_sigevent32;
extern const struct layout layout_old_sigaction;
extern const struct layout layout_sysinfo32;
extern const struct layout layout_old_utsname;
extern const struct layout layout_oldold_utsname;
extern const struct layout layout_mq_attr32;
extern const struct layout layout_mq_attr_made32;
extern const struct layout layout_ipc_perm32;
extern const struct layout layout_shmid_ds32;
extern const struct layout layout_msqid_ds32;
extern const struct layout layout_semid_ds32;
extern const struct layout layout_seccomp_fprog32;
extern const struct layout layout_socket_fprog32;
extern const struct layout layout_ifconf32;

/* layouts_bpf.c */
extern const struct layout layout_bpf_attach;
extern const struct layout layout_bpf_bind;
extern const struct layout layout_bpf_bind_members;
extern const struct layout layout_bpf_btf_id;
extern const struct layout layout_bpf_btf_load;
extern const struct layout layout_bpf_delete_batch;
extern const struct layout layout_bpf_delete_batch_members;
extern const struct layout layout_bpf_detach;
extern const struct layout layout_bpf_elem;
extern const struct layout layout_bpf_info;
extern const struct layout layout_bpf_info_members;
extern const struct layout layout_bpf_iter;
extern const struct layout layout_bpf_iter_members;
extern const struct layout layout_bpf_key;
extern const struct layout layout_bpf_link;
extern const struct layout layout_bpf_link_detach;
extern const struct layout layout_bpf_link_detach_members;
extern const struct layout layout_bpf_link_id;
extern const struct layout layout_bpf_link_members;
extern const struct layout layout_bpf_link_update;
extern const struct layout layout_bpf_link_update_members;
extern const struct layout layout_bpf_lookup_batch;
extern const struct layout layout_bpf_lookup_batch_members;
extern const struct layout layout_bpf_map;
extern const struct layout layout_bpf_map_create;
extern const struct layout layout_bpf_map_id;
extern const struct layout layout_bpf_next_id;
extern const struct layout layout_bpf_next_key;
extern const struct layout layout_bpf_obj;
extern const struct layout layout_bpf_prog_id;
extern const struct layout layout_bpf_prog_load;
extern const struct layout layout_bpf_query;
extern const struct layout layout_bpf_query_members;
extern const struct layout layout_bpf_raw_tp;
extern const struct layout layout_bpf_raw_tp_members;
extern const struct layout layout_bpf_stats;
extern const struct layout layout_bpf_stats_members;
extern const struct layout layout_bpf_task_fd;
extern const struct layout layout_bpf_task_fd_members;
extern const struct layout layout_bpf_test;
extern const struct layout layout_bpf_test_members;
extern const struct layout layout_bpf_update_batch;
extern const struct layout layout_bpf_update_batch_members;

/* ioctl_<device>.c: those whose pointers are followed */
extern const struct layout layout_btrfs_send, layout_btrfs_logical_ino, layout_btrfs_ino_paths;
extern const struct layout layout_sg_io, layout_blkpg, layout_blkpg32, layout_tee_buffer,
	layout_btrfs_vol_args_v2;
extern const struct layout layout_unimap_get, layout_unimap_get32;
extern const struct layout layout_unimap_set, layout_unimap_set32;
extern const struct layout layout_v4l2_ext_controls_get, layout_v4l2_ext_controls_get32;
extern const struct layout layout_v4l2_ext_controls_set, layout_v4l2_ext_controls_set32;

/* Values that are more than a number; say.c. */
void say_mode(struct out *o, uint64_t value);
/** say_errno_status() - a number, or -ENOENT. */
void say_errno_status(struct out *o, uint64_t value);
/**
 * say_bpf_info() - the member info of BPF_OBJ_GET_INFO_BY_FD: by the kind of the descriptor, if that is known.
 * BPF_INFO_MAX, BPF_INFO_IDS_MAX - bytes that are copied of it, and of a list of numbers. BPF_INFO_*: the pieces: before and
 * after, and of a program.
 */
#define BPF_INFO_MAX 256
#define BPF_INFO_IDS_MAX 1024
enum { BPF_INFO_ASKED, BPF_INFO_ANSWER, BPF_INFO_JITED, BPF_INFO_XLATED, BPF_INFO_MAP_IDS };
void say_bpf_info(const struct blob *b, const struct field *f, struct out *o);

/** say_ifindex() - an interface; strace tells its name; decode_netlink.c. */
void say_ifindex(struct out *o, uint64_t value);
/** say_hex_bytes() - a string of which no byte stands for itself; the same file. */
void say_hex_bytes(struct out *o, const uint8_t *data, size_t len);
/** say_hwaddr() - bytes of an address of the link layer: 52:54:00:12:34:56; the same file. */
void say_hwaddr(struct out *o, const uint8_t *data, size_t len);

/** say_hwaddr_in() - the same, of @len bytes where there is room for @room. */
void say_hwaddr_in(struct out *o, const uint8_t *data, size_t len, size_t room);
void say_dev(struct out *o, uint64_t value);
/** say_uuid() - 16 bytes as text. */
void say_uuid(struct out *o, const uint8_t *id);
void say_uid(struct out *o, uint64_t value);
/** say_signal() - SIGTERM, SIGRT_2, or the number. */
void say_signal(struct out *o, uint64_t value);
void say_sigset(struct out *o, uint64_t value);
void say_wait_status(struct out *o, uint64_t value);
/** say_beside() - a number, of which strace has the name in a comment. */
void say_beside(struct out *o, const struct symbols *syms, uint64_t value);
/** say_ioprio() - IOPRIO_PRIO_VALUE(IOPRIO_CLASS_BE, 4), or a number of that base. */
void say_ioprio(struct out *o, uint64_t value, enum out_base base);
void say_clockid(struct out *o, uint64_t value);
void say_rlim(struct out *o, uint64_t value);
void say_rlim32(struct out *o, uint64_t value);
void say_capset(struct out *o, uint64_t value);
void say_ipv4(struct out *o, uint64_t value);
void say_handler(struct out *o, uint64_t value);

/** say_signal_set() - a set of signals, of @nr_bits bits. */
void say_signal_set(struct out *o, uint64_t set, unsigned int nr_bits);

#endif /* PERF_AUGMENT_LAYOUTS_H */
