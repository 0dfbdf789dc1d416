// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* summary.c - see summary.h. */
#include "summary.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "util.h"

struct row {
	struct aug_summary_key key;
	struct aug_summary sum;
};

struct summary {
	struct row *rows;
	size_t nr;
	size_t size;
};

struct summary *summary__new(void)
{
	return calloc(1, sizeof(struct summary));
}

void summary__free(struct summary *s)
{
	if (!s)
		return;
	free(s->rows);
	free(s);
}

int summary__add(struct summary *s, const struct aug_summary_key *key,
		 const struct aug_summary *sum)
{
	if (s->nr == s->size) {
		size_t size = s->size ? s->size * 2 : 64;
		struct row *rows = reallocarray(s->rows, size, sizeof(*rows));

		if (!rows)
			return -ENOMEM;
		s->rows = rows;
		s->size = size;
	}
	s->rows[s->nr++] = (struct row){ .key = *key, .sum = *sum };
	return 0;
}

/* Where bucket @i of the histogram ends; see AUG_HIST_* in augment.h. */
static uint64_t bucket_end(unsigned int i)
{
	unsigned int octave, sub;

	if (!i)
		return 1ULL << AUG_HIST_MIN_BITS;
	if (i >= AUG_HIST_BUCKETS - 1)
		return UINT64_MAX;
	octave = ((i - 1) >> AUG_HIST_SUB_BITS) + AUG_HIST_MIN_BITS;
	sub = (i - 1) & ((1U << AUG_HIST_SUB_BITS) - 1);
	return (1ULL << octave) + (((uint64_t)sub + 1) << (octave - AUG_HIST_SUB_BITS));
}

uint64_t summary__percentile(const struct aug_summary *sum, unsigned int percent)
{
	uint64_t total = 0, rank, seen = 0;
	unsigned int i;

	for (i = 0; i < AUG_HIST_BUCKETS; i++)
		total += sum->hist[i];
	rank = (total * percent + 99) / 100;
	for (i = 0; i < AUG_HIST_BUCKETS; i++) {
		seen += sum->hist[i];
		if (seen >= rank)
			break;
	}
	return MAX(MIN(bucket_end(MIN(i, AUG_HIST_BUCKETS - 1U)), sum->max_ns), sum->min_ns);
}

double summary__stddev(const struct aug_summary *sum)
{
	unsigned __int128 squares = (unsigned __int128)sum->sum_sq_hi << 64 | sum->sum_sq_lo;
	long double n = sum->calls, mean, variance;

	if (sum->calls < 2)
		return 0;
	mean = (long double)sum->sum_ns / n;
	variance = ((long double)squares - mean * (long double)sum->sum_ns) / (n - 1);
	return variance > 0 ? (double)sqrtl(variance) : 0;
}

/* Threads stay together: first by the calls of the thread, then within it by time. */
struct thread_total {
	uint64_t start_ns;
	uint32_t tid;
	uint64_t calls;
	size_t first, nr;
};

static int by_thread(const void *a, const void *b)
{
	const struct row *ra = a, *rb = b;

	if (ra->key.tid != rb->key.tid)
		return ra->key.tid < rb->key.tid ? -1 : 1;
	if (ra->key.start_ns != rb->key.start_ns)
		return ra->key.start_ns < rb->key.start_ns ? -1 : 1;
	if (ra->sum.sum_ns != rb->sum.sum_ns)
		return ra->sum.sum_ns > rb->sum.sum_ns ? -1 : 1;
	return ra->key.nr < rb->key.nr ? -1 : ra->key.nr > rb->key.nr;
}

static int by_calls(const void *a, const void *b)
{
	const struct thread_total *ta = a, *tb = b;

	if (ta->calls != tb->calls)
		return ta->calls > tb->calls ? -1 : 1;
	return ta->tid < tb->tid ? -1 : ta->tid > tb->tid;
}

static void add_usec(struct strbuf *text, double ns)
{
	strbuf__addf(text, " %10.2f", ns / 1e3);
}

