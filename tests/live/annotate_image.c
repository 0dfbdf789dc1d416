// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * annotate_image.c - annotate_image ID: the JITed bytes of a program, as the kernel gives them: what
 * annotate must have taken apart.
 */
#include <bpf/bpf.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	struct bpf_prog_info info = {};
	__u32 len = sizeof(info), size;
	void *image;
	int fd;

	fd = argc > 1 ? bpf_prog_get_fd_by_id((__u32)atol(argv[1])) : -1;
	if (fd < 0 || bpf_obj_get_info_by_fd(fd, &info, &len))
		return 1;
	size = info.jited_prog_len;
	image = malloc(size);
	if (!image)
		return 1;
	info = (struct bpf_prog_info){ .jited_prog_len = size,
				       .jited_prog_insns = (__u64)(unsigned long)image };
	len = sizeof(info);
	if (bpf_obj_get_info_by_fd(fd, &info, &len) || fwrite(image, 1, size, stdout) != size)
		return 1;
	free(image);
	return fflush(stdout) ? 1 : 0;
}
