// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_devices.c PART [FILE] - ioctls of the device mapper, of GPIO chips, of precise clocks, with contents
 * that one byte over and over is none of: on no descriptor, or on a file of work_device, which answers with what it
 * was told and fails where it was told to. Calls of the device mapper have up to 24 KB each, and all of them many times what
 * the rings of who traces them have room for: each part is a run of its own, and lets the reader come after.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/dm-ioctl.h>
#include <linux/gpio.h>
#include <linux/ptp_clock.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

/* Behind it nothing can be read. */
#define SIZE 8192
#define ANSWER_SIZE 2048
#define START sizeof(struct dm_ioctl)

static int file = -1;
static char *at;

/* What the file answers next, and with which error. */
static void tell_answer(int error)
{
	if (file >= 0 && pwrite(file, at, ANSWER_SIZE, (off_t)error << 32) < 0)
		_exit(1);
}

static void call(unsigned long cmd)
{
	static unsigned int nr;

	ioctl(file, cmd, at);
	if (!(++nr % 64))
		usleep(10000);
}

/* It answers what it was asked. */
static void ask(unsigned long cmd)
{
	tell_answer(0);
	call(cmd);
}

/* And fails. */
static void ask_in_vain(unsigned long cmd)
{
	ask(cmd);
	if (file < 0)
		return;
	tell_answer(EINVAL);
	call(cmd);
}

/* ---- the device mapper ---- */

static const unsigned long dm_cmds[] = {
	DM_VERSION,	     DM_REMOVE_ALL,	    DM_LIST_DEVICES,  DM_DEV_CREATE,
	DM_DEV_REMOVE,	     DM_DEV_RENAME,	    DM_DEV_SUSPEND,   DM_DEV_STATUS,
	DM_DEV_WAIT,	     DM_DEV_ARM_POLL,	    DM_TABLE_LOAD,    DM_TABLE_CLEAR,
	DM_TABLE_DEPS,	     DM_TABLE_STATUS,	    DM_LIST_VERSIONS, DM_TARGET_MSG,
	DM_DEV_SET_GEOMETRY, DM_GET_TARGET_VERSION,
};
#define NR_DM (sizeof(dm_cmds) / sizeof(dm_cmds[0]))

static struct dm_ioctl *dm_head(void)
{
	struct dm_ioctl *head = (struct dm_ioctl *)at;

	memset(at, 0, SIZE);
	head->version[0] = 4;
	head->version[1] = 41;
	head->data_size = 4096;
	head->data_start = START;
	return head;
}

static void put(size_t off, const void *data, size_t len)
{
	memcpy(at + off, data, len);
}

static void put_target(size_t off, uint64_t start, uint32_t next, const char *text)
{
	const struct dm_target_spec t = { .sector_start = start,
					  .length = 1024,
					  .status = (int32_t)start - 1,
					  .next = next,
					  .target_type = "linear" };

	put(off, &t, sizeof(t));
	put(off + sizeof(t), text, strlen(text));
}

static void put_name(size_t off, uint64_t dev, uint32_t next, const char *name)
{
	put(off, &dev, sizeof(dev));
	put(off + sizeof(dev), &next, sizeof(next));
	put(off + sizeof(dev) + sizeof(next), name, strlen(name));
}

static void put_version(size_t off, uint32_t next, const char *name)
{
	const uint32_t v[] = { next, 1, 22, 0xffffffff };

	put(off, v, sizeof(v));
	put(off + sizeof(v), name, strlen(name));
}

static void all_dm(const struct dm_ioctl *asked, const struct dm_ioctl *answer, int error)
{
	for (size_t i = 0; i < NR_DM; i++) {
		memcpy(at, answer, sizeof(*answer));
		tell_answer(error);
		memcpy(at, asked, sizeof(*asked));
		call(dm_cmds[i]);
	}
}

