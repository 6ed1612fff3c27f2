// SPDX-License-Identifier: GPL-2.0
/*
 * An I2C bus, number 9, with three devices that a stub's table of registers cannot stand for: a monitor that takes orders
 * by DDC/CI, a light sensor that takes commands (BH1750), and one that measures by itself and has an interrupt line
 * (VEML6030). Each exists when its parameter is given, and counts violations of its data sheet.
 */
#include <linux/i2c.h>
#include <linux/irq.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/workqueue.h>

static unsigned int monitor;
module_param(monitor, uint, 0444);
MODULE_PARM_DESC(monitor, "highest brightness of a monitor at 0x37, 0 = none");
static unsigned int brightness;
module_param(brightness, uint, 0644);
MODULE_PARM_DESC(brightness, "what the monitor has now");
static unsigned int orders;
module_param(orders, uint, 0444);
MODULE_PARM_DESC(orders, "how often the monitor's brightness was set");
static bool off;
module_param(off, bool, 0644);
MODULE_PARM_DESC(off, "the monitor acknowledges nothing");
static unsigned int noise;
module_param(noise, uint, 0644);
MODULE_PARM_DESC(noise, "turn a bit over in this many of the monitor's answers");

static bool bh1750;
module_param(bh1750, bool, 0444);
MODULE_PARM_DESC(bh1750, "a BH1750 at 0x23");
static bool veml6030;
module_param(veml6030, bool, 0444);
MODULE_PARM_DESC(veml6030, "a VEML6030 at 0x10, with an interrupt");
static unsigned int millilux;
module_param(millilux, uint, 0644);
MODULE_PARM_DESC(millilux, "the light that falls on the sensors");
static unsigned int time_register;
module_param(time_register, uint, 0444);
MODULE_PARM_DESC(time_register, "measurement time that the BH1750 was set to, 31 to 254");
static unsigned int interrupts;
module_param(interrupts, uint, 0444);
MODULE_PARM_DESC(interrupts, "how often the VEML6030 has pulled its line");

static unsigned int violations;
module_param(violations, uint, 0444);
MODULE_PARM_DESC(violations, "messages with a wrong checksum, length, command or pause");

static DEFINE_MUTEX(lock);
static struct i2c_adapter adapter;

static s64 ms_since(ktime_t then)
{
	return ktime_ms_delta(ktime_get(), then);
}

/* The monitor: DDC/CI 1.1, with brightness (VCP code 0x10) as its only control. */

static bool is_asked;
static ktime_t last_message;
static unsigned int pause_ms;

static void note_pause(unsigned int next_ms)
{
	if (pause_ms && ms_since(last_message) < pause_ms) {
		violations++;
		pr_warn("hil_i2c: %lld ms after the monitor's last message, not %u\n", ms_since(last_message), pause_ms);
	}
	last_message = ktime_get();
	pause_ms = next_ms;
}

static void order(unsigned int value)
{
	pause_ms = 50;
	if (value > monitor) {
		violations++;
		return;
	}
	brightness = value;
	orders++;
}

static int monitor_hears(const u8 *bytes, unsigned int count)
{
	u8 sum = 0x6e;
	unsigned int i;

	note_pause(40);
	for (i = 0; i < count; i++)
		sum ^= bytes[i];
	if (count < 4 || bytes[0] != 0x51 || !(bytes[1] & 0x80) || (bytes[1] & 0x7f) + 3 != count || sum)
		violations++;
	else if (count == 5 && bytes[2] == 0x01 && bytes[3] == 0x10)
		is_asked = true;
	else if (count == 7 && bytes[2] == 0x03 && bytes[3] == 0x10)
		order(bytes[4] << 8 | bytes[5]);
	else
		violations++;
	return 0;
}

static void put(u8 *bytes, unsigned int count, unsigned int index, u8 value)
{
	if (index < count)
		bytes[index] = value;
}

