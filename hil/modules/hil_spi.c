// SPDX-License-Identifier: GPL-2.0
/*
 * A SPI controller whose far side is a program: what a driver above it sends is read from /dev/hilspi as one record a
 * transfer, and the transfer ends when the program has answered. The program can thus look at the data/command line and
 * lower BUSY before the sender's ioctl returns. While no process has /dev/hilspi open, the bus loops back.
 */
#include <linux/delay.h>
#include <linux/ktime.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/poll.h>
#include <linux/spi/spi.h>
#include <linux/uaccess.h>
#include "hil_spi.h"

static unsigned int bus;
module_param(bus, uint, 0444);
MODULE_PARM_DESC(bus, "number of the bus: /dev/spidevBUS.0 and .1");
static unsigned int max_hz = 32000000;
module_param(max_hz, uint, 0444);
MODULE_PARM_DESC(max_hz, "highest clock that the controller takes");
static unsigned int reply_ms = 5000;
module_param(reply_ms, uint, 0644);
MODULE_PARM_DESC(reply_ms, "how long the program may take to answer; then the transfer fails with ETIMEDOUT");
static bool realtime;
module_param(realtime, bool, 0644);
MODULE_PARM_DESC(realtime, "a transfer takes at least as long as its bits on the wire");
static unsigned int fail_next;
module_param(fail_next, uint, 0644);
MODULE_PARM_DESC(fail_next, "fail this many transfers with EIO");

static struct platform_device *parent;
static struct spi_controller *controller;

/* One transfer at a time, as the SPI core promises. */
static DEFINE_MUTEX(bus_lock);
static DECLARE_WAIT_QUEUE_HEAD(news);
static bool is_open;
static bool is_pending, is_delivered, is_answered;
static struct hil_spi_record record;
static const void *transmit;
static void *receive;
static u32 next_sequence;

static bool answered_or_closed(void)
{
	bool result;

	mutex_lock(&bus_lock);
	result = is_answered || !is_open;
	mutex_unlock(&bus_lock);
	return result;
}

static void loop_back(const struct spi_transfer *transfer)
{
	if (!transfer->rx_buf)
		return;
	if (transfer->tx_buf)
		memcpy(transfer->rx_buf, transfer->tx_buf, transfer->len);
	else
		memset(transfer->rx_buf, 0, transfer->len);
}

static void fill_record(struct spi_device *device, struct spi_transfer *transfer)
{
	struct spi_message *message = controller->cur_msg;

	memset(&record, 0, sizeof(record));
	record.time_ns = ktime_get_ns();
	record.sequence = next_sequence++;
	record.length = transfer->len;
	record.speed_hz = transfer->speed_hz;
	record.mode = device->mode;
	record.chip_select = device->chip_select;
	record.bits_per_word = transfer->bits_per_word;
	if (message && list_first_entry(&message->transfers, struct spi_transfer, transfer_list) == transfer)
		record.flags |= HIL_SPI_FIRST;
	if (message && list_is_last(&transfer->transfer_list, &message->transfers))
		record.flags |= HIL_SPI_LAST;
	if (transfer->cs_change)
		record.flags |= HIL_SPI_CS_CHANGE;
	if (transfer->rx_buf)
		record.flags |= HIL_SPI_READS;
}

static int ask_program(struct spi_device *device, struct spi_transfer *transfer)
{
	long left;
	int result = 0;

	mutex_lock(&bus_lock);
	if (!is_open) {
		mutex_unlock(&bus_lock);
		loop_back(transfer);
		return 0;
	}
	fill_record(device, transfer);
	transmit = transfer->tx_buf;
	receive = transfer->rx_buf;
	if (receive)
		memset(receive, 0, transfer->len);
	is_answered = is_delivered = false;
	is_pending = true;
	mutex_unlock(&bus_lock);
	wake_up_all(&news);

	left = wait_event_timeout(news, answered_or_closed(), msecs_to_jiffies(reply_ms));

	mutex_lock(&bus_lock);
	if (!is_answered)
		result = left ? -EIO : -ETIMEDOUT;
	is_pending = false;
	transmit = receive = NULL;
	mutex_unlock(&bus_lock);
	return result;
}

static int transfer_one(struct spi_controller *unused, struct spi_device *device, struct spi_transfer *transfer)
{
	ktime_t start = ktime_get();
	int result;

	if (fail_next) {
		fail_next--;
		return -EIO;
	}
	result = ask_program(device, transfer);
	if (realtime && transfer->speed_hz) {
		s64 wire_us = div_u64((u64)transfer->len * 8 * 1000000, transfer->speed_hz);
		s64 left_us = wire_us - ktime_us_delta(ktime_get(), start);

		if (left_us > 0)
			usleep_range(left_us, left_us + left_us / 10 + 50);
	}
	return result;
}

static int model_open(struct inode *inode, struct file *file)
{
	int result = -EBUSY;

	mutex_lock(&bus_lock);
	if (!is_open) {
		is_open = true;
		is_pending = false;
		result = 0;
	}
	mutex_unlock(&bus_lock);
	return result;
}