static void print_row(const struct row *row, struct strbuf *text)
{
	const struct aug_summary *sum = &row->sum;
	const unsigned int nr = row->key.nr;
	size_t start;

	strbuf__adds(text, "   ");
	start = text->len;
	if (nr < AUG_NR_ABIS * AUG_NR_SYSCALLS)
		format__syscall_name(nr / AUG_NR_SYSCALLS, nr % AUG_NR_SYSCALLS, text);
	else
		strbuf__adds(text, "(unknown numbers)");
	strbuf__pad(text, start, 18);
	strbuf__addf(text, " %8llu %7llu", (unsigned long long)sum->calls,
		     (unsigned long long)sum->errors);
	strbuf__addf(text, " %10.3f", (double)sum->sum_ns / 1e6);
	add_usec(text, (double)sum->min_ns);
	add_usec(text, (double)sum->sum_ns / (double)MAX(sum->calls, 1ULL));
	add_usec(text, (double)sum->max_ns);
	add_usec(text, summary__stddev(sum));
	add_usec(text, (double)summary__percentile(sum, 50));
	add_usec(text, (double)summary__percentile(sum, 99));
	strbuf__addc(text, '\n');
}

static void print_thread(const struct row *rows, const struct thread_total *thread,
			 uint64_t all_calls, struct strbuf *text)
{
	const struct aug_summary *sum = &rows[thread->first].sum;
	size_t i;

	strbuf__adds(text, "\n ");
	strbuf__add_escaped(text, sum->comm, strnlen(sum->comm, sizeof(sum->comm)));
	strbuf__addf(text, " (%u), %llu calls, %.1f%%\n\n", thread->tid,
		     (unsigned long long)thread->calls,
		     100.0 * (double)thread->calls / (double)MAX(all_calls, 1ULL));
	strbuf__adds(
		text,
		"   syscall               calls  errors      total        min        avg        max"
		"     stddev        p50        p99\n"
		"                                           (msec)     (usec)     (usec)     (usec)"
		"     (usec)     (usec)     (usec)\n"
		"   ------------------ -------- ------- ---------- ---------- ---------- ----------"
		" ---------- ---------- ----------\n");
	for (i = 0; i < thread->nr; i++)
		print_row(&rows[thread->first + i], text);
}

static size_t collect_threads(const struct row *rows, size_t nr, struct thread_total *threads,
			      uint64_t *ret_calls)
{
	size_t nr_threads = 0, i;

	*ret_calls = 0;
	for (i = 0; i < nr; i++) {
		struct thread_total *last = nr_threads ? &threads[nr_threads - 1] : NULL;

		if (!last || last->tid != rows[i].key.tid ||
		    last->start_ns != rows[i].key.start_ns) {
			last = &threads[nr_threads++];
			*last = (struct thread_total){
				.start_ns = rows[i].key.start_ns,
				.tid = rows[i].key.tid,
				.first = i,
			};
		}
		last->nr++;
		last->calls += rows[i].sum.calls;
		*ret_calls += rows[i].sum.calls;
	}
	return nr_threads;
}

void summary__print(struct summary *s, struct strbuf *text)
{
	struct thread_total *threads __cleanup_free = calloc(MAX(s->nr, 1UL), sizeof(*threads));
	size_t nr_threads, i;
	uint64_t all_calls;

	if (!threads) {
		text->err = -ENOMEM;
		return;
	}
	if (s->nr)
		qsort(s->rows, s->nr, sizeof(*s->rows), by_thread);
	nr_threads = collect_threads(s->rows, s->nr, threads, &all_calls);
	qsort(threads, nr_threads, sizeof(*threads), by_calls);
	strbuf__addf(text, "\n Summary of %llu calls of %zu threads:\n",
		     (unsigned long long)all_calls, nr_threads);
	for (i = 0; i < nr_threads; i++)
		print_thread(s->rows, &threads[i], all_calls, text);
	strbuf__addc(text, '\n');
}
