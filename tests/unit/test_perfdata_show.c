// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What dump says of the features of the header, those of newer perfs too; cut, it says that. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "out.h"
#include "perfdata_abi.h"
#include "perfdata_names.h"
#include "perfdata_show.h"
#include "record_features_priv.h"

/* @len of the bytes, in a block of just that size: a read past the end is seen. */
static void say(struct strbuf *said, unsigned int id, const struct strbuf *bytes, size_t len)
{
	uint8_t *copy = malloc(len);
	struct out o;

	assert_non_null(copy);
	memcpy(copy, bytes->text, len);
	out__init_json(&o, said);
	perfdata_show__feature(&o, id, copy, len);
	free(copy);
}

/* Domains of CPUs have no count: none may follow. */
static bool may_end(unsigned int id, size_t len)
{
	return id == PERFDATA_F_CPU_DOMAIN_INFO && len == 2 * sizeof(uint32_t);
}

/* All of it is @content, and no shorter part is taken for all. */
static void expect_feature(unsigned int id, struct strbuf *bytes, const char *content)
{
	struct strbuf text = {}, said = {};
	size_t len;

	strbuf__addf(&text, "{\"size\":%zu,\"content\":%s}", bytes->len, content);
	say(&said, id, bytes, bytes->len);
	assert_string_equal(strbuf__cstr(&said), strbuf__cstr(&text));
	for (len = 1; len < bytes->len; len++) {
		strbuf__reset(&said);
		say(&said, id, bytes, len);
		if (!may_end(id, len))
			assert_non_null(strstr(strbuf__cstr(&said), "\"damaged\":true"));
	}
	strbuf__free(&said);
	strbuf__free(&text);
	strbuf__free(bytes);
}

static void mem_topology__is_blocks_of_nodes(void **state)
{
	struct strbuf sb = {};

	(void)state;
	feature__add_u64(&sb, 1);
	feature__add_u64(&sb, 0x8000000);
	feature__add_u64(&sb, 2);
	feature__add_u64(&sb, 0);
	feature__add_u64(&sb, 70);
	feature__add_u64(&sb, 70);
	feature__add_u64(&sb, 0xffULL);
	feature__add_u64(&sb, 0x3eULL);
	feature__add_u64(&sb, 3);
	feature__add_u64(&sb, 0);
	feature__add_u64(&sb, 0);
	expect_feature(
		PERFDATA_F_MEM_TOPOLOGY, &sb,
		"{\"version\":1,\"block_size\":134217728,\"nodes\":["
		"{\"node\":0,\"blocks\":[{\"first\":0,\"last\":7},{\"first\":65,\"last\":69}]},"
		"{\"node\":3,\"blocks\":[]}]}");
}

static void bits_that_are_not_there__are_damage(void **state)
{
	struct strbuf sb = {}, said = {};

	(void)state;
	feature__add_u64(&sb, 1);
	feature__add_u64(&sb, 4096);
	feature__add_u64(&sb, UINT64_MAX);
	feature__add_u64(&sb, 0);
	feature__add_u64(&sb, UINT64_MAX);
	feature__add_u64(&sb, UINT64_MAX);
	feature__add_u64(&sb, 1);
	say(&said, PERFDATA_F_MEM_TOPOLOGY, &sb, sb.len);
	assert_string_equal(strbuf__cstr(&said),
			    "{\"size\":56,\"content\":{\"version\":1,\"block_size\":4096,"
			    "\"nodes\":[{\"node\":0,\"blocks\":[]}]},\"damaged\":true}");
	strbuf__free(&said);
	strbuf__free(&sb);
}

static void caches__have_numbers_and_cpus(void **state)
{
	struct strbuf sb = {};

	(void)state;
	feature__add_u32(&sb, 1);
	feature__add_u32(&sb, 1);
	feature__add_u32(&sb, 2);
	feature__add_u32(&sb, 64);
	feature__add_u32(&sb, 1024);
	feature__add_u32(&sb, 16);
	feature__add_string(&sb, "Unified");
	feature__add_string(&sb, "1024K");
	feature__add_string(&sb, "0-1");
	expect_feature(PERFDATA_F_CACHE, &sb,
		       "[{\"level\":2,\"line_size\":64,\"sets\":1024,\"ways\":16,"
		       "\"type\":\"Unified\",\"size\":\"1024K\",\"cpus\":\"0-1\"}]");
}

