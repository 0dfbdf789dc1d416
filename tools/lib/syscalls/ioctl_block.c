// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ioctl_block.c - block devices: disks, loops, SCSI, network block devices: names, structures, ioctls. */
#include "commands_rows.h"

#include <linux/blkpg.h>
#include <linux/blktrace_api.h>
#include <linux/blkzoned.h>
#include <linux/fs.h>
#include <linux/hdreg.h>
#include <linux/loop.h>
#include <linux/nbd.h>
#include <scsi/sg.h>
#include <stdint.h>
#include <sys/ioctl.h>

#include "decode_word.h"
#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

/* clang-format off */

#define NAMED(value, name) SYM_NAMED(#name, value, 0)

/* Of the kernel's scsi/sg.h; the C library does not have it. */
#define SG_GET_ACCESS_COUNT 0x2289

/* Bytes that the driver copies: Documentation/userspace-api/ioctl/hdio.rst */
#define HDIO_IDENTITY_SIZE 512
#define HDIO_OLD_IDENTITY_SIZE 142

/* The last is a flag beside one of the others. */
static const struct symbol sg_scsi_reset_table[] = {
	NAMED(0, SG_SCSI_RESET_NOTHING), NAMED(1, SG_SCSI_RESET_DEVICE), NAMED(2, SG_SCSI_RESET_BUS),
	NAMED(3, SG_SCSI_RESET_HOST), NAMED(4, SG_SCSI_RESET_TARGET),
	NAMED(0x100, SG_SCSI_RESET_NO_ESCALATE),
};
static DEFINE_ENUM(sg_scsi_reset, "SG_SCSI_RESET_");
static const struct symbol nbd_flags_table[] = {
	NAMED(1 << 0, NBD_FLAG_HAS_FLAGS), NAMED(1 << 1, NBD_FLAG_READ_ONLY),
	NAMED(1 << 2, NBD_FLAG_SEND_FLUSH), NAMED(1 << 3, NBD_FLAG_SEND_FUA),
	NAMED(1 << 4, NBD_FLAG_ROTATIONAL), NAMED(1 << 5, NBD_FLAG_SEND_TRIM),
	NAMED(1 << 6, NBD_FLAG_SEND_WRITE_ZEROES), NAMED(1 << 7, NBD_FLAG_SEND_DF),
	NAMED(1 << 8, NBD_FLAG_CAN_MULTI_CONN), NAMED(1 << 9, NBD_FLAG_SEND_RESIZE),
	NAMED(1 << 10, NBD_FLAG_SEND_CACHE),
};
static DEFINE_FLAGS(nbd_flags, "NBD_FLAG_", .unknown = "NBD_IOC_FLAG_", .width = 64);
static const struct symbol loop_flags_table[] = {
	SYM(LO_FLAGS_READ_ONLY), NAMED(1 << 1, LO_FLAGS_USE_AOPS), SYM(LO_FLAGS_AUTOCLEAR), SYM(LO_FLAGS_PARTSCAN), SYM(LO_FLAGS_DIRECT_IO),
};
static DEFINE_FLAGS(loop_flags, "LO_FLAGS_");
static const struct symbol loop_crypt_table[] = {
	SYM(LO_CRYPT_NONE), SYM(LO_CRYPT_XOR), SYM(LO_CRYPT_DES), SYM(LO_CRYPT_FISH2), SYM(LO_CRYPT_BLOW),
	SYM(LO_CRYPT_CAST128), SYM(LO_CRYPT_IDEA), SYM(LO_CRYPT_DUMMY), SYM(LO_CRYPT_SKIPJACK),
	SYM(LO_CRYPT_CRYPTOAPI),
};
static DEFINE_ENUM(loop_crypt, "LO_CRYPT_");
static const struct symbol blkpg_op_table[] = {
	SYM(BLKPG_ADD_PARTITION), SYM(BLKPG_DEL_PARTITION), SYM(BLKPG_RESIZE_PARTITION),
};
static DEFINE_ENUM(blkpg_op, "BLKPG_", .marks_zero = true);
static const struct symbol ide_nice_table[] = {
	NAMED(1 << 0, 1 << IDE_NICE_DSC_OVERLAP), NAMED(1 << 1, 1 << IDE_NICE_ATAPI_OVERLAP),
	NAMED(1 << 3, 1 << IDE_NICE_1), NAMED(1 << 2, 1 << IDE_NICE_0), NAMED(1 << 4, 1 << IDE_NICE_2),
};
static DEFINE_FLAGS(ide_nice, "", .unknown = "IDE_NICE_", .width = 64);
static const struct symbol ide_bus_state_table[] = {
	SYM(BUSSTATE_OFF), SYM(BUSSTATE_ON), SYM(BUSSTATE_TRISTATE),
};
static DEFINE_ENUM(ide_bus_state, "BUSSTATE_", .width = 64);

