// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* kernel_id.c - see kernel_id.h. */
#include "kernel_id.h"

#include <string.h>
#include <sys/utsname.h>

#include "build_id.h"
#include "perfdata_cursor.h"
#include "util.h"

/* What perf calls the kernel; a symbol's name may follow. */
static const char kernel_name[] = "[kernel.kallsyms]";

static void copy_text(char *into, size_t size, const char *text, size_t len)
{
	len = MIN(len, size - 1);
	memcpy(into, text, len);
	into[len] = '\0';
}

/* struct: header, s32 pid, u8 build_id[20], u8 size and padding, name */
static void take_build_id(struct kernel_id *id, struct cursor c)
{
	uint8_t build_id[20];
	const char *name;
	uint32_t pid;
	size_t len;

	cursor__take(&c, sizeof(struct perf_event_header));
	pid = cursor__u32(&c);
	cursor__copy(&c, build_id, sizeof(build_id));
	cursor__take(&c, 4);
	name = cursor__text(&c, &len);
	if (c.cut || pid != UINT32_MAX || len != strlen(kernel_name) ||
	    memcmp(name, kernel_name, len))
		return;
	memcpy(id->build_id, build_id, sizeof(build_id));
	id->has_build_id = true;
}

static void take_build_ids(struct kernel_id *id, const uint8_t *bytes, size_t len)
{
	struct cursor c = cursor__of(bytes, len), entry;
	struct perf_event_header header;

	while (cursor__left(&c) >= sizeof(header)) {
		memcpy(&header, c.at, sizeof(header));
		if (header.size < sizeof(header) || header.size > cursor__left(&c))
			return;
		entry = cursor__of(cursor__take(&c, header.size), header.size);
		take_build_id(id, entry);
	}
}

void kernel_id__add_feature(struct kernel_id *id, unsigned int feature, const uint8_t *bytes,
			    size_t len)
{
	struct cursor c = cursor__of(bytes, len);
	const char *text;
	size_t text_len;

	if (feature == PERFDATA_F_BUILD_ID)
		take_build_ids(id, bytes, len);
	if (feature != PERFDATA_F_OSRELEASE && feature != PERFDATA_F_ARCH)
		return;
	text = cursor__string(&c, &text_len);
	if (!text)
		return;
	if (feature == PERFDATA_F_ARCH)
		copy_text(id->arch, sizeof(id->arch), text, text_len);
	else
		copy_text(id->release, sizeof(id->release), text, text_len);
}

/* "[kernel.kallsyms]_text" is at pgoff. */
static void take_mmap(struct kernel_id *id, struct cursor c, bool is_mmap2, bool has_build_id)
{
	const size_t head = strlen(kernel_name);
	const uint8_t *build_id;
	const char *name;
	uint32_t pid;
	uint64_t addr;
	size_t len;

	pid = cursor__u32(&c);
	cursor__take(&c, 4 + 8 + 8);
	addr = cursor__u64(&c);
	build_id = cursor__take(&c, is_mmap2 ? 24 : 0);
	cursor__take(&c, is_mmap2 ? 8 : 0);
	name = cursor__text(&c, &len);
	if (c.cut || pid != UINT32_MAX || len <= head || memcmp(name, kernel_name, head))
		return;
	if (has_build_id) {
		memcpy(id->build_id, build_id + 4, sizeof(id->build_id));
		id->has_build_id = true;
	}
	copy_text(id->ref_name, sizeof(id->ref_name), name + head, len - head);
	id->ref_addr = addr;
}

void kernel_id__add_record(struct kernel_id *id, const struct perfdata_record *rec)
{
	struct cursor c = cursor__of(rec->bytes, rec->size);

	if (rec->type == PERFDATA_BUILD_ID) {
		take_build_id(id, c);
		return;
	}
	cursor__take(&c, sizeof(struct perf_event_header));
	if (rec->type == PERFDATA_FEATURE) {
		const uint64_t feature = cursor__u64(&c);

		if (feature == PERFDATA_F_OSRELEASE || feature == PERFDATA_F_ARCH)
			kernel_id__add_feature(id, (unsigned int)feature, c.at, cursor__left(&c));
	} else if (rec->type == PERF_RECORD_MMAP || rec->type == PERF_RECORD_MMAP2) {
		take_mmap(id, c, rec->type == PERF_RECORD_MMAP2,
			  rec->type == PERF_RECORD_MMAP2 &&
				  rec->misc & PERFDATA_MISC_MMAP_BUILD_ID);
	}
}

bool kernel_id__is_running(const struct kernel_id *id, struct ksyms *ksyms)
{
	struct build_id running;
	struct utsname here;
	uint64_t addr;

	if (!id->ref_addr || ksyms__addr(ksyms, id->ref_name, &addr) || addr != id->ref_addr)
		return false;
	if (id->has_build_id)
		return !build_id__of_kernel(&running) &&
		       !memcmp(running.bytes, id->build_id, sizeof(id->build_id));
	return id->release[0] && !uname(&here) && !strcmp(here.release, id->release);
}
