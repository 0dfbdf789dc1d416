// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ioctl_flash.c - flash memory: MTD and UBI: names, structures, ioctls. */
#include "commands_rows.h"

#include <mtd/mtd-user.h>
#include <mtd/ubi-user.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>

#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

/* clang-format off */

#define NAMED(value, name) SYM_NAMED(#name, value, 0)

static const struct symbol mtd_ops_table[] = {
	SYM(MTD_OPS_PLACE_OOB), SYM(MTD_OPS_AUTO_OOB), SYM(MTD_OPS_RAW),
};
static DEFINE_ENUM(mtd_ops, "MTD_OPS_");
static const struct symbol mtd_file_mode_table[] = {
	SYM(MTD_FILE_MODE_NORMAL), SYM(MTD_FILE_MODE_OTP_FACTORY), SYM(MTD_FILE_MODE_OTP_USER),
	SYM(MTD_FILE_MODE_RAW),
};
static DEFINE_ENUM(mtd_file_mode, "MTD_FILE_MODE_", .width = 64);
static const struct symbol mtd_otp_table[] = {
	SYM(MTD_OTP_OFF), SYM(MTD_OTP_FACTORY), SYM(MTD_OTP_USER),
};
static DEFINE_ENUM(mtd_otp, "MTD_OTP_");
static const struct symbol ubi_volume_type_table[] = { SYM(UBI_DYNAMIC_VOLUME), SYM(UBI_STATIC_VOLUME) };
static DEFINE_ENUM(ubi_volume_type, "UBI_", .unknown = "UBI_???_VOLUME", .marks_zero = true);
static const struct symbol ubi_volume_flags_table[] = { SYM(UBI_VOL_SKIP_CRC_CHECK_FLG) };
static DEFINE_FLAGS(ubi_volume_flags, "UBI_VOL_");
static const struct symbol ubi_data_type_table[] = {
	NAMED(1, UBI_LONGTERM), NAMED(2, UBI_SHORTTERM), NAMED(3, UBI_UNKNOWN),
};
static DEFINE_ENUM(ubi_data_type, "UBI_", .marks_zero = true);
static const struct symbol ubi_property_table[] = { SYM(UBI_VOL_PROP_DIRECT_WRITE) };
static DEFINE_ENUM(ubi_property, "UBI_VOL_PROP_", .marks_zero = true);

static const struct field mtd_erase_fields[] = {
	HEX(struct erase_info_user, start), HEX(struct erase_info_user, length),
};
static DEFINE_LAYOUT(mtd_erase, sizeof(struct erase_info_user));
static const struct field mtd_erase64_fields[] = {
	HEX(struct erase_info_user64, start), HEX(struct erase_info_user64, length),
};
static DEFINE_LAYOUT(mtd_erase64, sizeof(struct erase_info_user64));
static const struct field mtd_oob_fields[] = {
	HEX(struct mtd_oob_buf, start), HEX(struct mtd_oob_buf, length), PTR(struct mtd_oob_buf, ptr),
};
static DEFINE_LAYOUT_NATIVE(mtd_oob, sizeof(struct mtd_oob_buf));
static const struct field mtd_oob64_fields[] = {
	HEX(struct mtd_oob_buf64, start), HEX(struct mtd_oob_buf64, length),
	PTR(struct mtd_oob_buf64, usr_ptr),
};
static DEFINE_LAYOUT(mtd_oob64, sizeof(struct mtd_oob_buf64));
static const struct field mtd_write_fields[] = {
	HEX(struct mtd_write_req, start), HEX(struct mtd_write_req, len), HEX(struct mtd_write_req, ooblen),
	PTR(struct mtd_write_req, usr_data), PTR(struct mtd_write_req, usr_oob),
	NAMES(struct mtd_write_req, mode, mtd_ops),
};
static DEFINE_LAYOUT(mtd_write, sizeof(struct mtd_write_req));
static const struct field mtd_otp_fields[] = { NUMBER(uint32_t, FIELD_SYM, .syms = &syms_mtd_otp) };
static DEFINE_LAYOUT(mtd_otp, 4);
static const struct field mtd_otp_info_fields[] = {
	HEX(struct otp_info, start), HEX(struct otp_info, length), UINT(struct otp_info, locked),
};
static DEFINE_LAYOUT(mtd_otp_info, sizeof(struct otp_info));

