// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_device.c DIR BYTE COMMAND [ARG...] - mounts a file system with one file on DIR, all of whose ioctls succeed
 * and answer with BYTE over and over, as long as their numbers say; runs the command and takes all away again.
 * What is written to the file is what the next ioctl answers with, before those bytes; in the high half of the place
 * where it is written is the error that it fails with.
 * What the kernel does with such a file itself is what it is with any.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define FILE_NODE 2
#define ANSWER_MAX 16384

static char answer[sizeof(struct fuse_out_header) + 65536];

/* What the next ioctl answers with. */
static char next_answer[ANSWER_MAX];
static size_t next_len;
static int next_error;

static void reply(int fd, const struct fuse_in_header *in, int error, const void *data, size_t len)
{
	struct fuse_out_header out = { .len = sizeof(out) + len,
				       .error = error,
				       .unique = in->unique };

	memcpy(answer, &out, sizeof(out));
	if (len)
		memcpy(answer + sizeof(out), data, len);
	if (write(fd, answer, out.len) < 0 && errno != ENOENT)
		perror("work_device: reply");
}

static struct fuse_attr attr_of(uint64_t node)
{
	struct fuse_attr a = {
		.ino = node,
		.mode = node == FILE_NODE ? S_IFREG | 0644 : S_IFDIR | 0755,
		.nlink = 1,
		.blksize = 4096,
	};

	return a;
}

static void reply_ioctl(int fd, const struct fuse_in_header *in, const struct fuse_ioctl_in *arg,
			int byte)
{
	static char data[sizeof(struct fuse_ioctl_out) + ANSWER_MAX];
	const struct fuse_ioctl_out out = { .result = -next_error };
	size_t len = arg->out_size < ANSWER_MAX ? arg->out_size : ANSWER_MAX;

	memset(data, byte, sizeof(data));
	memcpy(data, &out, sizeof(out));
	memcpy(data + sizeof(out), next_answer, next_len);
	next_len = 0;
	next_error = 0;
	reply(fd, in, 0, data, sizeof(struct fuse_ioctl_out) + len);
}

static void take_answer(int fd, const struct fuse_in_header *in, const struct fuse_write_in *arg)
{
	struct fuse_write_out written = { .size = arg->size };

	next_len = arg->size < ANSWER_MAX ? arg->size : ANSWER_MAX;
	next_error = (int)(arg->offset >> 32);
	memcpy(next_answer, arg + 1, next_len);
	reply(fd, in, 0, &written, sizeof(written));
}

static void serve_one(int fd, const struct fuse_in_header *in, int byte)
{
	const void *arg = in + 1;
	struct fuse_init_out init = {
		.major = FUSE_KERNEL_VERSION,
		.minor = 31,
		.max_write = 65536,
		.max_readahead = 0,
	};
	struct fuse_entry_out entry = { .nodeid = FILE_NODE, .attr = attr_of(FILE_NODE) };
	struct fuse_attr_out attr = { .attr = attr_of(in->nodeid) };
	/* What is written comes here at once. */
	struct fuse_open_out open = { .fh = 1, .open_flags = FOPEN_DIRECT_IO };

	switch (in->opcode) {
	case FUSE_INIT:
		reply(fd, in, 0, &init, sizeof(init));
		break;
	case FUSE_LOOKUP:
		reply(fd, in, 0, &entry, sizeof(entry));
		break;
	case FUSE_GETATTR:
		reply(fd, in, 0, &attr, sizeof(attr));
		break;
	case FUSE_OPEN:
	case FUSE_OPENDIR:
		reply(fd, in, 0, &open, sizeof(open));
		break;
	case FUSE_RELEASE:
	case FUSE_RELEASEDIR:
	case FUSE_FLUSH:
		reply(fd, in, 0, NULL, 0);
		break;
	case FUSE_WRITE:
		take_answer(fd, in, arg);
		break;
	case FUSE_IOCTL:
		reply_ioctl(fd, in, arg, byte);
		break;
	case FUSE_FORGET:
	case FUSE_BATCH_FORGET:
	case FUSE_INTERRUPT:
		break;
	default:
		reply(fd, in, -ENOSYS, NULL, 0);
	}
}

/* Until the file system is gone. */
static void serve(int fd, int byte)
{
	static char request[FUSE_MIN_READ_BUFFER + 65536];
	ssize_t n;

	for (;;) {
		n = read(fd, request, sizeof(request));
		if (n < 0 && (errno == EINTR || errno == ENOENT || errno == EAGAIN))
			continue;
		if (n < (ssize_t)sizeof(struct fuse_in_header))
			_exit(n < 0 && errno != ENODEV);
		serve_one(fd, (const struct fuse_in_header *)request, byte);
	}
}

int main(int argc, char **argv)
{
	char opts[128];
	pid_t server, command = -1;
	int fd, status;

	if (argc < 4)
		return 2;
	fd = open("/dev/fuse", O_RDWR | O_CLOEXEC);
	if (fd < 0) {
		perror("/dev/fuse");
		return 77;
	}
	snprintf(opts, sizeof(opts), "fd=%d,rootmode=40000,user_id=%u,group_id=%u", fd, getuid(),
		 getgid());
	if (mount("work_device", argv[1], "fuse.work_device", MS_NOSUID | MS_NODEV, opts)) {
		perror(argv[1]);
		return 77;
	}
	server = fork();
	if (!server)
		serve(fd, atoi(argv[2]));
	/* When the server ends so does the file system, and who uses it is told. */
	close(fd);
	if (server > 0)
		command = fork();
	if (!command) {
		execvp(argv[3], argv + 3);
		_exit(127);
	}
	if (command < 0 || waitpid(command, &status, 0) != command)
		status = 127 << 8;
	umount2(argv[1], MNT_DETACH);
	if (server > 0) {
		kill(server, SIGKILL);
		waitpid(server, NULL, 0);
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
