/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * symbols_tables.h - the tables of names, by the file that holds them.
 *
 * Rows of the system call table and decoders refer to them; those of netlink are in symbols_netlink.h. To add one: the entries and a
 * DEFINE_FLAGS() or DEFINE_ENUM() in its area's file, and one declaration here.
 */
#ifndef PERF_AUGMENT_SYMBOLS_TABLES_H
#define PERF_AUGMENT_SYMBOLS_TABLES_H

#include "symbols.h"

/* symbols_files.c */
extern const struct symbols syms_open_flags, syms_open_how_flags;
extern const struct symbols syms_fd_create_flags;
extern const struct symbols syms_fd_flags;
extern const struct symbols syms_access_mode;
extern const struct symbols syms_fcntl_cmd;
extern const struct symbols syms_seals;
extern const struct symbols syms_dnotify;
extern const struct symbols syms_lock_type;
extern const struct symbols syms_fs_flags;
extern const struct symbols syms_flock_op;
extern const struct symbols syms_at_flags;
extern const struct symbols syms_at_access_flags;
extern const struct symbols syms_at_handle_flags;
extern const struct symbols syms_at_exec_flags;
extern const struct symbols syms_at_statx_flags;
extern const struct symbols syms_statx_mask;
extern const struct symbols syms_rename_flags;
extern const struct symbols syms_seek_whence;
extern const struct symbols syms_fallocate_mode;
extern const struct symbols syms_fadvise_advice;
extern const struct symbols syms_sync_file_range_flags;
extern const struct symbols syms_rwf_flags;
extern const struct symbols syms_xattr_flags;
extern const struct symbols syms_close_range_flags;
extern const struct symbols syms_file_type;
extern const struct symbols syms_mknod_mode;

/* symbols_io.c */
extern const struct symbols syms_splice_flags;
extern const struct symbols syms_epoll_op;
extern const struct symbols syms_epoll_create_flags;
extern const struct symbols syms_eventfd_flags;
extern const struct symbols syms_signalfd_flags;
extern const struct symbols syms_timerfd_flags;
extern const struct symbols syms_inotify_init_flags;
extern const struct symbols syms_inotify_mask;
extern const struct symbols syms_fanotify_init_flags;
extern const struct symbols syms_fanotify_mark_flags;
extern const struct symbols syms_fanotify_mask;
extern const struct symbols syms_userfaultfd_flags;

/* symbols_io_uring.c */
extern const struct symbols syms_io_uring_setup_flags;
extern const struct symbols syms_io_uring_features;
extern const struct symbols syms_io_uring_enter_flags;
extern const struct symbols syms_io_uring_register_op;
extern const struct symbols syms_io_uring_op, syms_io_uring_probed_op;
extern const struct symbols syms_io_uring_probe_flags;
extern const struct symbols syms_io_uring_sqe_flags;
extern const struct symbols syms_io_uring_restriction;
extern const struct symbols syms_io_uring_rsrc_flags;

/* symbols_mounts.c */
extern const struct symbols syms_mount_flags;
extern const struct symbols syms_umount_flags;
extern const struct symbols syms_fsopen_flags;
extern const struct symbols syms_fsmount_flags;
extern const struct symbols syms_mount_attr;
extern const struct symbols syms_fsmount_attr; /* the same, of 32 bits */
extern const struct symbols syms_fspick_flags;
extern const struct symbols syms_fsconfig_cmd;
extern const struct symbols syms_open_tree_flags;
extern const struct symbols syms_move_mount_flags;
extern const struct symbols syms_mount_setattr_flags;
extern const struct symbols syms_listmount_flags;
extern const struct symbols syms_listmount_mnt_id;
extern const struct symbols syms_listns_user_ns_id;
extern const struct symbols syms_statmount_mask;
extern const struct symbols syms_quota_cmd;
extern const struct symbols syms_quota_type;
extern const struct symbols syms_quota_format;
extern const struct symbols syms_quota_valid;
extern const struct symbols syms_quota_info_flags;
extern const struct symbols syms_quota_info_valid;
extern const struct symbols syms_xfs_quota_flags;
extern const struct symbols syms_xfs_dquot_flags;
extern const struct symbols syms_mount_propagation;
extern const struct symbols syms_swap_flags;

