// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ioctl_gpio.c - lines of GPIO chips, by both versions of the interface: names, structures, ioctls. */
#include "commands_rows.h"

#include <linux/gpio.h>
#include <stdint.h>
#include <sys/ioctl.h>

#include "layouts.h"
#include "symbols_tables.h"

/* clang-format off */

#define NAMED(value, name) SYM_NAMED(#name, value, 0)

static const struct symbol gpioline_table[] = {
	SYM(GPIOLINE_FLAG_KERNEL), SYM(GPIOLINE_FLAG_IS_OUT), SYM(GPIOLINE_FLAG_ACTIVE_LOW),
	SYM(GPIOLINE_FLAG_OPEN_DRAIN), SYM(GPIOLINE_FLAG_OPEN_SOURCE), SYM(GPIOLINE_FLAG_BIAS_PULL_UP),
	SYM(GPIOLINE_FLAG_BIAS_PULL_DOWN), SYM(GPIOLINE_FLAG_BIAS_DISABLE),
};
static DEFINE_FLAGS(gpioline, "GPIOLINE_FLAG_");
static const struct symbol gpiohandle_table[] = {
	SYM(GPIOHANDLE_REQUEST_INPUT), SYM(GPIOHANDLE_REQUEST_OUTPUT), SYM(GPIOHANDLE_REQUEST_ACTIVE_LOW),
	SYM(GPIOHANDLE_REQUEST_OPEN_DRAIN), SYM(GPIOHANDLE_REQUEST_OPEN_SOURCE),
	SYM(GPIOHANDLE_REQUEST_BIAS_PULL_UP), SYM(GPIOHANDLE_REQUEST_BIAS_PULL_DOWN),
	SYM(GPIOHANDLE_REQUEST_BIAS_DISABLE),
};
static DEFINE_FLAGS(gpiohandle, "GPIOHANDLE_REQUEST_");
static const struct symbol gpioevent_table[] = {
	SYM(GPIOEVENT_REQUEST_BOTH_EDGES), SYM(GPIOEVENT_REQUEST_RISING_EDGE), SYM(GPIOEVENT_REQUEST_FALLING_EDGE),
};
static DEFINE_FLAGS(gpioevent, "GPIOEVENT_REQUEST_");
static const struct symbol gpio_v2_line_table[] = {
	SYM(GPIO_V2_LINE_FLAG_USED), SYM(GPIO_V2_LINE_FLAG_ACTIVE_LOW), SYM(GPIO_V2_LINE_FLAG_INPUT),
	SYM(GPIO_V2_LINE_FLAG_OUTPUT), SYM(GPIO_V2_LINE_FLAG_EDGE_RISING), SYM(GPIO_V2_LINE_FLAG_EDGE_FALLING),
	SYM(GPIO_V2_LINE_FLAG_OPEN_DRAIN), SYM(GPIO_V2_LINE_FLAG_OPEN_SOURCE),
	SYM(GPIO_V2_LINE_FLAG_BIAS_PULL_UP), SYM(GPIO_V2_LINE_FLAG_BIAS_PULL_DOWN),
	SYM(GPIO_V2_LINE_FLAG_BIAS_DISABLED), NAMED(1 << 11, GPIO_V2_LINE_FLAG_EVENT_CLOCK_REALTIME),
	NAMED(1 << 12, GPIO_V2_LINE_FLAG_EVENT_CLOCK_HTE),
};
static DEFINE_FLAGS(gpio_v2_line, "GPIO_V2_LINE_FLAG_", .width = 64);

static const struct field gpio_chip_fields[] = {
	CHARS(struct gpiochip_info, name), CHARS(struct gpiochip_info, label), UINT(struct gpiochip_info, lines),
};
static DEFINE_LAYOUT(gpio_chip, sizeof(struct gpiochip_info));

/* The number of a line alone. */
static const struct field gpio_unwatch_fields[] = {
	{ .name = "offset", .size = sizeof(uint32_t), .kind = FIELD_UINT },
};
static DEFINE_LAYOUT(gpio_unwatch, sizeof(uint32_t));

/* ---- the first version ---- */