static void dm_headers(void)
{
	const struct dm_ioctl plain = *dm_head();
	struct dm_ioctl full = plain, other;

	full.dev = 0xfd03;
	full.flags = DM_READONLY_FLAG | DM_STATUS_TABLE_FLAG | DM_DATA_OUT_FLAG | 0x4;
	full.event_nr = 0xffffffff;
	full.target_count = 2;
	full.open_count = -1;
	strcpy(full.name, "vg-\033root");
	memset(full.uuid, 'u', sizeof(full.uuid));
	all_dm(&plain, &plain, 0);
	all_dm(&full, &full, 0);
	all_dm(&plain, &full, 0);
	all_dm(&full, &full, ENXIO);
	for (int i = 0; i < 7; i++) {
		other = full;
		other.version[0] += i == 0;
		other.version[2] += i == 1;
		other.data_size += i == 2;
		other.data_start += i == 3;
		other.flags += i == 4;
		other.dev += i == 5;
		other.event_nr += i == 6;
		all_dm(&full, &other, 0);
		all_dm(&other, &full, 0);
		all_dm(&other, &other, ENXIO);
	}
	for (uint32_t flag = 1; flag; flag <<= 1) {
		other = plain;
		other.flags = flag;
		all_dm(&other, &other, 0);
	}
}

static void dm_sizes(void)
{
	static const uint32_t sizes[] = { 0, 4, 11, 12, 16, 304, 305, 311, 312, 313, SIZE, ~0u };

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		const struct dm_ioctl plain = *dm_head();
		struct dm_ioctl sized = plain;

		sized.data_size = sizes[i];
		sized.target_count = 1;
		put_target(START, 8, 0, "8:0 0");
		all_dm(&sized, &sized, 0);
		/* Where not all can be read at the entry it is read at the end, for both. */
		if (sized.data_size > SIZE)
			continue;
		all_dm(&plain, &sized, 0);
		all_dm(&sized, &plain, 0);
		all_dm(&sized, &sized, ENXIO);
	}
}

/* Wherever it is said to begin. */
static void dm_starts(void)
{
	static const uint32_t starts[] = { 0,	 304,  305,  313,  4055,       4056,
					   4057, 4080, 4081, 4084, 4085,       4088,
					   4089, 4095, 4096, 4097, 0xfffffff0, ~0u };

	for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++) {
		struct dm_ioctl *head = dm_head();

		head->data_start = starts[i];
		head->target_count = 1;
		head->flags = DM_DATA_OUT_FLAG;
		for (size_t n = 0; n < NR_DM; n++)
			ask(dm_cmds[n]);
	}
	for (uint32_t start = SIZE - 60; start < SIZE + 10; start++) {
		struct dm_ioctl *head = dm_head();

		/* The kernel's structure has 4 bytes more than is looked at. */
		if (start > SIZE - 16 && start <= SIZE - 12)
			continue;
		head->data_size = ~0u;
		head->data_start = start;
		head->target_count = 2;
		memset(at + SIZE - 60, 1, 60);
		for (size_t n = 0; n < NR_DM; n++)
			ask(dm_cmds[n]);
	}
}

static void ask_targets(void)
{
	ask(DM_TABLE_LOAD);
	ask(DM_TABLE_STATUS);
	ask(DM_DEV_WAIT);
}

static void dm_tables(void)
{
	static const uint32_t nexts[] = { 0,	8,	    39,	       40,   41,   45,
					  3743, 3744,	    3745,      3784, 5000, SIZE - START - 8,
					  ~0u,	0xffffff00, 0x80000000 };
	struct dm_ioctl *head = dm_head();

	head->target_count = 3;
	put_target(START, 0, 64, "/dev/sda 0");
	put_target(START + 64, 1024, 128, "aes-xts-plain64 00000000 0 8:1 4096");
	put_target(START + 128, 2048, 0, "\001\377\"");
	put_target(START + 192, 2048, 0, "");
	ask_targets();
	memset(at + START + 8 + 8 + 8, 'T', DM_MAX_TYPE_NAME);
	ask_targets();
	for (size_t i = 0; i < sizeof(nexts) / sizeof(nexts[0]); i++) {
		head = dm_head();
		head->target_count = 2;
		memset(at + START, 'x', 4096 - START);
		put_target(START, 5, nexts[i], "8:0");
		at[START + 43] = 0;
		ask_targets();
	}
	for (unsigned int nr = 31; nr < 36; nr++) {
		head = dm_head();
		head->target_count = 40;
		/* Those behind it are misplaced. */
		for (unsigned int i = 0; i < 40; i++)
			put_target(START + i * 64, i, i == nr ? 3 : 64, "");
		ask_targets();
		for (unsigned int i = 0; i < 40; i++)
			put_target(START + i * 64, i, i == nr ? 3 : (i + 1) * 64, "");
		ask_targets();
		head->target_count = nr;
		ask_targets();
	}
}

