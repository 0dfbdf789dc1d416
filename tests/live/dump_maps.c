// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * dump_maps.c - make the maps of dump_maps.bpf.c, fill them with known values, and hold them until
 * standard input ends.
 *
 *	dump_maps OBJ                all of them; "ready" when they are there
 *	dump_maps OBJ churn          dmt_count changes all the time
 *	dump_maps OBJ large KIND N   only one: a hash, array or pchash of N entries, "dmt_large"
 *	dump_maps OBJ gone           maps of dmt_amaps come and go
 *
 * Maps that this kernel does not have are left out, with a line "missing NAME" each.
 */
#include <arpa/inet.h>
#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

struct point {
	int32_t x;
	int32_t y;
};

struct counters {
	uint64_t calls;
	uint64_t bytes;
	uint64_t errors;
	uint32_t pid;
	uint32_t cpu;
	int64_t delta;
	uint32_t flags;
	uint32_t pad;
};

struct zoo_key {
	uint32_t id;
	uint16_t port;
	char name[10];
};

/* The same as in the BPF file; the compiler gives it the same layout. */
struct zoo {
	bool enabled;
	char c;
	signed char sc;
	unsigned char uc;
	short s;
	unsigned short us;
	int i;
	unsigned int u;
	long l;
	unsigned long ul;
	long long ll;
	unsigned long long ull;
	__int128 wide;
	uint32_t state;
	uint32_t flags;
	uint64_t big;
	int32_t negative;
	char comm[16];
	char full[4];
	char binary[4];
	uint8_t mac[6];
	struct point p[2];
	int grid[2][3];
	uint32_t number;
	int anon_a;
	int anon_b;
	unsigned int bit_a : 3;
	unsigned int bit_b : 5;
	int bit_s : 7;
	unsigned int bit_e : 4;
	unsigned long long bit_w : 45;
	void *ptr;
	void *func;
	struct point cv;
	uint64_t start_ns;
} __attribute__((aligned(16)));

static struct bpf_object *object;
static int nr_cpus;
static char cgroup_path[80];

static int map_fd(const char *name)
{
	return bpf_object__find_map_fd_by_name(object, name);
}

static void put(const char *name, const void *key, const void *value)
{
	int fd = map_fd(name);

	if (fd >= 0 && bpf_map_update_elem(fd, key, value, BPF_ANY))
		fprintf(stderr, "# %s: cannot fill: %s\n", name, strerror(errno));
}

static void fill_zoo(void)
{
	struct zoo zoo = {
		.enabled = true,
		.c = 'x',
		.sc = -3,
		.uc = 200,
		.s = -300,
		.us = 60000,
		.i = -70000,
		.u = 4000000000U,
		.l = -5000000000L,
		.ul = 18000000000000000000UL,
		.ll = INT64_MIN,
		.ull = UINT64_MAX,
		.wide = ((__int128)0x1122334455667788 << 64) | 0x99aabbccddeeff00,
		.state = 1,
		.flags = 8,
		.big = 0x100000000,
		.negative = -5,
		.comm = "proc one",
		.full = "abcd",
		.binary = { 1, 2, 0, -1 },
		.mac = { 2, 0, 0, 0xaa, 0xbb, 0xcc },
		.p = { { 1, 2 }, { -3, -4 } },
		.grid = { { 1, 2, 3 }, { 4, 5, 6 } },
		.number = 0x04030201,
		.anon_a = 11,
		.anon_b = 12,
		.bit_a = 5,
		.bit_b = 17,
		.bit_s = 21,
		.bit_e = 7,
		.bit_w = 0x123456789ab,
		.ptr = (void *)0x1234,
		.func = NULL,
		.cv = { 8, 9 },
		.start_ns = 1500000000,
	};
	struct zoo_key key = { .id = 9, .port = 443, .name = "https" };
	struct point point = { 5, 6 };
	uint32_t i;

	for (i = 1; i <= 3; i++) {
		zoo.i = -70000 + (int)i;
		zoo.flags = i == 2 ? 3 : 8; /* F_READ|F_WRITE has no name of its own */
		zoo.state = i == 3 ? 99 : i;
		put("dmt_hash", &i, &zoo);
		key.id = i;
		put("dmt_skey", &key, &point);
	}
}

