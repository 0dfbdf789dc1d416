// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* work_contents_devices.c FILE - ioctls of devices, and of files of any kind: see contents.h. */
#include "contents.h"

#include <linux/audit.h>
#include <linux/bsg.h>
#include <linux/fs.h>
#include <linux/perf_event.h>
#include <linux/random.h>
#include <linux/rtc.h>
#include <linux/seccomp.h>
#include <linux/userfaultfd.h>
#include <linux/tee.h>
#include <mtd/mtd-user.h>
#include <mtd/ubi-user.h>
#include <scsi/sg.h>
#include <sys/uio.h>

static void of_ranges(void)
{
	struct file_dedupe_range *range = (void *)AREA;

	for (unsigned int nr = 0; nr < 40; nr++) {
		memset(AREA, 0, 0x4000);
		range->src_offset = nr * 4096ULL;
		range->src_length = UINT64_MAX - nr;
		range->dest_count = (uint16_t)nr;
		for (unsigned int i = 0; i < nr; i++)
			range->info[i] =
				(struct file_dedupe_range_info){ .dest_fd = file + (int)i % 3,
								 .dest_offset = i };
		ask_at(FIDEDUPERANGE, range, NULL, 0);
	}
	/* Up to the end of what is mapped. */
	for (unsigned int nr = 0; nr < 2; nr++) {
		range = (void *)(BEHIND - sizeof(*range) - nr * sizeof(range->info[0]));
		memset(range, 0, sizeof(*range));
		range->dest_count = (uint16_t)nr;
		ask_at(FIDEDUPERANGE, range, NULL, 0);
	}
}

static void of_clocks(void)
{
	static const uint64_t values[] = { 0, 1, 2, 3, 4, -5, 1ULL << 63 };
	struct rtc_param param = { .index = 7 };

	for (param.param = 0; param.param < 4; param.param++) {
		for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
			param.uvalue = values[i];
			param.__pad = (uint32_t)i & 1;
			TELL(RTC_PARAM_GET, param);
			TELL(RTC_PARAM_SET, param);
		}
		for (unsigned int bit = 0; bit < 64; bit++) {
			param.uvalue = 1ULL << bit;
			TELL(RTC_PARAM_GET, param);
		}
	}
}

static void of_random_numbers(void)
{
	static const int sizes[] = { 0, 1, 31, 32, 33, 1000, -1 };
	struct rand_pool_info *pool = (void *)AREA;

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		memset(AREA, 'r', 0x4000);
		*pool = (struct rand_pool_info){ 8 * sizes[i], sizes[i] };
		((char *)pool->buf)[1] = '\0';
		ask_at(RNDADDENTROPY, pool, NULL, 0);
	}
	pool = (void *)(BEHIND - sizeof(*pool) - 5);
	*pool = (struct rand_pool_info){ 40, 5 };
	ask_at(RNDADDENTROPY, pool, NULL, 0);
}

static void of_flash(void)
{
	static const int counts[] = { 0, 1, 2, 3, 31, 32, 33, -1 };
	struct nand_oobinfo info = { .eccbytes = 6,
				     .oobfree = { { 8, 8 }, { 1, 2 } },
				     .eccpos = { 0, 1, 2, 3, 6, 7 } };
	struct nand_ecclayout_user layout = { .eccbytes = 24,
					      .oobavail = 38,
					      .oobfree = { { 2, 38 } } };
	static struct ubi_rnvol_req rename;
	struct ubi_mkvol_req volume = { .name_len = 1, .name = "v" };

	for (int bit = 0; bit < 8; bit++) {
		volume.flags = (uint8_t)(1U << bit);
		TELL(UBI_IOCMKVOL, volume);
		volume.flags |= UBI_VOL_SKIP_CRC_CHECK_FLG;
		TELL(UBI_IOCMKVOL, volume);
	}
	for (info.useecc = 0; info.useecc < 6; info.useecc++)
		TOLD(MEMGETOOBSEL, info);
	for (unsigned int i = 0; i < 64; i++)
		layout.eccpos[i] = i;
	TOLD(ECCGETLAYOUT, layout);
	for (unsigned int i = 0; i < UBI_MAX_RNVOL; i++) {
		rename.ents[i].vol_id = (int)i - 1;
		rename.ents[i].name_len = (int16_t)(i % 2 ? i * 9 : i - 2);
		snprintf(rename.ents[i].name, sizeof(rename.ents[i].name), "volume %u", i);
	}
	memset(rename.ents[1].name, 'n', sizeof(rename.ents[1].name));
	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		rename.count = counts[i];
		TELL(UBI_IOCRNVOL, rename);
	}
}