/* symbols_mm.c */
extern const struct symbols syms_mmap_prot;
extern const struct symbols syms_mmap_flags;
extern const struct symbols syms_madvise_behavior;
extern const struct symbols syms_mremap_flags;
extern const struct symbols syms_msync_flags;
extern const struct symbols syms_mlock2_flags;
extern const struct symbols syms_mlockall_flags;
extern const struct symbols syms_membarrier_cmd;
extern const struct symbols syms_membarrier_flags;
extern const struct symbols syms_mempolicy_mode;
extern const struct symbols syms_mempolicy_mode32;
extern const struct symbols syms_move_pages_flags;
extern const struct symbols syms_membarrier_cmds;
extern const struct symbols syms_mbind_flags;
extern const struct symbols syms_mq_flags;
extern const struct symbols syms_get_mempolicy_flags;
extern const struct symbols syms_memfd_flags;
extern const struct symbols syms_memfd_secret_flags;
extern const struct symbols syms_pkey_access;
extern const struct symbols syms_shadow_stack_flags;

/* symbols_perf.c */
extern const struct symbols syms_perf_type, syms_perf_attr_size;
extern const struct symbols syms_perf_hw, syms_perf_sw;
extern const struct symbols syms_perf_cache, syms_perf_cache_op, syms_perf_cache_result;
extern const struct symbols syms_perf_sample, syms_perf_read, syms_perf_branch;
extern const struct symbols syms_breakpoint_type;

/* symbols_process.c */
extern const struct symbols syms_clone_flags;
extern const struct symbols syms_unshare_flags;
extern const struct symbols syms_setns_flags;
extern const struct symbols syms_wait_options;
extern const struct symbols syms_wait_id_type;
extern const struct symbols syms_signal;
extern const struct symbols syms_sigprocmask_how;
extern const struct symbols syms_signal_handler;
extern const struct symbols syms_personality;
extern const struct symbols syms_personality_type;
extern const struct symbols syms_personality_flags;
extern const struct symbols syms_kcmp_type;
extern const struct symbols syms_pidfd_open_flags;
extern const struct symbols syms_pidfd_signal_flags;
extern const struct symbols syms_sched_policy;
extern const struct symbols syms_sched_setscheduler_policy;
extern const struct symbols syms_rlimit_resource;
extern const struct symbols syms_rusage_who;
extern const struct symbols syms_priority_which;
extern const struct symbols syms_ioprio_which;
extern const struct symbols syms_ioprio_class;
extern const struct symbols syms_rseq_flags;

/* symbols_control.c */
extern const struct symbols syms_prctl_option;
extern const struct symbols syms_prctl_unalign;
extern const struct symbols syms_prctl_tsc;
extern const struct symbols syms_prctl_mce_kill;
extern const struct symbols syms_prctl_mce_policy;
extern const struct symbols syms_prctl_fp_mode;
extern const struct symbols syms_prctl_speculation;
extern const struct symbols syms_prctl_speculation_state;
extern const struct symbols syms_prctl_speculation_flags;
extern const struct symbols syms_prctl_pac_keys;
extern const struct symbols syms_prctl_pac_enabled_keys;
extern const struct symbols syms_prctl_dispatch;
extern const struct symbols syms_prctl_sched_core;
extern const struct symbols syms_prctl_sched_scope;
extern const struct symbols syms_prctl_mdwe;
extern const struct symbols syms_prctl_futex_hash;
extern const struct symbols syms_prctl_rseq_slice;
extern const struct symbols syms_prctl_vma;
extern const struct symbols syms_securebits;
extern const struct symbols syms_xfeature;
extern const struct symbols syms_xfeatures;
extern const struct symbols syms_arch_prctl_option;
extern const struct symbols syms_ptrace_request;
extern const struct symbols syms_seccomp_op;
extern const struct symbols syms_seccomp_flags;

/* symbols_sync.c */
extern const struct symbols syms_futex_op;
extern const struct symbols syms_futex_strace_op;
extern const struct symbols syms_futex_wake_op, syms_futex_wake_cmp;
extern const struct symbols syms_futex_bitset;
extern const struct symbols syms_futex2_flags;
extern const struct symbols syms_futex_waitv_flags;
extern const struct symbols syms_clockid;
extern const struct symbols syms_timer_flags;
extern const struct symbols syms_itimer_which;

