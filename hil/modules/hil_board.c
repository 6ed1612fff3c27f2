// SPDX-License-Identifier: GPL-2.0
/*
 * The devices of a board that an emulated PC does not have: a backlight, a framebuffer with padded lines on the
 * emulator's VGA card, and a bit-banged SPI bus on simulated GPIO lines. Each exists when its parameter is given.
 */
#include <linux/backlight.h>
#include <linux/gpio/machine.h>
#include <linux/io.h>
#include <linux/module.h>
#include <linux/pci.h>
#include <linux/platform_data/simplefb.h>
#include <linux/platform_device.h>
#include <linux/spi/spi.h>
#include <linux/spi/spi_gpio.h>

static unsigned int backlight;
module_param(backlight, uint, 0444);
MODULE_PARM_DESC(backlight, "highest level of a backlight device, 0 = none");
static char *backlight_name = "hil";
module_param(backlight_name, charp, 0444);
static unsigned int width, height, bpp = 32, stride;
module_param(width, uint, 0444);
module_param(height, uint, 0444);
module_param(bpp, uint, 0444);
module_param(stride, uint, 0444);
MODULE_PARM_DESC(stride, "a simple-framebuffer of width x height at bpp whose lines are this many pixels apart");
static char *spigpio;
module_param(spigpio, charp, 0444);
MODULE_PARM_DESC(spigpio, "label of the gpio chip whose lines 0 to 3 are SCK, MOSI, MISO, CS of a bit-banged bus, number 7");

/* Backlight */

static struct platform_device *light_parent;
static struct backlight_device *light;

static int update_light(struct backlight_device *device)
{
	return 0;
}

static int read_light(struct backlight_device *device)
{
	return device->props.power == FB_BLANK_UNBLANK ? device->props.brightness : 0;
}

static const struct backlight_ops light_operations = {
	.update_status = update_light,
	.get_brightness = read_light,
};

static int add_backlight(void)
{
	struct backlight_properties properties = {
		.type = BACKLIGHT_RAW,
		.max_brightness = backlight,
		.brightness = backlight,
		.power = FB_BLANK_UNBLANK,
	};

	if (!backlight)
		return 0;
	light_parent = platform_device_register_simple("hil_backlight", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(light_parent))
		return PTR_ERR(light_parent);
	light = backlight_device_register(backlight_name, &light_parent->dev, NULL, &light_operations, &properties);
	return PTR_ERR_OR_ZERO(light);
}

static void remove_backlight(void)
{
	if (!IS_ERR_OR_NULL(light))
		backlight_device_unregister(light);
	if (!IS_ERR_OR_NULL(light_parent))
		platform_device_unregister(light_parent);
}

/* Framebuffer with padded lines */

static struct platform_device *screen;

static void write_vga(u16 index, u16 value)
{
	outw(index, 0x1ce);
	outw(value, 0x1cf);
}

/* The card's registers: QEMU, docs/specs/standard-vga.txt. */
static void set_vga_mode(void)
{
	write_vga(4, 0); /* off while it changes */
	write_vga(1, width);
	write_vga(2, height);
	write_vga(3, bpp);
	write_vga(4, 1 | 0x40); /* on, linear; sets the line's length to the width */
	write_vga(6, stride);
	write_vga(8, 0);
	write_vga(9, 0);
	outb(0x20, 0x3c0);      /* the palette's index bit: without it the picture stays black */
}

static int add_framebuffer(void)
{
	struct simplefb_platform_data data = { .width = width, .height = height, .stride = stride * bpp / 8 };
	struct resource memory = { .name = "hil-framebuffer", .flags = IORESOURCE_MEM };
	struct pci_dev *card;

	if (!stride)
		return 0;
	if (!width || !height || stride < width || (bpp != 16 && bpp != 24 && bpp != 32)) {
		pr_err("hil_board: width, height, bpp of 16, 24 or 32 and a stride of at least the width are needed\n");
		return -EINVAL;
	}
	data.format = bpp == 16 ? "r5g6b5" : bpp == 24 ? "r8g8b8" : "x8r8g8b8";
	card = pci_get_device(0x1234, 0x1111, NULL);
	if (!card) {
		pr_err("hil_board: no VGA card of the emulator\n");
		return -ENODEV;
	}
	if (pci_enable_device(card)) {
		pci_dev_put(card);
		return -ENODEV;
	}
	memory.start = pci_resource_start(card, 0);
	memory.end = memory.start + data.stride * height - 1;
	set_vga_mode();
	pci_dev_put(card);
	screen = platform_device_register_resndata(NULL, "simple-framebuffer", 7, &memory, 1, &data, sizeof(data));
	return PTR_ERR_OR_ZERO(screen);
}

/* Bit-banged SPI */

static struct gpiod_lookup_table spi_lines = {
	.dev_id = "spi_gpio.7",
	.table = {
		{ }, { }, { }, { }, { },
	},
};
static struct platform_device *spi_parent;
static bool has_lines;

static int is_any(struct device *device, void *unused)
{
	return 1;
}

/* The bus is the driver's only child. */
static int add_spi_child(void)
{
	struct spi_board_info child = { .modalias = "dh2228fv", .max_speed_hz = 1000000 };
	struct device *device = device_find_child(&spi_parent->dev, NULL, is_any);
	int result;

	if (!device) {
		pr_err("hil_board: load spi-gpio first\n");
		return -ENODEV;
	}
	result = spi_new_device(container_of(device, struct spi_controller, dev), &child) ? 0 : -ENODEV;
	put_device(device);
	return result;
}

static int add_spi(void)
{
	struct spi_gpio_platform_data data = { .num_chipselect = 1 };
	struct platform_device_info info = {
		.name = "spi_gpio", .id = 7, .data = &data, .size_data = sizeof(data),
	};

	if (!spigpio)
		return 0;
	spi_lines.table[0] = GPIO_LOOKUP(spigpio, 0, "sck", GPIO_ACTIVE_HIGH);
	spi_lines.table[1] = GPIO_LOOKUP(spigpio, 1, "mosi", GPIO_ACTIVE_HIGH);
	spi_lines.table[2] = GPIO_LOOKUP(spigpio, 2, "miso", GPIO_ACTIVE_HIGH);
	spi_lines.table[3] = GPIO_LOOKUP_IDX(spigpio, 3, "cs", 0, GPIO_ACTIVE_LOW);
	gpiod_add_lookup_table(&spi_lines);
	has_lines = true;
	spi_parent = platform_device_register_full(&info);
	if (IS_ERR(spi_parent))
		return PTR_ERR(spi_parent);
	return add_spi_child();
}

static void hil_board_remove(void)
{
	if (!IS_ERR_OR_NULL(spi_parent))
		platform_device_unregister(spi_parent);
	if (has_lines)
		gpiod_remove_lookup_table(&spi_lines);
	if (!IS_ERR_OR_NULL(screen))
		platform_device_unregister(screen);
	remove_backlight();
}

static int __init hil_board_init(void)
{
	int result = add_backlight();

	if (!result)
		result = add_framebuffer();
	if (!result)
		result = add_spi();
	if (result)
		hil_board_remove();
	return result;
}

module_init(hil_board_init);
module_exit(hil_board_remove);
MODULE_DESCRIPTION("Devices of a board, for tests");
MODULE_LICENSE("GPL");
