// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* symbols_devices.c - names in the arguments of ioctls on devices and file systems. */
#include "symbols_tables.h"

#include <asm/termios.h>
#include <linux/blkpg.h>
#include <linux/btrfs.h>
#include <linux/counter.h>
#include <linux/fs.h>
#include <linux/kd.h>
#include <linux/kvm.h>
#include <linux/lirc.h>
#include <linux/loop.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <linux/userfaultfd.h>
#include <linux/videodev2.h>
#include <mtd/mtd-user.h>
#include <mtd/ubi-user.h>

/* clang-format off */

#define NAMED(value, name) SYM_NAMED(#name, value, 0)

/* The last is a flag beside one of the others. */
static const struct symbol sg_scsi_reset_table[] = {
	NAMED(0, SG_SCSI_RESET_NOTHING), NAMED(1, SG_SCSI_RESET_DEVICE), NAMED(2, SG_SCSI_RESET_BUS),
	NAMED(3, SG_SCSI_RESET_HOST), NAMED(4, SG_SCSI_RESET_TARGET),
	NAMED(0x100, SG_SCSI_RESET_NO_ESCALATE),
};
DEFINE_ENUM(sg_scsi_reset, "SG_SCSI_RESET_");

static const struct symbol v4l2_buf_type_table[] = {
	SYM(V4L2_BUF_TYPE_VIDEO_CAPTURE), SYM(V4L2_BUF_TYPE_VIDEO_OUTPUT), SYM(V4L2_BUF_TYPE_VIDEO_OVERLAY),
	SYM(V4L2_BUF_TYPE_VBI_CAPTURE), SYM(V4L2_BUF_TYPE_VBI_OUTPUT),
	SYM(V4L2_BUF_TYPE_SLICED_VBI_CAPTURE), SYM(V4L2_BUF_TYPE_SLICED_VBI_OUTPUT),
	SYM(V4L2_BUF_TYPE_VIDEO_OUTPUT_OVERLAY), SYM(V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE),
	SYM(V4L2_BUF_TYPE_VIDEO_OUTPUT_MPLANE), SYM(V4L2_BUF_TYPE_SDR_CAPTURE),
	SYM(V4L2_BUF_TYPE_SDR_OUTPUT), SYM(V4L2_BUF_TYPE_META_CAPTURE), SYM(V4L2_BUF_TYPE_META_OUTPUT),
};
DEFINE_ENUM(v4l2_buf_type, "V4L2_BUF_TYPE_", .marks_zero = true);

static const struct symbol lirc_mode_table[] = {
	SYM(LIRC_MODE_RAW), SYM(LIRC_MODE_PULSE), SYM(LIRC_MODE_MODE2), SYM(LIRC_MODE_SCANCODE),
	SYM(LIRC_MODE_LIRCCODE),
};
DEFINE_ENUM(lirc_mode, "LIRC_MODE_", .marks_zero = true);
static const struct symbol lirc_features_table[] = {
	SYM(LIRC_CAN_SEND_RAW), SYM(LIRC_CAN_SEND_PULSE), SYM(LIRC_CAN_SEND_MODE2),
	SYM(LIRC_CAN_SEND_LIRCCODE), SYM(LIRC_CAN_SET_SEND_CARRIER), SYM(LIRC_CAN_SET_SEND_DUTY_CYCLE),
	SYM(LIRC_CAN_SET_TRANSMITTER_MASK), SYM(LIRC_CAN_REC_RAW), SYM(LIRC_CAN_REC_PULSE),
	SYM(LIRC_CAN_REC_MODE2), SYM(LIRC_CAN_REC_SCANCODE), SYM(LIRC_CAN_REC_LIRCCODE),
	SYM(LIRC_CAN_SET_REC_CARRIER),
	SYM(LIRC_CAN_SET_REC_CARRIER_RANGE),
	SYM(LIRC_CAN_GET_REC_RESOLUTION), SYM(LIRC_CAN_SET_REC_TIMEOUT), SYM(LIRC_CAN_SET_REC_FILTER),
	SYM(LIRC_CAN_MEASURE_CARRIER), SYM(LIRC_CAN_USE_WIDEBAND_RECEIVER),
	SYM(LIRC_CAN_NOTIFY_DECODE),
};
DEFINE_FLAGS(lirc_features, "LIRC_CAN_");