/* symbols_ipc.c */
extern const struct symbols syms_ipc_key;
extern const struct symbols syms_ipc_get_flags;
extern const struct symbols syms_shmget_flags;
extern const struct symbols syms_shmat_flags;
extern const struct symbols syms_shmctl_cmd;
extern const struct symbols syms_semctl_cmd;
extern const struct symbols syms_msgctl_cmd;
extern const struct symbols syms_msg_op_flags;
extern const struct symbols syms_ipc_call;

/* symbols_system.c */
extern const struct symbols syms_bpf_cmd;
extern const struct symbols syms_perf_event_open_flags;
extern const struct symbols syms_keyctl_option;
extern const struct symbols syms_key_serial;

/* symbols_ptrace.c */
extern const struct symbols syms_ptrace_options;
extern const struct symbols syms_elf_note;
extern const struct symbols syms_peeksiginfo_flags;
extern const struct symbols syms_seccomp_filter_flags;
extern const struct symbols syms_ptrace_syscall_info;
extern const struct symbols syms_audit_arch;

/* symbols_keys.c */
extern const struct symbols syms_key_reqkey;
extern const struct symbols syms_key_perm;
extern const struct symbols syms_key_move;
extern const struct symbols syms_key_ops;
extern const struct symbols syms_key_caps0;
extern const struct symbols syms_key_caps1;

extern const struct symbols syms_getrandom_flags;
extern const struct symbols syms_kexec_load_flags;
extern const struct symbols syms_kexec_file_flags;
extern const struct symbols syms_reboot_magic1;
extern const struct symbols syms_syslog_level;
extern const struct symbols syms_reboot_magic2;
extern const struct symbols syms_reboot_cmd;
extern const struct symbols syms_landlock_create_flags;
extern const struct symbols syms_landlock_rule_type;
extern const struct symbols syms_landlock_restrict_flags;
extern const struct symbols syms_lsm_attr;
extern const struct symbols syms_lsm_flags;
extern const struct symbols syms_lsm_id;
extern const struct symbols syms_delete_module_flags;
extern const struct symbols syms_finit_module_flags;
extern const struct symbols syms_syslog_action;

/* symbols_net.c */
extern const struct symbols syms_addr_family;
extern const struct symbols syms_sock_type;
extern const struct symbols syms_sock_flags;
extern const struct symbols syms_ip_protocol;
extern const struct symbols syms_bluetooth_protocol;
extern const struct symbols syms_netlink_protocol;
extern const struct symbols syms_msg_flags;
extern const struct symbols syms_shutdown_how;
extern const struct symbols syms_socketcall_call;
extern const struct symbols syms_vsock_cid;
extern const struct symbols syms_vsock_port;
extern const struct symbols syms_vsock_flags;
extern const struct symbols syms_xdp_flags;
extern const struct symbols syms_packet_type;
extern const struct symbols syms_eth_protocol;
extern const struct symbols syms_ether_protocol;
extern const struct symbols syms_arp_hardware;

/* symbols_sockopt.c */
extern const struct symbols syms_sock_level;
extern const struct symbols syms_cmsg_level;
extern const struct symbols syms_so_options;
extern const struct symbols syms_ip_options;
extern const struct symbols syms_ipv6_options;

/* symbols_sockopt_proto.c */
extern const struct symbols syms_tcp_options;
extern const struct symbols syms_udp_options;
extern const struct symbols syms_raw_options;
extern const struct symbols syms_icmp_types;
extern const struct symbols syms_packet_mr_types;
extern const struct symbols syms_txrehash;
extern const struct symbols syms_icmpv6_options;
extern const struct symbols syms_packet_options;
extern const struct symbols syms_netlink_options;
extern const struct symbols syms_vsock_options;
extern const struct symbols syms_tls_options;
extern const struct symbols syms_xdp_options;
extern const struct symbols syms_alg_options;
extern const struct symbols syms_mptcp_options;
extern const struct symbols syms_sctp_options;