static const struct field ide_nice_fields[] = { NUMBER(uint64_t, FIELD_SYM, .syms = &syms_ide_nice) };
static DEFINE_LAYOUT_NATIVE(ide_nice, 8);
static const struct field ide_bus_state_fields[] = {
	NUMBER(uint64_t, FIELD_SYM, .syms = &syms_ide_bus_state),
};
static DEFINE_LAYOUT_NATIVE(ide_bus_state, 8);
static const struct field hd_geometry_fields[] = {
	UINT(struct hd_geometry, heads), UINT(struct hd_geometry, sectors), UINT(struct hd_geometry, cylinders),
	UINT(struct hd_geometry, start),
};
static DEFINE_LAYOUT_NATIVE(hd_geometry, sizeof(struct hd_geometry));

/* What a disk says of itself: bytes that are no text. */
static void say_contents(const struct blob *b, const struct field *f, struct out *o)
{
	out__content(o, (const char *)b->data + f->off, f->size, false);
}
static const struct field ide_identity_fields[] = {
	{ .size = HDIO_IDENTITY_SIZE, .kind = FIELD_CUSTOM, .custom = say_contents },
};
static DEFINE_LAYOUT_BARE(ide_identity, HDIO_IDENTITY_SIZE);
static const struct field ide_old_identity_fields[] = {
	{ .size = HDIO_OLD_IDENTITY_SIZE, .kind = FIELD_CUSTOM, .custom = say_contents },
};
static DEFINE_LAYOUT_BARE(ide_old_identity, HDIO_OLD_IDENTITY_SIZE);
static const struct field ide_ports_fields[] = {
	{ .size = 4, .nr = 3, .kind = FIELD_HEX },
};
static DEFINE_LAYOUT_BARE(ide_ports, 12);