static const struct field gpio_line_fields[] = {
	UINT(struct gpioline_info, line_offset, .flags = FIELD_ASKED),
	NAMES(struct gpioline_info, flags, gpioline, .flags = FIELD_ANSWER),
	CHARS(struct gpioline_info, name, .flags = FIELD_ANSWER),
	CHARS(struct gpioline_info, consumer, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(gpio_line, sizeof(struct gpioline_info));
static const struct field gpio_handle_fields[] = {
	UINT(struct gpiohandle_request, lines, .flags = FIELD_ASKED),
	ARRAY_OF(struct gpiohandle_request, lineoffsets, FIELD_UINT, .flags = FIELD_ASKED | FIELD_CLAMPED,
		 COUNTED_BY(struct gpiohandle_request, lines)),
	NAMES(struct gpiohandle_request, flags, gpiohandle, .flags = FIELD_ASKED),
	ARRAY_OF(struct gpiohandle_request, default_values, FIELD_UINT, .flags = FIELD_ASKED | FIELD_CLAMPED,
		 COUNTED_BY(struct gpiohandle_request, lines)),
	CHARS(struct gpiohandle_request, consumer_label, .flags = FIELD_ASKED),
	FD(struct gpiohandle_request, fd, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(gpio_handle, sizeof(struct gpiohandle_request));
static const struct field gpio_event_fields[] = {
	UINT(struct gpioevent_request, lineoffset, .flags = FIELD_ASKED),
	NAMES(struct gpioevent_request, handleflags, gpiohandle, .flags = FIELD_ASKED),
	NAMES(struct gpioevent_request, eventflags, gpioevent, .flags = FIELD_ASKED),
	CHARS(struct gpioevent_request, consumer_label, .flags = FIELD_ASKED),
	FD(struct gpioevent_request, fd, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(gpio_event, sizeof(struct gpioevent_request));
static const struct field gpio_values_fields[] = { ARRAY_OF(struct gpiohandle_data, values, FIELD_UINT) };
static DEFINE_LAYOUT(gpio_values, sizeof(struct gpiohandle_data));
static const struct field gpio_config_fields[] = {
	NAMES(struct gpiohandle_config, flags, gpiohandle),
	ARRAY_OF(struct gpiohandle_config, default_values, FIELD_UINT),
};
static DEFINE_LAYOUT(gpio_config, sizeof(struct gpiohandle_config));

/* ---- the second ---- */

typedef struct gpio_v2_line_attribute line_attr;

static bool is_known_attr(const uint8_t *data)
{
	const uint64_t id = layout__get(data + offsetof(line_attr, id), 4);

	return id >= GPIO_V2_LINE_ATTR_ID_FLAGS && id <= GPIO_V2_LINE_ATTR_ID_DEBOUNCE &&
	       !layout__get(data + offsetof(line_attr, padding), 4);
}
/* By its number the one member that it has. */
static void say_attr_value(const uint8_t *data, struct out *o)
{
	const uint64_t value = layout__get(data + offsetof(line_attr, values), 8);

	switch (layout__get(data + offsetof(line_attr, id), 4)) {
	case GPIO_V2_LINE_ATTR_ID_FLAGS:
		out__member(o, "flags");
		out__symbol(o, &syms_gpio_v2_line, value);
		break;
	case GPIO_V2_LINE_ATTR_ID_OUTPUT_VALUES:
		out__member(o, "values");
		out__hex(o, value);
		break;
	default:
		out__member(o, "debounce_period_us");
		out__uint(o, (uint32_t)value);
	}
}
static void say_attr_bits(const char *name, uint64_t value, struct out *o)
{
	out__member(o, name);
	if (value)
		out__hex(o, value);
	else
		out__uint(o, 0);
}
static void say_unknown_attr(const uint8_t *data, struct out *o)
{
	const uint64_t padding = layout__get(data + offsetof(line_attr, padding), 4);

	out__member(o, "id");
	out__uint(o, layout__get(data + offsetof(line_attr, id), 4));
	if (padding)
		say_attr_bits("padding", padding, o);
	say_attr_bits("data", layout__get(data + offsetof(line_attr, values), 8), o);
}
static void say_line_attr(const struct blob *b, const struct field *f, struct out *o)
{
	const uint8_t *data = b->data + f->off;

	out__begin(o, OUT_OBJECT);
	if (is_known_attr(data))
		say_attr_value(data, o);
	else
		say_unknown_attr(data, o);
	out__end(o, OUT_OBJECT);
}
/* With the lines that it is of. */
static void say_config_attr(const struct blob *b, const struct field *f, struct out *o)
{
	const uint8_t *data = b->data + f->off;

	out__begin(o, OUT_OBJECT);
	if (is_known_attr(data)) {
		say_attr_value(data, o);
	} else {
		out__member(o, "attr");
		say_line_attr(b, f, o);
	}
	say_attr_bits("mask", layout__get(data + offsetof(struct gpio_v2_line_config_attribute, mask), 8), o);
	out__end(o, OUT_OBJECT);
}
static const struct field gpio_attr_fields[] = {
	{ .size = sizeof(line_attr), .kind = FIELD_CUSTOM, .custom = say_line_attr },
};
static DEFINE_LAYOUT_BARE(gpio_attr, sizeof(line_attr));
static const struct field gpio_config_attr_fields[] = {
	{ .size = sizeof(struct gpio_v2_line_config_attribute), .kind = FIELD_CUSTOM, .custom = say_config_attr },
};
static DEFINE_LAYOUT_BARE(gpio_config_attr, sizeof(struct gpio_v2_line_config_attribute));

static const struct field gpio_v2_info_fields[] = {
	UINT(struct gpio_v2_line_info, offset, .flags = FIELD_ASKED),
	CHARS(struct gpio_v2_line_info, name, .flags = FIELD_ANSWER),
	CHARS(struct gpio_v2_line_info, consumer, .flags = FIELD_ANSWER),
	NAMES(struct gpio_v2_line_info, flags, gpio_v2_line, .flags = FIELD_ANSWER),
	UINT(struct gpio_v2_line_info, num_attrs, .flags = FIELD_ANSWER),
	ARRAY_OF(struct gpio_v2_line_info, attrs, FIELD_LAYOUT, .layout = &layout_gpio_attr,
		 .flags = FIELD_ANSWER | FIELD_NONZERO | FIELD_CLAMPED, COUNTED_BY(struct gpio_v2_line_info, num_attrs)),
	ARRAY_OF(struct gpio_v2_line_info, padding, FIELD_HEX, .flags = FIELD_ANSWER | FIELD_NONZERO),
};
static DEFINE_LAYOUT(gpio_v2_info, sizeof(struct gpio_v2_line_info));
static const struct field gpio_v2_config_fields[] = {
	NAMES(struct gpio_v2_line_config, flags, gpio_v2_line), UINT(struct gpio_v2_line_config, num_attrs),
	ARRAY_OF(struct gpio_v2_line_config, padding, FIELD_HEX, .flags = FIELD_NONZERO),
	ARRAY_OF(struct gpio_v2_line_config, attrs, FIELD_LAYOUT, .layout = &layout_gpio_config_attr,
		 .flags = FIELD_NONZERO | FIELD_CLAMPED, COUNTED_BY(struct gpio_v2_line_config, num_attrs)),
};
static DEFINE_LAYOUT(gpio_v2_config, sizeof(struct gpio_v2_line_config));
static const struct field gpio_v2_request_fields[] = {
	UINT(struct gpio_v2_line_request, num_lines, .flags = FIELD_ASKED),
	ARRAY_OF(struct gpio_v2_line_request, offsets, FIELD_UINT, .flags = FIELD_ASKED | FIELD_CLAMPED,
		 COUNTED_BY(struct gpio_v2_line_request, num_lines)),
	CHARS(struct gpio_v2_line_request, consumer, .flags = FIELD_ASKED),
	NESTED(struct gpio_v2_line_request, config, gpio_v2_config, .flags = FIELD_ASKED),
	UINT(struct gpio_v2_line_request, event_buffer_size, .flags = FIELD_ASKED | FIELD_NONZERO),
	ARRAY_OF(struct gpio_v2_line_request, padding, FIELD_HEX, .flags = FIELD_ASKED | FIELD_NONZERO),
	FD(struct gpio_v2_line_request, fd, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(gpio_v2_request, sizeof(struct gpio_v2_line_request));
static const struct field gpio_v2_get_fields[] = {
	HEX(struct gpio_v2_line_values, mask, .flags = FIELD_ASKED),
	HEX(struct gpio_v2_line_values, bits, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(gpio_v2_get, sizeof(struct gpio_v2_line_values));
static const struct field gpio_v2_set_fields[] = {
	HEX(struct gpio_v2_line_values, bits), HEX(struct gpio_v2_line_values, mask),
};
static DEFINE_LAYOUT(gpio_v2_set, sizeof(struct gpio_v2_line_values));

static const struct cmd_row gpio_rows[] = {
	CMD(GPIO_GET_CHIPINFO_IOCTL, STRUCT_OUT(NULL, gpio_chip)),
	CMD(GPIO_GET_LINEINFO_UNWATCH_IOCTL, STRUCT_IN(NULL, gpio_unwatch)),
	CMD(GPIO_GET_LINEINFO_IOCTL, REPLIED(gpio_line)),
	CMD(GPIO_GET_LINEINFO_WATCH_IOCTL, REPLIED(gpio_line)),
	CMD(GPIO_GET_LINEHANDLE_IOCTL, REPLIED(gpio_handle)),
	CMD(GPIO_GET_LINEEVENT_IOCTL, REPLIED(gpio_event)),
	CMD(GPIOHANDLE_GET_LINE_VALUES_IOCTL, STRUCT_OUT(NULL, gpio_values)),
	CMD(GPIOHANDLE_SET_LINE_VALUES_IOCTL, STRUCT_IN(NULL, gpio_values)),
	CMD(GPIOHANDLE_SET_CONFIG_IOCTL, STRUCT_IN(NULL, gpio_config)),
	CMD(GPIO_V2_GET_LINEINFO_IOCTL, REPLIED(gpio_v2_info)),
	CMD(GPIO_V2_GET_LINEINFO_WATCH_IOCTL, REPLIED(gpio_v2_info)),
	CMD(GPIO_V2_GET_LINE_IOCTL, REPLIED(gpio_v2_request)),
	CMD(GPIO_V2_LINE_SET_CONFIG_IOCTL, STRUCT_IN(NULL, gpio_v2_config)),
	CMD(GPIO_V2_LINE_GET_VALUES_IOCTL, REPLIED(gpio_v2_get)),
	CMD(GPIO_V2_LINE_SET_VALUES_IOCTL, STRUCT_IN(NULL, gpio_v2_set)),
};
const struct cmd_rows ioctl_gpio = CMD_ROWS(gpio);
