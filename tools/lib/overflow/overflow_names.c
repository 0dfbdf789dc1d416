// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* overflow_names.c - see overflow_names.h. */
#include "overflow_names.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <grp.h>
#include <inttypes.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "bpf_fetch.h"
#include "cgroup.h"
#include "kallsyms.h"
#include "proc_map.h"
#include "strbuf.h"
#include "util.h"

/* Where the next symbol is further away than this, there is a hole between them. */
#define MAX_FUNCTION (1u << 20)

/* Trampolines and dispatchers of BPF are no program's: nobody tells how long they are, but not more. */
#define MAX_TRAMPOLINE 4096

/* Kernel addresses of x86-64 that are neither in its image nor where modules and BPF programs are. */
#define LOW_BEGIN (1ULL << 63)
#define HIGH_BEGIN 0xffffffffff000000ULL

/** struct symbol - @len: bytes that it has at most; for a function of a BPF program just as many. */
struct symbol {
	uint64_t addr;
	size_t name;
	uint32_t len;
};

/** struct overflow_machine - the kernel's symbols, by address. @measured: those of BPF have their length. */
struct overflow_machine {
	struct strbuf text;
	struct symbol *symbols;
	size_t nr, room;
	bool loaded, measured;
};

struct overflow_machine *overflow_machine__new(void)
{
	return calloc(1, sizeof(struct overflow_machine));
}

void overflow_machine__free(struct overflow_machine *machine)
{
	if (!machine)
		return;
	strbuf__free(&machine->text);
	free(machine->symbols);
	free(machine);
}

/* ---- the kernel ---- */

static uint32_t max_len(const struct kallsyms_sym *sym)
{
	const bool is_bpf = sym->module && !strcmp(sym->module, "bpf");

	return is_bpf && strncmp(sym->name, "bpf_prog_", strlen("bpf_prog_")) ? MAX_TRAMPOLINE
									      : MAX_FUNCTION;
}

static int add_symbol(void *ctx, const struct kallsyms_sym *sym)
{
	struct overflow_machine *m = ctx;

	if (!sym->addr || !kallsyms_sym__is_code(sym))
		return 0;
	if (m->nr == m->room) {
		const size_t room = m->room ? 2 * m->room : 65536;
		struct symbol *symbols = reallocarray(m->symbols, room, sizeof(*symbols));

		if (!symbols)
			return -ENOMEM;
		m->symbols = symbols;
		m->room = room;
	}
	m->symbols[m->nr++] = (struct symbol){ sym->addr, m->text.len, max_len(sym) };
	strbuf__add(&m->text, sym->name, sym->name_len + 1);
	return strbuf__error(&m->text);
}