static void fill_counters(void)
{
	struct counters c[64] = {}, one;
	uint32_t i;
	int cpu;

	for (i = 0; i < 100; i++) {
		one = (struct counters){ .calls = i * 10,
					 .bytes = i * 1000,
					 .pid = 1000 + i % 7,
					 .delta = 50 - (int)i,
					 .cpu = i % 2 };
		put("dmt_count", &i, &one);
		if (i < 16)
			put("dmt_array", &i, &one);
	}
	for (i = 0; i < 5; i++) {
		uint64_t numbers[64];
		int32_t small[128] = {};

		for (cpu = 0; cpu < nr_cpus && cpu < 64; cpu++) {
			c[cpu] = (struct counters){ .calls = 10 * i + (unsigned int)cpu,
						    .pid = i,
						    .delta = -cpu };
			numbers[cpu] = 100 * i + (unsigned int)cpu;
			small[2 * cpu] = (int)i - cpu;
		}
		put("dmt_pchash", &i, c);
		if (i < 4)
			put("dmt_pcarray", &i, numbers);
		put("dmt_pclru", &i, small);
	}
}

static void fill_simple(void)
{
	static const int pids[] = { 3237, 26435 };
	static const struct {
		uint32_t prefix;
		uint8_t addr[4];
	} nets[] = { { 8, { 10, 0, 0, 0 } },
		     { 24, { 192, 168, 1, 0 } },
		     { 0, { 0, 0, 0, 0 } },
		     { 12, { 172, 16, 5, 5 } } };
	struct point point = { 1, -1 };
	struct {
		uint32_t lock;
		int value;
	} locked = { .value = 33 };
	const unsigned __int128 wide = ((unsigned __int128)0x2a << 64 | 0x1122334455667788) << 3 |
				       (unsigned __int128)0x1e << 73 | 5;
	const double real = 1.5;
	bool yes = true;
	uint32_t i;
	uint64_t key;

	for (i = 0; i < 2; i++)
		put("dmt_bool", &pids[i], &yes);
	for (i = 0; i < 4; i++)
		put("dmt_lpm", &nets[i], &i);
	for (i = 0; i < 5; i++) {
		point.x = (int)i;
		key = 1ULL << (i * 8);
		put("dmt_mmap", &i, &point);
		put("dmt_lru", &key, &point);
		if (i < 2) {
			put("dmt_inner", &i, &point);
			put("dmt_lock", &i, &locked);
		}
	}
	put("dmt_queue8", NULL, &real);
	put("dmt_wide", &i, &wide);
	for (i = 70; i < 73; i++) {
		put("dmt_queue", NULL, &i);
		put("dmt_stack", NULL, &i);
		put("dmt_bloom", NULL, &i);
	}
}

static int load_program(void)
{
	const struct bpf_insn insns[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0, .imm = 0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};

	return bpf_prog_load(BPF_PROG_TYPE_SOCKET_FILTER, "dmt_prog", "GPL", insns, 2, NULL);
}

