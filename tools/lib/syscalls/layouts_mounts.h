/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* layouts_mounts.h - the request and the answer of statmount and listmount, part by part; the request of listns. */
#ifndef PERF_AUGMENT_LAYOUTS_MOUNTS_H
#define PERF_AUGMENT_LAYOUTS_MOUNTS_H

#include "layouts.h"

/** struct mount_request - struct mnt_id_req of Linux 6.18. */
struct mount_request {
	uint32_t size;
	uint32_t mnt_ns_fd;
	uint64_t mnt_id;
	uint64_t param;
	uint64_t mnt_ns_id;
};

/** struct ns_request - struct ns_id_req of Linux 6.19. */
struct ns_request {
	uint32_t size;
	uint32_t spare;
	uint64_t ns_id;
	uint32_t ns_type;
	uint32_t spare2;
	uint64_t user_ns_id;
};

/** MOUNT_REQUEST_SIZE_VER0 - without mnt_ns_id: the kernel takes nothing shorter. */
#define MOUNT_REQUEST_SIZE_VER0 24

/** struct mount_answer - struct statmount of Linux 6.18, without the texts behind it. */
struct mount_answer {
	uint32_t size;
	uint32_t mnt_opts;
	uint64_t mask;
	uint32_t sb_dev_major;
	uint32_t sb_dev_minor;
	uint64_t sb_magic;
	uint32_t sb_flags;
	uint32_t fs_type;
	uint64_t mnt_id;
	uint64_t mnt_parent_id;
	uint32_t mnt_id_old;
	uint32_t mnt_parent_id_old;
	uint64_t mnt_attr;
	uint64_t mnt_propagation;
	uint64_t mnt_peer_group;
	uint64_t mnt_master;
	uint64_t propagate_from;
	uint32_t mnt_root;
	uint32_t mnt_point;
	uint64_t mnt_ns_id;
	uint32_t fs_subtype;
	uint32_t sb_source;
	uint32_t opt_num;
	uint32_t opt_array;
	uint32_t opt_sec_num;
	uint32_t opt_sec_array;
	uint64_t supported_mask;
	uint32_t mnt_uidmap_num;
	uint32_t mnt_uidmap;
	uint32_t mnt_gidmap_num;
	uint32_t mnt_gidmap;
	uint64_t spare[43];
};

/** struct statmount_part - members that are there when the answer has a bit of @mask. */
struct statmount_part {
	uint64_t mask;
	const struct layout *layout;
};

extern const struct statmount_part statmount_parts[];
extern const size_t statmount_nr_parts;

#endif /* PERF_AUGMENT_LAYOUTS_MOUNTS_H */
