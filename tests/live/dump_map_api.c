// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * dump_map_api.c - the library face of dump-map, on maps made here: all ways to read agree, a map
 * that changes under the reader does not hold it, and a descriptor that may not read says so.
 */
#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "map_dump.h"
#include "map_iter.h"
#include "map_kind.h"
#include "map_watch.h"

static int status;

static void check(bool good, const char *name)
{
	printf("%s - %s\n", good ? "ok" : "not ok", name);
	status |= !good;
}

static int make(enum bpf_map_type type, const char *name, uint32_t value_size, uint32_t nr,
		uint32_t flags)
{
	LIBBPF_OPTS(bpf_map_create_opts, opts, .map_flags = flags);
	int fd = bpf_map_create(type, name, 4, value_size, nr, &opts);

	if (fd < 0)
		fprintf(stderr, "# %s: %s\n", name, strerror(errno));
	return fd;
}

/* A sum over keys and values, the same in whatever order they come; @ret_nr: how many. */
static uint64_t digest(const struct map *map, enum map_iter_how how, uint64_t *ret_nr)
{
	size_t stride = map__value_stride(map, map__possible_cpus()), i;
	struct map_iter *iter;
	struct map_entry entry;
	uint64_t sum = 0, nr = 0, one;

	*ret_nr = 0;
	if (map_iter__new(map, how, &iter))
		return 1;
	while (map_iter__next(iter, &entry) > 0) {
		uint32_t key;

		memcpy(&key, entry.key, 4);
		one = key;
		for (i = 0; i < stride && !entry.err; i++)
			one = one * 31 + entry.value[i];
		sum += one;
		nr++;
	}
	map_iter__free(iter);
	*ret_nr = nr;
	return sum;
}

static void ways_agree(enum bpf_map_type type, const char *name, uint32_t flags, uint32_t nr)
{
	uint64_t a, b, c, nr_a, nr_b, nr_c;
	int fd = make(type, "dmt_ways", 16, nr, flags);
	uint8_t value[16 * 512];
	struct map map;
	uint32_t i, k;

	if (fd < 0 && type >= MAP_TYPE_RHASH) {
		printf("ok - %s # SKIP this kernel has none\n", name);
		return;
	}
	for (i = 0; i < nr; i++) {
		for (k = 0; k < sizeof(value); k++)
			value[k] = (uint8_t)(i * 7 + k);
		bpf_map_update_elem(fd, &i, value, BPF_ANY);
	}
	if (map__open_fd(fd, &map)) {
		check(false, name);
		return;
	}
	a = digest(&map, MAP_ITER_BEST, &nr_a);
	b = digest(&map, MAP_ITER_BATCH, &nr_b);
	c = digest(&map, MAP_ITER_ONE_BY_ONE, &nr_c);
	if (a != b || b != c || nr_a != nr || nr_b != nr || nr_c != nr)
		fprintf(stderr, "# %s: %llu %llu %llu of %u\n", name, (unsigned long long)nr_a,
			(unsigned long long)nr_b, (unsigned long long)nr_c, nr);
	check(a == b && b == c && nr_a == nr && nr_b == nr && nr_c == nr, name);
	map__close(&map);
}

struct churner {
	int fd;
	_Atomic bool stop;
	_Atomic bool running;
};

static void *churn(void *ctx)
{
	struct churner *c = ctx;
	uint32_t i, key, value[4] = {};

	for (i = 0; !c->stop; i++) {
		key = i * 2654435761u % 100000;
		bpf_map_update_elem(c->fd, &key, value, BPF_ANY);
		key = (i - 500) * 2654435761u % 100000;
		bpf_map_delete_elem(c->fd, &key);
		c->running = i > 1000;
	}
	return NULL;
}

static void changing_map(enum map_iter_how how, const char *name)
{
	struct churner c = { .fd = make(BPF_MAP_TYPE_HASH, "dmt_changing", 16, 1000, 0) };
	uint64_t nr, most = 0;
	struct map map;
	pthread_t thread;
	int i;

	if (map__open_fd(dup(c.fd), &map) || pthread_create(&thread, NULL, churn, &c)) {
		check(false, name);
		return;
	}
	while (!c.running)
		usleep(1000);
	for (i = 0; i < 50; i++) {
		digest(&map, how, &nr);
		most = nr > most ? nr : most;
	}
	c.stop = true;
	pthread_join(thread, NULL);
	/* It came to an end fifty times; and never saw much more than the map can hold. */
	check(most > 0 && most <= 2 * 1000 + 2048, name);
	map__close(&map);
	close(c.fd);
}

static int dump(int fd, const struct map_dump_opts *opts, char *text, size_t size)
{
	FILE *f = tmpfile();
	struct map_sink sink = { .fd = fileno(f) };
	int err = map_dump__fd(fd, opts, &sink);
	size_t len;

	rewind(f);
	len = fread(text, 1, size - 1, f);
	text[len] = '\0';
	map_sink__free(&sink);
	fclose(f);
	return err;
}

