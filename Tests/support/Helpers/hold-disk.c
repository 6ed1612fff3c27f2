// For LD_PRELOAD: while the file named by AFTERGLOW_HOLD_DISK exists, what is synchronised waits, as on a disk that hangs. The
// first that waits leaves a file of that name with ".held" at its end.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

int fsync(int descriptor) {
  const char *hold = getenv("AFTERGLOW_HOLD_DISK");
  char held[4096];
  if (hold && snprintf(held, sizeof held, "%s.held", hold) < (int)sizeof held) {
    while (access(hold, F_OK) == 0) {
      close(open(held, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
      usleep(10000);
    }
  }
  return (int)syscall(SYS_fsync, descriptor);
}
