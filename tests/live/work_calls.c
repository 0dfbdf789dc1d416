// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_calls.c - makes known numbers of calls that nothing else in the process makes, and prints
 * `CALL CALLS ERRORS` for each, summed over its threads. For trace_ledger.sh and trace_waiting.sh.
 *
 *   work_calls counts [N]   N of each in four threads and a child, with errors among them
 *   work_calls burst [N]    N times getppid(2) in a row
 *   work_calls many [N]     N of each of some cheap calls in each of many threads, one after the other
 *   work_calls hop [N]      N calls that go to another CPU, each after a different one that came to this CPU;
 *                           then N children of which each makes one of them, on this CPU, and ends by
 *                           exit_group(2), the first by exit(2)
 *   work_calls sleep        a nanosleep(2) that does not end, with every signal but SIGKILL ignored
 *   work_calls netlink      messages to a netlink socket that nobody reads, until the last one waits in vain
 *   work_calls pause        the same with pause(2), after a tick of access(2) each 10 ms until SIGUSR1
 */
#include <errno.h>
#include <linux/netlink.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NR_THREADS 4

static int nr_rounds = 1000;

static void make_calls(void)
{
	int i;

	for (i = 0; i < nr_rounds; i++) {
		syscall(SYS_getppid);
		syscall(SYS_getpgid, i % 10 ? 0 : -1);	      /* ESRCH */
		syscall(SYS_chdir, "/perf-augment/not/here"); /* ENOENT */
		if (i % 4 == 0)
			syscall(SYS_dup, -1); /* EBADF */
		if (i % 5 == 0)
			close((int)syscall(SYS_dup, 0));
	}
}

static void *thread(void *arg)
{
	make_calls();
	return arg;
}

static int counts(void)
{
	const int tasks = NR_THREADS + 1;
	const int bad_dups = (nr_rounds + 3) / 4, good_dups = (nr_rounds + 4) / 5;
	pthread_t threads[NR_THREADS];
	int i, status;
	pid_t pid;

	for (i = 0; i < NR_THREADS; i++) {
		if (pthread_create(&threads[i], NULL, thread, NULL))
			return 1;
	}
	pid = fork();
	if (!pid) {
		make_calls();
		_exit(0);
	}
	for (i = 0; i < NR_THREADS; i++)
		pthread_join(threads[i], NULL);
	if (waitpid(pid, &status, 0) != pid || status)
		return 1;
	printf("chdir %d %d\n", tasks * nr_rounds, tasks * nr_rounds);
	printf("dup %d %d\n", tasks * (bad_dups + good_dups), tasks * bad_dups);
	printf("getpgid %d %d\n", tasks * nr_rounds, tasks * ((nr_rounds + 9) / 10));
	printf("getppid %d 0\n", tasks * nr_rounds);
	return 0;
}

static int burst(void)
{
	int i;

	for (i = 0; i < nr_rounds; i++)
		syscall(SYS_getppid);
	printf("getppid %d 0\n", nr_rounds);
	return 0;
}

#define NR_MANY 100

static const struct {
	const char *name;
	long nr;
} cheap[] = {
	{ "getegid", SYS_getegid }, { "geteuid", SYS_geteuid },		{ "getgid", SYS_getgid },
	{ "getppid", SYS_getppid }, { "getpriority", SYS_getpriority }, { "gettid", SYS_gettid },
	{ "getuid", SYS_getuid },   { "setfsuid", SYS_setfsuid },
};

#define NR_CHEAP (sizeof(cheap) / sizeof(cheap[0]))

static void *cheap_calls(void *arg)
{
	int i;

	for (i = 0; i < nr_rounds * (int)NR_CHEAP; i++)
		syscall(cheap[i % (int)NR_CHEAP].nr, 0, 0);
	return arg;
}

static int many(void)
{
	pthread_t thread;
	size_t i;

	for (i = 0; i < NR_MANY; i++) {
		if (pthread_create(&thread, NULL, cheap_calls, NULL) || pthread_join(thread, NULL))
			return 1;
	}
	for (i = 0; i < NR_CHEAP; i++)
		printf("%s %d %d\n", cheap[i].name, NR_MANY, NR_MANY * nr_rounds);
	return 0;
}

