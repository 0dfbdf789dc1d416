// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_ioctls.c ioctls|numbers|structs|answers - every ioctl of ioctl_names.inc, and those whose number holds a
 * length, an event or an axis; those that have names, with 0 and 1 for an argument, or with structures of one byte
 * over and over: on no descriptor. Or some that succeed.
 * work_ioctls.c device FILE BYTE - those that have names on a file of work_device, with structures of that byte.
 */
#include <fcntl.h>
#include <linux/input.h>
#include <linux/ioctl.h>
#include <linux/sockios.h>
#include <linux/userfaultfd.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

#ifdef __x86_64__
#include "symbols_tables.h"
#endif

#define STRUCT_SIZE (8 << 12)

/* That of no file fails always. */
static int file = -1;

#define IOCTL(nr, name) nr,

static const uint32_t named[] = {
#include "tools/lib/syscalls/ioctl_names.inc"
};

static void sized(unsigned char type, unsigned int nrs)
{
	static const unsigned int sizes[] = { 0, 8, 40, 260 };
	unsigned int dir, nr;
	size_t i;

	for (dir = _IOC_WRITE; dir <= (_IOC_READ | _IOC_WRITE); dir++) {
		for (nr = 0; nr < nrs; nr++) {
			for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
				ioctl(-1, _IOC(dir, type, nr, sizes[i]), 0);
		}
	}
}

static void ioctls(void)
{
	size_t i;

	for (i = 0; i < sizeof(named) / sizeof(named[0]); i++)
		ioctl(-1, named[i], 0);
	sized('E', 256);
	sized('H', 20);
	sized('M', 4);
	sized('U', 48);
	sized('j', 20);
	sized('k', 2);
}

/* With @arg; a structure of @fill, which answers have changed, where that is not negative. */
static void call(uint32_t nr, void *arg, int fill)
{
	if (fill >= 0)
		memset(arg, fill, STRUCT_SIZE);
	ioctl(file, nr, arg);
}

/* All that have names. */
static void all_ioctls(void *arg, int fill)
{
	size_t i;

	for (i = 0; i < sizeof(named) / sizeof(named[0]); i++)
		call(named[i], arg, fill);
#ifdef __x86_64__ /* a 32-bit program has no library of ours */
	for (unsigned int type = 0; type < 256; type++) {
		const struct symbols *syms = ioctl_symbols__get(type);

		for (i = 0; syms && i < syms->nr; i++)
			call(syms->table[i].value, arg, fill);
	}
#endif
}

/* A number where most have a pointer. */
static void numbers(void)
{
	all_ioctls(NULL, -1);
	all_ioctls((void *)1, -1);
}

static char *map_struct(void)
{
	return mmap((void *)0x10000000, STRUCT_SIZE, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

static void structs(void)
{
	static const int fills[] = { 0, 1, 'A', 0xff };
	char *at = map_struct();
	size_t i;

	for (i = 0; at != MAP_FAILED && i < sizeof(fills) / sizeof(fills[0]); i++) {
		all_ioctls(at, fills[i]);
	}
}

static int device(const char *path, int fill)
{
	char *at = map_struct();

	file = open(path, O_RDWR);
	if (file < 0 || at == MAP_FAILED)
		return 1;
	all_ioctls(at, fill);
	return 0;
}

/* Those that succeed: interfaces, a terminal, pages of a userfaultfd. */
static void of_interfaces(void)
{
	static const unsigned int asks[] = { SIOCGIFFLAGS,   SIOCGIFADDR,    SIOCGIFDSTADDR,
					     SIOCGIFBRDADDR, SIOCGIFNETMASK, SIOCGIFMETRIC,
					     SIOCGIFMTU,     SIOCGIFHWADDR,  SIOCGIFINDEX,
					     SIOCGIFTXQLEN,  SIOCGIFMAP,     SIOCGIFSLAVE };
	const int udp = socket(AF_INET, SOCK_DGRAM, 0), tcp = socket(AF_INET, SOCK_STREAM, 0);
	struct ifreq all[40], one = { .ifr_ifindex = 1 };
	struct ifconf list = { .ifc_len = sizeof(all), .ifc_req = all };
	int number = getpid();

	ioctl(udp, SIOCGIFNAME, &one);
	one.ifr_ifindex = 1 << 30;
	ioctl(udp, SIOCGIFNAME, &one);
	for (size_t i = 0; i < sizeof(asks) / sizeof(asks[0]); i++) {
		one = (struct ifreq){ .ifr_name = "lo" };
		ioctl(udp, asks[i], &one);
		one = (struct ifreq){ .ifr_name = "nobody" };
		ioctl(udp, asks[i], &one);
	}
	ioctl(udp, SIOCGIFCONF, &list);
	/* Room for just as much */
	ioctl(udp, SIOCGIFCONF, &list);
	list.ifc_len = 10;
	ioctl(udp, SIOCGIFCONF, &list);
	list.ifc_req = NULL;
	ioctl(udp, SIOCGIFCONF, &list);
	ioctl(udp, SIOCATMARK, &number);
	ioctl(tcp, SIOCATMARK, &number);
	ioctl(tcp, SIOCOUTQNSD, &number);
	ioctl(tcp, SIOCGPGRP, &number);
	ioctl(tcp, FIOGETOWN, &number);
	close(udp);
	close(tcp);
}

static void of_a_terminal(void)
{
	static const unsigned int asks[] = { TCGETS,	   TCGETA,
					     TIOCGSOFTCAR, TIOCGETD,
					     TIOCGEXCL,	   TIOCOUTQ,
					     TIOCGPTN,	   0x802c542a /* TCGETS2 */,
					     0x5456 /* TIOCGLCKTRMIOS */ };
	const int fd = open("/dev/ptmx", O_RDWR | O_NOCTTY);
	char answer[64];

	for (size_t i = 0; i < sizeof(asks) / sizeof(asks[0]); i++)
		ioctl(fd, asks[i], answer);
	close(fd);
}

static void of_userfaultfd(void)
{
	const size_t page = 4096;
	const int fd = (int)syscall(SYS_userfaultfd, O_NONBLOCK | O_CLOEXEC);
	struct uffdio_api api = { .api = UFFD_API };
	char *at = mmap((void *)0x20000000, 2 * page, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	struct uffdio_register two = { .range = { (unsigned long)at, 2 * page },
				       .mode = UFFDIO_REGISTER_MODE_MISSING };
	struct uffdio_copy copy = { .dst = (unsigned long)at, .src = 0x10000000, .len = page };
	struct uffdio_zeropage zero = { .range = { (unsigned long)at + page, page } };

	mmap((void *)0x10000000, page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	ioctl(fd, UFFDIO_API, &api);
	ioctl(fd, UFFDIO_REGISTER, &two);
	for (int i = 0; i < 2; i++) {
		ioctl(fd, UFFDIO_COPY, &copy);
		ioctl(fd, UFFDIO_ZEROPAGE, &zero);
	}
	ioctl(fd, UFFDIO_WAKE, &two.range);
	ioctl(fd, UFFDIO_UNREGISTER, &two.range);
	close(fd);
}

static void answers(void)
{
	of_interfaces();
	of_a_terminal();
	of_userfaultfd();
}

int main(int argc, char *argv[])
{
	if (argc == 4 && !strcmp(argv[1], "device"))
		return device(argv[2], atoi(argv[3]));
	if (argc != 2)
		return 2;
	if (!strcmp(argv[1], "numbers"))
		numbers();
	else if (!strcmp(argv[1], "structs"))
		structs();
	else if (!strcmp(argv[1], "answers"))
		answers();
	else
		ioctls();
	return 0;
}
