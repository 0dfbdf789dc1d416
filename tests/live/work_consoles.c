// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_consoles.c consoles [FILE] - ioctls of consoles, keyboards, input devices and disks, with contents that one byte
 * over and over does not have: on no descriptor, or on a file of work_device.
 */
#include <fcntl.h>
#include <linux/blktrace_api.h>
#include <linux/fs.h>
#include <linux/hdreg.h>
#include <linux/input.h>
#include <linux/kd.h>
#include <linux/keyboard.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* That of no file fails always. */
static int file = -1;

/* Counts at both ends of what is shown, and of what there is room for. */
static const unsigned int counts[] = { 0, 1, 2, 31, 32, 33, 255, 256, 257, 1U << 30 };

static uint8_t bytes[8192];

static void keys(void)
{
	for (unsigned int table = 0; table < 256; table++) {
		struct kbentry entry = { .kb_table = (unsigned char)table };

		ioctl(file, KDSKBENT, &entry);
	}
	for (unsigned int type = 0; type < 17; type++) {
		for (unsigned int value = 0; value < 256; value += value < 48 ? 1 : 13) {
			struct kbentry entry = { .kb_value = (unsigned short)K(type, value) };

			ioctl(file, KDSKBENT, &entry);
			ioctl(file, KDGKBENT, &entry);
		}
	}
}

static void strings_of_keys(void)
{
	static const unsigned int lengths[] = { 0, 1, 31, 32, 33, 511, 512 };
	/* In one page: of a string in two, strace 6.1 takes the length of its second part for that of all. */
	static _Alignas(1024) struct kbsentry entry;

	for (unsigned int func = 0; func < 256; func++) {
		entry.kb_func = (unsigned char)func;
		ioctl(file, KDSKBSENT, &entry);
	}
	for (unsigned int i = 0; i < ARRAY_SIZE(lengths); i++) {
		memset(entry.kb_string, 0, sizeof(entry.kb_string));
		memset(entry.kb_string, 'a', lengths[i]);
		ioctl(file, KDSKBSENT, &entry);
		ioctl(file, KDGKBSENT, &entry);
	}
	strcpy((char *)entry.kb_string, "\33[A\"\\\n\3777");
	ioctl(file, KDSKBSENT, &entry);
}

static void diacritics(void)
{
	static struct kbdiacrs some;
	static struct kbdiacrsuc unicode;

	for (unsigned int i = 0; i < 256; i++) {
		some.kbdiacr[i] = (struct kbdiacr){ (unsigned char)i, (unsigned char)(255 - i),
						    (unsigned char)(i / 2) };
		unicode.kbdiacruc[i] = (struct kbdiacruc){ i, i << 8, i * 0x10001 };
	}
	for (unsigned int i = 0; i < ARRAY_SIZE(counts); i++) {
		some.kb_cnt = unicode.kb_cnt = counts[i];
		ioctl(file, KDSKBDIACR, &some);
		ioctl(file, KDGKBDIACR, &some);
		ioctl(file, KDSKBDIACRUC, &unicode);
		ioctl(file, KDGKBDIACRUC, &unicode);
	}
}

/* Numbers; what is behind the bits that count is not looked at. */
static void lights_and_sounds(void)
{
	for (unsigned long i = 0; i < 256; i += i < 9 ? 1 : 7) {
		ioctl(file, KDSETLED, i);
		ioctl(file, KDSKBLED, i);
		ioctl(file, KDGKBLED, &i);
	}
	for (unsigned long i = 1; i < 1UL << 60; i *= 7) {
		ioctl(file, KDSETLED, i);
		ioctl(file, KDSKBLED, i);
		ioctl(file, KIOCSOUND, i);
		ioctl(file, KDMKTONE, i);
		ioctl(file, KDMKTONE, i << 16);
	}
	ioctl(file, KIOCSOUND, 1193182);
	ioctl(file, KIOCSOUND, 1193183);
	ioctl(file, KDMKTONE, -1L);
	ioctl(file, KDSKBMODE, -1L);
}

