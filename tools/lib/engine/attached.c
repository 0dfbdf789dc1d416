// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* attached.c - see attached.h: reading the bytes. What their types are is in attached_types.c. */
#include "attached.h"

#include <errno.h>
#include <string.h>

#include "util.h"

/* Versions only add to the struct: a longer one is known in its first bytes, a shorter one is not ours. */
static bool read_head(const uint8_t *data, size_t len, struct aug_item *head)
{
	if (len < sizeof(*head))
		return false;
	memcpy(head, data, sizeof(*head));
	return head->head >= sizeof(*head) && head->head % 8 == 0 && head->name_len % 8 == 0 &&
	       head->name_len && head->name_len <= AUG_NAME_MAX && head->err <= 0 &&
	       !(head->err && head->len) && head->len <= head->full_len && head->size <= len &&
	       head->size == head->head + head->name_len + ALIGN8(head->len);
}

/* It ends up as a name in text and JSON. */
static void copy_name(const char *name, size_t len, char *to)
{
	size_t i;

	len = strnlen(name, MIN(len, (size_t)AUG_NAME_MAX - 1));
	for (i = 0; i < len; i++)
		to[i] = name[i] < ' ' || name[i] > '~' || name[i] == '"' || name[i] == '\\'
				? '?'
				: name[i];
	to[len] = '\0';
}

bool attached__next(const uint8_t *data, size_t len, size_t *pos, struct attached_item *item)
{
	if (!*pos)
		*pos = sizeof(struct aug_attached);
	if (*pos >= len || !read_head(data + *pos, len - *pos, &item->head))
		return false;
	copy_name((const char *)data + *pos + item->head.head, item->head.name_len, item->name);
	item->data = data + *pos + item->head.head + item->head.name_len;
	*pos += item->head.size;
	return true;
}

int attached__check(const uint8_t *data, size_t len)
{
	struct attached_item item;
	struct aug_attached head;
	size_t pos = 0, nr = 0;

	if (len < sizeof(head))
		return -EBADMSG;
	memcpy(&head, data, sizeof(head));
	while (attached__next(data, len, &pos, &item))
		nr++;
	return nr == head.nr_items && (nr ? pos : sizeof(head)) == len ? 0 : -EBADMSG;
}
