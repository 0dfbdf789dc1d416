// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * config.c - see config.h: the table of keys, what files set, values, and which files are read. The
 * grammar is in config_parse.c.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log.h"
#include "strbuf.h"
#include "util.h"

/* clang-format off */
const struct config_key config_keys[] = {
	{ "trace.add_events", CONFIG_STRING, NULL,
	  "events to trace besides system calls; a BPF object (FILE.o) for perf before 6.6" },
	{ "trace.args_alignment", CONFIG_INT, "70",
	  "column that the return value is aligned to" },
	{ "trace.no_inherit", CONFIG_BOOL, "false",
	  "do not follow the children of traced processes" },
	{ "trace.show_arg_names", CONFIG_BOOL, "true",
	  "print 'name: ' before each argument; no implies show_zeros = yes" },
	{ "trace.show_duration", CONFIG_BOOL, "true",
	  "print how long each call took" },
	{ "trace.show_prefix", CONFIG_BOOL, "false",
	  "print O_RDONLY in full, not RDONLY" },
	{ "trace.show_timestamp", CONFIG_BOOL, "true",
	  "print when each call began" },
	{ "trace.show_zeros", CONFIG_BOOL, "false",
	  "print arguments that are 0 or NULL too" },
	{ "trace.tracepoint_beautifiers", CONFIG_STRING, "libbeauty",
	  "who formats the fields of tracepoints: libbeauty or libtraceevent" },
	{ "llvm.clang-path", CONFIG_STRING, "clang",
	  "compiler for BPF programs in C" },
	{ "llvm.clang-bpf-cmd-template", CONFIG_STRING, NULL,
	  "shell command that compiles a BPF program; perf has one built in" },
	{ "llvm.clang-opt", CONFIG_STRING, NULL,
	  "options added to the compiler's" },
	{ "llvm.kbuild-dir", CONFIG_STRING, NULL,
	  "kernel build directory to take headers from; empty for no kernel headers" },
	{ "llvm.kbuild-opts", CONFIG_STRING, NULL,
	  "options for make in kbuild-dir" },
	{ "llvm.dump-obj", CONFIG_BOOL, "false",
	  "keep the compiled object next to its source" },
	{ "llvm.opts", CONFIG_STRING, NULL,
	  "options for llc; turns on compiling in two steps, clang to llc" },
};
/* clang-format on */
const size_t nr_config_keys = ARRAY_SIZE(config_keys);

static uint32_t hash_name(const char *name)
{
	uint32_t hash = 2166136261u;

	for (; *name; name++)
		hash = (hash ^ (unsigned char)*name) * 16777619u;
	return hash;
}

static struct config_item *find_item(const struct config *cfg, const char *name)
{
	uint32_t hash = hash_name(name);
	size_t i;

	for (i = 0; i < cfg->nr; i++)
		if (cfg->items[i].hash == hash && !strcmp(cfg->items[i].name, name))
			return &cfg->items[i];
	return NULL;
}

/* Where a new key goes: behind the last one of its section. */
static size_t insert_position(const struct config *cfg, const char *name)
{
	size_t section_len = (size_t)(strchr(name, '.') - name) + 1, i;

	for (i = cfg->nr; i > 0; i--)
		if (!strncmp(cfg->items[i - 1].name, name, section_len))
			return i;
	return cfg->nr;
}

static int add_item(struct config *cfg, const struct config_item *item)
{
	struct config_item *items;
	size_t at;

	if (cfg->nr >= CONFIG_MAX_KEYS)
		return -E2BIG;
	items = realloc(cfg->items, (cfg->nr + 1) * sizeof(*items));
	if (!items)
		return -ENOMEM;
	cfg->items = items;
	at = insert_position(cfg, item->name);
	memmove(items + at + 1, items + at, (cfg->nr - at) * sizeof(*items));
	items[at] = *item;
	cfg->nr++;
	return 0;
}

static const char *keep_origin(struct config *cfg, const char *origin)
{
	char **origins, *copy;

	/* Keys come file by file, so the last one is the one that counts. */
	if (cfg->nr_origins && !strcmp(cfg->origins[cfg->nr_origins - 1], origin))
		return cfg->origins[cfg->nr_origins - 1];
	origins = realloc(cfg->origins, (cfg->nr_origins + 1) * sizeof(*origins));
	if (!origins)
		return NULL;
	cfg->origins = origins;
	copy = strdup(origin);
	if (copy)
		origins[cfg->nr_origins++] = copy;
	return copy;
}

