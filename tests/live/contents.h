/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * contents.h - ioctls with structures as programs and drivers have them: on no descriptor, and on a file of
 * work_device, which is told what to answer. For the programs work_contents_*.c FILE.
 */
#ifndef PERF_AUGMENT_TESTS_CONTENTS_H
#define PERF_AUGMENT_TESTS_CONTENTS_H

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#define AREA ((char *)0x10000000)
#define AREA_SIZE (16 << 12)
/* What pointers of a structure lead to. */
#define FAR (AREA + 0x4000)
#define BEHIND (AREA + AREA_SIZE)

static int file = -1;

/* With what stands at @arg already, answered with as many bytes as @answer has. */
static void ask_at(uint32_t nr, void *arg, const void *answer, size_t len)
{
	ioctl(-1, nr, arg);
	if (len && pwrite(file, answer, len, 0) < 0)
		perror("contents: answer");
	ioctl(file, nr, arg);
}

static void ask(uint32_t nr, const void *question, size_t question_len, const void *answer,
		size_t len)
{
	memset(AREA, 0, 0x4000);
	memcpy(AREA, question, question_len);
	ask_at(nr, AREA, answer, len);
}

#define ASK(nr, question, answer) ask(nr, &(question), sizeof(question), &(answer), sizeof(answer))
/* Where there is no question. */
#define TOLD(nr, answer) ask(nr, NULL, 0, &(answer), sizeof(answer))
/* Without an answer of its own. */
#define TELL(nr, question) ask(nr, &(question), sizeof(question), NULL, 0)

/* Whether there is the file, and the area. */
static bool open_contents(int argc, char *argv[])
{
	file = argc == 2 ? open(argv[1], O_RDWR) : -1;
	return file >= 0 && mmap(AREA, AREA_SIZE, PROT_READ | PROT_WRITE,
				 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
}

#endif /* PERF_AUGMENT_TESTS_CONTENTS_H */