/* The file's answer is as long as the structure. */
static void of_watchers(void)
{
	static const uint32_t archs[] = { AUDIT_ARCH_X86_64, AUDIT_ARCH_I386, AUDIT_ARCH_AARCH64, 0,
					  12345 };
	static const unsigned int numbers[] = { 0, 1, 2, 31, 32, 33, 64, 1000 };
	struct seccomp_notif none = { .id = 0 },
			     notif = { .id = 1,
				       .pid = 77,
				       .flags = 2,
				       .data = { .instruction_pointer = 0x7f0000001000,
						 .args = { 1, 2, 3, 4, 5, 6 } } };
	struct perf_event_query_bpf *query = (void *)AREA;
	struct perf_event_query_bpf told = { .ids_len = 0 };
	struct uffdio_copy copy = { .src = 4096 };
	struct uffdio_zeropage zeros = { .range = { 4096, 8192 } };

	for (unsigned int bit = 0; bit < 64; bit++) {
		copy.mode = zeros.mode = 1ULL << bit;
		TELL(UFFDIO_COPY, copy);
		TELL(UFFDIO_ZEROPAGE, zeros);
	}
	for (size_t i = 0; i < sizeof(archs) / sizeof(archs[0]); i++) {
		notif.data.arch = archs[i];
		for (notif.data.nr = 0; notif.data.nr < 480; notif.data.nr += i < 2 ? 1 : 97)
			ASK(SECCOMP_IOCTL_NOTIF_RECV, none, notif);
	}
	ASK(SECCOMP_IOCTL_NOTIF_RECV, notif, notif);
	ASK(SECCOMP_IOCTL_NOTIF_RECV, notif, none);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		for (size_t n = 0; n < sizeof(numbers) / sizeof(numbers[0]); n++) {
			memset(AREA, 0, 0x4000);
			told.ids_len = query->ids_len = numbers[i];
			told.prog_cnt = numbers[n];
			for (unsigned int id = 0; id < 32; id++)
				query->ids[id] = id + 100;
			/* What all is asked for of more is cut. */
			if (numbers[n] <= 32)
				ask_at(PERF_EVENT_IOC_QUERY_BPF, query, &told, sizeof(told));
		}
	}
}

/* ---- trusted environments ---- */

#define PARAMS_MAX 33

/* The buffer begins with @head; @nr parameters are behind it, and it is said to be @more bytes longer. */
static void call_tee(uint32_t nr_ioctl, const void *head, size_t len, unsigned int nr, long more)
{
	static const uint64_t attrs[] = { 0, 1, 2, 3, 5, 6, 7, 4, 0x100, 0x101, 0x107, 0x10005 };
	struct tee_ioctl_param *params = (void *)(FAR + len);
	struct tee_ioctl_buf_data data = { .buf_ptr = (uintptr_t)FAR };

	data.buf_len = len + nr * sizeof(*params) + (uint64_t)more;
	memcpy(FAR, head, len);
	for (unsigned int i = 0; i < nr; i++)
		params[i] = (struct tee_ioctl_param){ attrs[i % 12], i, i ? 4096 : -1, i ? 7 : -1 };
	ASK(nr_ioctl, data, data);
}

