// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* config_edit.c - see config_edit.h. */
#include "config_edit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config.h"
#include "fdio.h"
#include "strbuf.h"
#include "util.h"

#define ORIGIN "it" /* what messages of the parser call the bytes */

/* ---- bytes ---- */

static bool is_plain(const char *value)
{
	return *value && strspn(value, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				       "0123456789-_./:=,+@%^*") == strlen(value);
}

static void add_value(struct strbuf *ret, const char *value)
{
	if (is_plain(value)) {
		strbuf__adds(ret, value);
		return;
	}
	strbuf__addc(ret, '"');
	for (; *value; value++) {
		switch (*value) {
		case '\n':
			strbuf__adds(ret, "\\n");
			break;
		case '\t':
			strbuf__adds(ret, "\\t");
			break;
		case '\b':
			strbuf__adds(ret, "\\b");
			break;
		case '"':
		case '\\':
			strbuf__addc(ret, '\\');
			/* fall through */
		default:
			strbuf__addc(ret, *value);
		}
	}
	strbuf__addc(ret, '"');
}

static void add_key(struct strbuf *ret, const struct config_edit *edit)
{
	strbuf__adds(ret, strrchr(edit->name, '.') + 1);
	strbuf__adds(ret, " = ");
	add_value(ret, edit->value);
}

/* Behind the line that @at is in. */
static size_t line_end(const char *bytes, size_t len, size_t at)
{
	const char *end = at < len ? memchr(bytes + at, '\n', len - at) : NULL;

	return end ? (size_t)(end - bytes) + 1 : len;
}

/* Where the last key, or the last head, of the same section ends; 0 when there is none. */
static size_t section_end(const struct config *cfg, const char *name)
{
	const size_t section_len = (size_t)(strrchr(name, '.') - name);
	size_t end = 0, i;

	for (i = 0; i < cfg->nr; i++) {
		const struct config_item *item = &cfg->items[i];

		if (!strncmp(item->name, name, section_len + 1) &&
		    !strchr(item->name + section_len + 1, '.'))
			end = MAX(end, item->end);
	}
	for (i = 0; i < cfg->nr_heads; i++) {
		if (!strncmp(cfg->heads[i].name, name, section_len) &&
		    !cfg->heads[i].name[section_len])
			end = MAX(end, cfg->heads[i].end);
	}
	return end;
}

/* A key that no line sets goes behind the others of its section, or @apart into one of its own at the end. */
static void add_new(const struct config *cfg, const char *bytes, size_t len,
		    const struct config_edit *edit, bool apart, struct strbuf *ret)
{
	const size_t end = apart ? 0 : section_end(cfg, edit->name);
	const size_t at = end ? line_end(bytes, len, end) : len;

	strbuf__add(ret, bytes, at);
	if (at && bytes[at - 1] != '\n')
		strbuf__addc(ret, '\n');
	if (!end) {
		if (at)
			strbuf__addc(ret, '\n');
		strbuf__addc(ret, '[');
		strbuf__add(ret, edit->name, (size_t)(strrchr(edit->name, '.') - edit->name));
		strbuf__adds(ret, "]\n");
	}
	strbuf__addc(ret, '\t');
	add_key(ret, edit);
	strbuf__addc(ret, '\n');
	strbuf__add(ret, bytes + at, len - at);
}

static bool are_blank(const char *bytes, size_t from, size_t to)
{
	while (from < to && strchr(" \t\r\n", bytes[from]))
		from++;
	return from == to;
}

/* With its line, when there is nothing else in that. */
static void leave_out(const struct config_item *item, const char *bytes, size_t len,
		      struct strbuf *ret)
{
	const size_t next = line_end(bytes, len, item->end);
	size_t begin = item->begin, end = item->end;

	while (begin && bytes[begin - 1] != '\n')
		begin--;
	if (are_blank(bytes, begin, item->begin) && are_blank(bytes, item->end, next))
		end = next;
	else
		begin = item->begin;
	strbuf__add(ret, bytes, begin);
	strbuf__add(ret, bytes + end, len - end);
}

static int edit_once(const char *bytes, size_t len, const struct config_edit *edit, bool apart,
		     struct strbuf *ret, struct strbuf *error)
{
	struct config cfg = {};
	const struct config_item *item;
	int err = config__parse(&cfg, bytes, len, ORIGIN, error);

