/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* cmd.h - the subcommands; main.c has the table. */
#ifndef PERF_AUGMENT_CMD_H
#define PERF_AUGMENT_CMD_H

/* Exit statuses of every subcommand; of a command that cannot be executed: target__status_of(). */
enum {
	EXIT_OK = 0,
	EXIT_FAILED = 1,
	EXIT_USAGE = 2,
	EXIT_LOST = 3,	   /* it worked, but calls were lost: the output is not complete */
	EXIT_SIGNAL = 128, /* plus the number of the signal that ended the traced command */
};

/* Each takes its own name as argv[0] and returns an exit status. */
int cmd_annotate(int argc, char **argv);
int cmd_build(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_config(int argc, char **argv);
int cmd_convert(int argc, char **argv);
int cmd_doctor(int argc, char **argv);
int cmd_dump(int argc, char **argv);
int cmd_dump_map(int argc, char **argv);
int cmd_progs(int argc, char **argv);
int cmd_record(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_strace(int argc, char **argv);
int cmd_trace(int argc, char **argv);

#endif /* PERF_AUGMENT_CMD_H */