static int by_addr(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;

	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

static int load_symbols(struct overflow_machine *m)
{
	int err;

	if (m->loaded)
		return 0;
	err = kallsyms__for_each(NULL, add_symbol, m);
	if (m->nr)
		qsort(m->symbols, m->nr, sizeof(*m->symbols), by_addr);
	m->loaded = !err;
	return err;
}

static void set_len(struct overflow_machine *m, uint64_t addr, uint32_t len)
{
	const struct symbol key = { .addr = addr };
	struct symbol *symbol = bsearch(&key, m->symbols, m->nr, sizeof(key), by_addr);

	if (symbol)
		symbol->len = len;
}

/* Other programs may be loaded behind one later. Of what may not be read only the next symbol is known. */
static int measure_programs(struct overflow_machine *m)
{
	struct bpf_prog_copy copy;
	uint32_t id = 0, i;
	int err;

	if (m->measured || !m->nr)
		return 0;
	while (!bpf_prog_get_next_id(id, &id)) {
		err = bpf_fetch__id(id, &copy);
		if (err == -ENOMEM)
			return err;
		if (err)
			continue;
		for (i = 0; i < bpf_prog_entry__nr_funcs(&copy.entry); i++)
			set_len(m, bpf_prog_entry__func_addr(&copy.entry, i),
				bpf_prog_entry__func_len(&copy.entry, i));
		bpf_prog_copy__free(&copy);
	}
	m->measured = true;
	return 0;
}

static uint64_t end_of(const struct overflow_machine *m, size_t i)
{
	const uint64_t begin = m->symbols[i].addr, end = begin + m->symbols[i].len;
	size_t next = i + 1;

	while (next < m->nr && m->symbols[next].addr == begin)
		next++;
	return next < m->nr ? MIN(end, m->symbols[next].addr) : end;
}

static int find_symbols(void *ctx, const char *glob, size_t len, struct overflow_ranges *set)
{
	struct overflow_machine *m = ctx;
	size_t i;
	int err = load_symbols(m);

	if (!err)
		err = measure_programs(m);
	for (i = 0; i < m->nr && !err; i++) {
		const char *name = m->text.text + m->symbols[i].name;

		if (expr__glob(glob, len, name, strlen(name)))
			err = overflow_ranges__add(set, m->symbols[i].addr, end_of(m, i));
	}
	return err;
}

static uint64_t address_of(const struct overflow_machine *m, const char *name)
{
	size_t i;

	for (i = 0; i < m->nr; i++) {
		if (!strcmp(m->text.text + m->symbols[i].name, name))
			return m->symbols[i].addr;
	}
	return 0;
}

static int add_between(struct overflow_machine *m, const char *begin, const char *end,
		       struct overflow_ranges *set)
{
	const uint64_t from = address_of(m, begin), to = address_of(m, end);

	return from && from < to ? overflow_ranges__add(set, from, to) : 0;
}

static int add_image(struct overflow_machine *m, struct overflow_ranges *set)
{
	int err = load_symbols(m);

	if (!err)
		err = add_between(m, "_stext", "_etext", set);
	return err ? err : add_between(m, "_sinittext", "_einittext", set);
}

/* Lines are "name size references used-by state address". @wanted: NULL for all. */
static int add_modules(const char *wanted, struct overflow_ranges *set)
{
	FILE *f __cleanup_fclose = fopen("/proc/modules", "re");
	uint64_t size, addr;
	char line[1024], name[65];
	int err = 0;

	if (!f)
		return errno == ENOENT ? 0 : -errno;
	while (!err && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%64s %" SCNu64 " %*s %*s %*s %" SCNx64, name, &size, &addr) != 3)
			continue;
		if (addr && (!wanted || !strcmp(name, wanted)))
			err = overflow_ranges__add(set, addr, addr + size);
	}
	return err;
}

static int find_module(void *ctx, const char *name, struct overflow_ranges *set)
{
	const size_t len = strlen(name);
	char bare[65];

	if (!strcmp(name, "[kernel]") || !strcmp(name, "[kernel.kallsyms]"))
		return add_image(ctx, set);
	if (len < 3 || len >= sizeof(bare) + 2 || name[len - 1] != ']')
		return -ENOENT;
	memcpy(bare, name + 1, len - 2);
	bare[len - 2] = '\0';
	return add_modules(bare, set);
}

static int find_no_bpf(void *ctx, struct overflow_ranges *set)
{
	struct overflow_machine *m = ctx;
	int err = add_image(m, set);

	if (err || !set->nr)
		return err;
	err = add_modules(NULL, set);
	if (!err)
		err = overflow_ranges__add(set, LOW_BEGIN, address_of(m, "_stext"));
	return err ? err : overflow_ranges__add(set, HIGH_BEGIN, UINT64_MAX);
}

/* ---- files ---- */

/* As the kernel has it in mappings, which is not what stat() says of every file system. */
static int find_mapping(const void *at, struct overflow_file *ret_file)
{
	FILE *f __cleanup_fclose = fopen("/proc/self/maps", "re");
	char *line __cleanup_free = NULL;
	struct proc_map map;
	size_t size = 0;

	if (!f)
		return -errno;
	while (getline(&line, &size, f) > 0) {
		if (!proc_map__parse(line, &map) || map.start != (uint64_t)(uintptr_t)at)
			continue;
		*ret_file = (struct overflow_file){
			.dev = (uint64_t)map.dev_major << 20 | map.dev_minor, .ino = map.inode
		};
		return 0;
	}
	return -ENOENT;
}

static int find_file(void *ctx, const char *path, struct overflow_file *ret_file)
{
	int fd __cleanup_close = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), err;
	const size_t size = (size_t)sysconf(_SC_PAGESIZE);
	void *at;

	(void)ctx;
	if (fd < 0)
		return -errno;
	at = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (at == MAP_FAILED)
		return -errno;
	err = find_mapping(at, ret_file);
	munmap(at, size);
	return err;
}

