// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* layouts_devices.c - structures of ioctls on devices and file systems. */
#include "layouts.h"

#include <linux/blkpg.h>
#include <linux/btrfs.h>
#include <linux/counter.h>
#include <linux/fs.h>
#include <linux/kd.h>
#include <linux/kvm.h>
#include <linux/loop.h>
#include <linux/rtc.h>
#include <linux/seccomp.h>
#include <linux/tee.h>
#include <linux/userfaultfd.h>
#include <linux/videodev2.h>
#include <mtd/mtd-user.h>
#include <mtd/ubi-user.h>
#include <string.h>

#include "decode_word.h"
#include "symbols_tables.h"
#include "util.h"

/* clang-format off */

/* ---- SCSI, video, infrared, the console ---- */

/* What is reset, and a flag before it. Of the kernel's scsi/sg.h; the C library's is older. */
#define SG_SCSI_RESET_NO_ESCALATE 0x100

static void say_sg_scsi_reset(struct out *o, uint64_t value)
{
	struct word w;

	word__init(&w);
	if (value & SG_SCSI_RESET_NO_ESCALATE) {
		word__add_symbol(&w, &syms_sg_scsi_reset, SG_SCSI_RESET_NO_ESCALATE, o);
		word__add(&w, "|");
	}
	word__add_symbol(&w, &syms_sg_scsi_reset, value & ~(uint64_t)SG_SCSI_RESET_NO_ESCALATE, o);
	word__say(&w, o);
}
static const struct field sg_scsi_reset_fields[] = {
	NUMBER(uint32_t, FIELD_SAY, .say = say_sg_scsi_reset),
};
DEFINE_LAYOUT(sg_scsi_reset, 4);
static const struct field v4l2_buf_type_fields[] = {
	NUMBER(uint32_t, FIELD_SYM, .syms = &syms_v4l2_buf_type),
};
DEFINE_LAYOUT(v4l2_buf_type, 4);
static const struct field lirc_mode_fields[] = { NUMBER(uint32_t, FIELD_SYM, .syms = &syms_lirc_mode) };
DEFINE_LAYOUT(lirc_mode, 4);
static const struct field lirc_features_fields[] = {
	NUMBER(uint32_t, FIELD_SYM, .syms = &syms_lirc_features),
};
DEFINE_LAYOUT(lirc_features, 4);

static const struct field v4l2_rect_fields[] = {
	SINT(struct v4l2_rect, left), SINT(struct v4l2_rect, top), UINT(struct v4l2_rect, width),
	UINT(struct v4l2_rect, height),
};
static DEFINE_LAYOUT(v4l2_rect, sizeof(struct v4l2_rect));
static const struct field v4l2_crop_fields[] = {
	NAMES(struct v4l2_crop, type, v4l2_buf_type), NESTED(struct v4l2_crop, c, v4l2_rect),
};
DEFINE_LAYOUT(v4l2_crop, sizeof(struct v4l2_crop));
static const struct field v4l2_framebuffer_fields[] = {
	HEX(struct v4l2_framebuffer, capability), HEX(struct v4l2_framebuffer, flags),
	PTR(struct v4l2_framebuffer, base),
};
DEFINE_LAYOUT_NATIVE(v4l2_framebuffer, sizeof(struct v4l2_framebuffer));

static const struct field unimapinit_fields[] = {
	UINT(struct unimapinit, advised_hashsize), UINT(struct unimapinit, advised_hashstep),
	UINT(struct unimapinit, advised_hashlevel),
};
DEFINE_LAYOUT(unimapinit, sizeof(struct unimapinit));

/* ---- flash memory ---- */