/* symbols_families.c */
extern const struct symbols syms_ax25_protocol;
extern const struct symbols syms_can_protocol;
extern const struct symbols syms_isdn_protocol;
extern const struct symbols syms_phonet_protocol;
extern const struct symbols syms_caif_protocol;
extern const struct symbols syms_nfc_protocol;
extern const struct symbols syms_kcm_protocol;
extern const struct symbols syms_smc_protocol;
extern const struct symbols syms_can_raw_options;
extern const struct symbols syms_ipx_options;
extern const struct symbols syms_ax25_options;
extern const struct symbols syms_irda_options;
extern const struct symbols syms_llc_options;
extern const struct symbols syms_dccp_options;
extern const struct symbols syms_tipc_options;
extern const struct symbols syms_rxrpc_options;
extern const struct symbols syms_pppol2tp_options;
extern const struct symbols syms_bluetooth_options;
extern const struct symbols syms_pnpipe_options;
extern const struct symbols syms_rds_options;
extern const struct symbols syms_iucv_options;
extern const struct symbols syms_caif_options;
extern const struct symbols syms_nfc_options;
extern const struct symbols syms_kcm_options;
extern const struct symbols syms_so_get_options;
extern const struct symbols syms_ip_get_options;
extern const struct symbols syms_ip_set_options;
extern const struct symbols syms_ipv6_get_options;
extern const struct symbols syms_ipv6_set_options;

/* symbols_ioctl.c */
extern const struct symbols syms_ioc_dir;
extern const struct symbols syms_ioctl_shared;
extern const struct symbols syms_ioctl_bmap;
extern const struct symbols syms_ioctl_block;
extern const struct symbols syms_ioctl_tty;
extern const struct symbols syms_ioctl_socket;
extern const struct symbols syms_ioctl_fs_f;
extern const struct symbols syms_ioctl_fs_v;
extern const struct symbols syms_ioctl_fs_x;
extern const struct symbols syms_ioctl_clone;
extern const struct symbols syms_ioctl_perf;
extern const struct symbols syms_ioctl_uffd;
extern const struct symbols syms_ioctl_ns;
extern const struct symbols syms_ioctl_seccomp;
extern const struct symbols syms_ioctl_pidfd;

/* symbols_ioctl_dev.c */
extern const struct symbols syms_ioctl_hd;
extern const struct symbols syms_ioctl_kvm;
extern const struct symbols syms_ioctl_rtc;
extern const struct symbols syms_ioctl_kd;
extern const struct symbols syms_ioctl_vt;
extern const struct symbols syms_ioctl_dm;
extern const struct symbols syms_ioctl_cdrom;
extern const struct symbols syms_ioctl_watchdog;
extern const struct symbols syms_ioctl_vhost;
extern const struct symbols syms_ioctl_ptp;
extern const struct symbols syms_ioctl_random;
extern const struct symbols syms_ioctl_loop;

/* symbols_ioctl_args.c */
extern const struct symbols syms_input_event;
extern const struct symbols syms_input_abs;
extern const struct symbols syms_input_rel, syms_input_misc, syms_input_switch, syms_input_led,
	syms_input_sound, syms_input_repeat, syms_input_prop, syms_input_effect_bit,
	syms_input_effect_status, syms_input_slot;
/* symbols_input.c */
extern const struct symbols syms_input_key, syms_input_effect;
extern const struct symbols syms_keyboard_value, syms_keyboard_value_type;
extern const struct symbols syms_kvm_cap;

/* symbols_structs.c */
extern const struct symbols syms_ptrace_event;
extern const struct symbols syms_capability;
extern const struct symbols syms_capability_version;
extern const struct symbols syms_capability_mask;
extern const struct symbols syms_capability_high; /* those of the second word, by themselves */
extern const struct symbols syms_adjtimex_modes;
extern const struct symbols syms_adjtimex_status;
extern const struct symbols syms_clock_state;
extern const struct symbols syms_statx_attributes;
extern const struct symbols syms_fs_magic;
extern const struct symbols syms_statfs_flags;
extern const struct symbols syms_resolve_flags;
extern const struct symbols syms_f_owner_type;
extern const struct symbols syms_scm_type;
extern const struct symbols syms_scm_type_strace;
extern const struct symbols syms_ip_cmsg;
extern const struct symbols syms_sigaction_flags;
extern const struct symbols syms_sigaltstack_flags;
extern const struct symbols syms_sched_flags;
extern const struct symbols syms_poll_events;
extern const struct symbols syms_epoll_events;
extern const struct symbols syms_sigev_notify;
extern const struct symbols syms_dumpable;
extern const struct symbols syms_aio_op;
extern const struct symbols syms_aio_flags;
extern const struct symbols syms_sem_flags;
extern const struct symbols syms_landlock_access_fs;
extern const struct symbols syms_landlock_access_net;
extern const struct symbols syms_clone3_flags;
extern const struct symbols syms_dirent_type;
extern const struct symbols syms_seccomp_mode;
extern const struct symbols syms_seccomp_action;
extern const struct symbols syms_cap_ambient;
extern const struct symbols syms_prctl_mm;