static void groups__have_leaders(void **state)
{
	struct strbuf sb = {};

	(void)state;
	feature__add_u32(&sb, 1);
	feature__add_string(&sb, "{anon_group}");
	feature__add_u32(&sb, 2);
	feature__add_u32(&sb, 3);
	expect_feature(PERFDATA_F_GROUP_DESC, &sb,
		       "[{\"name\":\"{anon_group}\",\"leader\":2,\"members\":3}]");
}

static void caps__are_of_the_cpu_or_of_each_pmu(void **state)
{
	struct strbuf sb = {};

	(void)state;
	feature__add_u32(&sb, 2);
	feature__add_string(&sb, "branches");
	feature__add_string(&sb, "32");
	feature__add_string(&sb, "max_precise");
	feature__add_string(&sb, "3");
	expect_feature(PERFDATA_F_CPU_PMU_CAPS, &sb,
		       "[{\"name\":\"branches\",\"value\":\"32\"},"
		       "{\"name\":\"max_precise\",\"value\":\"3\"}]");
	feature__add_u32(&sb, 1);
	feature__add_u32(&sb, 1);
	feature__add_string(&sb, "zen4_ibs_extensions");
	feature__add_string(&sb, "1");
	feature__add_string(&sb, "ibs_op");
	expect_feature(PERFDATA_F_PMU_CAPS, &sb,
		       "[{\"caps\":[{\"name\":\"zen4_ibs_extensions\",\"value\":\"1\"}],"
		       "\"pmu\":\"ibs_op\"}]");
	feature__add_u32(&sb, 2);
	feature__add_string(&sb, "cpu_core");
	feature__add_string(&sb, "0-7");
	feature__add_string(&sb, "cpu_atom");
	feature__add_string(&sb, "8-11");
	expect_feature(PERFDATA_F_HYBRID_TOPOLOGY, &sb,
		       "[{\"pmu\":\"cpu_core\",\"cpus\":\"0-7\"},"
		       "{\"pmu\":\"cpu_atom\",\"cpus\":\"8-11\"}]");
}

static void newer_perfs__have_more_features(void **state)
{
	struct strbuf sb = {};

	(void)state;
	feature__add_u32(&sb, 17);
	feature__add_u32(&sb, 1);
	feature__add_u32(&sb, 0);
	feature__add_u32(&sb, 1);
	feature__add_u32(&sb, 0);
	feature__add_string(&sb, "MC");
	feature__add_string(&sb, "3");
	feature__add_string(&sb, "0-1");
	expect_feature(PERFDATA_F_CPU_DOMAIN_INFO, &sb,
		       "{\"schedstat_version\":17,\"max_domains\":1,\"cpus\":[{\"cpu\":0,"
		       "\"domains\":[{\"domain\":0,\"name\":\"MC\",\"mask\":\"3\","
		       "\"cpus\":\"0-1\"}]}]}");
	feature__add_u32(&sb, 62);
	feature__add_u32(&sb, 0);
	expect_feature(PERFDATA_F_E_MACHINE, &sb, "{\"e_machine\":62,\"e_flags\":0}");
	assert_string_equal(perfdata_feature__name(32), "CPU_DOMAIN_INFO");
	assert_null(perfdata_feature__name(35));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mem_topology__is_blocks_of_nodes),
		cmocka_unit_test(bits_that_are_not_there__are_damage),
		cmocka_unit_test(caches__have_numbers_and_cpus),
		cmocka_unit_test(groups__have_leaders),
		cmocka_unit_test(caps__are_of_the_cpu_or_of_each_pmu),
		cmocka_unit_test(newer_perfs__have_more_features),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