static const struct field mtd_erase_fields[] = {
	HEX(struct erase_info_user, start), HEX(struct erase_info_user, length),
};
DEFINE_LAYOUT(mtd_erase, sizeof(struct erase_info_user));
static const struct field mtd_erase64_fields[] = {
	HEX(struct erase_info_user64, start), HEX(struct erase_info_user64, length),
};
DEFINE_LAYOUT(mtd_erase64, sizeof(struct erase_info_user64));
static const struct field mtd_oob_fields[] = {
	HEX(struct mtd_oob_buf, start), HEX(struct mtd_oob_buf, length), PTR(struct mtd_oob_buf, ptr),
};
DEFINE_LAYOUT_NATIVE(mtd_oob, sizeof(struct mtd_oob_buf));
static const struct field mtd_oob64_fields[] = {
	HEX(struct mtd_oob_buf64, start), HEX(struct mtd_oob_buf64, length),
	PTR(struct mtd_oob_buf64, usr_ptr),
};
DEFINE_LAYOUT(mtd_oob64, sizeof(struct mtd_oob_buf64));
static const struct field mtd_write_fields[] = {
	HEX(struct mtd_write_req, start), HEX(struct mtd_write_req, len), HEX(struct mtd_write_req, ooblen),
	PTR(struct mtd_write_req, usr_data), PTR(struct mtd_write_req, usr_oob),
	NAMES(struct mtd_write_req, mode, mtd_ops),
};
DEFINE_LAYOUT(mtd_write, sizeof(struct mtd_write_req));
static const struct field mtd_otp_fields[] = { NUMBER(uint32_t, FIELD_SYM, .syms = &syms_mtd_otp) };
DEFINE_LAYOUT(mtd_otp, 4);
static const struct field mtd_otp_info_fields[] = {
	HEX(struct otp_info, start), HEX(struct otp_info, length), UINT(struct otp_info, locked),
};
DEFINE_LAYOUT(mtd_otp_info, sizeof(struct otp_info));

static const struct field ubi_attach_fields[] = {
	SINT(struct ubi_attach_req, ubi_num), SINT(struct ubi_attach_req, mtd_num),
	SINT(struct ubi_attach_req, vid_hdr_offset), SINT(struct ubi_attach_req, max_beb_per1024),
};
DEFINE_LAYOUT(ubi_attach, sizeof(struct ubi_attach_req));
/* No longer than the member before it says. */
static void say_volume_name(const struct blob *b, const struct field *f, struct out *o)
{
	const char *text = (const char *)b->data + f->off;
	const int16_t room = (int16_t)layout__get(b->data + offsetof(struct ubi_mkvol_req, name_len), 2);
	const size_t size = MIN((size_t)MAX(room, 0), (size_t)UBI_MAX_VOLUME_NAME);
	const size_t len = strnlen(text, size);

	out__str(o, text, len, len == size && text[len]);
}
static const struct field ubi_mkvol_fields[] = {
	SINT(struct ubi_mkvol_req, vol_id), SINT(struct ubi_mkvol_req, alignment),
	SINT(struct ubi_mkvol_req, bytes), NAMES(struct ubi_mkvol_req, vol_type, ubi_volume_type),
	NAMES(struct ubi_mkvol_req, flags, ubi_volume_flags), SINT(struct ubi_mkvol_req, name_len),
	CUSTOM(struct ubi_mkvol_req, name, say_volume_name),
};
DEFINE_LAYOUT(ubi_mkvol, sizeof(struct ubi_mkvol_req));
static const struct field ubi_rsvol_fields[] = {
	SINT(struct ubi_rsvol_req, bytes), SINT(struct ubi_rsvol_req, vol_id),
};
DEFINE_LAYOUT(ubi_rsvol, sizeof(struct ubi_rsvol_req));
static const struct field ubi_leb_change_fields[] = {
	SINT(struct ubi_leb_change_req, lnum), SINT(struct ubi_leb_change_req, bytes),
	NAMES(struct ubi_leb_change_req, dtype, ubi_data_type),
};
DEFINE_LAYOUT(ubi_leb_change, sizeof(struct ubi_leb_change_req));
static const struct field ubi_map_fields[] = {
	SINT(struct ubi_map_req, lnum), NAMES(struct ubi_map_req, dtype, ubi_data_type),
};
DEFINE_LAYOUT(ubi_map, sizeof(struct ubi_map_req));
static const struct field ubi_property_fields[] = {
	NAMES(struct ubi_set_vol_prop_req, property, ubi_property),
	HEX(struct ubi_set_vol_prop_req, value),
};
DEFINE_LAYOUT(ubi_property, sizeof(struct ubi_set_vol_prop_req));

/* ---- trusted environments, counters ---- */

static const struct field tee_close_fields[] = { HEX(struct tee_ioctl_close_session_arg, session) };
DEFINE_LAYOUT(tee_close, sizeof(struct tee_ioctl_close_session_arg));
static const struct field tee_cancel_fields[] = {
	UINT(struct tee_ioctl_cancel_arg, cancel_id), HEX(struct tee_ioctl_cancel_arg, session),
};
DEFINE_LAYOUT(tee_cancel, sizeof(struct tee_ioctl_cancel_arg));

