/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* log.h - messages for the person at the terminal: stderr, one line each, escaped. */
#ifndef PERF_AUGMENT_LOG_H
#define PERF_AUGMENT_LOG_H

#include <stdbool.h>
#include <stddef.h>

enum log_level { LOG_ERR, LOG_WARN, LOG_INFO, LOG_DEBUG };

/** log__set_level() - print messages up to @level; LOG_INFO at start. */
void log__set_level(enum log_level level);

/** log__shows() - whether messages of @level are printed: some are long to make. */
bool log__shows(enum log_level level);

/**
 * log__message() - print "perf-augment: text\n". Control bytes and broken UTF-8 are escaped, line ends among them: a
 * name must not begin a message of its own.
 */
void log__message(enum log_level level, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/** log__lines() - the same for a text of our own making with several lines; no name may bring one in. */
void log__lines(enum log_level level, const char *text);

/**
 * log__foreign() - what another program of ours (a compiler) said, to stderr: its lines and colours stay,
 * names in it are made visible.
 */
void log__foreign(const char *text, size_t len);

#define log_err(...) log__message(LOG_ERR, __VA_ARGS__)
#define log_warn(...) log__message(LOG_WARN, __VA_ARGS__)
#define log_info(...) log__message(LOG_INFO, __VA_ARGS__)
#define log_debug(...) log__message(LOG_DEBUG, __VA_ARGS__)

#endif /* PERF_AUGMENT_LOG_H */
