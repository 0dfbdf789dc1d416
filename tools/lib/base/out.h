/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * out.h - the writer interface: decoders and the BTF walker say values, a writer makes text of
 * them.
 *
 * Nothing but the writers (out_text.c, out_json.c) knows what output looks like. A value is said by
 * exactly one call; inside an object it is named first by out__member(). Groups nest.
 *
 * Bytes of traced programs are hostile: writers escape what is not printable.
 */
#ifndef PERF_AUGMENT_OUT_H
#define PERF_AUGMENT_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "strbuf.h"

struct symbols;

/** Nesting that writers follow; deeper groups are closed by the writer as truncated. */
#define OUT_MAX_DEPTH 64

/**
 * enum out_group - OUT_ARGS are the arguments of a call: an object to JSON, parentheses in text. A
 * section is what BTF calls a DATASEC: variables by name, begun by out__section(), not
 * out__begin().
 *
 * OUT_POINTEE holds the one number that an argument points to: [16] in text, 16 in JSON. OUT_SET and
 * OUT_SET_NOT hold members of a set, or those that it lacks: [INT CHLD], ~[RTMIN]; in JSON an array,
 * and {"not":[...]}. OUT_CHANGE holds two values, before and after the call: 16 => 2 in text,
 * {"in":16,"out":2} in JSON.
 */
enum out_group {
	OUT_OBJECT,
	OUT_ARRAY,
	OUT_SECTION,
	OUT_ARGS,
	OUT_POINTEE,
	OUT_SET,
	OUT_SET_NOT,
	OUT_CHANGE,
};
/** enum out_strings - strace's -x and -xx: escapes, strings that need some, or all, as \x41\x42. */
enum out_strings {
	OUT_STRINGS_ESCAPED,
	OUT_STRINGS_HEX_ESCAPES,
	OUT_STRINGS_HEX_IF_NEEDED,
	OUT_STRINGS_HEX,
};
/** enum out_consts - strace's -X: constants by name, by number, or as the number with its name: 0x1 AF_UNIX. */
enum out_consts { OUT_CONSTS_NAMED, OUT_CONSTS_RAW, OUT_CONSTS_BOTH };
enum out_base { OUT_DEC, OUT_HEX, OUT_OCT };

struct out;

/**
 * struct out_name - a member's name made ready once for many values, see out_name__init().
 * @text: the name; borrowed.
 * @json: the name as JSON writes it, with quotes and colon; owned.
 */
struct out_name {
	const char *text;
	char *json;
	uint32_t len;
	uint32_t json_len;
};

struct out_ops {
	void (*begin)(struct out *o, enum out_group group);
	void (*end)(struct out *o, enum out_group group);
	void (*member)(struct out *o, const char *name);
	void (*sint)(struct out *o, int64_t value);
	void (*uint)(struct out *o, uint64_t value, enum out_base base);
	void (*word)(struct out *o, const char *text, size_t len);
	void (*str)(struct out *o, const char *bytes, size_t len, bool cut);
	void (*ptr)(struct out *o, uint64_t addr);
	void (*fault)(struct out *o, uint64_t addr, int err);
	void (*more)(struct out *o, uint64_t nr_omitted);
	void (*note)(struct out *o, const char *text, size_t len);
	void (*comment)(struct out *o, const char *text, size_t len);
	void (*note_spelled)(struct out *o, const char *text, size_t len);
	void (*note_path)(struct out *o, const char *bytes, size_t len);
	void (*name)(struct out *o, const struct out_name *name);
	void (*name_number)(struct out *o, const struct out_name *name, uint64_t value,
			    bool is_signed);
	void (*section)(struct out *o, const char *name);
	void (*boolean)(struct out *o, bool value);
	void (*bits)(struct out *o, uint64_t raw, unsigned int nr_bits, bool is_signed);
	void (*wide)(struct out *o, uint64_t high, uint64_t low);
	void (*real)(struct out *o, double value);
	void (*chr)(struct out *o, unsigned char c);
	void (*bytes)(struct out *o, const uint8_t *bytes, size_t len);
	void (*none)(struct out *o, const char *text, size_t len);
};

/**
 * struct text_colors - escape sequences around names, strings and words; @off ends each of them.
 */
struct text_colors {
	const char *name;
	const char *string;
	const char *word;
	const char *off;
};

