// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * decode_net.c - socket addresses, and the arguments whose names depend on another argument.
 *
 * An address is as long as the traced program said, not as long as its family needs: every member
 * is checked against what is left, and a remainder too short for a member is said as sa_data.
 */
#include "decode.h"

#include <arpa/inet.h>
#include <linux/if_packet.h>
#include <linux/netlink.h>
#include <linux/vm_sockets.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "decode_word.h"
#include "layouts.h"
#include "sockaddr.h"
#include "symbols_tables.h"
#include "util.h"

/* struct sockaddr_storage: the longest address the kernel takes. */
#define SOCKADDR_MAX 128

/* What is left of an address. */
struct addr_bytes {
	const uint8_t *data;
	size_t len;
	bool cut;
};

static bool addr__take(struct addr_bytes *a, void *to, size_t size)
{
	if (a->len < size)
		return false;
	memcpy(to, a->data, size);
	a->data += size;
	a->len -= size;
	return true;
}

static void say_rest(struct addr_bytes *a, struct out *o)
{
	if (!a->len && !a->cut)
		return;
	out__member(o, "sa_data");
	out__str(o, (const char *)a->data, a->len, a->cut);
}

/* The word, or where numbers are wanted the @len bytes that it is of. */
static void say_word_or_bytes(struct out *o, const struct word *w, const void *bytes, size_t len)
{
	if (o->consts == OUT_CONSTS_NAMED) {
		word__say(w, o);
		return;
	}
	say_hex_bytes(o, bytes, len);
	if (o->consts == OUT_CONSTS_BOTH)
		out__comment(o, w->text, w->len);
}

/* strace writes what a programmer would: htons(80). */
static void say_call_of(struct out *o, const char *before, uint64_t value, const void *bytes,
			size_t len)
{
	struct word w;

	word__init(&w);
	word__add(&w, before);
	word__add_dec(&w, (int64_t)value);
	word__add(&w, ")");
	say_word_or_bytes(o, &w, bytes, len);
}

void say_htons(struct out *o, const uint8_t *bytes)
{
	const uint16_t value = (uint16_t)(bytes[0] << 8 | bytes[1]);

	if (o->strace)
		say_call_of(o, "htons(", value, bytes, 2);
	else
		out__uint(o, value);
}

static bool take_port(struct addr_bytes *a, struct out *o, const char *name)
{
	uint8_t port[2];

	if (!addr__take(a, port, sizeof(port)))
		return false;
	out__member(o, name);
	say_htons(o, port);
	return true;
}

void decode__inet(const uint8_t *addr, size_t len, struct out *o)
{
	char text[INET_ADDRSTRLEN];
	struct word w;

	inet_ntop(AF_INET, addr, text, sizeof(text));
	word__init(&w);
	if (o->strace) {
		word__add(&w, "inet_addr(");
		word__add_quoted(&w, text, o);
		word__add(&w, ")");
	} else {
		word__add(&w, text);
	}
	say_word_or_bytes(o, &w, addr, len);
}

static void decode_inet(struct addr_bytes *a, struct out *o)
{
	uint8_t addr[4];

	if (!take_port(a, o, "sin_port") || !addr__take(a, addr, sizeof(addr))) {
		say_rest(a, o);
		return;
	}
	out__member(o, "sin_addr");
	decode__inet(addr, sizeof(addr), o);
}

/* strace's spelling is a call that has no name for its result's member, but where it shows the bytes. */
void decode__inet6_member(const char *name, const uint8_t *addr, struct out *o)
{
	const bool is_call = o->strace && o->consts == OUT_CONSTS_NAMED;
	char text[INET6_ADDRSTRLEN];
	struct word w;

	inet_ntop(AF_INET6, addr, text, sizeof(text));
	word__init(&w);
	if (o->strace) {
		word__add(&w, "inet_pton(AF_INET6, ");
		word__add_quoted(&w, text, o);
		if (is_call && name) {
			word__add(&w, ", &");
			word__add(&w, name);
		}
		word__add(&w, ")");
	} else {
		word__add(&w, text);
	}
	if (!is_call && name)
		out__member(o, name);
	say_word_or_bytes(o, &w, addr, 16);
}

/* fe80::/10, and groups of the same scope (RFC 4291): the scope is an interface. */
static bool is_of_link(const uint8_t addr[16])
{
	return (addr[0] == 0xfe && (addr[1] & 0xc0) == 0x80) ||
	       (addr[0] == 0xff && (addr[1] & 0x0f) == 0x02);
}

