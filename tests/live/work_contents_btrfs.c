// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* work_contents_btrfs.c FILE - ioctls of btrfs: see contents.h. */
#include "contents.h"

#include <linux/btrfs.h>
#include <linux/btrfs_tree.h>
#include <stddef.h>

/* ---- btrfs ---- */

static void of_btrfs_features(void)
{
	struct btrfs_ioctl_fs_info_args info = { .max_id = 2,
						 .num_devices = 2,
						 .fsid = "0123456789abcde",
						 .nodesize = 16384,
						 .sectorsize = 4096,
						 .clone_alignment = 4096,
						 .csum_type = 3,
						 .csum_size = 32,
						 .generation = 77,
						 .metadata_uuid = "edcba9876543210" };
	struct btrfs_ioctl_feature_flags features[3];

	for (unsigned int bit = 0; bit < 64; bit++) {
		for (unsigned int i = 0; i < 3; i++)
			features[i] = (struct btrfs_ioctl_feature_flags){ 1ULL << bit, 1ULL << bit,
									  1ULL << bit };
		TOLD(BTRFS_IOC_GET_FEATURES, features[0]);
		TELL(BTRFS_IOC_SET_FEATURES, features);
		TOLD(BTRFS_IOC_GET_SUPPORTED_FEATURES, features);
		info.flags = 1ULL << bit;
		info.csum_type = bit;
		TOLD(BTRFS_IOC_FS_INFO, info);
	}
	info.flags = 7;
	TOLD(BTRFS_IOC_FS_INFO, info);
}

static void of_btrfs_devices(void)
{
	static const char *const paths[] = { "", "/dev/sda1",
					     "/dev/disk/by-id/nvme-eui.0025388b910000000000" };
	struct btrfs_ioctl_dev_info_args info = { .devid = 1 },
					 told = { .devid = 1,
						  .uuid = "0123456789abcde",
						  .bytes_used = 1 << 30,
						  .total_bytes = 1ULL << 40 };
	struct btrfs_ioctl_get_dev_stats stats = { .devid = 1 },
					 counted = { .devid = 1, .values = { 1, 2, 3, 4, 5 } };
	struct btrfs_ioctl_scrub_args scrub = { .devid = 300,
						.end = UINT64_MAX,
						.flags = BTRFS_SCRUB_READONLY },
				      done = scrub;

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		strcpy((char *)told.path, paths[i]);
		ASK(BTRFS_IOC_DEV_INFO, info, told);
		ASK(BTRFS_IOC_DEV_INFO, told, told);
	}
	memset(told.path, 'x', sizeof(told.path));
	ASK(BTRFS_IOC_DEV_INFO, info, told);
	for (stats.nr_items = 0; stats.nr_items < 8; stats.nr_items++) {
		counted.nr_items = stats.nr_items;
		counted.flags = stats.flags = stats.nr_items & 3;
		ASK(BTRFS_IOC_GET_DEV_STATS, stats, counted);
	}
	done.progress =
		(struct btrfs_scrub_progress){ 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
	ASK(BTRFS_IOC_SCRUB, scrub, done);
	ASK(BTRFS_IOC_SCRUB_PROGRESS, scrub, done);
}

/* Subvolumes that inherit groups of a quota, which are behind a pointer. */
static void of_btrfs_subvolumes(void)
{
	static const uint32_t calls[] = { BTRFS_IOC_SNAP_CREATE_V2, BTRFS_IOC_SUBVOL_CREATE_V2 };
	static const uint64_t flags[] = { 0, BTRFS_SUBVOL_QGROUP_INHERIT, 6, 2, ~0ULL };
	struct btrfs_qgroup_inherit *groups = (void *)FAR;
	char *const places[] = { FAR, NULL, BEHIND, BEHIND - 8, (char *)-1 };

	memset(FAR, 0, 0x1000);
	for (unsigned int i = 0; i < 100; i++) {
		struct btrfs_ioctl_vol_args_v2 args = { .fd = 2, .name = "a subvolume" };

		args.flags = flags[i % 5];
		args.qgroup_inherit = (void *)places[i / 5 % 5];
		groups->flags = i & 3;
		groups->num_qgroups = i / 25 * 15;
		groups->num_ref_copies = i;
		groups->lim =
			(struct btrfs_qgroup_limit){ .flags = i, .max_rfer = i, .rsv_excl = 9 };
		for (unsigned int k = 0; k < 45; k++)
			groups->qgroups[k] = k * 7;
		args.size = sizeof(*groups) + 8 * groups->num_qgroups;
		ASK(calls[i % 2], args, args);
	}
}

static void of_btrfs_received(void)
{
	static const struct btrfs_ioctl_timespec times[] = {
		{ 1463193386, 12345 }, { 0, 0 },	 { 0, 1 },
		{ 1463193386, 0 },     { 5, 999999999 }, { 5, 1000000000 },
	};

	for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
		struct btrfs_ioctl_received_subvol_args args = { .uuid = "0123456789abcde",
								 .stime = times[i] };
		struct btrfs_ioctl_received_subvol_args told = args;

		told.rtime = times[i];
		told.rtransid = i;
		ASK(BTRFS_IOC_SET_RECEIVED_SUBVOL, args, told);
	}
}