static const struct field ubi_attach_fields[] = {
	SINT(struct ubi_attach_req, ubi_num), SINT(struct ubi_attach_req, mtd_num),
	SINT(struct ubi_attach_req, vid_hdr_offset), SINT(struct ubi_attach_req, max_beb_per1024),
};
static DEFINE_LAYOUT(ubi_attach, sizeof(struct ubi_attach_req));
/* No longer than the member at @len_off says. */
static void say_name(const struct blob *b, const struct field *f, size_t len_off, struct out *o)
{
	const char *text = (const char *)b->data + f->off;
	const int16_t room = (int16_t)layout__get(b->data + len_off, 2);
	const size_t size = MIN((size_t)MAX(room, 0), (size_t)UBI_MAX_VOLUME_NAME);
	const size_t len = strnlen(text, size);

	out__str(o, text, len, len == size && text[len]);
}
static void say_volume_name(const struct blob *b, const struct field *f, struct out *o)
{
	say_name(b, f, offsetof(struct ubi_mkvol_req, name_len), o);
}
static const struct field ubi_mkvol_fields[] = {
	SINT(struct ubi_mkvol_req, vol_id), SINT(struct ubi_mkvol_req, alignment),
	SINT(struct ubi_mkvol_req, bytes), NAMES(struct ubi_mkvol_req, vol_type, ubi_volume_type),
	NAMES(struct ubi_mkvol_req, flags, ubi_volume_flags), SINT(struct ubi_mkvol_req, name_len),
	CUSTOM(struct ubi_mkvol_req, name, say_volume_name),
};
static DEFINE_LAYOUT(ubi_mkvol, sizeof(struct ubi_mkvol_req));
struct ubi_rename {
	int32_t vol_id;
	int16_t name_len;
	int8_t padding2[2];
	char name[UBI_MAX_VOLUME_NAME + 1];
};
static void say_new_name(const struct blob *b, const struct field *f, struct out *o)
{
	say_name(b, f, offsetof(struct ubi_rename, name_len), o);
}
static const struct field ubi_rename_fields[] = {
	SINT(struct ubi_rename, vol_id), SINT(struct ubi_rename, name_len), CUSTOM(struct ubi_rename, name, say_new_name),
};
static DEFINE_LAYOUT(ubi_rename, sizeof(struct ubi_rename));
_Static_assert(sizeof(struct ubi_rename) * UBI_MAX_RNVOL == sizeof(((struct ubi_rnvol_req *)0)->ents), "");

/* No more than there is room for, whatever is said. */
static void say_renames(const struct blob *b, const struct field *f, struct out *o)
{
	const int32_t count = (int32_t)layout__get(b->data + offsetof(struct ubi_rnvol_req, count), 4);
	const size_t nr = MIN((size_t)MAX(count, 0), (size_t)UBI_MAX_RNVOL), there = (b->len - f->off) / layout_ubi_rename.size;
	struct blob ents = *b;

	ents.data += f->off;
	ents.addr += f->off;
	ents.len = MIN(nr, there) * layout_ubi_rename.size;
	ents.cut = nr > there;
	layout__say_array(&layout_ubi_rename, &ents, o);
}
static const struct field ubi_rnvol_fields[] = {
	SINT(struct ubi_rnvol_req, count),
	{ .name = "ents", .off = offsetof(struct ubi_rnvol_req, ents), .kind = FIELD_CUSTOM, .custom = say_renames },
};
static DEFINE_LAYOUT(ubi_rnvol, sizeof(struct ubi_rnvol_req));
static const struct field ubi_rsvol_fields[] = {
	SINT(struct ubi_rsvol_req, bytes), SINT(struct ubi_rsvol_req, vol_id),
};
static DEFINE_LAYOUT(ubi_rsvol, sizeof(struct ubi_rsvol_req));
static const struct field ubi_leb_change_fields[] = {
	SINT(struct ubi_leb_change_req, lnum), SINT(struct ubi_leb_change_req, bytes),
	NAMES(struct ubi_leb_change_req, dtype, ubi_data_type),
};
static DEFINE_LAYOUT(ubi_leb_change, sizeof(struct ubi_leb_change_req));
static const struct field ubi_map_fields[] = {
	SINT(struct ubi_map_req, lnum), NAMES(struct ubi_map_req, dtype, ubi_data_type),
};
static DEFINE_LAYOUT(ubi_map, sizeof(struct ubi_map_req));
static const struct field ubi_property_fields[] = {
	NAMES(struct ubi_set_vol_prop_req, property, ubi_property),
	HEX(struct ubi_set_vol_prop_req, value),
};
static DEFINE_LAYOUT(ubi_property, sizeof(struct ubi_set_vol_prop_req));