int config__set_at(struct config *cfg, const char *name, const char *value,
		   const struct config_item *place)
{
	struct config_item item = { .line = place->line, .begin = place->begin, .end = place->end };
	struct config_item *old;
	int err = -ENOMEM;

	if (!strchr(name, '.'))
		return -EINVAL;
	item.origin = keep_origin(cfg, place->origin);
	if (!item.origin)
		return -ENOMEM;
	item.value = strdup(value);
	if (!item.value)
		return -ENOMEM;
	old = find_item(cfg, name);
	if (old) {
		item.name = old->name;
		item.hash = old->hash;
		free(old->value);
		*old = item;
		return 0;
	}
	item.name = strdup(name);
	if (item.name) {
		item.hash = hash_name(name);
		err = add_item(cfg, &item);
	}
	if (err) {
		free(item.name);
		free(item.value);
	}
	return err;
}

int config__set(struct config *cfg, const char *name, const char *value, const char *origin,
		unsigned int line)
{
	return config__set_at(cfg, name, value,
			      &(struct config_item){ .origin = origin, .line = line });
}

int config__add_head(struct config *cfg, const char *name, size_t end)
{
	struct config_head *heads;
	char *copy;

	if (cfg->nr_heads == cfg->max_heads) {
		heads = realloc(cfg->heads, (2 * cfg->max_heads + 8) * sizeof(*heads));
		if (!heads)
			return -ENOMEM;
		cfg->heads = heads;
		cfg->max_heads = 2 * cfg->max_heads + 8;
	}
	copy = strdup(name);
	if (!copy)
		return -ENOMEM;
	cfg->heads[cfg->nr_heads++] = (struct config_head){ .name = copy, .end = end };
	return 0;
}

void config__free(struct config *cfg)
{
	size_t i;

	for (i = 0; i < cfg->nr_heads; i++)
		free(cfg->heads[i].name);
	free(cfg->heads);

	for (i = 0; i < cfg->nr; i++) {
		free(cfg->items[i].name);
		free(cfg->items[i].value);
	}
	for (i = 0; i < cfg->nr_origins; i++)
		free(cfg->origins[i]);
	free(cfg->items);
	free(cfg->origins);
	*cfg = (struct config){};
}

const struct config_item *config__get(const struct config *cfg, const char *name)
{
	return find_item(cfg, name);
}

const struct config_key *config__key(const char *name)
{
	size_t i;

	for (i = 0; i < nr_config_keys; i++)
		if (!strcmp(config_keys[i].name, name))
			return &config_keys[i];
	return NULL;
}

/* A number with a suffix. strtol()'s own rules for signs, blanks and bases are perf's. */
static int parse_long(const char *value, long *ret)
{
	long number, factor;
	char *end;

	if (!*value)
		return -EINVAL;
	errno = 0;
	number = strtol(value, &end, 0);
	if (!*end)
		factor = 1;
	else if (!strcasecmp(end, "k"))
		factor = 1L << 10;
	else if (!strcasecmp(end, "m"))
		factor = 1L << 20;
	else if (!strcasecmp(end, "g"))
		factor = 1L << 30;
	else
		return -EINVAL;
	if (errno == ERANGE || __builtin_mul_overflow(number, factor, &number))
		return -ERANGE;
	*ret = number;
	return 0;
}

int config__parse_int(const char *value, int *ret)
{
	long number;
	int err = parse_long(value, &number);

	if (err)
		return err;
	if (number < INT_MIN || number > INT_MAX)
		return -ERANGE;
	*ret = (int)number;
	return 0;
}

int config__parse_bool(const char *value, bool *ret)
{
	static const struct {
		const char *word;
		bool value;
	} words[] = {
		{ "true", true }, { "yes", true },  { "on", true }, { "false", false },
		{ "no", false },  { "off", false }, { "", false },
	};
	long number;
	size_t i;
	int err;

	for (i = 0; i < ARRAY_SIZE(words); i++) {
		if (!strcasecmp(value, words[i].word)) {
			*ret = words[i].value;
			return 0;
		}
	}
	err = parse_long(value, &number);
	if (err)
		return err;
	*ret = number != 0;
	return 0;
}

/* The text that a key's value comes from; NULL when there is none. */
static const char *value_text(const struct config *cfg, const char *name, enum config_type type)
{
	const struct config_key *key = config__key(name);
	const struct config_item *item = find_item(cfg, name);

	if (!key || key->type != type)
		return NULL;
	return item ? item->value : key->def;
}