static int model_release(struct inode *inode, struct file *file)
{
	mutex_lock(&bus_lock);
	is_open = false;
	mutex_unlock(&bus_lock);
	wake_up_all(&news);
	return 0;
}

static bool may_deliver(void)
{
	bool result;

	mutex_lock(&bus_lock);
	result = is_pending && !is_delivered;
	mutex_unlock(&bus_lock);
	return result;
}

/* One record and its bytes (zeros when the sender only reads); EMSGSIZE when they do not fit. */
static ssize_t model_read(struct file *file, char __user *bytes, size_t count, loff_t *offset)
{
	ssize_t result;

	if (!may_deliver()) {
		if (file->f_flags & O_NONBLOCK)
			return -EAGAIN;
		if (wait_event_interruptible(news, may_deliver()))
			return -ERESTARTSYS;
	}
	mutex_lock(&bus_lock);
	result = sizeof(record) + record.length;
	if (!is_pending || is_delivered)
		result = -EAGAIN;
	else if (count < result)
		result = -EMSGSIZE;
	else if (copy_to_user(bytes, &record, sizeof(record)) ||
		 (transmit ? copy_to_user(bytes + sizeof(record), transmit, record.length)
			   : clear_user(bytes + sizeof(record), record.length)))
		result = -EFAULT;
	else
		is_delivered = true;
	mutex_unlock(&bus_lock);
	return result;
}

/* A sequence number, then the bytes that the sender receives (fewer = zeros follow). */
static ssize_t model_write(struct file *file, const char __user *bytes, size_t count, loff_t *offset)
{
	u32 sequence;
	ssize_t result = count;

	if (count < sizeof(sequence) || copy_from_user(&sequence, bytes, sizeof(sequence)))
		return -EINVAL;
	mutex_lock(&bus_lock);
	if (!is_delivered || !is_pending || is_answered || sequence != record.sequence)
		result = -ESTALE;
	else if (count - sizeof(sequence) > record.length)
		result = -EMSGSIZE;
	else if (receive && copy_from_user(receive, bytes + sizeof(sequence), count - sizeof(sequence)))
		result = -EFAULT;
	else
		is_answered = true;
	mutex_unlock(&bus_lock);
	wake_up_all(&news);
	return result;
}

static __poll_t model_poll(struct file *file, poll_table *table)
{
	poll_wait(file, &news, table);
	return EPOLLOUT | EPOLLWRNORM | (may_deliver() ? EPOLLIN | EPOLLRDNORM : 0);
}

static const struct file_operations model_operations = {
	.owner = THIS_MODULE,
	.open = model_open,
	.release = model_release,
	.read = model_read,
	.write = model_write,
	.poll = model_poll,
	.llseek = no_llseek,
};

static struct miscdevice model_device = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "hilspi",
	.fops = &model_operations,
};

/* Two chip selects, each with the kernel's own spidev on it: it takes no child that is named plainly "spidev". */
static int add_children(void)
{
	unsigned int select;

	for (select = 0; select < 2; select++) {
		struct spi_board_info info = {
			.modalias = "dh2228fv",
			.max_speed_hz = max_hz,
			.chip_select = select,
		};

		if (!spi_new_device(controller, &info))
			return -ENODEV;
	}
	return 0;
}

static int __init hil_spi_init(void)
{
	int result;

	parent = platform_device_register_simple("hil_spi", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(parent))
		return PTR_ERR(parent);
	result = misc_register(&model_device);
	if (result)
		goto no_model;
	controller = spi_alloc_master(&parent->dev, 0);
	result = -ENOMEM;
	if (!controller)
		goto no_controller;
	controller->bus_num = bus;
	controller->num_chipselect = 2;
	controller->mode_bits = SPI_CPOL | SPI_CPHA | SPI_CS_HIGH | SPI_LSB_FIRST | SPI_3WIRE | SPI_LOOP | SPI_NO_CS;
	controller->bits_per_word_mask = SPI_BPW_MASK(8) | SPI_BPW_MASK(9) | SPI_BPW_MASK(16) | SPI_BPW_MASK(32);
	controller->max_speed_hz = max_hz;
	controller->transfer_one = transfer_one;
	result = spi_register_controller(controller);
	if (result) {
		spi_controller_put(controller);
		goto no_controller;
	}
	result = add_children();
	if (!result)
		return 0;
	spi_unregister_controller(controller);
no_controller:
	misc_deregister(&model_device);
no_model:
	platform_device_unregister(parent);
	return result;
}

static void __exit hil_spi_exit(void)
{
	spi_unregister_controller(controller);
	misc_deregister(&model_device);
	platform_device_unregister(parent);
}

module_init(hil_spi_init);
module_exit(hil_spi_exit);
MODULE_DESCRIPTION("SPI controller answered from user space, for tests");
MODULE_LICENSE("GPL");