/* symbols_bpf.c */
extern const struct symbols syms_bpf_map_type;
extern const struct symbols syms_bpf_prog_type;
extern const struct symbols syms_bpf_attach_type;
extern const struct symbols syms_bpf_map_flags;
extern const struct symbols syms_bpf_prog_flags;
extern const struct symbols syms_bpf_file_flags;
extern const struct symbols syms_bpf_attach_flags;
extern const struct symbols syms_bpf_kprobe_multi_flags;
extern const struct symbols syms_bpf_netfilter_flags;
extern const struct symbols syms_bpf_uprobe_multi_flags;
extern const struct symbols syms_bpf_query_flags;
extern const struct symbols syms_bpf_test_flags;
extern const struct symbols syms_bpf_fd_type;
extern const struct symbols syms_bpf_link_type;
extern const struct symbols syms_bpf_perf_event_type;
extern const struct symbols syms_bpf_elem_flags;

/** sockopt_symbols__get() - the names of the options of a level; NULL when none are known. */
const struct symbols *sockopt_symbols__get(int level);

/** sock_protocol_symbols__get() - the names of the protocols of a family; NULL when none are known. */
const struct symbols *sock_protocol_symbols__get(int family);

/** sockopt_symbols__one_way() - of options that exist only to be read (@is_get), or only to be set. */
const struct symbols *sockopt_symbols__one_way(int level, bool is_get);

/** ioctl_symbols__get() - the names of ioctls with this type byte; NULL when none are known. */
const struct symbols *ioctl_symbols__get(unsigned int type);

/* symbols_sockaddr.c */
extern const struct symbols syms_l2cap_psm;
extern const struct symbols syms_l2cap_cid;
extern const struct symbols syms_bdaddr_type;
extern const struct symbols syms_hci_channel;
extern const struct symbols syms_crypto_alg;
extern const struct symbols syms_nfc_proto;
extern const struct symbols syms_rxrpc_service;
extern const struct symbols syms_rxrpc_transport;
extern const struct symbols syms_ieee802154_addr;
extern const struct symbols syms_ieee802154_pan;
extern const struct symbols syms_ieee802154_short;
extern const struct symbols syms_llcp_sap;
extern const struct symbols syms_mctp_net;
extern const struct symbols syms_mctp_addr;
extern const struct symbols syms_qrtr_node, syms_qrtr_port;

/* symbols_video.c */
extern const struct symbols syms_v4l2_pix_fmt;
extern const struct symbols syms_v4l2_sdr_fmt;
extern const struct symbols syms_v4l2_meta_fmt;
extern const struct symbols syms_v4l2_cid;

/* symbols_tty.c */
extern const struct symbols syms_tty_modem;
extern const struct symbols syms_tty_iflags;
extern const struct symbols syms_tty_nl;
extern const struct symbols syms_tty_cr;
extern const struct symbols syms_tty_tab;
extern const struct symbols syms_tty_bs;
extern const struct symbols syms_tty_vt;
extern const struct symbols syms_tty_ff;
extern const struct symbols syms_tty_oflags;
extern const struct symbols syms_tty_baud;
extern const struct symbols syms_tty_shift;
extern const struct symbols syms_tty_csize;
extern const struct symbols syms_tty_cflags;
extern const struct symbols syms_tty_lflags;
extern const struct symbols syms_tty_line;
extern const struct symbols syms_tty_cc;
extern const struct symbols syms_tty_flow;
extern const struct symbols syms_tty_queue;

#endif /* PERF_AUGMENT_SYMBOLS_TABLES_H */