/* The number that a device or a volume has got stands where its structure was. */
static void decode_ubi_number(const struct arg *arg, struct out *o)
{
	const struct payload *exit = event__exit(arg->event, arg->idx);
	const struct payload *entry = event__entry(arg->event, arg->idx);
	struct blob asked;

	if (!entry || entry->err) {
		arg_struct.decode(arg, o);
		return;
	}
	asked = arg__blob(arg, entry);
	if (!exit || exit->err || exit->len < 4) {
		layout__say(arg->desc->layout, &asked, o);
		return;
	}
	out__begin(o, OUT_CHANGE);
	layout__say(arg->desc->layout, &asked, o);
	out__begin(o, OUT_POINTEE);
	out__sint(o, (int32_t)layout__get(exit->data, 4));
	out__end(o, OUT_POINTEE);
	out__end(o, OUT_CHANGE);
}
static const struct arg_type arg_ubi_number = {
	.name = "ubi_number",
	.decode = decode_ubi_number,
	.capture = AUG_CAP_BYTES,
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
	.needs_layout = true,
};
#define NUMBERED(lay) { .type = &arg_ubi_number, .layout = &layout_##lay }

static const struct symbol mtd_type_table[] = {
	SYM(MTD_ABSENT), SYM(MTD_RAM), SYM(MTD_ROM), SYM(MTD_NORFLASH), SYM(MTD_NANDFLASH), SYM(MTD_DATAFLASH),
	SYM(MTD_UBIVOLUME), SYM(MTD_MLCNANDFLASH),
};
static DEFINE_ENUM(mtd_type, "MTD_");
static const struct symbol mtd_flags_table[] = {
	SYM(MTD_WRITEABLE), SYM(MTD_BIT_WRITEABLE), SYM(MTD_NO_ERASE), SYM(MTD_POWERUP_LOCK),
	SYM_NAMED("MTD_SLC_ON_MLC_EMULATION", 0x4000, 0),
};
static DEFINE_FLAGS(mtd_flags, "MTD_");
static const struct field mtd_info_fields[] = {
	NAMES(struct mtd_info_user, type, mtd_type), NAMES(struct mtd_info_user, flags, mtd_flags),
	HEX(struct mtd_info_user, size), HEX(struct mtd_info_user, erasesize), HEX(struct mtd_info_user, writesize),
	HEX(struct mtd_info_user, oobsize), HEX(struct mtd_info_user, padding),
};
static DEFINE_LAYOUT_NATIVE(mtd_info, sizeof(struct mtd_info_user));
static const struct field mtd_region_fields[] = {
	HEX(struct region_info_user, regionindex), HEX(struct region_info_user, offset, .flags = FIELD_ANSWER),
	HEX(struct region_info_user, erasesize, .flags = FIELD_ANSWER),
	HEX(struct region_info_user, numblocks, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(mtd_region, sizeof(struct region_info_user));
static const struct field mtd_ecc_stats_fields[] = {
	HEX(struct mtd_ecc_stats, corrected), HEX(struct mtd_ecc_stats, failed), HEX(struct mtd_ecc_stats, badblocks),
	HEX(struct mtd_ecc_stats, bbtblocks),
};
static DEFINE_LAYOUT(mtd_ecc_stats, sizeof(struct mtd_ecc_stats));

static const struct symbol mtd_nandecc_table[] = {
	SYM(MTD_NANDECC_OFF), SYM(MTD_NANDECC_PLACE), SYM(MTD_NANDECC_AUTOPLACE), SYM(MTD_NANDECC_PLACEONLY),
	SYM(MTD_NANDECC_AUTOPL_USR),
};
static DEFINE_ENUM(mtd_nandecc, "MTD_NANDECC_");
static const struct field mtd_pair_fields[] = { { .size = 4, .nr = 2, .kind = FIELD_HEX } };
static DEFINE_LAYOUT_BARE(mtd_pair, 8);
static const struct field mtd_oobinfo_fields[] = {
	NAMES(struct nand_oobinfo, useecc, mtd_nandecc), HEX(struct nand_oobinfo, eccbytes),
	ARRAY_OF(struct nand_oobinfo, oobfree, FIELD_LAYOUT, .layout = &layout_mtd_pair),
	ARRAY_OF(struct nand_oobinfo, eccpos, FIELD_HEX),
};
static DEFINE_LAYOUT(mtd_oobinfo, sizeof(struct nand_oobinfo));
static const struct field mtd_oobfree_fields[] = {
	HEX(struct nand_oobfree, offset), HEX(struct nand_oobfree, length),
};
static DEFINE_LAYOUT(mtd_oobfree, sizeof(struct nand_oobfree));
static const struct field mtd_ecclayout_fields[] = {
	HEX(struct nand_ecclayout_user, eccbytes), ARRAY_OF(struct nand_ecclayout_user, eccpos, FIELD_HEX),
	HEX(struct nand_ecclayout_user, oobavail),
	ARRAY_OF(struct nand_ecclayout_user, oobfree, FIELD_LAYOUT, .layout = &layout_mtd_oobfree),
};
static DEFINE_LAYOUT(mtd_ecclayout, sizeof(struct nand_ecclayout_user));

static const struct cmd_row flash_rows[] = {
	CMD(MEMGETOOBSEL, STRUCT_OUT(NULL, mtd_oobinfo)),
	CMD(ECCGETLAYOUT, STRUCT_OUT(NULL, mtd_ecclayout)),
	CMD(UBI_IOCRNVOL, STRUCT_IN(NULL, ubi_rnvol)),
	CMD(MEMGETINFO, STRUCT_OUT(NULL, mtd_info)),
	CMD(MEMGETREGIONCOUNT, STRUCT_OUT(NULL, int)),
	CMD(MEMGETREGIONINFO, ANSWERED(mtd_region)),
	CMD(ECCGETSTATS, STRUCT_OUT(NULL, mtd_ecc_stats)),
	CMD(OTPGETREGIONCOUNT, STRUCT_OUT(NULL, uint)),
	CMD(OTPGETREGIONINFO, STRUCT_OUT(NULL, mtd_otp_info)),
	CMD(MEMERASE, STRUCT_IN(NULL, mtd_erase)),
	CMD(MEMERASE64, STRUCT_IN(NULL, mtd_erase64)),
	CMD(MEMLOCK, STRUCT_IN(NULL, mtd_erase)),
	CMD(MEMUNLOCK, STRUCT_IN(NULL, mtd_erase)),
	CMD(MEMISLOCKED, STRUCT_IN(NULL, mtd_erase)),
	CMD(MEMGETBADBLOCK, STRUCT_IN(NULL, u64)),
	CMD(MEMSETBADBLOCK, STRUCT_IN(NULL, u64)),
	CMD(MEMWRITEOOB, STRUCT_IN(NULL, mtd_oob)),
	CMD(MEMREADOOB, STRUCT_IN(NULL, mtd_oob)),
	CMD(MEMWRITEOOB64, STRUCT_IN(NULL, mtd_oob64)),
	CMD(MEMREADOOB64, STRUCT_IN(NULL, mtd_oob64)),
	CMD(MEMWRITE, STRUCT_IN(NULL, mtd_write)),
	CMD(MTDFILEMODE, ENUM(NULL, mtd_file_mode)),
	CMD(OTPSELECT, STRUCT_IN(NULL, mtd_otp)),
	CMD(OTPLOCK, STRUCT_IN(NULL, mtd_otp_info)),
	CMD(UBI_IOCEBER, STRUCT_IN(NULL, int)),
	CMD(UBI_IOCEBCH, STRUCT_IN(NULL, ubi_leb_change)),
	CMD(UBI_IOCEBMAP, STRUCT_IN(NULL, ubi_map)),
	CMD(UBI_IOCEBUNMAP, STRUCT_IN(NULL, int)),
	CMD(UBI_IOCEBISMAP, STRUCT_IN(NULL, int)),
	CMD(UBI_IOCRMVOL, STRUCT_IN(NULL, int)),
	CMD(UBI_IOCRPEB, STRUCT_IN(NULL, int)),
	CMD(UBI_IOCSPEB, STRUCT_IN(NULL, int)),
	CMD(UBI_IOCDET, STRUCT_IN(NULL, int)),
	CMD(UBI_IOCATT, NUMBERED(ubi_attach)),
	CMD(UBI_IOCMKVOL, NUMBERED(ubi_mkvol)),
	CMD(UBI_IOCRSVOL, STRUCT_IN(NULL, ubi_rsvol)),
	CMD(UBI_IOCVOLUP, STRUCT_IN(NULL, s64)),
	CMD(UBI_IOCSETVOLPROP, STRUCT_IN(NULL, ubi_property)),
	CMD(UBI_IOCVOLCRBLK, NOTHING),
	CMD(UBI_IOCVOLRMBLK, NOTHING),
};
const struct cmd_rows ioctl_flash = CMD_ROWS(flash);