static const struct field counter_component_fields[] = {
	NAMES(struct counter_component, type, counter_component),
	NAMES(struct counter_component, scope, counter_scope), UINT(struct counter_component, parent),
	UINT(struct counter_component, id),
};
static DEFINE_LAYOUT(counter_component, sizeof(struct counter_component));
static const struct field counter_watch_fields[] = {
	NESTED(struct counter_watch, component, counter_component),
	NAMES(struct counter_watch, event, counter_event), UINT(struct counter_watch, channel),
};
DEFINE_LAYOUT(counter_watch, sizeof(struct counter_watch));

/* ---- btrfs ---- */

static const struct field btrfs_subvol_flags_fields[] = {
	NUMBER(uint64_t, FIELD_SYM, .syms = &syms_btrfs_subvol),
};
DEFINE_LAYOUT_BARE(btrfs_subvol_flags, 8);

static const struct field btrfs_vol_args_fields[] = {
	FD(struct btrfs_ioctl_vol_args, fd), CHARS(struct btrfs_ioctl_vol_args, name),
};
DEFINE_LAYOUT(btrfs_vol_args, sizeof(struct btrfs_ioctl_vol_args));

/* With the groups of a quota that it inherits, where there are some. */
static void say_subvol_flags(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t flags = layout__get(b->data + f->off, f->size);

	out__symbol(o, &syms_btrfs_subvol, flags);
	if (!(flags & BTRFS_SUBVOL_QGROUP_INHERIT) || b->len < sizeof(struct btrfs_ioctl_vol_args_v2))
		return;
	out__member(o, "size");
	out__uint(o, layout__get(b->data + offsetof(struct btrfs_ioctl_vol_args_v2, size), 8));
	out__member(o, "qgroup_inherit");
	out__ptr(o, layout__get(b->data + offsetof(struct btrfs_ioctl_vol_args_v2, qgroup_inherit), 8));
}
static const struct field btrfs_vol_args_v2_fields[] = {
	FD(struct btrfs_ioctl_vol_args_v2, fd),
	CUSTOM(struct btrfs_ioctl_vol_args_v2, flags, say_subvol_flags),
	CHARS(struct btrfs_ioctl_vol_args_v2, name),
};
DEFINE_LAYOUT(btrfs_vol_args_v2, sizeof(struct btrfs_ioctl_vol_args_v2));

static const struct field btrfs_qgroup_create_fields[] = {
	UINT(struct btrfs_ioctl_qgroup_create_args, create),
	UINT(struct btrfs_ioctl_qgroup_create_args, qgroupid),
};
DEFINE_LAYOUT(btrfs_qgroup_create, sizeof(struct btrfs_ioctl_qgroup_create_args));
static const struct field btrfs_qgroup_assign_fields[] = {
	UINT(struct btrfs_ioctl_qgroup_assign_args, assign),
	UINT(struct btrfs_ioctl_qgroup_assign_args, src), UINT(struct btrfs_ioctl_qgroup_assign_args, dst),
};
DEFINE_LAYOUT(btrfs_qgroup_assign, sizeof(struct btrfs_ioctl_qgroup_assign_args));
static const struct field btrfs_quota_rescan_fields[] = {
	UINT(struct btrfs_ioctl_quota_rescan_args, flags),
};
DEFINE_LAYOUT(btrfs_quota_rescan, sizeof(struct btrfs_ioctl_quota_rescan_args));

static void say_all_to_the_end(struct out *o, uint64_t value)
{
	if (value == UINT64_MAX)
		out__constant(o, value, OUT_DEC, "UINT64_MAX", strlen("UINT64_MAX"));
	else
		out__uint(o, value);
}
static const struct field btrfs_defrag_range_fields[] = {
	UINT(struct btrfs_ioctl_defrag_range_args, start),
	SAY(struct btrfs_ioctl_defrag_range_args, len, all_to_the_end),
	NAMES(struct btrfs_ioctl_defrag_range_args, flags, btrfs_defrag),
	UINT(struct btrfs_ioctl_defrag_range_args, extent_thresh),
	NAMES(struct btrfs_ioctl_defrag_range_args, compress_type, btrfs_compress),
};
DEFINE_LAYOUT(btrfs_defrag_range, sizeof(struct btrfs_ioctl_defrag_range_args));

