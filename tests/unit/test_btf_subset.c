// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_btf_subset.c - a kernel's BTF made by hand, and the running kernel's, cut down to what is named. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <bpf/btf.h>
#include <cmocka.h>

#include "btf_subset.h"
#include "hash_index.h"
#include "util.h"

/* The object: task with state, pid, name and a second view of it, a word of flags, an enum. */
static struct btf *make_local(void)
{
	struct btf *btf = btf__new_empty();
	int word = btf__add_int(btf, "unsigned int", 4, 0);

	btf__add_struct(btf, "task", 8);
	btf__add_field(btf, "pid", word, 0, 0);
	btf__add_field(btf, "state", word, 32, 0);
	btf__add_field(btf, "name", word, 0, 0);
	btf__add_field(btf, "parent", word, 0, 0);
	btf__add_field(btf, "info", word, 0, 0);
	btf__add_struct(btf, "task___old", 4);
	btf__add_field(btf, "bits", word, 0, 0);
	btf__add_struct(btf, "thread_info", 4);
	btf__add_field(btf, "status", word, 0, 0);
	btf__add_struct(btf, "absent", 4);
	btf__add_field(btf, "pid", word, 0, 0);
	btf__add_enum(btf, "func", 4);
	btf__add_enum_value(btf, "FUNC_b", 0);
	return btf;
}

static struct btf *make_kernel(void)
{
	struct btf *btf = btf__new_empty();
	int word = btf__add_int(btf, "unsigned int", 4, 0), ch = btf__add_int(btf, "char", 1, 0);
	int name = btf__add_array(btf, word, ch, 16), typedefed, info, anon, task;

	typedefed = btf__add_typedef(btf, "pid_t", btf__add_const(btf, word));
	info = btf__add_struct(btf, "thread_info", 16);
	btf__add_field(btf, "flags", word, 0, 0);
	btf__add_field(btf, "status", word, 64, 0);
	anon = btf__add_union(btf, NULL, 4);
	btf__add_field(btf, "state", word, 0, 0);
	btf__add_field(btf, "other", word, 0, 0);
	btf__add_func_proto(btf, word);
	btf__add_struct(btf, NULL, 4); /* of nobody */
	btf__add_field(btf, "other", word, 0, 0);
	task = btf__add_struct(btf, "task", 128);
	btf__add_field(btf, "unwanted", word, 0, 0);
	btf__add_field(btf, "info", info, 64, 0);
	btf__add_field(btf, NULL, anon, 192, 0);
	btf__add_field(btf, "pid", typedefed, 224, 0);
	btf__add_field(btf, "bits", word, 261, 3);
	btf__add_field(btf, "name", name, 512, 0);
	btf__add_field(btf, "parent", btf__type_cnt(btf), 640, 0);
	btf__add_ptr(btf, task);
	btf__add_enum(btf, "func", 4);
	btf__add_enum_value(btf, "FUNC_a", 7);
	btf__add_enum_value(btf, "FUNC_b", 8);
	btf__add_enum64(btf, "wide", 8, false);
	btf__add_enum64_value(btf, "FUNC_b", 1);
	/* A second struct of a name that is wanted: libbpf is to see that there are two. */
	btf__add_struct(btf, "thread_info", 4);
	btf__add_field(btf, "status", word, 0, 0);
	btf__add_float(btf, "double", 8);
	btf__add_fwd(btf, "forward", BTF_FWD_STRUCT);
	return btf;
}

static struct btf *subset_of(const struct btf *local, const struct btf *kernel)
{
	struct btf *subset = NULL;
	uint32_t size;
	const void *bytes = btf__raw_data(kernel, &size);

	assert_int_equal(btf_subset__make(local, bytes, size, &subset), 0);
	return subset;
}

static const struct btf_member *member(const struct btf *btf, const struct btf_type *t,
				       const char *name)
{
	size_t i;

	for (i = 0; i < btf_vlen(t); i++) {
		if (!strcmp(btf__name_by_offset(btf, btf_members(t)[i].name_off), name))
			return &btf_members(t)[i];
	}
	return NULL;
}