/**
 * struct text_style - how the text writer spells groups; one per output format.
 * @object_open: "{ ", @object_close: " }", @array_open, @array_close, @separator: ", ".
 * @member_prefix: "." of C initialisers, or "".
 * @assign: ": ", "=" or " = ".
 * @indent: NULL keeps groups on one line, else groups of objects break lines with this indent.
 * @colors: NULL for none.
 * @bare_strings: strings without quotes and escapes, for cells of tables that quote by their own
 * rules.
 * @bare_zero: a zero in hexadecimal is 0, as printf("%#x") has it.
 * @bare_faults: what could not be read is its address alone.
 * @tight_empty: a group without members is "{}", whatever blanks the brackets have.
 */
struct text_style {
	const char *object_open;
	const char *object_close;
	const char *array_open;
	const char *array_close;
	const char *separator;
	const char *member_prefix;
	const char *assign;
	const char *indent;
	const struct text_colors *colors;
	bool bare_strings;
	bool tight_empty;
	bool bare_faults;
	bool bare_zero;
};

/**
 * struct out_fds - says what descriptors stand for.
 * @note: behind the number @fd, or AT_FDCWD; @at_exit: what it is since the call.
 */
struct out_fds {
	void (*note)(const struct out_fds *fds, int32_t fd, bool at_exit, struct out *o);
};

/** struct out_pids - says the names of tasks; @note: behind the number @pid, or that of a group, which has no name. */
struct out_pids {
	void (*note)(const struct out_pids *pids, int32_t pid, bool is_group, struct out *o);
};

/**
 * struct out_memory - what there is of bytes whose own lengths say that there are more. @data, @addr: where they begin,
 * here and in the program. @end: here. @err: why there is nothing behind it, -errno.
 */
struct out_memory {
	const uint8_t *data;
	const uint8_t *end;
	uint64_t addr;
	int err;
};

/**
 * struct out - one writer's state. Set up by out__init_text() or out__init_json().
 * @buf: where the text goes; borrowed.
 * @full_names: keep prefixes of symbols (O_RDONLY rather than RDONLY).
 * @plain: typed bytes are said as bpftool's JSON says them: see out__init_json_plain().
 * @hex: integers in hexadecimal where the format has it.
 * @bare_args: text leaves out the names of a call's arguments.
 * @exit_apart: decoders leave out the exit side of arguments that have an exit_label: the format tells
 *              it behind the return value, see decode__exit_side().
 * @strace: values are spelled as strace(1) spells them, where that is another way.
 * @strings: how bytes that are not printable ASCII are written.
 * @consts: how numbers that have names are written.
 * @typed: values that text composes are numbers, or objects of their parts: JSON.
 * @bare_structs: decoders say where structures and arrays are, not what is in them.
 * @memory: of the value that is told; NULL: all of it is there.
 * @limits_strings, @string_limit: contents are shown up to so many bytes, however many were copied.
 * @fds: what is behind descriptors; NULL: they are numbers alone.
 * @pids: names of tasks; NULL: none.
 * @verbose: decoders say all members of a structure and all elements of an array.
 * @arg: of a call, which is said now.
 * @faulted, @cut: bit n: what is told of argument n has a fault, or a text that is cut.
 * @untold: bit n: what was copied for argument n is not told, nor that it could not be.
 */
struct out {
	const struct out_ops *ops;
	const struct text_style *style;
	struct strbuf *buf;
	bool full_names;
	bool plain;
	bool hex;
	bool bare_args;
	bool verbose;
	bool exit_apart;
	bool strace;
	bool typed;
	enum out_strings strings;
	enum out_consts consts;
	bool bare_structs;
	bool limits_strings;
	uint32_t string_limit;
	const struct out_fds *fds;
	const struct out_pids *pids;
	const struct out_memory *memory;
	uint8_t arg;
	uint8_t faulted;
	uint8_t cut;
	uint8_t untold;
	/* private to the writer */
	unsigned int depth;
	unsigned int skipped_depth;
	bool pending_name;
	/* as many of these as @depth says */
	bool first[OUT_MAX_DEPTH];
	uint8_t group[OUT_MAX_DEPTH];
};

void out__init_text(struct out *o, const struct text_style *style, struct strbuf *buf);
void out__init_json(struct out *o, struct strbuf *buf);

/**
 * out__init_json_plain() - JSON of typed bytes that equals what `bpftool -j map dump` calls
 * "formatted".
 *
 * Pointers are numbers, bit fields are hexadecimal strings of their raw bits, a section is an
 * object with an array of one-variable objects. The walker in turn leaves flag words as numbers
 * and shows the kernel's special members as the bytes that they are.
 */
void out__init_json_plain(struct out *o, struct strbuf *buf);

