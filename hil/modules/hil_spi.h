/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/* What /dev/hilspi gives for each transfer: this record, then `length` bytes. Answer: the sequence (32 bits), then bytes. */
#ifndef HIL_SPI_H
#define HIL_SPI_H
#include <linux/types.h>

#define HIL_SPI_FIRST 1     /* the first transfer of its message: chip select goes active */
#define HIL_SPI_LAST 2      /* the last one: chip select is released after it */
#define HIL_SPI_CS_CHANGE 4 /* the sender asked for a change of chip select after it */
#define HIL_SPI_READS 8     /* the sender looks at what comes back */

struct hil_spi_record {
	__u64 time_ns; /* CLOCK_MONOTONIC */
	__u32 sequence;
	__u32 length;
	__u32 speed_hz;
	__u32 mode;
	__u8 chip_select;
	__u8 bits_per_word;
	__u8 flags;
	__u8 reserved[5];
};
#endif