/* A file may say of a function that it goes on behind its segment, or behind all offsets. */
static int add_function(Elf *elf, uint64_t addr, uint64_t size, struct overflow_ranges *set)
{
	GElf_Phdr phdr;
	size_t nr, i;

	if (elf_getphdrnum(elf, &nr))
		return 0;
	for (i = 0; i < nr; i++) {
		if (!gelf_getphdr(elf, (int)i, &phdr) || phdr.p_type != PT_LOAD ||
		    addr < phdr.p_vaddr || addr - phdr.p_vaddr >= phdr.p_filesz ||
		    phdr.p_filesz > UINT64_MAX - phdr.p_offset)
			continue;
		addr -= phdr.p_vaddr;
		size = MIN(MAX(size, 1), phdr.p_filesz - addr);
		addr += phdr.p_offset;
		return overflow_ranges__add(set, addr, addr + size);
	}
	return 0;
}

static int add_functions(Elf *elf, Elf_Scn *section, const char *glob, size_t len,
			 struct overflow_ranges *set)
{
	Elf_Data *data = elf_getdata(section, NULL);
	const char *name;
	GElf_Shdr shdr;
	GElf_Sym sym;
	int i, err = 0;

	if (!data || !gelf_getshdr(section, &shdr) ||
	    (shdr.sh_type != SHT_SYMTAB && shdr.sh_type != SHT_DYNSYM))
		return 0;
	for (i = 0; !err && gelf_getsym(data, i, &sym); i++) {
		if (GELF_ST_TYPE(sym.st_info) != STT_FUNC || sym.st_shndx == SHN_UNDEF)
			continue;
		name = elf_strptr(elf, shdr.sh_link, sym.st_name);
		if (name && expr__glob(glob, len, name, strlen(name)))
			err = add_function(elf, sym.st_value, sym.st_size, set);
	}
	return err;
}

static int find_functions(void *ctx, const char *path, const char *glob, size_t len,
			  struct overflow_ranges *set)
{
	int fd __cleanup_close = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), err = 0;
	Elf_Scn *section = NULL;
	Elf *elf;

	(void)ctx;
	if (fd < 0)
		return -errno;
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	if (!elf || elf_kind(elf) != ELF_K_ELF)
		err = -ENOEXEC;
	while (!err && (section = elf_nextscn(elf, section)))
		err = add_functions(elf, section, glob, len, set);
	elf_end(elf);
	return err;
}

/* ---- control groups, users ---- */

static int find_cgroup(void *ctx, const char *path, struct cgroup *ret_cgroup)
{
	(void)ctx;
	return cgroup__find(path, ret_cgroup);
}

static int find_user_id(void *ctx, const char *name, bool group, uint32_t *ret_id)
{
	const struct passwd *user = group ? NULL : getpwnam(name);
	const struct group *gr = group ? getgrnam(name) : NULL;

	(void)ctx;
	if (!user && !gr)
		return -ENOENT;
	*ret_id = user ? user->pw_uid : gr->gr_gid;
	return 0;
}

static int find_users(void *ctx, const char *glob, size_t len, bool groups,
		      struct overflow_ranges *set)
{
	const struct passwd *user;
	const struct group *gr;
	int err = 0;

	(void)ctx;
	setpwent();
	while (!groups && !err && (user = getpwent())) {
		if (expr__glob(glob, len, user->pw_name, strlen(user->pw_name)))
			err = overflow_ranges__add(set, user->pw_uid, (uint64_t)user->pw_uid + 1);
	}
	endpwent();
	setgrent();
	while (groups && !err && (gr = getgrent())) {
		if (expr__glob(glob, len, gr->gr_name, strlen(gr->gr_name)))
			err = overflow_ranges__add(set, gr->gr_gid, (uint64_t)gr->gr_gid + 1);
	}
	endgrent();
	return err;
}

struct overflow_names overflow_machine__names(struct overflow_machine *machine)
{
	return (struct overflow_names){
		.ctx = machine,
		.symbols = find_symbols,
		.functions = find_functions,
		.module = find_module,
		.no_bpf = find_no_bpf,
		.file = find_file,
		.cgroup = find_cgroup,
		.users = find_users,
		.user_id = find_user_id,
	};
}