static void say_uuid(const struct blob *b, const struct field *f, struct out *o)
{
	static const uint8_t groups[] = { 4, 2, 2, 2, 6 };
	const uint8_t *p = b->data + f->off;
	struct word w;

	word__init(&w);
	for (size_t i = 0; i < ARRAY_SIZE(groups); i++) {
		word__add(&w, i ? "-" : "");
		for (size_t n = 0; n < groups[i]; n++)
			word__add_uint(&w, *p++, 16, 2);
	}
	word__say(&w, o);
}
static const struct field btrfs_timespec_fields[] = {
	UINT(struct btrfs_ioctl_timespec, sec), UINT(struct btrfs_ioctl_timespec, nsec),
};
static DEFINE_LAYOUT(btrfs_timespec, sizeof(struct btrfs_ioctl_timespec));
static const struct field btrfs_received_subvol_fields[] = {
	CUSTOM(struct btrfs_ioctl_received_subvol_args, uuid, say_uuid),
	UINT(struct btrfs_ioctl_received_subvol_args, stransid),
	NESTED(struct btrfs_ioctl_received_subvol_args, stime, btrfs_timespec),
	UINT(struct btrfs_ioctl_received_subvol_args, flags),
};
DEFINE_LAYOUT_NATIVE(btrfs_received_subvol, sizeof(struct btrfs_ioctl_received_subvol_args));

/* ---- block devices, any file system ---- */

/* As many bytes as the member before it says. */
static void say_loop_key(const struct blob *b, const struct field *f, struct out *o)
{
	const size_t len = layout__get(b->data + offsetof(struct loop_info64, lo_encrypt_key_size), 4);

	out__str(o, (const char *)b->data + f->off, MIN(len, (size_t)LO_KEY_SIZE), false);
}
static const struct field loop_info64_fields[] = {
	SAY(struct loop_info64, lo_device, dev, .flags = FIELD_VERBOSE),
	UINT(struct loop_info64, lo_inode, .flags = FIELD_VERBOSE),
	SAY(struct loop_info64, lo_rdevice, dev, .flags = FIELD_VERBOSE),
	HEX(struct loop_info64, lo_offset), UINT(struct loop_info64, lo_sizelimit, .flags = FIELD_VERBOSE),
	UINT(struct loop_info64, lo_number),
	NAMES(struct loop_info64, lo_encrypt_type, loop_crypt, .flags = FIELD_NONZERO),
	UINT(struct loop_info64, lo_encrypt_key_size, .flags = FIELD_NONZERO),
	NAMES(struct loop_info64, lo_flags, loop_flags), CHARS(struct loop_info64, lo_file_name),
	CHARS(struct loop_info64, lo_crypt_name, .flags = FIELD_NONZERO),
	CUSTOM(struct loop_info64, lo_encrypt_key, say_loop_key, .flags = FIELD_NONZERO),
	ARRAY_OF(struct loop_info64, lo_init, FIELD_HEX, .flags = FIELD_VERBOSE),
};
DEFINE_LAYOUT(loop_info64, sizeof(struct loop_info64));
static const struct field loop_config_fields[] = {
	FD(struct loop_config, fd), UINT(struct loop_config, block_size),
	NESTED(struct loop_config, info, loop_info64),
	ARRAY_OF(struct loop_config, __reserved, FIELD_HEX, .flags = FIELD_NONZERO),
};
DEFINE_LAYOUT(loop_config, sizeof(struct loop_config));
static const struct field blkpg_fields[] = {
	NAMES(struct blkpg_ioctl_arg, op, blkpg_op), SINT(struct blkpg_ioctl_arg, flags),
	SINT(struct blkpg_ioctl_arg, datalen), PTR(struct blkpg_ioctl_arg, data),
};
DEFINE_LAYOUT_NATIVE(blkpg, sizeof(struct blkpg_ioctl_arg));

static const struct field fsxattr_fields[] = {
	NAMES(struct fsxattr, fsx_xflags, fs_xflags), UINT(struct fsxattr, fsx_extsize),
	UINT(struct fsxattr, fsx_nextents), HEX(struct fsxattr, fsx_projid),
	UINT(struct fsxattr, fsx_cowextsize),
};
DEFINE_LAYOUT(fsxattr, sizeof(struct fsxattr));
/* What is set does not have the number of extents. */
static const struct field fsxattr_in_fields[] = {
	NAMES(struct fsxattr, fsx_xflags, fs_xflags), UINT(struct fsxattr, fsx_extsize),
	HEX(struct fsxattr, fsx_projid), UINT(struct fsxattr, fsx_cowextsize),
};
DEFINE_LAYOUT(fsxattr_in, sizeof(struct fsxattr));
static const struct field file_clone_range_fields[] = {
	FD(struct file_clone_range, src_fd), UINT(struct file_clone_range, src_offset),
	UINT(struct file_clone_range, src_length), UINT(struct file_clone_range, dest_offset),
};
DEFINE_LAYOUT(file_clone_range, sizeof(struct file_clone_range));