static const struct btf_type *type_of(const struct btf *btf, const struct btf_member *m)
{
	assert_non_null(m);
	return btf__type_by_id(btf, m->type);
}

static void what_is_named(void **state)
{
	struct btf *local = make_local(), *kernel = make_kernel(), *s = subset_of(local, kernel);
	const struct btf_type *task, *t;
	const struct btf_member *m;

	(void)state;
	task = btf__type_by_id(s, btf__find_by_name_kind(s, "task", BTF_KIND_STRUCT));
	assert_non_null(task);
	assert_int_equal(task->size, 128);
	assert_null(member(s, task, "unwanted"));
	m = member(s, task, "pid");
	assert_int_equal(type_of(s, m)->size, 4);
	assert_int_equal(btf_member_bit_offset(task, (uint32_t)(m - btf_members(task))), 224);
	m = member(s, task, "bits"); /* which only the second view names */
	assert_non_null(m);
	assert_int_equal(btf_member_bit_offset(task, (uint32_t)(m - btf_members(task))), 261);
	assert_int_equal(btf_member_bitfield_size(task, (uint32_t)(m - btf_members(task))), 3);
	t = type_of(s, member(s, task, "name"));
	assert_true(btf_is_array(t));
	assert_int_equal(btf_array(t)->nelems, 16);
	t = type_of(s, member(s, task, "parent"));
	assert_true(btf_is_ptr(t));
	assert_int_equal(t->type, 0);
	t = type_of(s, member(s, task, "info"));
	assert_int_equal(t->size, 16);
	assert_non_null(member(s, t, "status"));
	assert_null(member(s, t, "flags"));
	t = type_of(s, member(s, task, "")); /* the union without a name */
	assert_true(btf_is_union(t));
	assert_non_null(member(s, t, "state"));
	assert_null(member(s, t, "other"));
	btf__free(s);
	btf__free(kernel);
	btf__free(local);
}

static void enums_and_namesakes(void **state)
{
	struct btf *local = make_local(), *kernel = make_kernel(), *s = subset_of(local, kernel);
	unsigned int id, nr = 0;
	const struct btf_type *t;

	(void)state;
	t = btf__type_by_id(s, btf__find_by_name_kind(s, "func", BTF_KIND_ENUM));
	assert_non_null(t);
	assert_int_equal(btf_vlen(t), 1);
	assert_int_equal(btf_enum(t)->val, 8);
	assert_true(btf__find_by_name(s, "wide") < 0);
	assert_true(btf__find_by_name(s, "absent") < 0);
	for (id = 1; id < btf__type_cnt(s); id++) {
		t = btf__type_by_id(s, id);
		nr += !strcmp(btf__name_by_offset(s, t->name_off), "thread_info");
	}
	assert_int_equal(nr, 2);
	btf__free(s);
	btf__free(kernel);
	btf__free(local);
}

/* No byte behind what is there is read: ASan looks. */
static void cut_and_changed(void **state)
{
	struct btf *local = make_local(), *kernel = make_kernel(), *s;
	uint32_t size, len, i;
	const uint8_t *bytes = btf__raw_data(kernel, &size);

	(void)state;
	for (len = 0; len < size; len++) {
		uint8_t *cut = malloc(len + !len);

		memcpy(cut, bytes, len);
		assert_int_equal(btf_subset__make(local, cut, len, &s), -EINVAL);
		free(cut);
	}
	for (i = 0; i < size; i++) {
		uint8_t *changed = malloc(size);
		int err;

		memcpy(changed, bytes, size);
		changed[i] ^= 0xff;
		s = NULL;
		err = btf_subset__make(local, changed, size, &s);
		if (!err)
			btf__free(s);
		else
			assert_null(s);
		free(changed);
	}
	btf__free(kernel);
	btf__free(local);
}

