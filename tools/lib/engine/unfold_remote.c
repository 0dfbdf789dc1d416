// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* unfold_remote.c - see unfold_remote.h. */
#include "unfold_remote.h"

#include "bpf-progs/unfold_calls.h"
#include "spec.h"
#include "util.h"

/* All that arguments can be. */
#define NR_WORDS 8

/* Return: 0 or -errno. */
static int read_words(struct remote *mem, const struct sub_call *sub, const struct aug_record *rec,
		      uint32_t *words)
{
	const size_t size = sub->nr_words * sizeof(words[0]);
	size_t i;

	if (rec->nr != AUG_NR_IPC)
		return remote__read(mem, rec->args[rec->nr == AUG_NR_SOCKETCALL], words, size);
	for (i = 0; i < 5; i++)
		words[i] = (uint32_t)rec->args[i + 1];
	return size ? remote__read(mem, rec->args[4], words + 5, size) : 0;
}

static void unfold(struct remote *mem, struct aug_record *rec)
{
	const struct sub_call *sub = &sub_calls[sub_call__find(rec->nr, rec->args[0])];
	uint32_t words[NR_WORDS] = {};
	uint32_t nr = sub->nr, from = sub->from;
	size_t i;

	if (read_words(mem, sub, rec, words)) {
		nr = sub->fault_nr;
		from = sub->fault_from;
	}
	if (!nr)
		return;
	rec->nr = nr;
	rec->flags |= AUG_F_UNFOLDED;
	for (i = 0; i < AUG_MAX_ARGS; i++)
		rec->args[i] = words[from >> 4 * i & 7];
}

bool unfold_remote__call(const struct engine_opts *opts, struct remote *mem, struct aug_record *rec)
{
	unsigned int flags = opts->specs[spec__index(rec->abi, rec->nr)].flags;

	/* What comes only through another one has no number that a program can give. */
	if (!(flags & AUG_S_UNFOLD) || rec->nr >= AUG_NR_UNFOLDED)
		return flags & AUG_S_TRACED;
	if (!remote__open(mem, (pid_t)rec->tid))
		unfold(mem, rec);
	flags = opts->specs[spec__index(rec->abi, rec->nr)].flags;
	return flags & (AUG_S_TRACED | AUG_S_UNFOLD_TRACED);
}
