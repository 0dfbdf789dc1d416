// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* record_features.c - see record_features.h. */
#include "record_features.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "record_features_priv.h"
#include "util.h"
#include "version.h"

#define STRING_ALIGN 64

void feature__add_string(struct strbuf *sb, const char *text)
{
	static const char zeros[STRING_ALIGN];
	const size_t len = strlen(text), size = (len + STRING_ALIGN) & ~(STRING_ALIGN - 1UL);

	feature__add_u32(sb, (uint32_t)size);
	strbuf__add(sb, text, len);
	strbuf__add(sb, zeros, size - len);
}

int feature__write(struct perfdata_writer *w, unsigned int id, struct strbuf *sb)
{
	int err = strbuf__error(sb);

	if (!err && sb->len)
		err = perfdata_writer__add_feature(w, id, (const uint8_t *)sb->text, sb->len);
	strbuf__free(sb);
	return err;
}

bool feature__read_line(char *buf, size_t size, const char *fmt, ...)
{
	FILE *f __cleanup_fclose = NULL;
	char path[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(path, sizeof(path), fmt, ap);
	va_end(ap);
	f = fopen(path, "re");
	if (!f || !fgets(buf, (int)size, f))
		return false;
	buf[strcspn(buf, "\n")] = '\0';
	return true;
}

/* The value of "key<blanks>: value" in /proc/cpuinfo or /proc/meminfo. */
static bool read_key(const char *path, const char *key, char *value, size_t size)
{
	FILE *f __cleanup_fclose = fopen(path, "re");
	const size_t len = strlen(key);
	char line[512], *at;

	while (f && fgets(line, sizeof(line), f)) {
		if (strncmp(line, key, len) || !strchr("\t :", line[len]))
			continue;
		at = strchr(line, ':');
		if (!at)
			continue;
		at += 1 + strspn(at + 1, " \t");
		at[strcspn(at, "\n")] = '\0';
		snprintf(value, size, "%s", at);
		return true;
	}
	return false;
}

static void add_names(struct perfdata_writer *w, int *err)
{
	struct strbuf host = {}, release = {}, arch = {}, version = {};
	struct utsname name;

	if (*err || uname(&name))
		return;
	feature__add_string(&host, name.nodename);
	feature__add_string(&release, name.release);
	feature__add_string(&version, "perf-augment " PERF_AUGMENT_VERSION);
	feature__add_string(&arch, name.machine);
	*err = feature__write(w, PERFDATA_F_HOSTNAME, &host);
	if (!*err)
		*err = feature__write(w, PERFDATA_F_OSRELEASE, &release);
	if (!*err)
		*err = feature__write(w, PERFDATA_F_VERSION, &version);
	if (!*err)
		*err = feature__write(w, PERFDATA_F_ARCH, &arch);
	strbuf__free(&release);
	strbuf__free(&arch);
	strbuf__free(&version);
}

static void make_nr_cpus(struct strbuf *sb)
{
	feature__add_u32(sb, (uint32_t)sysconf(_SC_NPROCESSORS_CONF));
	feature__add_u32(sb, (uint32_t)sysconf(_SC_NPROCESSORS_ONLN));
}

static void make_cpu_desc(struct strbuf *sb)
{
	char model[256];

	if (read_key("/proc/cpuinfo", "model name", model, sizeof(model)))
		feature__add_string(sb, model);
}

static void make_cpuid(struct strbuf *sb)
{
	char vendor[64], family[16], model[16], stepping[16], text[128];

	if (!read_key("/proc/cpuinfo", "vendor_id", vendor, sizeof(vendor)) ||
	    !read_key("/proc/cpuinfo", "cpu family", family, sizeof(family)) ||
	    !read_key("/proc/cpuinfo", "model\t", model, sizeof(model)) ||
	    !read_key("/proc/cpuinfo", "stepping", stepping, sizeof(stepping)))
		return;
	snprintf(text, sizeof(text), "%s,%s,%s,%s", vendor, family, model, stepping);
	feature__add_string(sb, text);
}

static void make_total_mem(struct strbuf *sb)
{
	char text[64];
	uint64_t kib;

	if (read_key("/proc/meminfo", "MemTotal", text, sizeof(text)) &&
	    sscanf(text, "%" SCNu64, &kib) == 1)
		feature__add_u64(sb, kib);
}

int record_features__machine(struct perfdata_writer *w)
{
	static const struct {
		unsigned int id;
		void (*make)(struct strbuf *sb);
	} sections[] = {
		{ PERFDATA_F_NRCPUS, make_nr_cpus },
		{ PERFDATA_F_CPUDESC, make_cpu_desc },
		{ PERFDATA_F_CPUID, make_cpuid },
		{ PERFDATA_F_TOTAL_MEM, make_total_mem },
		{ PERFDATA_F_CPU_TOPOLOGY, feature__cpu_topology },
		{ PERFDATA_F_NUMA_TOPOLOGY, feature__numa_topology },
		{ PERFDATA_F_PMU_MAPPINGS, feature__pmus },
		{ PERFDATA_F_CACHE, feature__caches },
		{ PERFDATA_F_MEM_TOPOLOGY, feature__mem_topology },
		{ PERFDATA_F_CPU_PMU_CAPS, feature__cpu_pmu_caps },
		{ PERFDATA_F_HYBRID_TOPOLOGY, feature__hybrid_topology },
		{ PERFDATA_F_PMU_CAPS, feature__pmu_caps },
	};
	struct strbuf sb = {};
	int err = 0;
	size_t i;

	add_names(w, &err);
	for (i = 0; i < ARRAY_SIZE(sections) && !err; i++) {
		sections[i].make(&sb);
		err = feature__write(w, sections[i].id, &sb);
	}
	return err;
}

static void make_cmdline(struct strbuf *sb, const struct record_features *features)
{
	char path[4096];
	const ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);
	int i;

	feature__add_u32(sb, (uint32_t)features->argc + 1);
	path[n > 0 ? n : 0] = '\0';
	feature__add_string(sb, n > 0 ? path : "perf-augment");
	for (i = 0; i < features->argc; i++)
		feature__add_string(sb, features->argv[i]);
}