	if (err)
		goto out;
	item = config__get(&cfg, edit->name);
	if (!edit->value && !item) {
		err = -ENOENT;
	} else if (!item) {
		add_new(&cfg, bytes, len, edit, apart, ret);
	} else if (edit->value) {
		strbuf__add(ret, bytes, item->begin);
		add_key(ret, edit);
		strbuf__add(ret, bytes + item->end, len - item->end);
	} else {
		leave_out(item, bytes, len, ret);
	}
	err = err ?: strbuf__error(ret);
out:
	config__free(&cfg);
	return err;
}

/* Behind the place that the parser tells. */
static const char *reason(struct strbuf *error)
{
	const char *at = strstr(strbuf__cstr(error), ORIGIN ": ");

	return at ? at + strlen(ORIGIN ": ") : error->text;
}

/* Whether what was made says what it should. */
static int check(const struct strbuf *made, const struct config_edit *edit, struct strbuf *error)
{
	const struct config_item *item;
	struct strbuf parse_error = {};
	struct config cfg = {};
	int err = config__parse(&cfg, made->text, made->len, ORIGIN, &parse_error);

	item = err ? NULL : config__get(&cfg, edit->name);
	if (err != -ENOMEM && (!item || strcmp(item->value, edit->value))) {
		strbuf__adds(error, "a config file cannot hold that: ");
		strbuf__adds(error,
			     err ? reason(&parse_error)
				 : "a section and the first letter of a key are in lower case");
		err = -EINVAL;
	}
	config__free(&cfg);
	strbuf__free(&parse_error);
	return err;
}

static int remove_all(const char *bytes, size_t len, const struct config_edit *edit,
		      struct strbuf *ret, struct strbuf *error)
{
	struct strbuf now = {}, next = {};
	int err = edit_once(bytes, len, edit, false, &now, error);
	const bool any = !err;

	while (!err) {
		err = edit_once(now.text ?: "", now.len, edit, false, &next, error);
		if (err)
			break;
		strbuf__free(&now);
		now = next;
		next = (struct strbuf){};
	}
	if (err == -ENOENT && any) {
		strbuf__add(ret, now.text ?: "", now.len);
		err = strbuf__error(ret);
	} else if (err == -ENOENT) {
		strbuf__adds(error, "it is not set there");
	}
	strbuf__free(&now);
	strbuf__free(&next);
	return err;
}

/* Return: as config_edit__bytes(); @error and @ret have nothing of what was tried before. */
static int set_once(const char *bytes, size_t len, const struct config_edit *edit, bool apart,
		    struct strbuf *ret, struct strbuf *error)
{
	int err;

	strbuf__reset(ret);
	strbuf__reset(error);
	err = edit_once(bytes, len, edit, apart, ret, error);
	return err ?: check(ret, edit, error);
}

int config_edit__bytes(const char *bytes, size_t len, const struct config_edit *edit,
		       struct strbuf *ret, struct strbuf *error)
{
	struct strbuf made = {}, why = {};
	int err;

	if (!*edit->name) {
		strbuf__adds(error, "there is no key");
		return -EINVAL;
	}
	if (!strrchr(edit->name, '.')) {
		strbuf__adds(error, "it has no section, as trace.show_zeros has");
		return -EINVAL;
	}
	if (!edit->value)
		return remove_all(bytes, len, edit, ret, error);
	err = set_once(bytes, len, edit, false, &made, &why);
	/* The name of a section may end sooner than it looks. */
	if (err == -EINVAL)
		err = set_once(bytes, len, edit, true, &made, &why);
	if (!err && made.len > CONFIG_MAX_BYTES) {
		strbuf__adds(&why, "the file would be too long to be read");
		err = -EFBIG;
	}
	if (!err)
		strbuf__add(ret, made.text, made.len);
	strbuf__add(error, strbuf__cstr(&why), why.len);
	strbuf__free(&made);
	strbuf__free(&why);
	return err ?: strbuf__error(ret);
}

/* ---- files ---- */

/* As another program makes a file. */
static mode_t new_mode(void)
{
	const mode_t mask = umask(0);

	umask(mask);
	return 0666 & ~mask;
}

/* Owner, group and rights of the file before. Who is not root may not be able to give it the group. */
static int take_rights(int fd, const struct stat *old)
{
	mode_t mode = old->st_mode & 07777;

	if (fchown(fd, geteuid() ? (uid_t)-1 : old->st_uid, old->st_gid)) {
		if (!geteuid())
			return -errno;
		mode &= ~(mode_t)070;
	}
	return fchmod(fd, mode) ? -errno : 0;
}

static int fill(int fd, const struct strbuf *bytes, const struct stat *old)
{
	int err = fdio__write_all(fd, bytes->text, bytes->len, NULL);

	if (!err)
		err = old ? take_rights(fd, old) : fchmod(fd, new_mode()) ? -errno : 0;
	return err ?: fsync(fd) ? -errno : 0;
}