/* Of the kernel's linux/ata.h. */
static const struct symbol ata_command_table[] = {
	NAMED(0x00, ATA_CMD_NOP), NAMED(0x03, ATA_CMD_CFA_REQ_EXT_ERR), NAMED(0x06, ATA_CMD_DSM),
	NAMED(0x08, ATA_CMD_DEV_RESET), NAMED(0x0b, ATA_CMD_REQ_SENSE_DATA),
	NAMED(0x10, ATA_CMD_RESTORE), NAMED(0x20, ATA_CMD_PIO_READ), NAMED(0x22, ATA_CMD_READ_LONG),
	NAMED(0x23, ATA_CMD_READ_LONG_ONCE), NAMED(0x24, ATA_CMD_PIO_READ_EXT),
	NAMED(0x25, ATA_CMD_READ_EXT), NAMED(0x26, ATA_CMD_READ_QUEUED),
	NAMED(0x27, ATA_CMD_READ_NATIVE_MAX_EXT), NAMED(0x29, ATA_CMD_READ_MULTI_EXT),
	NAMED(0x2a, ATA_CMD_READ_STREAM_DMA_EXT), NAMED(0x2b, ATA_CMD_READ_STREAM_EXT),
	NAMED(0x2f, ATA_CMD_READ_LOG_EXT), NAMED(0x30, ATA_CMD_PIO_WRITE),
	NAMED(0x32, ATA_CMD_WRITE_LONG), NAMED(0x33, ATA_CMD_WRITE_LONG_ONCE),
	NAMED(0x34, ATA_CMD_PIO_WRITE_EXT), NAMED(0x35, ATA_CMD_WRITE_EXT),
	NAMED(0x36, ATA_CMD_WRITE_QUEUED), NAMED(0x37, ATA_CMD_SET_MAX_EXT),
	NAMED(0x38, ATA_CMD_CFA_WRITE_NE), NAMED(0x39, ATA_CMD_WRITE_MULTI_EXT),
	NAMED(0x3a, ATA_CMD_WRITE_STREAM_DMA_EXT), NAMED(0x3b, ATA_CMD_WRITE_STREAM_EXT),
	NAMED(0x3d, ATA_CMD_WRITE_FUA_EXT), NAMED(0x3e, ATA_CMD_WRITE_QUEUED_FUA_EXT),
	NAMED(0x3f, ATA_CMD_WRITE_LOG_EXT), NAMED(0x40, ATA_CMD_VERIFY),
	NAMED(0x42, ATA_CMD_VERIFY_EXT), NAMED(0x45, ATA_CMD_WRITE_UNCORR_EXT),
	NAMED(0x47, ATA_CMD_READ_LOG_DMA_EXT), NAMED(0x4a, ATA_CMD_ZAC_MGMT_IN),
	NAMED(0x51, ATA_CMD_CONFIG_STREAM), NAMED(0x57, ATA_CMD_WRITE_LOG_DMA_EXT),
	NAMED(0x5b, ATA_CMD_TRUSTED_NONDATA), NAMED(0x5c, ATA_CMD_TRUSTED_RCV),
	NAMED(0x5d, ATA_CMD_TRUSTED_RCV_DMA), NAMED(0x5e, ATA_CMD_TRUSTED_SND),
	NAMED(0x5f, ATA_CMD_TRUSTED_SND_DMA), NAMED(0x60, ATA_CMD_FPDMA_READ),
	NAMED(0x61, ATA_CMD_FPDMA_WRITE), NAMED(0x63, ATA_CMD_NCQ_NON_DATA),
	NAMED(0x64, ATA_CMD_FPDMA_SEND), NAMED(0x65, ATA_CMD_FPDMA_RECV),
	NAMED(0x87, ATA_CMD_CFA_TRANS_SECT), NAMED(0x90, ATA_CMD_EDD),
	NAMED(0x91, ATA_CMD_INIT_DEV_PARAMS), NAMED(0x92, ATA_CMD_DOWNLOAD_MICRO),
	NAMED(0x93, ATA_CMD_DOWNLOAD_MICRO_DMA), NAMED(0x9f, ATA_CMD_ZAC_MGMT_OUT),
	NAMED(0xa0, ATA_CMD_PACKET), NAMED(0xa1, ATA_CMD_ID_ATAPI), NAMED(0xa2, ATA_CMD_SERVICE),
	NAMED(0xb0, ATA_CMD_SMART), NAMED(0xb1, ATA_CMD_CONF_OVERLAY),
	NAMED(0xb4, ATA_CMD_SANITIZE_DEVICE), NAMED(0xc0, ATA_CMD_CFA_ERASE),
	NAMED(0xc4, ATA_CMD_READ_MULTI), NAMED(0xc5, ATA_CMD_WRITE_MULTI),
	NAMED(0xc6, ATA_CMD_SET_MULTI), NAMED(0xc8, ATA_CMD_READ), NAMED(0xca, ATA_CMD_WRITE),
	NAMED(0xcd, ATA_CMD_CFA_WRITE_MULT_NE), NAMED(0xce, ATA_CMD_WRITE_MULTI_FUA_EXT),
	NAMED(0xd1, ATA_CMD_CHK_MED_CRD_TYP), NAMED(0xde, ATA_CMD_MEDIA_LOCK),
	NAMED(0xdf, ATA_CMD_MEDIA_UNLOCK), NAMED(0xe0, ATA_CMD_STANDBYNOW1),
	NAMED(0xe1, ATA_CMD_IDLEIMMEDIATE), NAMED(0xe2, ATA_CMD_STANDBY), NAMED(0xe3, ATA_CMD_IDLE),
	NAMED(0xe4, ATA_CMD_PMP_READ), NAMED(0xe5, ATA_CMD_CHK_POWER), NAMED(0xe6, ATA_CMD_SLEEP),
	NAMED(0xe7, ATA_CMD_FLUSH), NAMED(0xe8, ATA_CMD_PMP_WRITE), NAMED(0xe9, ATA_CMD_PMP_READ_DMA),
	NAMED(0xea, ATA_CMD_FLUSH_EXT), NAMED(0xeb, ATA_CMD_PMP_WRITE_DMA),
	NAMED(0xec, ATA_CMD_ID_ATA), NAMED(0xef, ATA_CMD_SET_FEATURES),
	NAMED(0xf1, ATA_CMD_SEC_SET_PASS), NAMED(0xf2, ATA_CMD_SEC_UNLOCK),
	NAMED(0xf3, ATA_CMD_SEC_ERASE_PREP), NAMED(0xf4, ATA_CMD_SEC_ERASE_UNIT),
	NAMED(0xf5, ATA_CMD_SEC_FREEZE_LOCK), NAMED(0xf6, ATA_CMD_SEC_DISABLE_PASS),
	NAMED(0xf8, ATA_CMD_READ_NATIVE_MAX), NAMED(0xf9, ATA_CMD_SET_MAX),
};
static DEFINE_ENUM(ata_command, "ATA_CMD_");