static const struct symbol mtd_ops_table[] = {
	SYM(MTD_OPS_PLACE_OOB), SYM(MTD_OPS_AUTO_OOB), SYM(MTD_OPS_RAW),
};
DEFINE_ENUM(mtd_ops, "MTD_OPS_");
static const struct symbol mtd_file_mode_table[] = {
	SYM(MTD_FILE_MODE_NORMAL), SYM(MTD_FILE_MODE_OTP_FACTORY), SYM(MTD_FILE_MODE_OTP_USER),
	SYM(MTD_FILE_MODE_RAW),
};
DEFINE_ENUM(mtd_file_mode, "MTD_FILE_MODE_", .width = 64);
static const struct symbol mtd_otp_table[] = {
	SYM(MTD_OTP_OFF), SYM(MTD_OTP_FACTORY), SYM(MTD_OTP_USER),
};
DEFINE_ENUM(mtd_otp, "MTD_OTP_");

static const struct symbol ubi_volume_type_table[] = { SYM(UBI_DYNAMIC_VOLUME), SYM(UBI_STATIC_VOLUME) };
DEFINE_ENUM(ubi_volume_type, "UBI_", .unknown = "UBI_???_VOLUME", .marks_zero = true);
static const struct symbol ubi_volume_flags_table[] = { SYM(UBI_VOL_SKIP_CRC_CHECK_FLG) };
DEFINE_FLAGS(ubi_volume_flags, "UBI_VOL_", .unknown = "UBI_VOL_???_FLG");
static const struct symbol ubi_data_type_table[] = {
	NAMED(1, UBI_LONGTERM), NAMED(2, UBI_SHORTTERM), NAMED(3, UBI_UNKNOWN),
};
DEFINE_ENUM(ubi_data_type, "UBI_", .marks_zero = true);
static const struct symbol ubi_property_table[] = { SYM(UBI_VOL_PROP_DIRECT_WRITE) };
DEFINE_ENUM(ubi_property, "UBI_VOL_PROP_", .marks_zero = true);

static const struct symbol counter_component_table[] = {
	SYM(COUNTER_COMPONENT_NONE), SYM(COUNTER_COMPONENT_SIGNAL), SYM(COUNTER_COMPONENT_COUNT),
	SYM(COUNTER_COMPONENT_FUNCTION), SYM(COUNTER_COMPONENT_SYNAPSE_ACTION),
	SYM(COUNTER_COMPONENT_EXTENSION),
};
DEFINE_ENUM(counter_component, "COUNTER_COMPONENT_");
static const struct symbol counter_scope_table[] = {
	SYM(COUNTER_SCOPE_DEVICE), SYM(COUNTER_SCOPE_SIGNAL), SYM(COUNTER_SCOPE_COUNT),
};
DEFINE_ENUM(counter_scope, "COUNTER_SCOPE_");
static const struct symbol counter_event_table[] = {
	SYM(COUNTER_EVENT_OVERFLOW), SYM(COUNTER_EVENT_UNDERFLOW), SYM(COUNTER_EVENT_OVERFLOW_UNDERFLOW),
	SYM(COUNTER_EVENT_THRESHOLD), SYM(COUNTER_EVENT_INDEX),
};
DEFINE_ENUM(counter_event, "COUNTER_EVENT_");

