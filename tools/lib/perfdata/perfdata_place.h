/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * perfdata_place.h - where a recording that is written lies: under a temporary name beside the one
 * it gets when it is complete. Part of the writer.
 */
#ifndef PERF_AUGMENT_PERFDATA_PLACE_H
#define PERF_AUGMENT_PERFDATA_PLACE_H

struct perfdata_writer;

/**
 * perfdata_place__prepare() - choose the names; for a directory, make it.
 * Return: 0; -EEXIST when something else stands there that we would not replace; -ENOMEM; -errno.
 */
int perfdata_place__prepare(struct perfdata_writer *w);

/** perfdata_place__open_file() - the file form's file. Return: a descriptor or -errno. */
int perfdata_place__open_file(struct perfdata_writer *w);

/**
 * perfdata_place__open_data() - DIR/data for @idx 0, then DIR/data.0 and on. Return: a descriptor
 * or -errno.
 */
int perfdata_place__open_data(struct perfdata_writer *w, unsigned int idx);

/**
 * perfdata_place__publish() - give it its name; what had it before is removed. Return: 0 or
 * -errno.
 */
int perfdata_place__publish(struct perfdata_writer *w);

/** perfdata_place__remove() - remove what was not published; nothing if it is written in place. */
void perfdata_place__remove(struct perfdata_writer *w);

/**
 * perfdata_place__check_file() - whether a regular file is empty or begins as recordings do.
 * Return: 0, -EEXIST or -errno.
 */
int perfdata_place__check_file(const char *path);

/**
 * perfdata_place__check_directory() - whether a directory has nothing but files of a recording.
 * Return: 0, -EEXIST or -errno.
 */
int perfdata_place__check_directory(const char *path);

/** perfdata_place__remove_directory() - of a recording: its files, and itself if it is empty then. */
void perfdata_place__remove_directory(const char *path);

#endif /* PERF_AUGMENT_PERFDATA_PLACE_H */