static void refuse(const struct btf *local, struct btf *kernel)
{
	struct btf *s = NULL;
	uint32_t size;
	const void *bytes = btf__raw_data(kernel, &size);

	assert_int_equal(btf_subset__make(local, bytes, size, &s), -EINVAL);
	assert_null(s);
	btf__free(kernel);
}

static void endless(void **state)
{
	struct btf *local = make_local(), *kernel;

	(void)state;
	kernel = btf__new_empty(); /* a struct that is its own member */
	btf__add_struct(kernel, "task", 8);
	btf__add_field(kernel, "pid", 1, 0, 0);
	refuse(local, kernel);
	kernel = btf__new_empty(); /* by way of one without a name */
	btf__add_struct(kernel, "task", 8);
	btf__add_field(kernel, "pid", 2, 0, 0);
	btf__add_struct(kernel, NULL, 8);
	btf__add_field(kernel, NULL, 2, 0, 0);
	btf__add_field(kernel, "pid", 2, 0, 0);
	refuse(local, kernel);
	kernel = btf__new_empty(); /* an array of itself */
	btf__add_struct(kernel, "task", 8);
	btf__add_field(kernel, "pid", 2, 0, 0);
	btf__add_array(kernel, 2, 2, 1);
	refuse(local, kernel);
	kernel = btf__new_empty(); /* a typedef of itself */
	btf__add_struct(kernel, "task", 8);
	btf__add_field(kernel, "pid", 2, 0, 0);
	btf__add_typedef(kernel, "t", 2);
	refuse(local, kernel);
	btf__free(local);
}

/* libbpf's own reader is the judge. */
static void running_kernel(void **state)
{
	static const char *const names[] = { "pid", "tgid", "comm", "start_time", "thread_info" };
	struct btf *whole = btf__parse("/sys/kernel/btf/vmlinux", NULL), *local, *s;
	struct btf_subset_file file;
	const struct btf_type *a, *b;
	const struct btf_member *m, *n;
	size_t i;
	int word;

	(void)state;
	if (!whole) {
		print_message("the kernel has no readable BTF\n");
		skip();
	}
	local = btf__new_empty();
	word = btf__add_int(local, "int", 4, 0);
	btf__add_struct(local, "task_struct", 4);
	for (i = 0; i < ARRAY_SIZE(names); i++)
		btf__add_field(local, names[i], word, 0, 0);
	assert_int_equal(btf_subset_file__open(&file), 0);
	assert_int_equal(btf_subset_file__fill(&file, local, false), 0);
	s = btf__parse(file.path, NULL);
	assert_non_null(s);
	assert_true(btf__type_cnt(s) < 200);
	a = btf__type_by_id(whole, btf__find_by_name_kind(whole, "task_struct", BTF_KIND_STRUCT));
	b = btf__type_by_id(s, btf__find_by_name_kind(s, "task_struct", BTF_KIND_STRUCT));
	assert_int_equal(a->size, b->size);
	for (i = 0; i < ARRAY_SIZE(names); i++) {
		m = member(whole, a, names[i]);
		n = member(s, b, names[i]);
		assert_non_null(m);
		assert_non_null(n);
		assert_int_equal(m->offset, n->offset);
		assert_int_equal(btf__resolve_size(whole, m->type), btf__resolve_size(s, n->type));
	}
	btf_subset_file__close(&file);
	btf__free(s);
	btf__free(local);
	btf__free(whole);
}

static struct btf *task_with_pid(void)
{
	struct btf *local = btf__new_empty();
	int word = btf__add_int(local, "int", 4, 0);

	btf__add_struct(local, "task_struct", 4);
	btf__add_field(local, "pid", word, 0, 0);
	return local;
}

static size_t fill_kept(const struct btf *local, char *bytes, size_t size)
{
	struct btf_subset_file file;
	ssize_t len;

	assert_int_equal(btf_subset_file__open(&file), 0);
	assert_int_equal(btf_subset_file__fill(&file, local, true), 0);
	len = pread(file.fd, bytes, size, 0);
	assert_in_range(len, sizeof(struct btf_header), size - 1);
	btf_subset_file__close(&file);
	return (size_t)len;
}