/* What a disk is told, and what it answers: sectors stand behind it, of which these bytes are copied. */
#define DRIVE_CMD_CONTENTS 32

struct drive_cmd {
	uint8_t command, sector_number, feature, sector_count;
};
struct drive_answer {
	uint8_t status, error, nsector, asked;
};
static const struct field drive_cmd_fields[] = {
	NAMES(struct drive_cmd, command, ata_command, .flags = FIELD_ASKED),
	UINT(struct drive_cmd, sector_number, .flags = FIELD_ASKED), UINT(struct drive_cmd, feature, .flags = FIELD_ASKED),
	UINT(struct drive_cmd, sector_count, .flags = FIELD_ASKED),
	HEX(struct drive_answer, status, .flags = FIELD_ANSWER), UINT(struct drive_answer, error, .flags = FIELD_ANSWER),
	UINT(struct drive_answer, nsector, .flags = FIELD_ANSWER),
	{ .name = "buf", .off = sizeof(struct drive_cmd), .size = 512, .nr = UINT8_MAX, .kind = FIELD_BYTES,
	  .flags = FIELD_ANSWER | FIELD_NONZERO, COUNTED_BY(struct drive_cmd, sector_count) },
};
static DEFINE_LAYOUT(drive_cmd, sizeof(struct drive_cmd) + DRIVE_CMD_CONTENTS);