/**
 * out_name__init() - make @text ready; it must outlive @name.
 * Return: 0 or -ENOMEM.
 */
int out_name__init(struct out_name *name, const char *text);
void out_name__free(struct out_name *name);

/** out_text__quote() - @len bytes as a string of the text formats, in @o's way of escaping, at the end of @sb. */
void out_text__quote(const struct out *o, struct strbuf *sb, const char *bytes, size_t len);

/** out_json__quote() - @len bytes as a JSON string at the end of @sb. */
void out_json__quote(struct strbuf *sb, const char *bytes, size_t len);

/**
 * out_json__add_foreign() - JSON that somebody else wrote, as it is, except that strings hold nothing that
 * a terminal obeys and only UTF-8, as ours do.
 */
void out_json__add_foreign(struct strbuf *sb, const char *json, size_t len);

static inline void out__begin(struct out *o, enum out_group group)
{
	o->ops->begin(o, group);
}
static inline void out__end(struct out *o, enum out_group group)
{
	o->ops->end(o, group);
}
/** out__member() - name the next value of the innermost object. */
static inline void out__member(struct out *o, const char *name)
{
	o->ops->member(o, name);
}
static inline void out__sint(struct out *o, int64_t value)
{
	o->ops->sint(o, value);
}
static inline void out__uint(struct out *o, uint64_t value)
{
	o->ops->uint(o, value, OUT_DEC);
}
static inline void out__hex(struct out *o, uint64_t value)
{
	o->ops->uint(o, value, OUT_HEX);
}
/** out__oct() - a file mode or umask. */
static inline void out__oct(struct out *o, uint64_t value)
{
	o->ops->uint(o, value, OUT_OCT);
}
/** out__word() - a name of ours, printed as it is (JSON: a string). */
static inline void out__word(struct out *o, const char *text, size_t len)
{
	o->ops->word(o, text, len);
}
/** out__str() - @len bytes of a traced program, quoted and escaped; @cut: there was more. */
static inline void out__str(struct out *o, const char *bytes, size_t len, bool cut)
{
	o->ops->str(o, bytes, len, cut);
}
/** out__content() - the same of contents, as much as the user wants of them. */
static inline void out__content(struct out *o, const char *bytes, size_t len, bool cut)
{
	if (o->limits_strings && len > o->string_limit) {
		len = o->string_limit;
		cut = true;
	}
	o->ops->str(o, bytes, len, cut);
}
/**
 * out__chars() - characters up to a NUL, or all @size of them. strace takes the last byte for the place of the NUL, and
 * without one the text for cut.
 */
static inline void out__chars(struct out *o, const uint8_t *bytes, size_t size)
{
	const size_t len = strnlen((const char *)bytes, size);
	const bool is_full = o->strace && len == size;

	out__str(o, (const char *)bytes, len - is_full, is_full);
}
/** out__elements_max() - elements of an array that are shown when not all are: as many as bytes of a string. */
static inline uint32_t out__elements_max(const struct out *o, uint32_t otherwise)
{
	return o->limits_strings ? o->string_limit : otherwise;
}
/** out__ptr() - an address; 0 is NULL. */
static inline void out__ptr(struct out *o, uint64_t addr)
{
	o->ops->ptr(o, addr);
}
/** out__fault() - what @addr points to could not be read; @err is -errno. */
static inline void out__fault(struct out *o, uint64_t addr, int err)
{
	o->ops->fault(o, addr, err);
}
/** out__unread() - the innermost array goes on at @addr, which could not be read; @err is -errno. */
void out__unread(struct out *o, uint64_t addr, int err);
/** out__more() - the innermost array goes on; @nr_omitted elements, 0 when not known. */
static inline void out__more(struct out *o, uint64_t nr_omitted)
{
	o->ops->more(o, nr_omitted);
}
/**
 * out__note() - a remark on the value just said ("<socket:[12]>"); bytes are escaped. JSON leaves
 * it out.
 */
static inline void out__note(struct out *o, const char *text, size_t len)
{
	o->ops->note(o, text, len);
}

/** out__comment() - a remark of ours on the value just said, as C has them. JSON leaves it out. */
static inline void out__comment(struct out *o, const char *text, size_t len)
{
	o->ops->comment(o, text, len);
}

/** out__note_spelled() - the same of text that is ours: nothing is escaped. */
static inline void out__note_spelled(struct out *o, const char *text, size_t len)
{
	o->ops->note_spelled(o, text, len);
}
/** out__note_path() - the same of a path within angle brackets, which are escaped in it. */
static inline void out__note_path(struct out *o, const char *bytes, size_t len)
{
	o->ops->note_path(o, bytes, len);
}