/* A question is answered once; then, as before it, comes the null message. */
static int monitor_says(u8 *bytes, unsigned int count)
{
	static const u8 nothing[] = { 0x6e, 0x80, 0xbe };
	u8 answer[] = { 0x6e, 0x88, 0x02, 0, 0x10, 0, monitor >> 8, monitor, brightness >> 8, brightness, 0 };
	u8 sum = 0x50;
	unsigned int i;

	note_pause(0);
	memset(bytes, 0, count);
	for (i = 0; i < sizeof(answer) - 1; i++)
		sum ^= answer[i];
	answer[10] = sum;
	if (is_asked && noise) {
		noise--;
		answer[9] ^= 0x20;
	}
	for (i = 0; i < (is_asked ? sizeof(answer) : sizeof(nothing)); i++)
		put(bytes, count, i, is_asked ? answer[i] : nothing[i]);
	is_asked = false;
	return 0;
}

/* BH1750: commands of one byte, and a count of two that is there when the measurement has had its time. */

static bool is_measuring;
static ktime_t measured_at;
static u16 result;

static unsigned int measurement_ms(void)
{
	return 1740 * time_register / 1000;
}

static int bh1750_hears(const u8 *bytes, unsigned int count)
{
	u8 command = bytes[0];

	if (count != 1) {
		violations++;
		return 0;
	}
	if ((command & 0xf8) == 0x40)
		time_register = (time_register & 0x1f) | (command & 7) << 5;
	else if ((command & 0xe0) == 0x60)
		time_register = (time_register & 0xe0) | (command & 0x1f);
	else if (command == 0x20) {
		is_measuring = true;
		measured_at = ktime_get();
	} else if (command > 1 && command != 7)
		violations++;
	return 0;
}

static int bh1750_says(u8 *bytes, unsigned int count)
{
	if (count != 2) {
		violations++;
		return -EIO;
	}
	if (is_measuring && ms_since(measured_at) < measurement_ms()) {
		violations++;
	} else if (is_measuring) {
		/* 1.2 counts a lux in the time of 69. */
		u64 counts = div_u64((u64)millilux * 12 * time_register, 69 * 10000);

		result = min_t(u64, counts, 0xffff);
		is_measuring = false;
	}
	bytes[0] = result >> 8;
	bytes[1] = result;
	return 0;
}

/* VEML6030: registers of 16 bits, the lower byte first. */

enum { CONFIGURATION, HIGH_LIMIT, LOW_LIMIT, SAVING, LIGHT, WHITE, STATUS, REGISTERS };
#define IS_OFF 0x0001
#define HAS_INTERRUPT 0x0002
#define IS_LOW 0x8000
#define IS_HIGH 0x4000

static u16 registers[REGISTERS] = { [CONFIGURATION] = IS_OFF };
static u8 pointer;
static int line = -1;
static struct i2c_client *sensor;

static unsigned int integration_ms(void)
{
	switch (registers[CONFIGURATION] >> 6 & 15) {
	case 1: return 200;
	case 2: return 400;
	case 3: return 800;
	case 8: return 50;
	case 12: return 25;
	default: return 100;
	}
}

/* A count is 0.4608 lx at an eighth of the gain in 100 ms, and in proportion less at more. */
static u16 counts_of_light(void)
{
	static const unsigned int gain_eighths[] = { 8, 16, 1, 2 };
	unsigned int gain = gain_eighths[registers[CONFIGURATION] >> 11 & 3];
	u64 counts = div_u64((u64)millilux * 10 * gain * integration_ms(), 4608 * 100);

	return min_t(u64, counts, 0xffff);
}

static void measure(struct work_struct *unused);
static DECLARE_DELAYED_WORK(measurement, measure);

static void measure(struct work_struct *unused)
{
	bool pulls = false;

	mutex_lock(&lock);
	if (!(registers[CONFIGURATION] & IS_OFF)) {
		u16 counts = counts_of_light();
		u16 found = counts > registers[HIGH_LIMIT] ? IS_HIGH : counts < registers[LOW_LIMIT] ? IS_LOW : 0;

		registers[LIGHT] = registers[WHITE] = counts;
		if (registers[CONFIGURATION] & HAS_INTERRUPT && found) {
			/* The line stays low until the status is read. */
			pulls = !registers[STATUS];
			registers[STATUS] |= found;
		}
	}
	mutex_unlock(&lock);
	if (pulls) {
		interrupts++;
		handle_nested_irq(line);
	}
	schedule_delayed_work(&measurement, msecs_to_jiffies(integration_ms()));
}

