/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* cppcheck.h - what `make lint` gives cppcheck for libbpf's macros, whose header it does not read. */
#define LIBBPF_OPTS(type, name, ...) struct type name = { __VA_ARGS__ }
#define bpf_object__for_each_map(map, object)                   \
	for ((map) = bpf_object__next_map(object, NULL); (map); \
	     (map) = bpf_object__next_map(object, map))
#define bpf_object__for_each_program(prog, object)                    \
	for ((prog) = bpf_object__next_program(object, NULL); (prog); \
	     (prog) = bpf_object__next_program(object, prog))