static void dm_lists(void)
{
	static const uint32_t nexts[] = { 0,  8,  11, 12, 13, 15, 16,	17,   18,	  19,
					  20, 21, 24, 40, 41, 64, 3772, 3773, 0xffffff00, ~0u };
	struct dm_ioctl *head;

	for (size_t i = 0; i < sizeof(nexts) / sizeof(nexts[0]); i++) {
		for (unsigned int minor = 36; minor < 38; minor++) {
			head = dm_head();
			head->version[1] = minor;
			memset(at + START, 7, 200);
			put_name(START, 0xfd00, nexts[i], "abc\0");
			at[START + 15] = 0;
			ask(DM_LIST_DEVICES);
		}
		head = dm_head();
		put_version(START, nexts[i], "striped");
		ask(DM_LIST_VERSIONS);
	}
	/* Numbers of events stand behind names, aligned. */
	for (unsigned int len = 0; len < 40; len++) {
		head = dm_head();
		head->data_start += len % 8;
		put_name(head->data_start, len, 64, "");
		memset(at + head->data_start + 12, 'n', len);
		for (unsigned int i = len + 1; i < 60; i++)
			at[head->data_start + 12 + i] = (char)i;
		ask(DM_LIST_DEVICES);
		ask(DM_LIST_VERSIONS);
	}
	for (unsigned int nr = 30; nr < 34; nr++) {
		dm_head();
		for (unsigned int i = 0; i < 40; i++)
			put_name(START + i * 32, i, i == nr ? 0 : 32, "name");
		ask(DM_LIST_DEVICES);
		put_name(START + nr * 32, nr, 5, "name");
		ask(DM_LIST_DEVICES);
		for (unsigned int i = 0; i < 40; i++)
			put_version(START + i * 32, i == nr ? 0 : 32, "name");
		ask(DM_LIST_VERSIONS);
		put_version(START + nr * 32, 5, "name");
		ask(DM_LIST_VERSIONS);
	}
}

static void dm_deps(void)
{
	static const uint32_t counts[] = { 0,  1, 2, 40, (4096 - START) / 8 - 1, (4096 - START) / 8,
					   ~0u };
	const uint64_t devs[] = { 0xfd00, 0x801, ~0ULL };

	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		dm_head();
		put(START, &counts[i], sizeof(counts[i]));
		put(START + 8, devs, sizeof(devs));
		ask(DM_TABLE_DEPS);
	}
}

static void dm_texts(void)
{
	struct dm_ioctl *head;

	for (unsigned int len = 0; len < 40; len++) {
		head = dm_head();
		head->flags = len % 2 ? DM_DATA_OUT_FLAG : 0;
		memset(at + START, 'a' + (int)len % 26, len);
		ask(DM_DEV_RENAME);
		ask(DM_TARGET_MSG);
		ask(DM_DEV_SET_GEOMETRY);
		head->data_size = START + 10;
		ask(DM_DEV_RENAME);
		ask(DM_TARGET_MSG);
		ask(DM_DEV_SET_GEOMETRY);
	}
}

/* Wherever the header is, to the end of what can be read. */
static void dm_places(void)
{
	char *const begin = at;

	for (unsigned int i = 1; i < 8; i++) {
		at = begin;
		dm_head();
		put_name(START, 0xfd00, 64, "abc");
		memset(at + START + 16, 1, 40);
		tell_answer(0);
		memmove(begin + i, begin, 4096);
		ioctl(file, DM_LIST_DEVICES, begin + i);
	}
	dm_head()->data_size = 305;
	memmove(begin + SIZE - 305, begin, 305);
	for (size_t i = 0; i < NR_DM; i++)
		ioctl(file, dm_cmds[i], begin + SIZE - 305);
	at = begin;
	ioctl(file, DM_VERSION, at + SIZE - 304);
	ioctl(file, DM_VERSION, 0);
	ioctl(file, DM_TABLE_LOAD, 1);
}