bool config__bool(const struct config *cfg, const char *name)
{
	const char *text = value_text(cfg, name, CONFIG_BOOL);
	bool value = true;

	if (!text)
		return false;
	/* perf warns that it ignores a value that is no bool, and then takes it for true. */
	config__parse_bool(text, &value);
	if (!value && !strcmp(name, "trace.show_zeros"))
		return !config__bool(cfg, "trace.show_arg_names");
	return value;
}

int config__int(const struct config *cfg, const char *name)
{
	const char *text = value_text(cfg, name, CONFIG_INT);
	int value = 0;

	if (!text)
		return 0;
	if (config__parse_int(text, &value))
		config__parse_int(config__key(name)->def, &value);
	return value;
}

const char *config__string(const struct config *cfg, const char *name)
{
	return value_text(cfg, name, CONFIG_STRING);
}

/* " in FILE line N: "; the caller adds why and the line end. */
static void add_place(struct strbuf *sb, const struct config_item *item)
{
	strbuf__adds(sb, " in ");
	strbuf__add_escaped(sb, item->origin, strlen(item->origin));
	strbuf__addf(sb, " line %u: ", item->line);
}

static size_t check_unknown(const struct config_item *item, struct strbuf *ret)
{
	bool is_llvm = !strncmp(item->name, "llvm.", 5);
	size_t i;

	if (!is_llvm && strncmp(item->name, "trace.", 6))
		return 0;
	if (is_llvm)
		strbuf__adds(ret, "wrong config key-value pair ");
	strbuf__add_escaped(ret, item->name, strlen(item->name));
	if (is_llvm) {
		strbuf__addc(ret, '=');
		strbuf__add_escaped(ret, item->value, strlen(item->value));
	}
	add_place(ret, item);
	if (is_llvm)
		strbuf__adds(ret,
			     "perf 6.1 does not know this key, and until it is gone all perf 6.1 "
			     "commands fail; ignored here");
	else
		strbuf__adds(ret, "no such key, ignored");
	for (i = 0; i < nr_config_keys; i++)
		if (!strcasecmp(item->name, config_keys[i].name))
			strbuf__addf(ret, "; did you mean %s?", config_keys[i].name);
	strbuf__addc(ret, '\n');
	return 1;
}

const char *config__value_fault(const struct config_key *key, const char *value)
{
	bool flag;
	int number;

	if (key->type == CONFIG_BOOL && config__parse_bool(value, &flag))
		return "neither yes nor no";
	if (key->type == CONFIG_INT && config__parse_int(value, &number))
		return "not a number that fits";
	if (!strcmp(key->name, "trace.tracepoint_beautifiers") && strcasecmp(value, "libbeauty") &&
	    strcasecmp(value, "libtraceevent"))
		return "neither libbeauty nor libtraceevent";
	return NULL;
}

static size_t check_value(const struct config_key *key, const struct config_item *item,
			  struct strbuf *ret)
{
	const char *why = config__value_fault(key, item->value);

	if (!why)
		return 0;
	strbuf__addf(ret, "bad config value for '%s'", key->name);
	add_place(ret, item);
	strbuf__addc(ret, '\'');
	strbuf__add_escaped(ret, item->value, strlen(item->value));
	strbuf__addf(ret, "' is %s, %s\n", why,
		     key->type == CONFIG_BOOL ? "taken for yes as perf does" : "ignored");
	return 1;
}

/* A show_zeros = no that show_arg_names = no overrules. */
static size_t check_zeros(const struct config *cfg, struct strbuf *ret)
{
	const struct config_item *item = find_item(cfg, "trace.show_zeros");
	bool zeros;

	if (!item || config__parse_bool(item->value, &zeros) || zeros ||
	    config__bool(cfg, "trace.show_arg_names"))
		return 0;
	strbuf__adds(ret, "trace.show_zeros");
	add_place(ret, item);
	strbuf__adds(ret,
		     "trace.show_zeros has to be set when trace.show_arg_names=no; it is now\n");
	return 1;
}

size_t config__check(const struct config *cfg, struct strbuf *ret_warnings)
{
	size_t nr = 0, i;

	for (i = 0; i < cfg->nr; i++) {
		const struct config_item *item = &cfg->items[i];
		const struct config_key *key = config__key(item->name);

		nr += key ? check_value(key, item, ret_warnings)
			  : check_unknown(item, ret_warnings);
	}
	return nr + check_zeros(cfg, ret_warnings);
}

/* Others must not decide what root runs: a key can name a compiler. NULL: it may be read. */
static const char *why_untrusted(const struct stat *st)
{
	if (st->st_uid && st->st_uid != geteuid())
		return "not owned by current user or root";
	if (S_ISREG(st->st_mode) && st->st_mode & S_IWOTH)
		return "may be written by everybody";
	return NULL;
}