static void decode_inet6(struct addr_bytes *a, struct out *o)
{
	uint32_t flowinfo, scope_id;
	uint8_t addr[16];

	if (!take_port(a, o, "sin6_port") || !addr__take(a, &flowinfo, sizeof(flowinfo))) {
		say_rest(a, o);
		return;
	}
	if (o->strace) {
		out__member(o, "sin6_flowinfo");
		say_call_of(o, "htonl(", ntohl(flowinfo), &flowinfo, sizeof(flowinfo));
	} else if (flowinfo) {
		out__member(o, "sin6_flowinfo");
		out__hex(o, ntohl(flowinfo));
	}
	if (!addr__take(a, addr, sizeof(addr))) {
		say_rest(a, o);
		return;
	}
	decode__inet6_member("sin6_addr", addr, o);
	/* Of one that is cut, strace takes what is missing for zeros. */
	if (o->strace && a->len && a->len < sizeof(scope_id)) {
		scope_id = 0;
		memcpy(&scope_id, a->data, a->len);
	} else if (!addr__take(a, &scope_id, sizeof(scope_id))) {
		say_rest(a, o);
		return;
	}
	if (!scope_id && !o->strace)
		return;
	out__member(o, "sin6_scope_id");
	if (is_of_link(addr))
		say_ifindex(o, scope_id);
	else
		out__uint(o, scope_id);
}

/* strace marks one without a path in the file system: @"name". */
static void say_abstract(const char *name, size_t len, bool cut, struct out *o)
{
	struct strbuf text = {};

	strbuf__addc(&text, '@');
	out_text__quote(o, &text, name, len);
	if (cut)
		strbuf__adds(&text, "...");
	out__word(o, text.text, text.len);
	strbuf__free(&text);
}

/*
 * No path is an unnamed socket; one that begins with NUL is abstract, and all its bytes count. It is
 * said as it is ("\0name"): the usual "@name" could be a file.
 */
static void decode_unix(struct addr_bytes *a, struct out *o)
{
	const size_t len = MIN(a->len, sizeof(((struct sockaddr_un *)NULL)->sun_path));
	const char *path = (const char *)a->data;
	size_t path_len;

	if (!len)
		return;
	out__member(o, "sun_path");
	path_len = *path ? strnlen(path, len) : len;
	if (o->strace && !*path) {
		say_abstract(path + 1, path_len - 1, a->cut && path_len == a->len, o);
		return;
	}
	out__str(o, path, path_len, a->cut && path_len == a->len);
}

static void decode_netlink(struct addr_bytes *a, struct out *o)
{
	uint32_t pid, groups;
	uint16_t pad;

	if (!addr__take(a, &pad, sizeof(pad)) || !addr__take(a, &pid, sizeof(pid))) {
		say_rest(a, o);
		return;
	}
	out__member(o, "nl_pid");
	out__pid(o, (int32_t)pid);
	if (!addr__take(a, &groups, sizeof(groups))) {
		say_rest(a, o);
		return;
	}
	out__member(o, "nl_groups");
	out__hex(o, groups);
}

/* A protocol of the link layer, which travels in network order. */
void say_htons_symbol(const struct symbols *syms, uint16_t value, struct out *o)
{
	struct word w;

	word__init(&w);
	word__add(&w, "htons(");
	word__add_symbol(&w, syms, ntohs(value), o);
	word__add(&w, ")");
	word__say(&w, o);
}

void say_eth_protocol(uint16_t protocol, struct out *o)
{
	if (o->full_names)
		say_htons_symbol(&syms_eth_protocol, protocol, o);
	else
		out__symbol(o, &syms_eth_protocol, ntohs(protocol));
}

static void decode_packet(struct addr_bytes *a, struct out *o)
{
	const size_t head = sizeof(((struct sockaddr_ll *)NULL)->sll_family);
	struct sockaddr_ll ll;
	size_t addr_len;

	/* From the protocol to the length of the hardware address: all or nothing of it. */
	if (!addr__take(a, (char *)&ll + head, offsetof(struct sockaddr_ll, sll_addr) - head)) {
		say_rest(a, o);
		return;
	}
	out__member(o, "sll_protocol");
	say_eth_protocol(ll.sll_protocol, o);
	out__member(o, "sll_ifindex");
	out__sint(o, ll.sll_ifindex);
	out__member(o, "sll_hatype");
	out__symbol(o, &syms_arp_hardware, ll.sll_hatype);
	out__member(o, "sll_pkttype");
	out__symbol(o, &syms_packet_type, ll.sll_pkttype);
	out__member(o, "sll_halen");
	out__uint(o, ll.sll_halen);
	addr_len = MIN(a->len, ll.sll_halen);
	if (addr_len) {
		out__member(o, "sll_addr");
		out__str(o, (const char *)a->data, addr_len, addr_len < ll.sll_halen);
	}
}