static int veml6030_hears(const u8 *bytes, unsigned int count)
{
	if ((count != 1 && count != 3) || bytes[0] >= REGISTERS) {
		violations++;
		return -EIO;
	}
	pointer = bytes[0];
	if (count == 3)
		registers[pointer] = bytes[1] | bytes[2] << 8;
	return 0;
}

static int veml6030_says(u8 *bytes, unsigned int count)
{
	if (count != 2) {
		violations++;
		return -EIO;
	}
	bytes[0] = registers[pointer];
	bytes[1] = registers[pointer] >> 8;
	if (pointer == STATUS)
		registers[STATUS] = 0;
	return 0;
}

/* The bus */

static int transfer_one(struct i2c_msg *message)
{
	bool reads = message->flags & I2C_M_RD;

	if (monitor && !off && message->addr == 0x37)
		return reads ? monitor_says(message->buf, message->len) : monitor_hears(message->buf, message->len);
	if (bh1750 && message->addr == 0x23 && message->len)
		return reads ? bh1750_says(message->buf, message->len) : bh1750_hears(message->buf, message->len);
	if (veml6030 && message->addr == 0x10 && message->len)
		return reads ? veml6030_says(message->buf, message->len) : veml6030_hears(message->buf, message->len);
	return -ENXIO;
}

static int transfer(struct i2c_adapter *unused, struct i2c_msg *messages, int count)
{
	int i, status = 0;

	mutex_lock(&lock);
	for (i = 0; i < count && !status; i++)
		status = transfer_one(&messages[i]);
	mutex_unlock(&lock);
	return status ? status : count;
}

static u32 functions(struct i2c_adapter *unused)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm algorithm = {
	.master_xfer = transfer,
	.functionality = functions,
};

static struct i2c_adapter adapter = {
	.owner = THIS_MODULE,
	.algo = &algorithm,
	.nr = 9,
	.name = "hil bus",
};

/* The line is pulled in a thread, where its handler runs at once. */

static void nothing_to_do(struct irq_data *data)
{
}

static int any_type(struct irq_data *data, unsigned int type)
{
	return 0;
}

static struct irq_chip chip = {
	.name = "hil_i2c",
	.irq_mask = nothing_to_do,
	.irq_unmask = nothing_to_do,
	.irq_set_type = any_type,
};

static int add_interrupt(void)
{
	line = irq_alloc_desc(0);
	if (line < 0)
		return line;
	irq_set_chip_and_handler(line, &chip, handle_simple_irq);
	irq_set_nested_thread(line, true);
	irq_clear_status_flags(line, IRQ_NOREQUEST | IRQ_NOPROBE);
	return 0;
}

static int add_sensor(void)
{
	struct i2c_board_info info = { I2C_BOARD_INFO("veml6030", 0x10) };

	if (!veml6030)
		return 0;
	info.irq = line;
	sensor = i2c_new_client_device(&adapter, &info);
	if (IS_ERR(sensor))
		return PTR_ERR(sensor);
	schedule_delayed_work(&measurement, 0);
	return 0;
}

static int __init hil_i2c_init(void)
{
	int status = veml6030 ? add_interrupt() : 0;

	time_register = 69;
	if (status)
		return status;
	status = i2c_add_numbered_adapter(&adapter);
	if (status)
		goto no_adapter;
	status = add_sensor();
	if (!status)
		return 0;
	i2c_del_adapter(&adapter);
no_adapter:
	if (line >= 0)
		irq_free_desc(line);
	return status;
}

static void __exit hil_i2c_exit(void)
{
	if (!IS_ERR_OR_NULL(sensor)) {
		cancel_delayed_work_sync(&measurement);
		i2c_unregister_device(sensor);
	}
	i2c_del_adapter(&adapter);
	if (line >= 0)
		irq_free_desc(line);
}

module_init(hil_i2c_init);
module_exit(hil_i2c_exit);
MODULE_DESCRIPTION("I2C bus with a monitor and light sensors, for tests");
MODULE_LICENSE("GPL");