static void of_environments(void)
{
	static const unsigned int numbers[] = { 0, 1, 4, 12, 30, 31, 32, PARAMS_MAX };
	struct tee_ioctl_open_session_arg open_arg = { .uuid = "0123456789abcde",
						       .clnt_uuid = "edcba9876543210",
						       .cancel_id = 1,
						       .session = 2,
						       .ret = 0xffff0000 };
	struct tee_ioctl_invoke_arg invoke = {
		.func = 1, .session = 2, .cancel_id = 3, .ret = 4, .ret_origin = 3
	};
	struct tee_iocl_supp_recv_arg recv_arg = { .func = 5 };
	struct tee_iocl_supp_send_arg send_arg = { .ret = 6 };
	struct tee_ioctl_buf_data bad = { .buf_ptr = 8, .buf_len = sizeof(invoke) };

	for (unsigned int i = 0; i < 9; i++) {
		open_arg.clnt_login = i == 8 ? 0x80000000 : i;
		open_arg.ret_origin = i;
		call_tee(TEE_IOC_OPEN_SESSION, &open_arg, sizeof(open_arg), 0, 0);
	}
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		const unsigned int nr = numbers[i];

		open_arg.num_params = invoke.num_params = recv_arg.num_params =
			send_arg.num_params = nr;
		for (long more = -8; more <= 8; more += 8) {
			call_tee(TEE_IOC_OPEN_SESSION, &open_arg, sizeof(open_arg), nr, more);
			call_tee(TEE_IOC_INVOKE, &invoke, sizeof(invoke), nr, more);
			call_tee(TEE_IOC_SUPPL_RECV, &recv_arg, sizeof(recv_arg), nr, more);
			call_tee(TEE_IOC_SUPPL_SEND, &send_arg, sizeof(send_arg), nr, more);
		}
	}
	invoke.num_params = UINT32_MAX;
	call_tee(TEE_IOC_INVOKE, &invoke, sizeof(invoke), 0, 0);
	ASK(TEE_IOC_INVOKE, bad, bad);
	bad.buf_ptr = 0;
	ASK(TEE_IOC_INVOKE, bad, bad);
}

/* ---- SCSI ---- */

#define COMMAND (FAR + 0x100)
#define SENSE (FAR + 0x200)
#define IOVECS ((struct iovec *)(FAR + 0x300))
#define TEXT (FAR + 0x1000)

static void fill_far(void)
{
	static const struct iovec vecs[] = {
		{ TEXT, 5 }, { TEXT + 8, 100 }, { TEXT, 0 }, { NULL, 7 }, { TEXT + 3, 4 }
	};

	for (unsigned int i = 0; i < 0x100; i++)
		COMMAND[i] = SENSE[i] = (char)(i * 17);
	for (unsigned int i = 0; i < 60; i++)
		IOVECS[i] = vecs[i % 5];
	memset(TEXT, 't', 0x1000);
	memcpy(TEXT, "ab\0cd\377fg", 8);
}

