// The wire on which a monitor takes orders (i2c-dev).
#pragma once

#include "CLinux.h"
#include "ag_sysfs.h"

#include <linux/i2c-dev.h>
#include <linux/i2c.h>

#pragma clang assume_nonnull begin

static const uint32_t ag_request_i2c = (uint32_t)I2C_RDWR;
enum { AG_CREATE_OR_TRUNCATE = O_CREAT | O_TRUNC };

// One message to or from an address; 0 or −errno. Unlike I2C_SLAVE it needs no state in the kernel.
AG_INLINE int32_t ag_i2c_transfer(int32_t fd, uint16_t address, void *bytes, int32_t count, int32_t reads) {
  struct i2c_msg message = {
    .addr = address, .flags = reads ? I2C_M_RD : 0, .len = (uint16_t)count, .buf = (uint8_t *)bytes,
  };
  struct i2c_rdwr_ioctl_data transfer = {&message, 1};
  int32_t r = ag_control(fd, I2C_RDWR, &transfer);
  return r < 0 ? r : 0;
}

// The monitor's end of a connector: "folder/entry" has a link `ddc` to its bus, or (DisplayPort) the bus as a folder. The
// device file's path goes to `out`; 1, or 0 when there is none.
AG_INLINE int32_t ag_i2c_of_connector(const char *folder, const char *entry, char *out, int32_t room) {
  char name[64], path[AG_PATH_ROOM];
  int32_t n = ag_link_name(folder, entry, "ddc", name, sizeof name);
  if (n <= 0) {
    if (ag_join(path, folder, entry, "") < 0) return 0;
    name[0] = 0;
    char before[64] = "";
    while ((n = ag_next_name(path, before, name, sizeof name)) > 0 && memcmp(name, "i2c-", 4) != 0)
      memcpy(before, name, sizeof before);
    if (n <= 0) return 0;
  }
  if (memcmp(name, "i2c-", 4) != 0) return 0;
  out[0] = 0;
  if (strlen(name) + 6 > (size_t)room) return 0;
  memcpy(out, "/dev/", 5);
  memcpy(out + 5, name, strlen(name) + 1);
  return 1;
}

#pragma clang assume_nonnull end