/* The bytes take the file's place at once. @old: of the file; NULL: there was none. @error: gets the reason. */
static int replace(const char *path, const struct strbuf *bytes, const struct stat *old,
		   struct strbuf *error)
{
	struct strbuf temp = {};
	int fd, err;

	strbuf__adds(&temp, path);
	strbuf__adds(&temp, ".XXXXXX");
	strbuf__cstr(&temp);
	err = strbuf__error(&temp);
	if (err)
		goto out;
	fd = mkostemp(temp.text, O_CLOEXEC);
	if (fd < 0) {
		err = -errno;
		strbuf__addf(error, "no file can be made in its directory: %s", strerror(errno));
		goto out;
	}
	err = fill(fd, bytes, old);
	close(fd);
	if (err) {
		strbuf__addf(error, "cannot be written: %s", strerror(-err));
	} else if (rename(temp.text, path)) {
		err = -errno;
		strbuf__addf(error, "cannot be replaced: %s", strerror(errno));
	}
	if (err)
		unlink(temp.text);
out:
	strbuf__free(&temp);
	return err;
}

/* Others who change a file there wait: what they wrote is read then. Without the right to it they may not either. */
static int lock_directory(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *dir __cleanup_free = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
	int fd = dir ? open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

	while (fd >= 0 && flock(fd, LOCK_EX) && errno == EINTR)
		;
	return fd;
}

/* Why the file is not to be replaced; NULL: it may be. */
static const char *why_kept(const char *path, const struct stat *st)
{
	if (!S_ISREG(st->st_mode))
		return "is not a regular file";
	if (geteuid() && st->st_uid != geteuid())
		return "is another user's";
	return access(path, W_OK) ? "may not be written to" : NULL;
}

/* Return: 0; @ret_is_there: whether there is one. */
static int read_old(const char *path, struct strbuf *ret_bytes, struct stat *ret_stat,
		    bool *ret_is_there, const char **ret_why)
{
	*ret_is_there = false;
	if (stat(path, ret_stat))
		return errno == ENOENT ? 0 : -errno;
	*ret_is_there = true;
	/* A device or a pipe would not even be one any more. */
	*ret_why = why_kept(path, ret_stat);
	return *ret_why ? -EPERM : config__read_file(path, ret_bytes, ret_why);
}

static int edit_bytes(struct strbuf *bytes, const struct config_edit *edits, size_t nr,
		      struct strbuf *error)
{
	struct strbuf why = {};
	int err = 0;

	for (size_t i = 0; i < nr && !err; i++) {
		struct strbuf next = {};

		err = config_edit__bytes(bytes->text ?: "", bytes->len, &edits[i], &next, &why);
		if (err) {
			strbuf__add_escaped(error, edits[i].name, strlen(edits[i].name));
			strbuf__adds(error, ": ");
			strbuf__adds(error, err == -ENOMEM ? strerror(ENOMEM) : strbuf__cstr(&why));
		}
		strbuf__free(bytes);
		*bytes = next;
	}
	strbuf__free(&why);
	return err;
}

static int edit_file(const char *path, const struct config_edit *edits, size_t nr,
		     struct strbuf *error)
{
	struct strbuf bytes = {};
	const char *why = NULL;
	const int lock = lock_directory(path);
	struct stat st;
	bool is_there;
	int err = read_old(path, &bytes, &st, &is_there, &why);

	if (err) {
		strbuf__adds(error, why ?: strerror(-err));
		goto out;
	}
	err = edit_bytes(&bytes, edits, nr, error);
	if (err)
		goto out;
	err = replace(path, &bytes, is_there ? &st : NULL, error);
out:
	strbuf__free(&bytes);
	if (lock >= 0)
		close(lock);
	return err;
}

int config_edit__file(const char *path, const struct config_edit *edits, size_t nr,
		      struct strbuf *error)
{
	char *target __cleanup_free = realpath(path, NULL);
	int err = target ? 0 : -errno;
	struct stat st;

	/* One that is none may have come meanwhile: others make the file, too. */
	if (target || (err == -ENOENT && (lstat(path, &st) || !S_ISLNK(st.st_mode))))
		return edit_file(target ?: path, edits, nr, error);
	/* What a link leads to is not made: somebody else may have put it there. */
	strbuf__adds(error, err == -ENOENT ? "is a link to nothing" : strerror(-err));
	return err == -ENOENT ? -ELOOP : err;
}