static void library_face(void)
{
	const struct map_dump_opts opts = { .format = MAP_FORMAT_JSON };
	int fd = make(BPF_MAP_TYPE_ARRAY, "dmt_face", 2, 2, 0), wronly;
	char text[500];

	check(!dump(fd, &opts, text, sizeof(text)) &&
		      !strcmp(text, "[{\"key\":0,\"value\":[\"0x00\",\"0x00\"]},\n"
				    "{\"key\":1,\"value\":[\"0x00\",\"0x00\"]}]\n"),
	      "map_dump__fd() writes JSON");
	check(fcntl(fd, F_GETFD) >= 0, "map_dump__fd() leaves the descriptor open");
	close(fd);
	wronly = make(BPF_MAP_TYPE_HASH, "dmt_wronly", 2, 2, BPF_F_WRONLY);
	check(dump(wronly, &opts, text, sizeof(text)) == -EPERM && !strcmp(text, "[]\n"),
	      "a write-only descriptor: refused, and the array is closed");
	close(wronly);
	fd = open("/dev/null", O_RDONLY);
	check(dump(fd, &opts, text, sizeof(text)) == -EINVAL, "a descriptor that is no map");
	close(fd);
}

/* BTF whose members have names that JSON and terminals trip over, in a file. */
static bool write_hostile_btf(const char *path)
{
	struct btf *btf = btf__new_empty();
	int u32 = btf__add_int(btf, "unsigned int", 4, 0);
	FILE *f = fopen(path, "w");
	const void *raw;
	__u32 size;

	btf__add_struct(btf, "s", 8);
	btf__add_field(btf, "a\"b\\", u32, 0, 0);
	btf__add_field(btf, "c\033[2J", u32, 32, 0);
	raw = btf__raw_data(btf, &size);
	if (f)
		fwrite(raw, size, 1, f);
	btf__free(btf);
	return f && !fclose(f);
}

static void *count_up(void *ctx)
{
	struct churner *c = ctx;
	uint32_t key = 0, value[2] = {};

	while (!c->stop) {
		value[0]++;
		value[1] += 2;
		bpf_map_update_elem(c->fd, &key, value, BPF_ANY);
		c->running = true;
	}
	return NULL;
}

static void watch_hostile_names(enum map_format format, const char *want, const char *name)
{
	static const struct map_watch_opts watch = { .interval_ns = 50000000,
						     .max_looks = 3,
						     .delta_only = true };
	struct churner c = { .fd = make(BPF_MAP_TYPE_ARRAY, "dmt_hostile", 8, 1, 0) };
	char btf_path[] = "/tmp/dump_map_btfXXXXXX", text[4000];
	struct map_dump_opts opts = { .format = format,
				      .types = { .btf_path = btf_path, .value = "struct s" } };
	FILE *out = tmpfile();
	struct map_sink sink = { .fd = fileno(out) };
	struct map map;
	pthread_t thread;
	int fd = mkstemp(btf_path), err;

	if (!write_hostile_btf(btf_path) || map__open_fd(dup(c.fd), &map) ||
	    pthread_create(&thread, NULL, count_up, &c)) {
		check(false, name);
		return;
	}
	while (!c.running)
		usleep(1000);
	err = map_watch__run(&map, &opts, &watch, &sink);
	c.stop = true;
	pthread_join(thread, NULL);
	rewind(out);
	text[fread(text, 1, sizeof(text) - 1, out)] = '\0';
	if (err || !strstr(text, want) || strchr(text, '\033'))
		fprintf(stderr, "# %d: %s\n", err, text);
	check(!err && strstr(text, want) && !strchr(text, '\033'), name);
	map_sink__free(&sink);
	fclose(out);
	map__close(&map);
	close(c.fd);
	close(fd);
	unlink(btf_path);
}

int main(void)
{
	ways_agree(BPF_MAP_TYPE_HASH, "hash: all ways to read agree", 0, 5000);
	ways_agree(BPF_MAP_TYPE_ARRAY, "array: all ways to read agree", 0, 5000);
	ways_agree(BPF_MAP_TYPE_ARRAY, "mmapable array: all ways to read agree", BPF_F_MMAPABLE,
		   5000);
	ways_agree(BPF_MAP_TYPE_PERCPU_HASH, "percpu_hash: all ways to read agree", 0, 700);
	ways_agree(BPF_MAP_TYPE_PERCPU_ARRAY, "percpu_array: all ways to read agree", 0, 700);
	ways_agree(BPF_MAP_TYPE_HASH, "read ahead: all ways to read agree", 0, 50000);
	ways_agree(BPF_MAP_TYPE_HASH, "one entry: all ways to read agree", 0, 1);
	ways_agree(MAP_TYPE_RHASH, "rhash: all ways to read agree", BPF_F_NO_PREALLOC, 5000);
	changing_map(MAP_ITER_BATCH, "a changing map in batches: it ends");
	changing_map(MAP_ITER_ONE_BY_ONE, "a changing map one by one: it ends");
	library_face();
	watch_hostile_names(MAP_FORMAT_JSON, "\"delta\":{\"value.a\\\"b\\\\\":",
			    "--delta --json: names of members are escaped");
	watch_hostile_names(MAP_FORMAT_C, ".(unprintable) +",
			    "--delta: names of members are printable");
	return status;
}