static void decode_vsock(struct addr_bytes *a, struct out *o)
{
	struct sockaddr_vm vm;

	if (!addr__take(a, &vm.svm_reserved1, sizeof(vm.svm_reserved1)) ||
	    !addr__take(a, &vm.svm_port, sizeof(vm.svm_port))) {
		say_rest(a, o);
		return;
	}
	if (!addr__take(a, &vm.svm_cid, sizeof(vm.svm_cid))) {
		out__member(o, "svm_port");
		out__uint(o, vm.svm_port);
		say_rest(a, o);
		return;
	}
	out__member(o, "svm_cid");
	out__symbol(o, &syms_vsock_cid, vm.svm_cid);
	out__member(o, "svm_port");
	out__symbol(o, &syms_vsock_port, vm.svm_port);
	if (addr__take(a, &vm.svm_flags, sizeof(vm.svm_flags)) && vm.svm_flags) {
		out__member(o, "svm_flags");
		out__hex(o, vm.svm_flags);
	}
}

size_t sockaddr__least_len(uint16_t family)
{
	switch (family) {
	case AF_INET:
		return sizeof(struct sockaddr_in);
	case AF_INET6:
		return offsetof(struct sockaddr_in6, sin6_scope_id);
	case AF_NETLINK:
		return sizeof(struct sockaddr_nl);
	case AF_PACKET:
		return sizeof(struct sockaddr_ll);
	case AF_VSOCK:
		return sizeof(struct sockaddr_vm);
	default:
		return 0;
	}
}

void sockaddr__say_members(uint16_t family, const struct blob *b, struct out *o)
{
	struct addr_bytes a = { .data = b->data + sizeof(family),
				.len = b->len - sizeof(family),
				.cut = b->cut };

	if (o->strace && sockaddr_strace__say(family, b->data, b->len, o))
		return;
	/* strace shows one that is not whole as bytes. */
	if (o->strace && b->len < sockaddr__least_len(family)) {
		say_rest(&a, o);
		return;
	}
	if (sockaddr_other__say(family, b, o))
		return;
	switch (family) {
	case AF_UNIX:
		decode_unix(&a, o);
		break;
	case AF_INET:
		decode_inet(&a, o);
		break;
	case AF_INET6:
		decode_inet6(&a, o);
		break;
	case AF_NETLINK:
		decode_netlink(&a, o);
		break;
	case AF_PACKET:
		decode_packet(&a, o);
		break;
	case AF_VSOCK:
		decode_vsock(&a, o);
		break;
	default:
		say_rest(&a, o);
		break;
	}
}

void decode__sockaddr(const struct blob *b, struct out *o)
{
	/* strace looks at no more than the kernel does. */
	const bool is_cut = !o->strace && (b->cut || b->len > SOCKADDR_MAX);
	struct addr_bytes a = { .data = b->data, .len = MIN(b->len, SOCKADDR_MAX), .cut = is_cut };
	const struct blob whole = {
		.data = a.data, .len = a.len, .cut = is_cut, .compat = b->compat
	};
	uint16_t family;

	out__begin(o, OUT_OBJECT);
	if (addr__take(&a, &family, sizeof(family))) {
		out__member(o, "sa_family");
		out__symbol(o, &syms_addr_family, family);
		sockaddr__say_members(family, &whole, o);
	} else {
		say_rest(&a, o);
	}
	out__end(o, OUT_OBJECT);
}

/* The program's length of an address is negative: the kernel does not look at it. */
static bool has_negative_len(const struct arg *arg)
{
	const struct arg_desc *desc = arg->desc;

	return desc->len_arg && !desc->len_from &&
	       (int32_t)arg->event->rec->args[desc->len_arg - 1] < 0;
}

