// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* kernel_btf.c - see kernel_btf.h. */
#include "kernel_btf.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/btf.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log.h"
#include "util.h"

/*
 * The file may be there and hold nothing: where a container has put an empty one in its place. Its size
 * alone does not tell; what BTF begins with does, and takes one read.
 */
static int check(uint64_t *ret_size)
{
	int fd __cleanup_close = open(KERNEL_BTF, O_RDONLY | O_CLOEXEC);
	struct btf_header head;
	struct stat st;
	ssize_t len;

	if (fd < 0 || fstat(fd, &st))
		return -errno;
	*ret_size = (uint64_t)st.st_size;
	len = read(fd, &head, sizeof(head));
	if (len < 0)
		return -errno;
	if (!len)
		return -ENODATA;
	return len == sizeof(head) && head.magic == BTF_MAGIC ? 0 : -EINVAL;
}

int kernel_btf__check(struct strbuf *detail)
{
	uint64_t size = 0;
	const int err = check(&size);

	if (!err)
		strbuf__addf(detail, "%s, %" PRIu64 " bytes", KERNEL_BTF, size);
	else if (err == -ENODATA)
		strbuf__addf(detail, "%s is empty", KERNEL_BTF);
	else if (err == -EINVAL)
		strbuf__addf(detail, "%s is not BTF", KERNEL_BTF);
	else
		strbuf__addf(detail, "%s: %s", KERNEL_BTF, strerror(-err));
	return err;
}

bool kernel_btf__explain(const char *what)
{
	struct strbuf detail = {};
	const int err = kernel_btf__check(&detail);

	if (err)
		log_err("%s: the running kernel has no readable BTF (%s), so the places of its fields "
			"are not known; it must be built with CONFIG_DEBUG_INFO_BTF=y, as "
			"distributions' kernels are",
			what, strbuf__cstr(&detail));
	strbuf__free(&detail);
	return err != 0;
}