static void make_event_desc(struct strbuf *sb, const struct record_event *events, size_t nr)
{
	size_t i;

	feature__add_u32(sb, (uint32_t)nr);
	feature__add_u32(sb, PERFDATA_ATTR_SIZE);
	for (i = 0; i < nr; i++) {
		strbuf__add(sb, (const char *)&events[i].attr, PERFDATA_ATTR_SIZE);
		feature__add_u32(sb, (uint32_t)events[i].nr_ids);
		feature__add_string(sb, events[i].name);
		strbuf__add(sb, (const char *)events[i].ids, 8 * events[i].nr_ids);
	}
}

/* Groups of more than one. */
static void make_groups(struct strbuf *sb, const struct record_event *events, size_t nr_events)
{
	uint32_t nr = 0;
	size_t i;

	for (i = 0; i < nr_events; i++) {
		if (events[i].nr_members < 2)
			continue;
		if (!nr++)
			feature__add_u32(sb, 0);
		/* As perf calls those without a name. */
		feature__add_string(sb, events[i].group ? events[i].group : "{anon_group}");
		feature__add_u32(sb, (uint32_t)i);
		feature__add_u32(sb, events[i].nr_members);
	}
	if (nr)
		feature__set_u32(sb, 0, nr);
}

static uint64_t ns_of(const struct timespec *t)
{
	return (uint64_t)t->tv_sec * NSEC_PER_SEC + (uint64_t)t->tv_nsec;
}

static int add_clock(struct perfdata_writer *w, int32_t clockid)
{
	struct timespec resolution, wall, clock;
	struct strbuf id = {}, data = {};
	int err;

	if (clock_getres(clockid, &resolution) || clock_gettime(CLOCK_REALTIME, &wall) ||
	    clock_gettime(clockid, &clock))
		return 0;
	feature__add_u64(&id, ns_of(&resolution));
	err = feature__write(w, PERFDATA_F_CLOCKID, &id);
	if (err)
		return err;
	feature__add_u32(&data, 1);
	feature__add_u32(&data, (uint32_t)clockid);
	feature__add_u64(&data, ns_of(&wall));
	feature__add_u64(&data, ns_of(&clock));
	return feature__write(w, PERFDATA_F_CLOCK_DATA, &data);
}

/* Its section is empty: that it is there says that samples have branches. */
static int add_branch_mark(struct perfdata_writer *w, const struct record_event *events, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		if (events[i].attr.sample_type & PERF_SAMPLE_BRANCH_STACK)
			return perfdata_writer__add_feature(w, PERFDATA_F_BRANCH_STACK,
							    (const uint8_t *)"", 0);
	}
	return 0;
}

int record_features__recording(struct perfdata_writer *w, const struct record_features *features,
			       const struct record_event *events, size_t nr_events)
{
	struct strbuf sb = {};
	int err;

	make_cmdline(&sb, features);
	err = feature__write(w, PERFDATA_F_CMDLINE, &sb);
	if (err)
		return err;
	make_event_desc(&sb, events, nr_events);
	err = feature__write(w, PERFDATA_F_EVENT_DESC, &sb);
	if (err)
		return err;
	make_groups(&sb, events, nr_events);
	err = feature__write(w, PERFDATA_F_GROUP_DESC, &sb);
	if (!err)
		err = add_branch_mark(w, events, nr_events);
	return err || !features->use_clockid ? err : add_clock(w, features->clockid);
}

int record_features__times(struct perfdata_writer *w, uint64_t first_ns, uint64_t last_ns)
{
	struct strbuf sb = {};

	feature__add_u64(&sb, first_ns);
	feature__add_u64(&sb, last_ns);
	return feature__write(w, PERFDATA_F_SAMPLE_TIME, &sb);
}
