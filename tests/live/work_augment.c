// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* work_augment.c - the calls that the objects of trace_augmenter.sh augment. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* As augment_values.bpf.c has it. */
struct inner {
	signed char small;
	int color;
};

struct outer {
	unsigned int number;
	char text[8];
	struct inner in[2];
	unsigned int low : 3, high : 5;
};

long work_function(int number, const char *text);

/* Found by name, with its arguments in their registers. */
__attribute__((noinline)) long work_function(int number, const char *text)
{
	return number + (long)strlen(text);
}

static void refused(void)
{
	struct sockaddr_in addr = { .sin_family = AF_INET, .sin_port = htons(9) };
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	addr.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	connect(fd, (struct sockaddr *)&addr, sizeof(addr));
	close(fd);
}

static void vector(void)
{
	struct iovec iov[] = { { "one\n", 4 }, { "two\n", 4 } };

	if (writev(STDOUT_FILENO, iov, 2) < 0)
		perror("writev");
}

int main(void)
{
	static char room[200000];
	struct outer outers[2] = {
		{ 1, "one", { { -1, 0 }, { 2, 7 } }, 5, 17 },
		{ 2, "two", { { -3, 7 }, { 4, 99 } }, 2, 3 },
	};

	memset(room, 'r', sizeof(room));
	refused();
	vector();
	syscall(SYS_prctl, 12345, outers, 2, "a \"string\"\n", 3);
	syscall(SYS_getpriority, 0, room);
	syscall(SYS_getpriority, 1, 0);
	syscall(SYS_getpgid, 0);
	syscall(SYS_getpgid, 0x7fffffff);
	syscall(SYS_nanosleep, &(struct timespec){ .tv_nsec = 1000000 }, NULL);
	syscall(SYS_getuid);
	syscall(SYS_getgid);
	printf("%ld\n", work_function(40, "xy"));
	return 7;
}