/** out__pid_note() - the name of task @pid, where names are asked for. */
static inline void out__pid_note(struct out *o, int32_t pid)
{
	if (o->pids && pid > 0)
		o->pids->note(o->pids, pid, false, o);
}
/** out__pgid_note() - the same of a process group or a session. */
static inline void out__pgid_note(struct out *o, int32_t pgid)
{
	if (o->pids && pgid > 0)
		o->pids->note(o->pids, pgid, true, o);
}
/** out__pid() - the number of a task, and its name. */
static inline void out__pid(struct out *o, int32_t pid)
{
	out__sint(o, pid);
	out__pid_note(o, pid);
}
/** out__pgid() - the number of a process group or a session. */
static inline void out__pgid(struct out *o, int32_t pgid)
{
	out__sint(o, pgid);
	out__pgid_note(o, pgid);
}

/** out__fd_note() - what descriptor @fd, or AT_FDCWD, stands for, where that is asked for. */
static inline void out__fd_note(struct out *o, int32_t fd, bool at_exit)
{
	if (o->fds)
		o->fds->note(o->fds, fd, at_exit, o);
}
/** out__fd() - a descriptor, and what it stands for where that is known; AT_FDCWD is none. */
static inline void out__fd(struct out *o, int32_t fd, bool at_exit)
{
	out__sint(o, fd);
	if (fd >= 0)
		out__fd_note(o, fd, at_exit);
}

/** out__name() - out__member() with a name made ready: what typed dumps spend their time on. */
static inline void out__name(struct out *o, const struct out_name *name)
{
	o->ops->name(o, name);
}
/** out__name_number() - a named integer in one call: most of what maps hold. */
static inline void out__name_number(struct out *o, const struct out_name *name, uint64_t value,
				    bool is_signed)
{
	o->ops->name_number(o, name, value, is_signed);
}
/** out__section() - begin the variables of a section; ends with out__end(o, OUT_SECTION). */
static inline void out__section(struct out *o, const char *name)
{
	o->ops->section(o, name);
}
static inline void out__bool(struct out *o, bool value)
{
	o->ops->boolean(o, value);
}
/** out__bits() - a bit field of @nr_bits, 1 to 64; @raw is not sign-extended. */
static inline void out__bits(struct out *o, uint64_t raw, unsigned int nr_bits, bool is_signed)
{
	o->ops->bits(o, raw, nr_bits, is_signed);
}
/** out__wide() - a 128-bit integer. */
static inline void out__wide(struct out *o, uint64_t high, uint64_t low)
{
	o->ops->wide(o, high, low);
}
static inline void out__real(struct out *o, double value)
{
	o->ops->real(o, value);
}
/** out__char() - one character of a type that BTF marks as such. */
static inline void out__char(struct out *o, unsigned char c)
{
	o->ops->chr(o, c);
}
/** out__bytes() - bytes of which no type is known: hex, in text with ASCII beside it. */
static inline void out__bytes(struct out *o, const uint8_t *bytes, size_t len)
{
	o->ops->bytes(o, bytes, len);
}
/** out__none() - a value that cannot be shown; @text says why and is ours. JSON: null. */
static inline void out__none(struct out *o, const char *text, size_t len)
{
	o->ops->none(o, text, len);
}

/** out__spelled() - a number that text has in another way, 8192*1024; @text is ours. */
static inline void out__spelled(struct out *o, uint64_t value, bool is_signed, const char *text,
				size_t len)
{
	if (!o->typed)
		out__word(o, text, len);
	else if (is_signed)
		out__sint(o, (int64_t)value);
	else
		out__uint(o, value);
}

/** out__symbol() - @value by its name in @syms, or flags joined with '|'. */
void out__symbol(struct out *o, const struct symbols *syms, uint64_t value);

/**
 * out__constant() - a number that @name stands for, as o->consts says. @base: OUT_DEC is signed.
 * Names are ours.
 */
void out__constant(struct out *o, uint64_t value, enum out_base base, const char *name, size_t len);

/**
 * out__spell() - the text of out__symbol() without its say, for values that are composed.
 * @size: SYMBOLS_TEXT_MAX at least. Return: its length.
 */
size_t out__spell(const struct out *o, const struct symbols *syms, uint64_t value, char *text,
		  size_t size);

#endif /* PERF_AUGMENT_OUT_H */