static void of_btrfs_replace(void)
{
	struct btrfs_ioctl_dev_replace_args args = { .cmd = 0 }, told = { .cmd = 0 };

	for (unsigned int i = 0; i < 6; i++) {
		args.start = (struct btrfs_ioctl_dev_replace_start_params){
			.srcdevid = i,
			.cont_reading_from_srcdev_mode = i,
			.srcdev_name = "/dev/sda",
			.tgtdev_name = "/dev/sdb"
		};
		args.cmd = told.cmd = i;
		told.result = i;
		told.status = (struct btrfs_ioctl_dev_replace_status_params){
			i, i * 333, i * 1000000000ULL, 7, 8, 9
		};
		ASK(BTRFS_IOC_DEV_REPLACE, args, told);
		args.cmd = told.cmd = BTRFS_IOCTL_DEV_REPLACE_CMD_STATUS;
		ASK(BTRFS_IOC_DEV_REPLACE, args, told);
	}
	told.status = (struct btrfs_ioctl_dev_replace_status_params){ -1, -1, -1, -1, -1, -1 };
	ASK(BTRFS_IOC_DEV_REPLACE, args, told);
	args.cmd = BTRFS_IOCTL_DEV_REPLACE_CMD_START;
	memset(args.start.srcdev_name, '/', sizeof(args.start.srcdev_name));
	ASK(BTRFS_IOC_DEV_REPLACE, args, told);
}

static void of_btrfs_balance(void)
{
	struct btrfs_ioctl_balance_args args = { .data = { .usage = 50,
							   .devid = 1,
							   .pstart = 2,
							   .pend = UINT64_MAX,
							   .vstart = 3,
							   .vend = UINT64_MAX,
							   .target = 4 } };

	args.meta = args.data;
	args.meta.usage = 60;
	args.sys = args.data;
	args.sys.usage = 70;
	for (unsigned int bit = 0; bit < 64; bit++) {
		args.flags = 1ULL << bit;
		args.state = 1ULL << bit;
		args.data.profiles = args.meta.profiles = 1ULL << bit;
		args.data.flags = args.sys.flags = 1ULL << bit;
		ASK(BTRFS_IOC_BALANCE_V2, args, args);
		args.flags = BTRFS_BALANCE_DATA | BTRFS_BALANCE_SYSTEM | BTRFS_BALANCE_METADATA;
		ASK(BTRFS_IOC_BALANCE_V2, args, args);
		TOLD(BTRFS_IOC_BALANCE_PROGRESS, args);
	}
}

static void of_btrfs_spaces(void)
{
	struct btrfs_ioctl_space_info *spaces =
		(void *)(AREA + offsetof(struct btrfs_ioctl_space_args, spaces));
	struct btrfs_ioctl_space_args *args = (void *)AREA;
	static const unsigned int numbers[] = { 0, 1, 3, 32, 33, 64 };
	struct btrfs_ioctl_space_args answer = { .space_slots = 0 };

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		for (answer.space_slots = 0; answer.space_slots < 2; answer.space_slots++) {
			memset(AREA, 0, AREA_SIZE);
			for (unsigned int bit = 0; bit < 64; bit++)
				spaces[bit] =
					(struct btrfs_ioctl_space_info){ 1ULL << bit, 1000, bit };
			args->space_slots = answer.space_slots;
			answer.total_spaces = numbers[i];
			ask_at(BTRFS_IOC_SPACE_INFO, AREA, &answer, sizeof(answer));
		}
	}
	/* Up to the end of what is mapped. */
	args = (void *)(BEHIND - sizeof(*args) - sizeof(*spaces));
	answer.total_spaces = 1;
	*args = answer;
	args->total_spaces = 0;
	ask_at(BTRFS_IOC_SPACE_INFO, args, &answer, sizeof(answer));
}

static char *add_item(char *at, struct btrfs_ioctl_search_header header)
{
	memcpy(at, &header, sizeof(header));
	memset(at + sizeof(header), 'i', header.len);
	return at + sizeof(header) + header.len;
}