static const struct symbol btrfs_balance_ctl_table[] = {
	SYM(BTRFS_BALANCE_CTL_PAUSE), SYM(BTRFS_BALANCE_CTL_CANCEL),
};
DEFINE_ENUM(btrfs_balance_ctl, "BTRFS_BALANCE_CTL_", .marks_zero = true);
static const struct symbol btrfs_subvol_table[] = {
	NAMED(1 << 0, BTRFS_SUBVOL_CREATE_ASYNC), SYM(BTRFS_SUBVOL_RDONLY), SYM(BTRFS_SUBVOL_QGROUP_INHERIT),
};
DEFINE_FLAGS(btrfs_subvol, "BTRFS_SUBVOL_", .width = 64);
static const struct symbol btrfs_defrag_table[] = {
	SYM(BTRFS_DEFRAG_RANGE_COMPRESS), SYM(BTRFS_DEFRAG_RANGE_START_IO),
};
DEFINE_FLAGS(btrfs_defrag, "BTRFS_DEFRAG_RANGE_", .width = 64);
static const struct symbol btrfs_compress_table[] = {
	NAMED(0, BTRFS_COMPRESS_NONE), NAMED(1, BTRFS_COMPRESS_ZLIB), NAMED(2, BTRFS_COMPRESS_LZO),
	NAMED(3, BTRFS_COMPRESS_ZSTD),
};
DEFINE_ENUM(btrfs_compress, "BTRFS_COMPRESS_");

static const struct symbol tty_modem_table[] = {
	SYM(TIOCM_LE), SYM(TIOCM_DTR), SYM(TIOCM_RTS), SYM(TIOCM_ST), SYM(TIOCM_SR), SYM(TIOCM_CTS),
	SYM(TIOCM_CAR), SYM(TIOCM_RNG), SYM(TIOCM_DSR), SYM(TIOCM_OUT1), SYM(TIOCM_OUT2), SYM(TIOCM_LOOP),
};
DEFINE_FLAGS(tty_modem, "TIOCM_");
static const struct symbol console_mode_table[] = {
	SYM(KD_TEXT), SYM(KD_GRAPHICS), SYM(KD_TEXT0), SYM(KD_TEXT1),
};
DEFINE_ENUM(console_mode, "KD_");
static const struct symbol perf_ioc_flags_table[] = { SYM(PERF_IOC_FLAG_GROUP) };
DEFINE_FLAGS(perf_ioc_flags, "PERF_IOC_FLAG_");