/* How long an address is that there is no room for. */
static void decode_addr_len(const struct arg *arg, struct out *o)
{
	if (o->strace && !arg->event->rec->args[arg->idx - 1])
		out__ptr(o, arg->value);
	else
		arg_struct.decode(arg, o);
}

/* An address that the kernel fills in says nothing when the call failed. */
static void decode_sockaddr(const struct arg *arg, struct out *o)
{
	const struct aug_record *rec = arg->event->rec;
	const uint8_t when = arg->desc->when ? arg->desc->when : arg->desc->type->when;
	const bool at_exit = when & AUG_AT_EXIT;
	const struct payload *p, *room;
	struct blob b;

	p = at_exit ? event__exit(arg->event, arg->idx) : event__entry(arg->event, arg->idx);
	if (!p || (at_exit && rec->ret < 0) || has_negative_len(arg))
		out__ptr(o, arg->value);
	else if (p->err)
		out__fault(o, arg->value, p->err);
	else if (!p->len || (o->strace && p->len < sizeof(sa_family_t)))
		out__ptr(o, arg->value);
	else {
		/* The kernel writes no more than there is room for, and says how much there was. */
		b = arg__blob(arg, p);
		room = at_exit && arg->desc->len_arg
			       ? event__entry(arg->event, arg->desc->len_arg - 1U)
			       : NULL;
		if (room && !room->err && room->len >= 4)
			b.len = MIN(b.len, (size_t)layout__get(room->data, 4));
		b.cut = p->flags & AUG_P_CUT && b.len == p->len;
		/* Of which the kernel was to write no family. */
		if (!b.len || (o->strace && b.len < sizeof(sa_family_t)))
			out__ptr(o, arg->value);
		else
			decode__sockaddr(&b, o);
	}
}

static void decode_sock_proto(const struct arg *arg, struct out *o)
{
	const int family = (int32_t)arg->event->rec->args[0];
	const struct symbols *syms = sock_protocol_symbols__get(family);

	if (family == AF_PACKET)
		say_eth_protocol((uint16_t)arg->value, o);
	else if (syms)
		out__symbol(o, syms, arg->value);
	else if (o->strace)
		out__uint(o, arg->value);
	else
		out__sint(o, (int32_t)arg->value);
}

static void decode_pair_proto(const struct arg *arg, struct out *o)
{
	if (o->strace)
		out__uint(o, arg->value);
	else
		decode_sock_proto(arg, o);
}

static void say_option(const struct arg *arg, struct out *o, bool is_get)
{
	const int level = (int32_t)arg->event->rec->args[arg->idx - 1];
	const struct symbols *syms = sockopt_symbols__one_way(level, is_get);

	if (!syms || !symbols__name(syms, arg->value))
		syms = sockopt_symbols__get(level);
	/* strace has the names of these levels, but not of what is in them. */
	if (o->strace && (level == IPPROTO_UDPLITE || level == IPPROTO_ICMPV6))
		syms = NULL;
	if (syms)
		out__symbol(o, syms, arg->value);
	else if (o->strace)
		out__uint(o, (uint32_t)arg->value);
	else
		out__sint(o, (int32_t)arg->value);
}

static void decode_getsockopt_name(const struct arg *arg, struct out *o)
{
	say_option(arg, o, true);
}

static void decode_setsockopt_name(const struct arg *arg, struct out *o)
{
	say_option(arg, o, false);
}

const struct arg_type arg_sockaddr = {
	.name = "sockaddr",
	.decode = decode_sockaddr,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER,
	.unit = 1,
	.size = SOCKADDR_MAX,
};
const struct arg_type arg_sock_proto = {
	.name = "sock_proto",
	.decode = decode_sock_proto,
	.show_zero = true,
	.is_32 = true,
};
const struct arg_type arg_addr_len = {
	.name = "addr_len",
	.decode = decode_addr_len,
	.capture = AUG_CAP_BYTES,
	.when = AUG_AT_ENTER,
	.needs_layout = true,
};
const struct arg_type arg_pair_proto = {
	.name = "pair_proto",
	.decode = decode_pair_proto,
	.show_zero = true,
	.is_32 = true,
};
const struct arg_type arg_getsockopt_name = {
	.name = "getsockopt_name",
	.decode = decode_getsockopt_name,
	.show_zero = true,
	.is_32 = true,
};
const struct arg_type arg_setsockopt_name = {
	.name = "setsockopt_name",
	.decode = decode_setsockopt_name,
	.show_zero = true,
	.is_32 = true,
};