static void of_scsi_v3(void)
{
	static const unsigned int lengths[] = { 0, 1, 31, 32, 33, 96, 800 };
	static void *const addresses[] = { NULL, (void *)8, BEHIND - 4 };
	const struct sg_io_hdr usual = { .interface_id = 'S',
					 .dxfer_direction = SG_DXFER_FROM_DEV,
					 .cmd_len = 6,
					 .mx_sb_len = 32,
					 .dxfer_len = 96,
					 .dxferp = TEXT,
					 .cmdp = (void *)COMMAND,
					 .sbp = (void *)SENSE,
					 .timeout = 20000,
					 .duration = 3 };
	struct sg_io_hdr hdr;

	for (int direction = 1; direction > -6; direction--) {
		for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
			hdr = usual;
			hdr.dxfer_direction = direction;
			hdr.dxfer_len = lengths[i];
			TELL(SG_IO, hdr);
			hdr.dxferp = IOVECS;
			hdr.iovec_count = (unsigned short)(lengths[i] % 61);
			TELL(SG_IO, hdr);
			hdr.resid = 31;
			TELL(SG_IO, hdr);
			hdr = usual;
			hdr.dxfer_direction = direction;
			hdr.resid = (int)lengths[i] - 1;
			TELL(SG_IO, hdr);
			hdr.cmd_len = hdr.sb_len_wr = (unsigned char)lengths[i];
			hdr.status = hdr.masked_status = hdr.msg_status = (unsigned char)lengths[i];
			hdr.host_status = hdr.driver_status = (unsigned short)lengths[i];
			TELL(SG_IO, hdr);
		}
		for (size_t i = 0; i < sizeof(addresses) / sizeof(addresses[0]); i++) {
			hdr = usual;
			hdr.dxfer_direction = direction;
			hdr.sb_len_wr = 18;
			hdr.sbp = hdr.dxferp = addresses[i];
			TELL(SG_IO, hdr);
			hdr.cmdp = addresses[i];
			TELL(SG_IO, hdr);
		}
	}
	for (unsigned int bit = 0; bit < 32; bit++) {
		hdr = usual;
		hdr.flags = hdr.info = 1U << bit;
		hdr.usr_ptr = TEXT;
		hdr.pack_id = -1;
		TELL(SG_IO, hdr);
		hdr.interface_id = 1 << bit;
		TELL(SG_IO, hdr);
	}
}

static void of_scsi_v4(void)
{
	static const uint32_t lengths[] = { 0, 1, 31, 32, 33, 96, 800 };
	static const uint64_t addresses[] = { 0, 8, (uintptr_t)BEHIND - 4 };
	const struct sg_io_v4 usual = { .guard = 'Q',
					.request_len = 6,
					.request = (uintptr_t)COMMAND,
					.max_response_len = 32,
					.response = (uintptr_t)SENSE,
					.dout_xferp = (uintptr_t)TEXT,
					.din_xferp = (uintptr_t)TEXT,
					.timeout = 30000,
					.duration = 5 };
	struct sg_io_v4 hdr;

	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		hdr = usual;
		hdr.protocol = hdr.subprotocol = (uint32_t)i;
		hdr.request_len = hdr.response_len = lengths[i];
		TELL(SG_IO, hdr);
		hdr.dout_xfer_len = lengths[i];
		TELL(SG_IO, hdr);
		hdr.din_xfer_len = lengths[i];
		TELL(SG_IO, hdr);
		hdr.din_resid = hdr.dout_resid = 31;
		TELL(SG_IO, hdr);
	}
	for (size_t i = 0; i < sizeof(addresses) / sizeof(addresses[0]); i++) {
		hdr = usual;
		hdr.din_xfer_len = hdr.dout_xfer_len = hdr.response_len = 18;
		hdr.din_xferp = hdr.response = addresses[i];
		TELL(SG_IO, hdr);
		hdr.dout_xferp = hdr.request = addresses[i];
		TELL(SG_IO, hdr);
	}
	for (unsigned int bit = 0; bit < 32; bit++) {
		hdr = usual;
		hdr.flags = hdr.info = hdr.request_attr = hdr.request_priority = hdr.request_extra =
			1U << bit;
		hdr.driver_status = hdr.transport_status = hdr.device_status = hdr.retry_delay =
			1U << bit;
		hdr.request_tag = hdr.usr_ptr = hdr.generated_tag = 1ULL << bit << bit;
		TELL(SG_IO, hdr);
	}
}

int main(int argc, char *argv[])
{
	if (!open_contents(argc, argv))
		return 2;
	of_ranges();
	of_clocks();
	of_random_numbers();
	of_flash();
	of_watchers();
	of_environments();
	fill_far();
	of_scsi_v3();
	of_scsi_v4();
	return 0;
}
