/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * bpf_elf_image.h - objects as bytes that libbpf takes: read from a file, converted when their maps
 * are from before BTF, and written to a file whole or not at all.
 */
#ifndef PERF_AUGMENT_BPF_ELF_IMAGE_H
#define PERF_AUGMENT_BPF_ELF_IMAGE_H

#include <stdbool.h>
#include <stddef.h>

struct strbuf;

/**
 * struct bpf_object_image - bytes for bpf_object__open_mem(); all zero is an empty one.
 * @bytes: owned; free with bpf_object_image__free().
 * @converted: the maps were legacy ones.
 */
struct bpf_object_image {
	void *bytes;
	size_t size;
	bool converted;
};

/**
 * bpf_object_image__open() - read an object file, and convert its maps if they are legacy ones.
 * @notes: lines on what the conversion changed, each ending in a newline; NULL for none.
 * @error: on failure gets "PATH: reason".
 * Return: 0; -EINVAL when it is not an object that can be used; -ENOTSUP when its maps cannot be
 * converted; -EFBIG; -errno when it cannot be read; -ENOMEM.
 */
int bpf_object_image__open(const char *path, struct bpf_object_image *image, struct strbuf *notes,
			   struct strbuf *error);

/**
 * bpf_object_image__adopt() - bpf_object_image__open() of bytes that are there already.
 * @bytes: malloc()ed; belongs to @image from now on, and is freed on failure.
 * @name: for messages.
 */
int bpf_object_image__adopt(void *bytes, size_t size, const char *name,
			    struct bpf_object_image *image, struct strbuf *notes,
			    struct strbuf *error);

/** bpf_object_image__read() - the bytes of a file as they are; @ret_bytes is the caller's to free. */
int bpf_object_image__read(const char *path, void **ret_bytes, size_t *ret_size,
			   struct strbuf *error);

/**
 * bpf_object_image__write() - make @path a file with these bytes.
 *
 * A regular file is replaced in one step, so that nobody sees half of it and a failure leaves the
 * old one. Devices and pipes are written to.
 * @error: on failure gets "PATH: reason".
 * Return: 0 or -errno.
 */
int bpf_object_image__write(const char *path, const void *bytes, size_t size, struct strbuf *error);

void bpf_object_image__free(struct bpf_object_image *image);

#endif /* PERF_AUGMENT_BPF_ELF_IMAGE_H */