static const struct symbol nbd_flags_table[] = {
	NAMED(1 << 0, NBD_FLAG_HAS_FLAGS), NAMED(1 << 1, NBD_FLAG_READ_ONLY),
	NAMED(1 << 2, NBD_FLAG_SEND_FLUSH), NAMED(1 << 3, NBD_FLAG_SEND_FUA),
	NAMED(1 << 4, NBD_FLAG_ROTATIONAL), NAMED(1 << 5, NBD_FLAG_SEND_TRIM),
	NAMED(1 << 6, NBD_FLAG_SEND_WRITE_ZEROES), NAMED(1 << 7, NBD_FLAG_SEND_DF),
	NAMED(1 << 8, NBD_FLAG_CAN_MULTI_CONN), NAMED(1 << 9, NBD_FLAG_SEND_RESIZE),
	NAMED(1 << 10, NBD_FLAG_SEND_CACHE),
};
DEFINE_FLAGS(nbd_flags, "NBD_FLAG_");
static const struct symbol loop_flags_table[] = {
	SYM(LO_FLAGS_READ_ONLY), SYM(LO_FLAGS_AUTOCLEAR), SYM(LO_FLAGS_PARTSCAN), SYM(LO_FLAGS_DIRECT_IO),
};
DEFINE_FLAGS(loop_flags, "LO_FLAGS_");
static const struct symbol loop_crypt_table[] = {
	SYM(LO_CRYPT_NONE), SYM(LO_CRYPT_XOR), SYM(LO_CRYPT_DES), SYM(LO_CRYPT_FISH2), SYM(LO_CRYPT_BLOW),
	SYM(LO_CRYPT_CAST128), SYM(LO_CRYPT_IDEA), SYM(LO_CRYPT_DUMMY), SYM(LO_CRYPT_SKIPJACK),
	SYM(LO_CRYPT_CRYPTOAPI),
};
DEFINE_ENUM(loop_crypt, "LO_CRYPT_");
static const struct symbol blkpg_op_table[] = {
	SYM(BLKPG_ADD_PARTITION), SYM(BLKPG_DEL_PARTITION), SYM(BLKPG_RESIZE_PARTITION),
};
DEFINE_ENUM(blkpg_op, "BLKPG_", .marks_zero = true);
static const struct symbol fs_xflags_table[] = {
	SYM(FS_XFLAG_REALTIME), SYM(FS_XFLAG_PREALLOC), SYM(FS_XFLAG_IMMUTABLE), SYM(FS_XFLAG_APPEND),
	SYM(FS_XFLAG_SYNC), SYM(FS_XFLAG_NOATIME), SYM(FS_XFLAG_NODUMP), SYM(FS_XFLAG_RTINHERIT),
	SYM(FS_XFLAG_PROJINHERIT), SYM(FS_XFLAG_NOSYMLINKS), SYM(FS_XFLAG_EXTSIZE),
	SYM(FS_XFLAG_EXTSZINHERIT), SYM(FS_XFLAG_NODEFRAG), SYM(FS_XFLAG_FILESTREAM), SYM(FS_XFLAG_DAX),
	SYM(FS_XFLAG_COWEXTSIZE), SYM(FS_XFLAG_HASATTR),
};
DEFINE_FLAGS(fs_xflags, "FS_XFLAG_");
static const struct symbol seccomp_notif_flags_table[] = { SYM(SECCOMP_USER_NOTIF_FLAG_CONTINUE) };
DEFINE_FLAGS(seccomp_notif_flags, "SECCOMP_USER_NOTIF_FLAG_");
static const struct symbol seccomp_addfd_flags_table[] = {
	SYM(SECCOMP_ADDFD_FLAG_SETFD), SYM(SECCOMP_ADDFD_FLAG_SEND),
};
DEFINE_FLAGS(seccomp_addfd_flags, "SECCOMP_ADDFD_FLAG_");
static const struct symbol uffdio_register_table[] = {
	SYM(UFFDIO_REGISTER_MODE_MISSING), SYM(UFFDIO_REGISTER_MODE_WP), SYM(UFFDIO_REGISTER_MODE_MINOR),
};
DEFINE_FLAGS(uffdio_register, "UFFDIO_REGISTER_MODE_", .width = 64);
static const struct symbol uffdio_copy_table[] = {
	SYM(UFFDIO_COPY_MODE_DONTWAKE), SYM(UFFDIO_COPY_MODE_WP),
};
DEFINE_FLAGS(uffdio_copy, "UFFDIO_COPY_MODE_", .width = 64);
static const struct symbol uffdio_zeropage_table[] = { SYM(UFFDIO_ZEROPAGE_MODE_DONTWAKE) };
DEFINE_FLAGS(uffdio_zeropage, "UFFDIO_ZEROPAGE_MODE_", .width = 64);
static const struct symbol uffdio_ioctls_table[] = {
	SYM(1<<_UFFDIO_REGISTER), SYM(1<<_UFFDIO_UNREGISTER), SYM(1<<_UFFDIO_WAKE), SYM(1<<_UFFDIO_COPY),
	SYM(1<<_UFFDIO_ZEROPAGE),
};
DEFINE_FLAGS(uffdio_ioctls, "", .width = 64);
static const struct symbol kvm_mem_flags_table[] = { SYM(KVM_MEM_LOG_DIRTY_PAGES), SYM(KVM_MEM_READONLY) };
DEFINE_FLAGS(kvm_mem_flags, "KVM_MEM_");