/* The one file of the cache. */
static void cached_file(const char *folder, char *path, size_t size)
{
	char sub[PATH_MAX];
	struct dirent *d;
	DIR *dir;

	snprintf(sub, sizeof(sub), "%s/perf-augment", folder);
	dir = opendir(sub);
	assert_non_null(dir);
	path[0] = '\0';
	while ((d = readdir(dir))) {
		if (d->d_name[0] == '.')
			continue;
		assert_string_equal(path, "");
		snprintf(path, size, "%s/%s", sub, d->d_name);
	}
	closedir(dir);
	assert_string_not_equal(path, "");
}

/* A file of the cache with other content, and the hash of that. */
static void forge(const char *path, const char *content, size_t len)
{
	const uint64_t check = hash_bytes(content, len);
	const size_t header = 8 + sizeof(check);
	int fd = open(path, O_WRONLY);

	assert_int_equal(pwrite(fd, &check, sizeof(check), 8), sizeof(check));
	assert_int_equal(pwrite(fd, content, len, (off_t)header), len);
	assert_int_equal(ftruncate(fd, (off_t)(header + len)), 0);
	close(fd);
}

static void kept_for_the_next_start(void **state)
{
	char folder[] = "/tmp/btf_subset.XXXXXX", sub[PATH_MAX], path[2 * PATH_MAX];
	static char first[65536], again[65536], forged[65536];
	const struct timespec long_ago[2] = { { .tv_sec = 1 }, { .tv_sec = 1 } };
	struct stat made, used;
	struct btf *local;
	size_t len;
	int fd;

	(void)state;
	if (access("/sys/kernel/btf/vmlinux", R_OK) || access("/sys/kernel/notes", R_OK)) {
		print_message("the kernel has no readable BTF or build-id\n");
		skip();
	}
	assert_non_null(mkdtemp(folder));
	setenv("XDG_CACHE_HOME", folder, 1);
	local = task_with_pid();
	len = fill_kept(local, first, sizeof(first));
	cached_file(folder, path, sizeof(path));
	assert_int_equal(utimensat(AT_FDCWD, path, long_ago, 0), 0);
	assert_int_equal(stat(path, &made), 0);
	/* The same file is read, which makes it a new one. */
	assert_int_equal(fill_kept(local, again, sizeof(again)), len);
	assert_memory_equal(first, again, len);
	assert_int_equal(stat(path, &used), 0);
	assert_int_equal(used.st_ino, made.st_ino);
	assert_true(used.st_mtim.tv_sec > 1);
	/* A damaged one is not, and is made again. */
	fd = open(path, O_WRONLY);
	assert_int_equal(pwrite(fd, "?", 1, made.st_size - 1), 1);
	close(fd);
	assert_int_equal(fill_kept(local, again, sizeof(again)), len);
	assert_memory_equal(first, again, len);
	assert_int_equal(stat(path, &used), 0);
	assert_int_not_equal(used.st_ino, made.st_ino);
	/* Nor is what would make libbpf read behind its end: here a name. */
	memcpy(forged, first, len);
	memset(forged + ((struct btf_header *)first)->hdr_len, 0x7f, 4);
	forge(path, forged, len);
	assert_int_equal(fill_kept(local, again, sizeof(again)), len);
	assert_memory_equal(first, again, len);
	btf__free(local);
	unlink(path);
	snprintf(sub, sizeof(sub), "%s/perf-augment", folder);
	rmdir(sub);
	rmdir(folder);
	unsetenv("XDG_CACHE_HOME");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_named),   cmocka_unit_test(enums_and_namesakes),
		cmocka_unit_test(cut_and_changed), cmocka_unit_test(endless),
		cmocka_unit_test(running_kernel),  cmocka_unit_test(kept_for_the_next_start),
	};

	return cmocka_run_group_tests_name("btf_subset", tests, NULL, NULL);
}