/* ---- GPIO chips ---- */

/* Those of each number; one has a padding that should be none. */
static void put_attrs(struct gpio_v2_line_config_attribute *attrs, unsigned int padded)
{
	for (unsigned int i = 0; i < GPIO_V2_LINE_NUM_ATTRS_MAX; i++) {
		attrs[i].attr.id = i % 5;
		attrs[i].attr.padding = i == padded;
		attrs[i].attr.values = 0x100000000ULL * (i > 4) + i;
		attrs[i].mask = i;
	}
}

static void gpio_v2(unsigned int nr)
{
	struct gpio_v2_line_info *info = (struct gpio_v2_line_info *)at;
	struct gpio_v2_line_config *config = (struct gpio_v2_line_config *)at;
	struct gpio_v2_line_request *request = (struct gpio_v2_line_request *)at;
	struct gpio_v2_line_config_attribute attrs[GPIO_V2_LINE_NUM_ATTRS_MAX];

	put_attrs(attrs, nr);
	memset(at, 0, SIZE);
	strcpy(info->name, "GPIO12");
	memset(info->consumer, 'c', sizeof(info->consumer) - nr % 2);
	info->offset = nr;
	info->flags = 1ULL << nr;
	info->num_attrs = nr;
	for (unsigned int i = 0; i < GPIO_V2_LINE_NUM_ATTRS_MAX; i++)
		info->attrs[i] = attrs[i].attr;
	info->padding[nr % 4] = nr == 5;
	ask_in_vain(GPIO_V2_GET_LINEINFO_IOCTL);
	ask_in_vain(GPIO_V2_GET_LINEINFO_WATCH_IOCTL);
	memset(at, 0, SIZE);
	config->flags = ~0ULL >> nr;
	config->num_attrs = nr;
	config->padding[nr % 5] = nr == 7;
	memcpy(config->attrs, attrs, sizeof(attrs));
	ask_in_vain(GPIO_V2_LINE_SET_CONFIG_IOCTL);
	memset(at, 0, SIZE);
	for (unsigned int i = 0; i < GPIO_V2_LINES_MAX; i++)
		request->offsets[i] = i;
	strcpy(request->consumer, "\033");
	request->config.num_attrs = nr % 4;
	request->config.padding[0] = nr == 3;
	memcpy(request->config.attrs, attrs, sizeof(attrs));
	request->num_lines = nr;
	request->event_buffer_size = nr % 2 * 16;
	request->padding[2] = nr == 2;
	request->fd = (int)nr - 1;
	ask_in_vain(GPIO_V2_GET_LINE_IOCTL);
}

static void gpio_v1(unsigned int nr)
{
	struct gpiohandle_request *handle = (struct gpiohandle_request *)at;
	struct gpioevent_request *event = (struct gpioevent_request *)at;
	struct gpioline_info *info = (struct gpioline_info *)at;

	memset(at, 0, SIZE);
	handle->lines = nr;
	handle->flags = 1 << nr % 9;
	for (unsigned int i = 0; i < GPIOHANDLES_MAX; i++) {
		handle->lineoffsets[i] = i;
		handle->default_values[i] = (uint8_t)(2 * i);
	}
	strcpy(handle->consumer_label, "button");
	handle->fd = -(int)nr;
	ask_in_vain(GPIO_GET_LINEHANDLE_IOCTL);
	memset(at, 0, SIZE);
	event->lineoffset = nr;
	event->handleflags = 1 << nr % 9;
	event->eventflags = nr;
	event->fd = (int)nr;
	ask_in_vain(GPIO_GET_LINEEVENT_IOCTL);
	memset(at, 0, SIZE);
	info->line_offset = nr;
	info->flags = nr;
	memset(info->name, 'n', sizeof(info->name) - nr % 2);
	ask_in_vain(GPIO_GET_LINEINFO_IOCTL);
	ask_in_vain(GPIO_GET_LINEINFO_WATCH_IOCTL);
}