int config__read_file(const char *path, struct strbuf *ret, const char **ret_why)
{
	__cleanup_close int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	ssize_t len;

	if (fd < 0 || fstat(fd, &st))
		return -errno;
	/* What was opened is what is looked at: a name could be exchanged in between. */
	*ret_why = why_untrusted(&st);
	if (*ret_why)
		return -EPERM;
	for (;;) {
		if (!strbuf__room(ret, 4096))
			return strbuf__error(ret);
		len = read(fd, ret->text + ret->len, ret->size - ret->len);
		if (len < 0 && errno != EINTR)
			return -errno;
		if (len == 0)
			return 0;
		if (len > 0)
			ret->len += (size_t)len;
		if (ret->len > CONFIG_MAX_BYTES)
			return -EFBIG;
	}
}

int config__load_file(struct config *cfg, const char *path, struct strbuf *error)
{
	struct strbuf bytes = {};
	const char *why = NULL;
	int err = config__read_file(path, &bytes, &why);

	if (err && why)
		strbuf__addf(error, "File %s %s, ignoring it.", path, why);
	else if (err)
		strbuf__addf(error, "config file %s: cannot read it: %s", path, strerror(-err));
	else
		err = config__parse(cfg, bytes.text, bytes.len, path, error);
	strbuf__free(&bytes);
	return err;
}

/* Load a file and say what is wrong with it. Return: as config__load_file(). */
static int load_file(struct config *cfg, const char *path)
{
	struct strbuf error = {};
	int err = config__load_file(cfg, path, &error);

	if (err == -EINVAL)
		log_warn("%s; keys before it are in force, the rest is not read",
			 strbuf__cstr(&error));
	else if (err && err != -ENOMEM)
		log_warn("%s", strbuf__cstr(&error));
	cfg->file_err = cfg->file_err ?: err;
	strbuf__free(&error);
	return err;
}

/* Whether an environment variable asks to leave a file out. */
static bool env_is_set(const char *name)
{
	const char *text = getenv(name);
	bool value = true;

	if (!text)
		return false;
	if (config__parse_bool(text, &value))
		log_warn("bad config value for '%s': '%s' is neither yes nor no, taken for yes as "
			 "perf does",
			 name, text);
	return value;
}

int config__home_file(struct strbuf *ret_path)
{
	const char *home = getenv("HOME");

	if (!home || !*home)
		return -ENOENT;
	strbuf__addf(ret_path, "%s/.perfconfig", home);
	strbuf__cstr(ret_path);
	return strbuf__error(ret_path);
}

/* $HOME/.perfconfig, when it may be read. */
static int load_home_file(struct config *cfg)
{
	struct strbuf path = {};
	struct stat st;
	int err = config__home_file(&path);

	if (err == -ENOENT)
		return 0;
	if (err || stat(path.text, &st) < 0)
		goto out;
	if (st.st_size)
		err = load_file(cfg, path.text);
out:
	strbuf__free(&path);
	return err;
}

static int load_files(struct config *cfg, const char *system_file)
{
	const char *only = getenv("PERF_CONFIG");
	int err;

	if (only)
		return *only ? load_file(cfg, only) : 0;
	if (!env_is_set("PERF_CONFIG_NOSYSTEM") && !access(system_file, R_OK)) {
		err = load_file(cfg, system_file);
		if (err == -EINVAL)
			log_warn("$HOME/.perfconfig is not read after that, as in perf");
		if (err == -EINVAL || err == -ENOMEM)
			return err;
	}
	return env_is_set("PERF_CONFIG_NOGLOBAL") ? 0 : load_home_file(cfg);
}

int config__warn(const struct config *cfg)
{
	struct strbuf warnings = {};
	char *line, *rest;
	int err;

	config__check(cfg, &warnings);
	strbuf__cstr(&warnings);
	err = strbuf__error(&warnings);
	rest = err ? NULL : warnings.text;
	while ((line = strsep(&rest, "\n")) != NULL)
		if (*line)
			log_warn("%s", line);
	strbuf__free(&warnings);
	return err;
}

int config__load_from(struct config *cfg, const char *system_file)
{
	int err = load_files(cfg, system_file), warn_err = config__warn(cfg);

	return err == -ENOMEM ? err : warn_err;
}

int config__load(struct config *cfg)
{
	return config__load_from(cfg, CONFIG_SYSTEM_FILE);
}