/* A connected pair, which a sock map takes. */
static int tcp_socket(void)
{
	struct sockaddr_in addr = { .sin_family = AF_INET,
				    .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof(addr);
	int listener = socket(AF_INET, SOCK_STREAM, 0), s = socket(AF_INET, SOCK_STREAM, 0);

	if (bind(listener, (struct sockaddr *)&addr, len) || listen(listener, 1) ||
	    getsockname(listener, (struct sockaddr *)&addr, &len) ||
	    connect(s, (struct sockaddr *)&addr, len))
		perror("# tcp");
	return s;
}

static void fill_refs(void)
{
	uint32_t zero = 0, one = 1, five = 5, lo = 1, queue = 192, dev[2] = { 1, 0 };
	int prog = load_program(), inner = map_fd("dmt_inner");
	uint64_t sock = (uint64_t)tcp_socket();

	put("dmt_progs", &one, &prog);
	put("dmt_hmaps", &five, &inner);
	put("dmt_dev", &zero, &lo);
	put("dmt_devhash", &five, dev);
	put("dmt_cpu", &zero, &queue);
	put("dmt_sock", &one, &sock);
	put("dmt_sockhash", &five, &sock);
}

static void fill_storage(void)
{
	struct point task = { 100, 101 }, point = { 7, 8 };
	int self = (int)syscall(SYS_pidfd_open, getpid(), 0);
	int sock = socket(AF_INET, SOCK_DGRAM, 0), file = open("/etc/passwd", O_RDONLY);
	int cgroup = open("/sys/fs/cgroup/unified", O_RDONLY);

	if (cgroup < 0)
		cgroup = open("/sys/fs/cgroup", O_RDONLY);
	put("dmt_tasks", &self, &task);
	put("dmt_socks", &sock, &point);
	put("dmt_inodes", &file, &point);
	put("dmt_cgrps", &cgroup, &point);
}

/* Entries of cgroup storage come and go with programs that are attached to a cgroup of our own. */
static void fill_cgroup_storage(void)
{
	struct bpf_program *prog = bpf_object__find_program_by_name(object, "use_storage");
	struct {
		uint64_t cgroup;
		uint32_t type;
	} key = { .type = BPF_CGROUP_INET_EGRESS };
	struct point point = { 7, 8 }, points[64] = {};
	struct stat st;
	int cpu, fd;

	snprintf(cgroup_path, sizeof(cgroup_path), "%s/dump_maps.%d",
		 access("/sys/fs/cgroup/unified", F_OK) ? "/sys/fs/cgroup"
							: "/sys/fs/cgroup/unified",
		 getpid());
	fd = mkdir(cgroup_path, 0755) ? -1 : open(cgroup_path, O_RDONLY);
	if (fd < 0 || fstat(fd, &st) ||
	    bpf_prog_attach(bpf_program__fd(prog), fd, BPF_CGROUP_INET_EGRESS, 0)) {
		fprintf(stderr, "# %s: cannot attach: %s\n", cgroup_path, strerror(errno));
		printf("missing dmt_cgstor\nmissing dmt_pccgstor\n");
		return;
	}
	for (cpu = 0; cpu < nr_cpus && cpu < 64; cpu++)
		points[cpu] = (struct point){ cpu, 9 };
	key.cgroup = st.st_ino;
	put("dmt_cgstor", &key, &point);
	put("dmt_pccgstor", &key.cgroup, points);
	printf("cgroup %llu\n", (unsigned long long)key.cgroup);
}

/* A group of sockets for one port: one that is bound to it. */
static void fill_reuseport(void)
{
	struct sockaddr_in addr = { .sin_family = AF_INET,
				    .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	uint64_t s = (uint64_t)socket(AF_INET, SOCK_DGRAM, 0);
	int yes = 1;
	uint32_t one = 1;

	setsockopt((int)s, SOL_SOCKET, SO_REUSEPORT, &yes, sizeof(yes));
	if (bind((int)s, (struct sockaddr *)&addr, sizeof(addr)))
		perror("# reuseport");
	put("dmt_reuse", &one, &s);
}

/* Programs are only needed for a moment. */
static void fill_stacks(void)
{
	struct bpf_program *prog = bpf_object__find_program_by_name(object, "take_stack");
	struct bpf_link *link = bpf_program__attach(prog);

	if (!link)
		fprintf(stderr, "# dmt_traces: cannot attach: %s\n", strerror(errno));
	syscall(SYS_getppid);
	bpf_link__destroy(link);
}

/* Kinds that an object of an old compiler cannot ask for. */
static void create_new_kinds(void)
{
	struct btf *btf = btf__load_vmlinux_btf();
	int type = btf ? btf__find_by_name_kind(btf, "bpf_struct_ops_tcp_congestion_ops",
						BTF_KIND_STRUCT)
		       : -1;
	LIBBPF_OPTS(bpf_map_create_opts, ops, .btf_vmlinux_value_type_id = (__u32)type,
		    .btf_fd = (__u32)bpf_object__btf_fd(object));
	LIBBPF_OPTS(bpf_map_create_opts, arena, .map_flags = BPF_F_MMAPABLE);
	__u32 size = type > 0 ? btf__type_by_id(btf, (__u32)type)->size : 0;

	if (type <= 0 || bpf_map_create(BPF_MAP_TYPE_STRUCT_OPS, "dmt_sops", 4, size, 1, &ops) < 0)
		printf("missing dmt_sops\n");
	if (bpf_map_create(33 /* BPF_MAP_TYPE_ARENA */, "dmt_arena", 0, 0, 4, &arena) < 0)
		printf("missing dmt_arena\n");
	btf__free(btf);
}

static bool is_known(const struct btf *btf, enum bpf_map_type type)
{
	const int id = btf__find_by_name_kind(btf, "bpf_map_type", BTF_KIND_ENUM);
	const struct btf_type *kinds = id > 0 ? btf__type_by_id(btf, (uint32_t)id) : NULL;

	for (unsigned int i = 0; kinds && i < btf_vlen(kinds); i++) {
		if (btf_enum(kinds)[i].val == (int)type)
			return true;
	}
	return !kinds;
}

/* Leave out what this kernel does not have: each map is tried alone first, where libbpf can make it alone. */
static void probe_maps(struct bpf_object *obj)
{
	struct btf *btf = btf__load_vmlinux_btf();
	struct bpf_map *map;
	bool there;

	bpf_object__for_each_map (map, obj) {
		enum bpf_map_type type = bpf_map__type(map);

		if (type == BPF_MAP_TYPE_INODE_STORAGE || type == BPF_MAP_TYPE_TASK_STORAGE ||
		    type == BPF_MAP_TYPE_SK_STORAGE || type == 32 ||
		    type == BPF_MAP_TYPE_CGROUP_STORAGE)
			there = is_known(btf, type);
		else
			there = libbpf_probe_bpf_map_type(type, NULL) != 0;
		if (!there) {
			printf("missing %s\n", bpf_map__name(map));
			bpf_map__set_autocreate(map, false);
		}
	}
	btf__free(btf);
}

static void wait_for_end(void)
{
	char c;

	printf("ready\n");
	fflush(stdout);
	while (read(STDIN_FILENO, &c, 1) > 0)
		;
}

static bool input_ended(void)
{
	struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };
	char c;

	return poll(&p, 1, 0) > 0 && read(STDIN_FILENO, &c, 1) <= 0;
}

/* Keys come, change and go, so that every scan meets a map that changes. */
static void churn(void)
{
	int fd = map_fd("dmt_count");
	struct counters c = {};
	uint32_t i, key;

	printf("ready\n");
	fflush(stdout);
	for (i = 0;; i++) {
		key = i % 900;
		c.calls = i;
		bpf_map_update_elem(fd, &key, &c, BPF_ANY);
		key = (i + 450) % 900;
		bpf_map_delete_elem(fd, &key);
		if (!(i % 1024) && input_ended())
			return;
	}
}

static void gone(void)
{
	int outer = map_fd("dmt_amaps");
	uint32_t key = 2;

	printf("ready\n");
	fflush(stdout);
	while (!input_ended()) {
		LIBBPF_OPTS(bpf_map_create_opts, opts);
		int fd = bpf_map_create(BPF_MAP_TYPE_ARRAY, "dmt_gone", 4, 8, 2, &opts);

		bpf_map_update_elem(outer, &key, &fd, BPF_ANY);
		close(fd);
		bpf_map_delete_elem(outer, &key);
	}
}

static int fill_batch(int fd, uint32_t nr, size_t value_size, bool per_cpu)
{
	uint32_t keys[256], i, start;
	size_t stride = per_cpu ? value_size * (size_t)nr_cpus : value_size, v;
	char *values = calloc(256, stride);

	for (start = 0; start < nr; start += 256) {
		__u32 count = nr - start < 256 ? nr - start : 256;

		for (i = 0; i < count; i++) {
			keys[i] = start + i;
			for (v = 0; v < stride; v += value_size) {
				struct counters c = {
					.calls = start + i,
					.bytes = (start + i) * 100ULL,
					.errors = i % 3,
					.pid = 1000 + i,
					.delta = -(int)i,
					.flags = i % 16,
				};

				memcpy(values + i * stride + v, &c, value_size);
			}
		}
		if (bpf_map_update_batch(fd, keys, values, &count, NULL)) {
			perror("# batch update");
			return 1;
		}
	}
	free(values);
	return 0;
}

/* The types are those of the map in the object that the large one stands for. */
static int large(struct bpf_object *obj, const char *kind, uint32_t nr)
{
	const char *like = !strcmp(kind, "array")    ? "dmt_array"
			   : !strcmp(kind, "pchash") ? "dmt_pchash"
						     : "dmt_count";
	struct bpf_map *map, *wanted = bpf_object__find_map_by_name(obj, like);
	struct bpf_program *prog;
	int err;

	bpf_object__for_each_map (map, obj)
		bpf_map__set_autocreate(map, map == wanted);
	bpf_object__for_each_program (prog, obj)
		bpf_program__set_autoload(prog, false);
	bpf_map__set_max_entries(wanted, nr);
	err = bpf_object__load(obj);
	if (err) {
		fprintf(stderr, "# cannot load: %s\n", strerror(-err));
		return 1;
	}
	if (fill_batch(bpf_map__fd(wanted), nr, sizeof(struct counters), !strcmp(kind, "pchash")))
		return 1;
	wait_for_end();
	return 0;
}

int main(int argc, char **argv)
{
	int err;

	if (argc < 2) {
		fprintf(stderr, "usage: dump_maps OBJ [churn|gone|large KIND N]\n");
		return 2;
	}
	libbpf_set_strict_mode(LIBBPF_STRICT_ALL);
	nr_cpus = libbpf_num_possible_cpus();
	object = bpf_object__open_file(argv[1], NULL);
	if (!object) {
		fprintf(stderr, "# cannot open %s\n", argv[1]);
		return 1;
	}
	if (argc == 5 && !strcmp(argv[2], "large"))
		return large(object, argv[3], (uint32_t)strtoul(argv[4], NULL, 0));
	probe_maps(object);
	err = bpf_object__load(object);
	if (err) {
		fprintf(stderr, "# cannot load: %s\n", strerror(-err));
		return 1;
	}
	fill_zoo();
	fill_counters();
	fill_simple();
	fill_refs();
	fill_storage();
	fill_cgroup_storage();
	fill_reuseport();
	fill_stacks();
	create_new_kinds();
	if (argc > 2 && !strcmp(argv[2], "churn"))
		churn();
	else if (argc > 2 && !strcmp(argv[2], "gone"))
		gone();
	else
		wait_for_end();
	bpf_object__close(object);
	if (*cgroup_path)
		rmdir(cgroup_path);
	return 0;
}