static void gpio(void)
{
	static const unsigned long rest[] = {
		GPIO_GET_CHIPINFO_IOCTL,	  GPIO_GET_LINEINFO_UNWATCH_IOCTL,
		GPIOHANDLE_GET_LINE_VALUES_IOCTL, GPIOHANDLE_SET_LINE_VALUES_IOCTL,
		GPIOHANDLE_SET_CONFIG_IOCTL,	  GPIO_V2_LINE_GET_VALUES_IOCTL,
		GPIO_V2_LINE_SET_VALUES_IOCTL,
	};

	for (unsigned int nr = 0; nr < 70; nr += nr < 13 ? 1 : 9) {
		gpio_v1(nr);
		gpio_v2(nr % 64);
	}
	gpio_v2(10);
	for (unsigned int i = 0; i < 256; i++)
		at[i] = (char)i;
	for (size_t i = 0; i < sizeof(rest) / sizeof(rest[0]); i++)
		ask_in_vain(rest[i]);
}

/* ---- precise clocks ---- */

static void clocks(void)
{
	static const unsigned int counts[] = { 0, 1, 2, 15, 16, 24, 25, 26, ~0u };
	struct ptp_sys_offset *offset = (struct ptp_sys_offset *)at;
	struct ptp_sys_offset_extended *extended = (struct ptp_sys_offset_extended *)at;
	struct ptp_perout_request *perout = (struct ptp_perout_request *)at;

	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		memset(at, 0, SIZE);
		for (int n = 0; n < 2 * PTP_MAX_SAMPLES + 1; n++)
			offset->ts[n] = (struct ptp_clock_time){ 1700000000 - n * 1000000000LL,
								 (uint32_t)n * 40000000, n == 3 };
		offset->n_samples = counts[i];
		offset->rsv[1] = i == 2;
		ask_in_vain(PTP_SYS_OFFSET);
		ask_in_vain(PTP_SYS_OFFSET2);
		for (int n = 0; n < 3 * PTP_MAX_SAMPLES; n++)
			extended->ts[n / 3][n % 3] = (struct ptp_clock_time){ n, n % 4, n == 3 };
		ask_in_vain(PTP_SYS_OFFSET_EXTENDED);
		ask_in_vain(PTP_SYS_OFFSET_EXTENDED2);
		/* The times are those of the answer, their number too. */
		tell_answer(0);
		extended->n_samples = 7;
		ioctl(file, PTP_SYS_OFFSET_EXTENDED, at);
		ask_in_vain(PTP_SYS_OFFSET_PRECISE);
		ask_in_vain(PTP_SYS_OFFSET_PRECISE2);
	}
	for (unsigned int flags = 0; flags < 9; flags++) {
		memset(at, 0, SIZE);
		perout->start = (struct ptp_clock_time){ 1700000000, 5, 0 };
		perout->period = (struct ptp_clock_time){ 1, 0, 0 };
		perout->on = (struct ptp_clock_time){ 0, 500000000, 0 };
		perout->flags = flags;
		ask_in_vain(PTP_PEROUT_REQUEST);
		ask_in_vain(PTP_PEROUT_REQUEST2);
		((struct ptp_extts_request *)at)->flags = flags << 2;
		ask_in_vain(PTP_EXTTS_REQUEST);
		ask_in_vain(PTP_EXTTS_REQUEST2);
	}
}

static const struct {
	const char *name;
	void (*run)(void);
} parts[] = {
	{ "dm_headers", dm_headers }, { "dm_sizes", dm_sizes },	  { "dm_starts", dm_starts },
	{ "dm_tables", dm_tables },   { "dm_lists", dm_lists },	  { "dm_deps", dm_deps },
	{ "dm_texts", dm_texts },     { "dm_places", dm_places }, { "gpio", gpio },
	{ "clock", clocks },
};

int main(int argc, char *argv[])
{
	size_t i;

	at = mmap((void *)0x10000000, SIZE, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	if (argc < 2 || argc > 3 || at == MAP_FAILED)
		return 2;
	if (argc == 3) {
		file = open(argv[2], O_RDWR);
		if (file < 0)
			return 1;
	}
	for (i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		if (!strcmp(argv[1], parts[i].name)) {
			parts[i].run();
			return 0;
		}
	}
	return 2;
}
