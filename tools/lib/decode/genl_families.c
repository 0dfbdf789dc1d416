// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * genl_families.c - families of generic netlink: the kernel numbers them as they come, and tells their names. It is
 * asked once, by the first message that is shown.
 */
#include "decode_netlink.h"

#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "util.h"

#define FAMILIES_MAX 128
/* An answer that does not come is not waited for. */
#define ANSWER_MS 1000

static struct symbol families[FAMILIES_MAX];
static struct symbols syms_families = { .prefix = "",
					.unknown = "GENERIC_FAMILY_",
					.table = families };

static void add_family(uint16_t id, const char *name, size_t size)
{
	const size_t len = strnlen(name, size);
	struct symbol *sym = &families[syms_families.nr];

	if (!id || !len || len > SYM_NAME_MAX || syms_families.nr == FAMILIES_MAX)
		return;
	for (size_t i = 0; i < len; i++) {
		if (name[i] < ' ' || name[i] > '~')
			return;
	}
	memcpy(sym->name, name, len);
	sym->len = (uint8_t)len;
	sym->value = id;
	syms_families.nr++;
}

/* The attributes of one family, of @len bytes. */
static void take_family(const uint8_t *data, size_t len)
{
	const char *name = NULL;
	size_t name_size = 0, own;
	struct nlattr attr;
	uint16_t id = 0;

	for (; len >= sizeof(attr); data += own, len -= own) {
		memcpy(&attr, data, sizeof(attr));
		if (attr.nla_len < sizeof(attr) || attr.nla_len > len)
			break;
		if (attr.nla_type == CTRL_ATTR_FAMILY_NAME) {
			name = (const char *)data + sizeof(attr);
			name_size = attr.nla_len - sizeof(attr);
		} else if (attr.nla_type == CTRL_ATTR_FAMILY_ID &&
			   attr.nla_len >= sizeof(attr) + sizeof(id)) {
			memcpy(&id, data + sizeof(attr), sizeof(id));
		}
		own = MIN((size_t)NLA_ALIGN(attr.nla_len), len);
	}
	if (name)
		add_family(id, name, name_size);
}

/* Return: whether there is more to come. */
static bool take_messages(const uint8_t *data, size_t len)
{
	const size_t head = NLMSG_HDRLEN + GENL_HDRLEN;
	struct nlmsghdr h;
	size_t own;

	for (; len >= sizeof(h); data += own, len -= own) {
		memcpy(&h, data, sizeof(h));
		if (h.nlmsg_type == NLMSG_DONE || h.nlmsg_type == NLMSG_ERROR ||
		    h.nlmsg_len < sizeof(h) || h.nlmsg_len > len)
			return false;
		if (h.nlmsg_type == GENL_ID_CTRL && h.nlmsg_len >= head)
			take_family(data + head, h.nlmsg_len - head);
		own = MIN((size_t)NLMSG_ALIGN(h.nlmsg_len), len);
	}
	return true;
}

static void ask_families(int fd)
{
	const struct {
		struct nlmsghdr head;
		struct genlmsghdr genl;
	} question = {
		.head = { .nlmsg_len = sizeof(question),
			  .nlmsg_type = GENL_ID_CTRL,
			  .nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP },
		.genl = { .cmd = CTRL_CMD_GETFAMILY, .version = 1 },
	};
	struct pollfd pfd = { .fd = fd, .events = POLLIN };
	static uint8_t answer[32768];
	ssize_t len;

	if (send(fd, &question, sizeof(question), 0) != sizeof(question))
		return;
	do {
		len = poll(&pfd, 1, ANSWER_MS) == 1 ? recv(fd, answer, sizeof(answer), MSG_DONTWAIT)
						    : -1;
	} while (len > 0 && take_messages(answer, (size_t)len));
}

const struct symbols *genl_families__symbols(void)
{
	static bool is_asked;
	int fd __cleanup_close = -1;

	if (is_asked)
		return &syms_families;
	is_asked = true;
	fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_GENERIC);
	if (fd >= 0)
		ask_families(fd);
	return &syms_families;
}