/* The lengths of the masks tell the calls apart. */
#define HOP_THERE (CPU_SETSIZE / 8)
#define HOP_BACK (HOP_THERE / 2)

static bool go_to(int cpu, size_t len)
{
	cpu_set_t mask;

	CPU_ZERO(&mask);
	CPU_SET(cpu, &mask);
	return !syscall(SYS_sched_setaffinity, 0, len, &mask);
}

static bool hop_in_child(int cpu, long last_call)
{
	int status;
	pid_t pid = (pid_t)syscall(SYS_fork);

	if (!pid) {
		go_to(cpu, HOP_BACK);
		syscall(last_call, 0);
	}
	return waitpid(pid, &status, 0) == pid;
}

static int hop(void)
{
	int cpus[2] = { -1, -1 }, cpu, nr, i;
	cpu_set_t allowed;

	if (sched_getaffinity(0, sizeof(allowed), &allowed))
		return 1;
	for (cpu = 0, nr = 0; cpu < HOP_BACK * 8 && nr < 2; cpu++) {
		if (CPU_ISSET(cpu, &allowed))
			cpus[nr++] = cpu;
	}
	if (nr < 2 || !go_to(cpus[0], HOP_THERE))
		return 1;
	for (i = 0; i < nr_rounds; i++) {
		if (!go_to(cpus[1], HOP_THERE) || !go_to(cpus[0], HOP_BACK))
			return 1;
	}
	for (i = 0; i < nr_rounds; i++) {
		if (!hop_in_child(cpus[0], i ? SYS_exit_group : SYS_exit))
			return 1;
	}
	printf("sched_setaffinity %d 0\n", 2 * nr_rounds);
	return 0;
}

static volatile sig_atomic_t told;

static void on_signal(int signo)
{
	(void)signo;
	told = 1;
}

static int block(bool tick)
{
	struct timespec forever = { .tv_sec = 1000 };

	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGUSR1, on_signal);
	printf("%d\n", getpid());
	fflush(stdout);
	while (tick && !told) {
		access("/aug/tick", F_OK);
		usleep(10000);
	}
	if (tick)
		pause();
	else
		syscall(SYS_nanosleep, &forever, NULL);
	return 0;
}

/* Long enough that the last message is shown while it waits. */
static int fill_netlink(void)
{
	const struct timeval timeout = { .tv_sec = 2 };
	const struct nlmsghdr message = { .nlmsg_len = sizeof(message), .nlmsg_seq = 7 };
	struct sockaddr_nl to = { .nl_family = AF_NETLINK };
	socklen_t len = sizeof(to);
	int receiver = socket(AF_NETLINK, SOCK_RAW, NETLINK_USERSOCK), room = 1;
	int sender = socket(AF_NETLINK, SOCK_RAW, NETLINK_USERSOCK);

	if (bind(receiver, (struct sockaddr *)&to, sizeof(to)) ||
	    getsockname(receiver, (struct sockaddr *)&to, &len) ||
	    setsockopt(receiver, SOL_SOCKET, SO_RCVBUF, &room, sizeof(room)) ||
	    setsockopt(sender, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof(timeout)))
		return 1;
	while (sendto(sender, &message, sizeof(message), 0, (struct sockaddr *)&to, len) >= 0)
		;
	return errno != EAGAIN;
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";

	if (argc > 2)
		nr_rounds = atoi(argv[2]);
	if (!strcmp(mode, "counts"))
		return counts();
	if (!strcmp(mode, "burst"))
		return burst();
	if (!strcmp(mode, "many"))
		return many();
	if (!strcmp(mode, "hop"))
		return hop();
	if (!strcmp(mode, "netlink"))
		return fill_netlink();
	if (!strcmp(mode, "sleep"))
		return block(false);
	if (!strcmp(mode, "pause"))
		return block(true);
	fprintf(stderr, "work_calls: unknown mode '%s'\n", mode);
	return 2;
}