static void of_btrfs_searches(void)
{
	static const uint32_t numbers[] = { 0, 1, 3, 4, 32, 33, 34, 1000 };
	static const uint64_t ends[] = { BTRFS_LAST_FREE_OBJECTID, UINT64_MAX, 257 };
	static struct btrfs_ioctl_search_args args, found;
	struct btrfs_ioctl_search_args_v2 *v2 = (void *)AREA;
	char *at = found.buf;

	args.key = (struct btrfs_ioctl_search_key){ .tree_id = 5,
						    .max_offset = UINT64_MAX,
						    .max_transid = UINT64_MAX,
						    .max_type = UINT32_MAX,
						    .nr_items = 4096 };
	found.key = args.key;
	at = add_item(at,
		      (struct btrfs_ioctl_search_header){ 7, 256, 0, BTRFS_INODE_ITEM_KEY, 160 });
	at = add_item(at, (struct btrfs_ioctl_search_header){ 8, 256, UINT64_MAX,
							      BTRFS_INODE_REF_KEY, 14 });
	at = add_item(at, (struct btrfs_ioctl_search_header){ UINT64_MAX, UINT64_MAX, 3, 2, 0 });
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		args.key.min_objectid = BTRFS_FIRST_FREE_OBJECTID + i % 2;
		args.key.max_objectid = ends[i % 3];
		found.key.nr_items = numbers[i];
		ASK(BTRFS_IOC_TREE_SEARCH, args, found);
		for (uint64_t size = 16; size < 4096; size *= 8) {
			memset(AREA, 0, AREA_SIZE);
			v2->key = args.key;
			v2->buf_size = size;
			memcpy(v2->buf, found.buf, (size_t)(at - found.buf));
			ioctl(-1, BTRFS_IOC_TREE_SEARCH_V2, v2);
			if (pwrite(file, &found.key, sizeof(found.key), 0) < 0)
				perror("contents: answer");
			/* The size of the buffer is a part of the answer. */
			memcpy(&args.buf[0], &size, sizeof(size));
			memcpy(&args.key, &found.key, sizeof(found.key));
			if (pwrite(file, &args, sizeof(struct btrfs_ioctl_search_args_v2), 0) < 0)
				perror("contents: answer");
			ioctl(file, BTRFS_IOC_TREE_SEARCH_V2, v2);
		}
	}
	for (uint64_t id = 0; id < 600; id++) {
		args.key.tree_id = id < 300 ? id : id - 600;
		args.key.min_objectid = args.key.max_objectid = args.key.tree_id;
		args.key.min_type = args.key.max_type = (uint32_t)id;
		ask(BTRFS_IOC_TREE_SEARCH, &args, sizeof(args), NULL, 0);
	}
}

static void of_btrfs_files(void)
{
	static struct btrfs_ioctl_ino_lookup_args ask_ino, tell_ino;
	struct btrfs_ioctl_logical_ino_args logical = { .logical = 1 << 20,
							.size = 4096,
							.inodes = (uintptr_t)FAR };
	struct btrfs_ioctl_ino_path_args paths = { .inum = 257,
						   .size = 4096,
						   .fspath = (uintptr_t)FAR };
	struct btrfs_data_container *c = (void *)FAR;

	for (unsigned int i = 0; i < 4; i++) {
		ask_ino = (struct btrfs_ioctl_ino_lookup_args){ .treeid = i & 1 ? 5 : 0,
								.objectid = 256 };
		tell_ino = (struct btrfs_ioctl_ino_lookup_args){ .treeid = 5,
								 .objectid = 256,
								 .name = "dir/sub/" };
		if (i & 2)
			memset(tell_ino.name, 'n', sizeof(tell_ino.name));
		ASK(BTRFS_IOC_INO_LOOKUP, ask_ino, tell_ino);
	}
	for (unsigned int nr = 0; nr < 70; nr += 3) {
		*c = (struct btrfs_data_container){ 4000, nr, nr, 0 };
		for (unsigned int i = 0; i < nr; i++)
			c->val[i] = i * 1000;
		logical.flags = nr;
		logical.reserved[1] = nr & 4;
		ASK(BTRFS_IOC_LOGICAL_INO, logical, logical);
		for (unsigned int i = 0; i < nr; i++) {
			c->val[i] = nr * 8 + i * 8;
			memcpy((char *)c->val + c->val[i], "dir/fil", 8);
		}
		ASK(BTRFS_IOC_INO_PATHS, paths, paths);
	}
	logical.inodes = paths.fspath = 8;
	ASK(BTRFS_IOC_LOGICAL_INO, logical, logical);
	ASK(BTRFS_IOC_INO_PATHS, paths, paths);
	logical.inodes = paths.fspath = 0;
	ASK(BTRFS_IOC_LOGICAL_INO, logical, logical);
	ASK(BTRFS_IOC_INO_PATHS, paths, paths);
}

static void of_btrfs_send(void)
{
	struct btrfs_ioctl_send_args args = { .send_fd = 3,
					      .clone_sources = (void *)FAR,
					      .parent_root = 257 };

	for (unsigned int i = 0; i < 32; i++)
		((uint64_t *)FAR)[i] = i;
	for (unsigned int bit = 0; bit < 32; bit++) {
		args.flags = 1ULL << bit;
		args.clone_sources_count = bit;
		TELL(BTRFS_IOC_SEND, args);
	}
	args.clone_sources = (void *)8;
	TELL(BTRFS_IOC_SEND, args);
	args.clone_sources = NULL;
	TELL(BTRFS_IOC_SEND, args);
}

int main(int argc, char *argv[])
{
	if (!open_contents(argc, argv))
		return 2;
	of_btrfs_features();
	of_btrfs_devices();
	of_btrfs_subvolumes();
	of_btrfs_received();
	of_btrfs_replace();
	of_btrfs_balance();
	of_btrfs_spaces();
	of_btrfs_searches();
	of_btrfs_files();
	of_btrfs_send();
	return 0;
}