static void maps(void)
{
	uint16_t unicode[E_TABSZ];

	for (unsigned int first = 0xef80; first < 0xf280; first += E_TABSZ / 2) {
		for (unsigned int i = 0; i < E_TABSZ; i++)
			unicode[i] = (uint16_t)(first + i);
		ioctl(file, PIO_UNISCRNMAP, unicode);
		ioctl(file, GIO_UNISCRNMAP, unicode);
	}
	for (unsigned int i = 0; i < ARRAY_SIZE(bytes); i++)
		bytes[i] = (uint8_t)i;
	ioctl(file, PIO_CMAP, bytes + 30);
	ioctl(file, GIO_CMAP, bytes + 30);
	ioctl(file, PIO_SCRNMAP, bytes + 60);
	ioctl(file, GIO_SCRNMAP, bytes + 60);
	ioctl(file, PIO_FONT, bytes);
	ioctl(file, GIO_FONT, bytes);
}

/* With pointers of their own: to what can be read, to what cannot, to nothing. */
static void fonts(void *data)
{
	static const unsigned short some[] = { 0, 1, 2, 33, 300 };

	for (unsigned int i = 0; i < ARRAY_SIZE(some); i++) {
		struct unimapdesc map = { some[i], data };
		struct consolefontdesc font = { some[i], 16, data };

		ioctl(file, PIO_UNIMAP, &map);
		ioctl(file, GIO_UNIMAP, &map);
		ioctl(file, PIO_FONTX, &font);
		ioctl(file, GIO_FONTX, &font);
	}
	for (unsigned int op = 0; op < 6; op++) {
		for (unsigned int flags = 0; flags < 3; flags++) {
			struct console_font_op of = { op, flags, 8, 16, 256, data };

			ioctl(file, KDFONTOP, &of);
		}
	}
}

static void input_keys(void)
{
	struct input_keymap_entry entry = { .flags = INPUT_KEYMAP_BY_INDEX, .len = 4, .index = 9 };
	struct input_mask mask = { .type = EV_KEY, .codes_size = 8, .codes_ptr = (uintptr_t)bytes };

	for (unsigned int i = 0; i < KEY_MAX + 2; i++) {
		unsigned int code[] = { i * 3, i };

		ioctl(file, EVIOCSKEYCODE, code);
	}
	memcpy(entry.scancode, "\1\2\3\4", 4);
	for (entry.keycode = 0; entry.keycode < KEY_MAX; entry.keycode += 29) {
		ioctl(file, EVIOCSKEYCODE_V2, &entry);
		ioctl(file, EVIOCGKEYCODE_V2, &entry);
	}
	ioctl(file, EVIOCSMASK, &mask);
	ioctl(file, EVIOCGMASK, &mask);
}

static void effects(void)
{
	for (unsigned int type = FF_RUMBLE - 1; type < FF_MAX_EFFECTS && type < 0x64; type++) {
		struct ff_effect effect = {
			.type = (uint16_t)type,
			.id = -5,
			.direction = 0x4000,
			.trigger = { 3, 4 },
			.replay = { 5, 6 },
		};

		memset(&effect.u, 0x81, sizeof(effect.u));
		ioctl(file, EVIOCSFF, &effect);
	}
}

static void disks(void)
{
	struct blk_user_trace_setup trace = {
		.act_mask = 0x1ff, .buf_size = 4096, .buf_nr = 4, .pid = 77
	};
	uint8_t sectors[4 + 3 * 512];

	memset(sectors, 'b', sizeof(sectors));
	for (unsigned int command = 0; command < 256; command++) {
		sectors[0] = (uint8_t)command;
		sectors[1] = 1;
		sectors[2] = 2;
		sectors[3] = command % 4;
		ioctl(file, HDIO_DRIVE_CMD, sectors);
	}
	ioctl(file, BLKTRACESETUP, &trace);
}

int main(int argc, char *argv[])
{
	if (argc < 2 || strcmp(argv[1], "consoles") != 0)
		return 2;
	if (argc > 2) {
		file = open(argv[2], O_RDWR);
		if (file < 0)
			return 1;
	}
	keys();
	strings_of_keys();
	diacritics();
	lights_and_sounds();
	maps();
	fonts(bytes);
	fonts((void *)1);
	fonts(NULL);
	input_keys();
	effects();
	disks();
	return 0;
}