/* ---- what watches other programs ---- */

static const struct field seccomp_notif_resp_fields[] = {
	HEX(struct seccomp_notif_resp, id), SINT(struct seccomp_notif_resp, val),
	SAY(struct seccomp_notif_resp, error, errno_status),
	NAMES(struct seccomp_notif_resp, flags, seccomp_notif_flags),
};
DEFINE_LAYOUT(seccomp_notif_resp, sizeof(struct seccomp_notif_resp));
static const struct field seccomp_notif_addfd_fields[] = {
	HEX(struct seccomp_notif_addfd, id), NAMES(struct seccomp_notif_addfd, flags, seccomp_addfd_flags),
	FD(struct seccomp_notif_addfd, srcfd), SINT(struct seccomp_notif_addfd, newfd),
	NAMES(struct seccomp_notif_addfd, newfd_flags, fd_create_flags),
};
DEFINE_LAYOUT(seccomp_notif_addfd, sizeof(struct seccomp_notif_addfd));
static const struct field uffdio_range_fields[] = {
	HEX(struct uffdio_range, start), HEX(struct uffdio_range, len),
};
DEFINE_LAYOUT(uffdio_range, sizeof(struct uffdio_range));
static const struct field uffdio_register_fields[] = {
	NESTED(struct uffdio_register, range, uffdio_range), NAMES(struct uffdio_register, mode, uffdio_register),
	NAMES(struct uffdio_register, ioctls, uffdio_ioctls, .flags = FIELD_ANSWER),
};
DEFINE_LAYOUT(uffdio_register, sizeof(struct uffdio_register));
static const struct field uffdio_copy_fields[] = {
	HEX(struct uffdio_copy, dst), HEX(struct uffdio_copy, src), HEX(struct uffdio_copy, len),
	NAMES(struct uffdio_copy, mode, uffdio_copy), HEX(struct uffdio_copy, copy, .flags = FIELD_ANSWER),
};
DEFINE_LAYOUT(uffdio_copy, sizeof(struct uffdio_copy));
static const struct field uffdio_zeropage_fields[] = {
	NESTED(struct uffdio_zeropage, range, uffdio_range), NAMES(struct uffdio_zeropage, mode, uffdio_zeropage),
	HEX(struct uffdio_zeropage, zeropage, .flags = FIELD_ANSWER),
};
DEFINE_LAYOUT(uffdio_zeropage, sizeof(struct uffdio_zeropage));

static const struct field kvm_memory_region_fields[] = {
	UINT(struct kvm_userspace_memory_region, slot),
	NAMES(struct kvm_userspace_memory_region, flags, kvm_mem_flags),
	HEX(struct kvm_userspace_memory_region, guest_phys_addr),
	UINT(struct kvm_userspace_memory_region, memory_size),
	HEX(struct kvm_userspace_memory_region, userspace_addr),
};
DEFINE_LAYOUT(kvm_memory_region, sizeof(struct kvm_userspace_memory_region));

static const struct field rtc_wkalrm_fields[] = {
	UINT(struct rtc_wkalrm, enabled), UINT(struct rtc_wkalrm, pending),
	NESTED(struct rtc_wkalrm, time, rtc_time),
};
DEFINE_LAYOUT(rtc_wkalrm, sizeof(struct rtc_wkalrm));
static const struct field rtc_pll_fields[] = {
	SINT(struct rtc_pll_info, pll_ctrl), SINT(struct rtc_pll_info, pll_value),
	SINT(struct rtc_pll_info, pll_max), SINT(struct rtc_pll_info, pll_min),
	SINT(struct rtc_pll_info, pll_posmult), SINT(struct rtc_pll_info, pll_negmult),
	SINT(struct rtc_pll_info, pll_clock),
};
DEFINE_LAYOUT_NATIVE(rtc_pll, sizeof(struct rtc_pll_info));
static const struct field fs_label_fields[] = { { .size = FSLABEL_MAX, .kind = FIELD_STR } };
DEFINE_LAYOUT_BARE(fs_label, FSLABEL_MAX);