static const struct field blktrace_fields[] = {
	UINT(struct blk_user_trace_setup, act_mask), UINT(struct blk_user_trace_setup, buf_size),
	UINT(struct blk_user_trace_setup, buf_nr), UINT(struct blk_user_trace_setup, start_lba),
	UINT(struct blk_user_trace_setup, end_lba), PID(struct blk_user_trace_setup, pid),
	CHARS(struct blk_user_trace_setup, name, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT_NATIVE(blktrace, sizeof(struct blk_user_trace_setup));

/* Of the kernel's scsi/sg.h; the C library's has other names. */
struct sg_scsi_id_v3 {
	int32_t host_no, channel, scsi_id, lun, scsi_type;
	int16_t h_cmd_per_lun, d_queue_depth;
	int32_t unused[2];
};
static const struct field sg_scsi_id_fields[] = {
	SINT(struct sg_scsi_id_v3, host_no), SINT(struct sg_scsi_id_v3, channel), HEX(struct sg_scsi_id_v3, scsi_id),
	SINT(struct sg_scsi_id_v3, lun), HEX(struct sg_scsi_id_v3, scsi_type),
	SINT(struct sg_scsi_id_v3, h_cmd_per_lun), SINT(struct sg_scsi_id_v3, d_queue_depth),
};
static DEFINE_LAYOUT(sg_scsi_id, sizeof(struct sg_scsi_id_v3));
static const struct field sg_request_fields[] = {
	SINT(struct sg_req_info, req_state), SINT(struct sg_req_info, orphan),
	SINT(struct sg_req_info, sg_io_owned), SINT(struct sg_req_info, problem),
	SINT(struct sg_req_info, pack_id), PTR(struct sg_req_info, usr_ptr),
	UINT(struct sg_req_info, duration),
};
static DEFINE_LAYOUT_NATIVE(sg_request, sizeof(struct sg_req_info));

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
static DEFINE_LAYOUT(sg_scsi_reset, 4);

/* As many bytes as the member at @size_off says, which stands before it. */
static void say_key(const struct blob *b, const struct field *f, size_t size_off, struct out *o)
{
	const size_t len = layout__get(b->data + size_off, 4);

	out__str(o, (const char *)b->data + f->off, MIN(len, (size_t)LO_KEY_SIZE), false);
}
static void say_loop_key(const struct blob *b, const struct field *f, struct out *o)
{
	say_key(b, f, offsetof(struct loop_info64, lo_encrypt_key_size), o);
}
static void say_old_loop_key(const struct blob *b, const struct field *f, struct out *o)
{
	say_key(b, f, offsetof(struct loop_info, lo_encrypt_key_size), o);
}
/* strace leaves out what belongs to a type of encryption where there is none. */
static const struct field *if_encrypted(const struct field *f, const struct blob *b, size_t type_off, const struct out *o)
{
	return !o->strace || o->verbose || layout__get(b->data + type_off, 4) ? f : NULL;
}
#define IF_ENCRYPTED(s, name, ...) \
	static const struct field *choose_##name(const struct blob *b, const struct out *o) \
	{ \
		static const struct field f = __VA_ARGS__; \
		return if_encrypted(&f, b, offsetof(s, lo_encrypt_type), o); \
	}
IF_ENCRYPTED(struct loop_info, old_key_size, UINT(struct loop_info, lo_encrypt_key_size, .flags = FIELD_UNUSUAL))
IF_ENCRYPTED(struct loop_info, old_key,
	     CUSTOM(struct loop_info, lo_encrypt_key, say_old_loop_key, .flags = FIELD_UNUSUAL))
IF_ENCRYPTED(struct loop_info64, key_size, UINT(struct loop_info64, lo_encrypt_key_size, .flags = FIELD_UNUSUAL))
IF_ENCRYPTED(struct loop_info64, crypt_name, CHARS(struct loop_info64, lo_crypt_name, .flags = FIELD_UNUSUAL))
IF_ENCRYPTED(struct loop_info64, key,
	     CUSTOM(struct loop_info64, lo_encrypt_key, say_loop_key, .flags = FIELD_UNUSUAL))
static const struct field loop_info_fields[] = {
	SINT(struct loop_info, lo_number), SAY(struct loop_info, lo_device, dev, .flags = FIELD_VERBOSE),
	UINT(struct loop_info, lo_inode, .flags = FIELD_VERBOSE),
	SAY(struct loop_info, lo_rdevice, dev, .flags = FIELD_VERBOSE), HEX(struct loop_info, lo_offset),
	NAMES(struct loop_info, lo_encrypt_type, loop_crypt, .flags = FIELD_UNUSUAL),
	CHOICE(struct loop_info, lo_encrypt_key_size, choose_old_key_size),
	NAMES(struct loop_info, lo_flags, loop_flags), CHARS(struct loop_info, lo_name),
	CHOICE(struct loop_info, lo_encrypt_key, choose_old_key),
	ARRAY_OF(struct loop_info, lo_init, FIELD_HEX, .flags = FIELD_VERBOSE),
	ARRAY_OF(struct loop_info, reserved, FIELD_HEX, .flags = FIELD_VERBOSE),
};
static DEFINE_LAYOUT_NATIVE(loop_info, sizeof(struct loop_info));
static const struct field loop_info64_fields[] = {
	SAY(struct loop_info64, lo_device, dev, .flags = FIELD_VERBOSE),
	UINT(struct loop_info64, lo_inode, .flags = FIELD_VERBOSE),
	SAY(struct loop_info64, lo_rdevice, dev, .flags = FIELD_VERBOSE),
	HEX(struct loop_info64, lo_offset), UINT(struct loop_info64, lo_sizelimit, .flags = FIELD_VERBOSE),
	UINT(struct loop_info64, lo_number),
	NAMES(struct loop_info64, lo_encrypt_type, loop_crypt, .flags = FIELD_UNUSUAL),
	CHOICE(struct loop_info64, lo_encrypt_key_size, choose_key_size),
	NAMES(struct loop_info64, lo_flags, loop_flags), CHARS(struct loop_info64, lo_file_name),
	CHOICE(struct loop_info64, lo_crypt_name, choose_crypt_name),
	CHOICE(struct loop_info64, lo_encrypt_key, choose_key),
	ARRAY_OF(struct loop_info64, lo_init, FIELD_HEX, .flags = FIELD_VERBOSE),
};
static DEFINE_LAYOUT(loop_info64, sizeof(struct loop_info64));
static const struct field loop_config_fields[] = {
	FD(struct loop_config, fd), UINT(struct loop_config, block_size),
	NESTED(struct loop_config, info, loop_info64),
	ARRAY_OF(struct loop_config, __reserved, FIELD_HEX, .flags = FIELD_NONZERO),
};
static DEFINE_LAYOUT(loop_config, sizeof(struct loop_config));
static const struct field blkpg_partition_fields[] = {
	SINT(struct blkpg_partition, start), SINT(struct blkpg_partition, length), SINT(struct blkpg_partition, pno),
	CHARS(struct blkpg_partition, devname), CHARS(struct blkpg_partition, volname),
};
static DEFINE_LAYOUT_NATIVE(blkpg_partition, sizeof(struct blkpg_partition));
/* The same members, without what fills the last word. */
#define blkpg_partition32_fields blkpg_partition_fields
static DEFINE_LAYOUT_NATIVE(blkpg_partition32, offsetof(struct blkpg_partition, volname) + BLKPG_VOLNAMELTH);
struct blkpg_ioctl_arg32 {
	int32_t op, flags, datalen;
	uint32_t data;
};
static const struct follow blkpg32_follows[] = {
	FOLLOW_ONE(struct blkpg_ioctl_arg32, data, AUG_AT_ENTER, blkpg_partition32),
};
static const struct field blkpg32_fields[] = {
	NAMES(struct blkpg_ioctl_arg32, op, blkpg_op), SINT(struct blkpg_ioctl_arg32, flags),
	SINT(struct blkpg_ioctl_arg32, datalen), PTR(struct blkpg_ioctl_arg32, data),
};
LAYOUT_(blkpg32, sizeof(struct blkpg_ioctl_arg32), .compat = NULL, WITH_FOLLOWS(blkpg32));
static const struct follow blkpg_follows[] = { FOLLOW_ONE(struct blkpg_ioctl_arg, data, AUG_AT_ENTER, blkpg_partition) };
static const struct field blkpg_fields[] = {
	NAMES(struct blkpg_ioctl_arg, op, blkpg_op), SINT(struct blkpg_ioctl_arg, flags),
	SINT(struct blkpg_ioctl_arg, datalen), PTR(struct blkpg_ioctl_arg, data),
};
DEFINE_LAYOUT_FOLLOWED(blkpg, sizeof(struct blkpg_ioctl_arg), blkpg32);

static const struct cmd_row block_rows[] = {
	CMD(BLKGETSIZE, STRUCT_OUT(NULL, size)),
	CMD(BLKGETSIZE64, STRUCT_OUT(NULL, u64)),
	CMD(BLKSSZGET, STRUCT_OUT(NULL, int)),
	CMD(BLKBSZGET, STRUCT_OUT(NULL, int)),
	CMD(BLKPBSZGET, STRUCT_OUT(NULL, uint)),
	CMD(BLKIOMIN, STRUCT_OUT(NULL, uint)),
	CMD(BLKIOOPT, STRUCT_OUT(NULL, uint)),
	CMD(BLKALIGNOFF, STRUCT_OUT(NULL, int)),
	CMD(BLKROGET, STRUCT_OUT(NULL, int)),
	CMD(BLKROSET, STRUCT_IN(NULL, int)),
	CMD(BLKRAGET, STRUCT_OUT(NULL, long)),
	CMD(BLKRASET, ARG(NULL, size)),
	CMD(BLKRRPART, NOTHING),
	CMD(BLKFLSBUF, NOTHING),
	CMD(BLKDISCARD, PAIR_IN(NULL, u64)),
	CMD(BLKZEROOUT, PAIR_IN(NULL, u64)),
	CMD(BLKSECDISCARD, PAIR_IN(NULL, u64)),
	CMD(BLKBSZSET, STRUCT_IN(NULL, int)),
	CMD(BLKFRASET, ARG(NULL, size)),
	CMD(BLKTRACESETUP, ANSWERED(blktrace)),
	CMD(BLKTRACESTART, NOTHING),
	CMD(BLKTRACESTOP, NOTHING),
	CMD(BLKTRACETEARDOWN, NOTHING),
	CMD(BLKFRAGET, STRUCT_OUT(NULL, long)),
	CMD(BLKSECTGET, STRUCT_OUT(NULL, u16)),
	CMD(BLKDISCARDZEROES, STRUCT_OUT(NULL, uint)),
	CMD(BLKROTATIONAL, STRUCT_OUT(NULL, u16)),
	CMD(BLKGETDISKSEQ, STRUCT_OUT(NULL, u64)),
	CMD(BLKGETZONESZ, STRUCT_OUT(NULL, uint)),
	CMD(BLKGETNRZONES, STRUCT_OUT(NULL, uint)),
	CMD(BLKPG, STRUCT_IN(NULL, blkpg)),
	CMD(LOOP_SET_FD, ARG(NULL, fd)),
	CMD(LOOP_CHANGE_FD, ARG(NULL, fd)),
	CMD(LOOP_CLR_FD, NOTHING),
	CMD(LOOP_SET_CAPACITY, NOTHING),
	CMD(LOOP_SET_DIRECT_IO, ARG(NULL, size)),
	CMD(LOOP_SET_BLOCK_SIZE, ARG(NULL, size)),
	CMD(LOOP_SET_STATUS, STRUCT_IN(NULL, loop_info)),
	CMD(LOOP_GET_STATUS, STRUCT_OUT(NULL, loop_info)),
	CMD(LOOP_SET_STATUS64, STRUCT_IN(NULL, loop_info64)),
	CMD(LOOP_GET_STATUS64, STRUCT_OUT(NULL, loop_info64)),
	CMD(LOOP_CONFIGURE, STRUCT_IN(NULL, loop_config)),
	CMD(LOOP_CTL_ADD, ARG(NULL, int)),
	CMD(LOOP_CTL_REMOVE, ARG(NULL, int)),
	CMD(LOOP_CTL_GET_FREE, NOTHING),
	CMD(HDIO_GET_UNMASKINTR, STRUCT_OUT(NULL, size)),
	CMD(HDIO_GET_MULTCOUNT, STRUCT_OUT(NULL, size)),
	CMD(HDIO_GET_KEEPSETTINGS, STRUCT_OUT(NULL, size)),
	CMD(HDIO_GET_32BIT, STRUCT_OUT(NULL, size)),
	CMD(HDIO_GET_NOWERR, STRUCT_OUT(NULL, size)),
	CMD(HDIO_GET_DMA, STRUCT_OUT(NULL, size)),
	CMD(HDIO_GET_NICE, STRUCT_OUT(NULL, ide_nice)),
	CMD(HDIO_SET_NICE, FLAGS(NULL, ide_nice)),
	CMD(HDIO_GET_WCACHE, STRUCT_OUT(NULL, size)),
	CMD(HDIO_GET_ACOUSTIC, STRUCT_OUT(NULL, size)),
	CMD(HDIO_GET_ADDRESS, STRUCT_OUT(NULL, size)),
	CMD(HDIO_GET_BUSSTATE, STRUCT_OUT(NULL, ide_bus_state)),
	CMD(HDIO_SET_BUSSTATE, ENUM(NULL, ide_bus_state)),
	CMD(HDIO_DRIVE_CMD, REPLIED(drive_cmd)),
	CMD(HDIO_SCAN_HWIF, STRUCT_IN(NULL, ide_ports)),
	CMD(HDIO_DRIVE_RESET, STRUCT_IN(NULL, ide_ports)),
	CMD(HDIO_GETGEO, STRUCT_OUT(NULL, hd_geometry)),
	CMD(HDIO_OBSOLETE_IDENTITY, STRUCT_OUT(NULL, ide_old_identity)),
	CMD(HDIO_GET_IDENTITY, STRUCT_OUT(NULL, ide_identity)),
	CMD(HDIO_SET_MULTCOUNT, ARG(NULL, size)),
	CMD(HDIO_SET_UNMASKINTR, ARG(NULL, size)),
	CMD(HDIO_SET_KEEPSETTINGS, ARG(NULL, size)),
	CMD(HDIO_SET_32BIT, ARG(NULL, size)),
	CMD(HDIO_SET_NOWERR, ARG(NULL, size)),
	CMD(HDIO_SET_DMA, ARG(NULL, size)),
	CMD(HDIO_SET_PIO_MODE, ARG(NULL, size)),
	CMD(HDIO_SET_WCACHE, ARG(NULL, size)),
	CMD(HDIO_SET_ACOUSTIC, ARG(NULL, size)),
	CMD(HDIO_SET_ADDRESS, ARG(NULL, size)),
	CMD(HDIO_UNREGISTER_HWIF, ARG(NULL, size)),
	CMD(NBD_SET_SOCK, ARG(NULL, fd)),
	CMD(NBD_SET_BLKSIZE, ARG(NULL, size)),
	CMD(NBD_SET_SIZE, ARG(NULL, size)),
	CMD(NBD_SET_SIZE_BLOCKS, ARG(NULL, size)),
	CMD(NBD_SET_TIMEOUT, ARG(NULL, size)),
	CMD(NBD_SET_FLAGS, FLAGS(NULL, nbd_flags)),
	CMD(NBD_DO_IT, NOTHING),
	CMD(NBD_CLEAR_SOCK, NOTHING),
	CMD(NBD_CLEAR_QUE, NOTHING),
	CMD(NBD_PRINT_DEBUG, NOTHING),
	CMD(NBD_DISCONNECT, NOTHING),
	CMD(SG_SET_TIMEOUT, STRUCT_IN(NULL, int)),
	CMD(SG_GET_TIMEOUT, NOTHING),
	CMD(SG_SET_COMMAND_Q, STRUCT_IN(NULL, int)),
	CMD(SG_GET_COMMAND_Q, STRUCT_OUT(NULL, int)),
	CMD(SG_SET_RESERVED_SIZE, STRUCT_IN(NULL, int)),
	CMD(SG_GET_RESERVED_SIZE, STRUCT_OUT(NULL, int)),
	CMD(SG_GET_VERSION_NUM, STRUCT_OUT(NULL, int)),
	CMD(SG_EMULATED_HOST, STRUCT_OUT(NULL, int)),
	CMD(SG_GET_ACCESS_COUNT, STRUCT_OUT(NULL, int)),
	CMD(SG_GET_SCSI_ID, STRUCT_OUT(NULL, sg_scsi_id)),
	CMD(SG_GET_REQUEST_TABLE, STRUCT_OUT(NULL, sg_request)),
	CMD(SG_GET_SG_TABLESIZE, STRUCT_OUT(NULL, int)),
	CMD(SG_SET_TRANSFORM, ARG(NULL, hex32)),
	CMD(SG_GET_TRANSFORM, STRUCT_OUT(NULL, int)),
	CMD(SG_SET_FORCE_LOW_DMA, STRUCT_IN(NULL, int)),
	CMD(SG_GET_LOW_DMA, STRUCT_OUT(NULL, int)),
	CMD(SG_SET_FORCE_PACK_ID, STRUCT_IN(NULL, int)),
	CMD(SG_GET_PACK_ID, STRUCT_OUT(NULL, int)),
	CMD(SG_GET_NUM_WAITING, STRUCT_OUT(NULL, int)),
	CMD(SG_SET_DEBUG, STRUCT_IN(NULL, int)),
	CMD(SG_NEXT_CMD_LEN, STRUCT_IN(NULL, int)),
	CMD(SG_SET_KEEP_ORPHAN, STRUCT_IN(NULL, int)),
	CMD(SG_GET_KEEP_ORPHAN, STRUCT_OUT(NULL, int)),
	CMD(SG_SCSI_RESET, STRUCT_IN(NULL, sg_scsi_reset)),
};
const struct cmd_rows ioctl_block = CMD_ROWS(block);
