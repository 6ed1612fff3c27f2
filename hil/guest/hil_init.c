/* Process 1: mounts the host's root below an overlay, runs the command, reports its exit status. */
#include "hil.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define SHARE "trans=virtio,version=9p2000.L,msize=262144"

static void make_folder(const char *path) {
  if (mkdir(path, 0755) && errno != EEXIST) die("make folder", path);
}

static void mount_on(const char *source, const char *path, const char *kind, unsigned long flags, const char *options) {
  make_folder(path);
  if (mount(source, path, kind, flags, options)) die("mount", path);
}

static void load_module(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) die("open", path);
  if (syscall(SYS_finit_module, file, "", 0) && errno != EEXIST) die("load", path);
  close(file);
}

/* The archive that the machine starts from holds them named in the order of loading. */
static void load_first_modules(void) {
  struct dirent **names;
  int count = scandir("/modules", &names, NULL, alphasort);
  if (count < 0) die("read folder", "/modules");
  for (int i = 0; i < count; i++) {
    char path[300];
    if (names[i]->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "/modules/%s", names[i]->d_name);
    load_module(path);
  }
}

static void mount_root(void) {
  mount_on("root", "/lower", "9p", MS_RDONLY, SHARE ",cache=loose");
  mount_on("upper", "/upper", "tmpfs", 0, "mode=755");
  make_folder("/upper/new");
  make_folder("/upper/work");
  mount_on("overlay", "/root", "overlay", 0, "lowerdir=/lower,upperdir=/upper/new,workdir=/upper/work");
  mount_on("job", "/root/out", "9p", 0, SHARE ",cache=none");
  mount_on("kit", "/root/hil", "9p", MS_RDONLY, SHARE ",cache=loose");
  make_folder("/root/usr/lib/modules");
  if (mount("/root/hil/kernel/lib/modules", "/root/usr/lib/modules", NULL, MS_BIND, NULL)) die("mount", "modules");
}

static void enter_root(void) {
  const char *moved[] = {"/dev", "/proc", "/sys"};
  for (int i = 0; i < 3; i++) {
    char target[16];
    snprintf(target, sizeof target, "/root%s", moved[i]);
    make_folder(target);
    if (mount(moved[i], target, NULL, MS_MOVE, NULL)) die("move mount", moved[i]);
  }
  if (chdir("/root") || mount(".", "/", NULL, MS_MOVE, NULL) || chroot(".") || chdir("/")) die("enter", "/root");
  mount_on("run", "/run", "tmpfs", 0, "mode=755");
  mount_on("shm", "/dev/shm", "tmpfs", 0, "mode=1777");
  mount_on("pts", "/dev/pts", "devpts", 0, "ptmxmode=666");
  mount("debug", "/sys/kernel/debug", "debugfs", 0, NULL);
}

static void bring_loopback_up(void) {
  struct ifreq request = {.ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING};
  int file = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (file < 0) return;
  ioctl(file, SIOCSIFFLAGS, &request);
  close(file);
}

static void set_environment(void) {
  setenv("PATH", "/hil/guest:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", 1);
  setenv("HOME", "/root", 1);
  setenv("LC_ALL", "C.UTF-8", 1);
}

/* The job's script loads its modules and runs the command; what it says goes to cmd.log. */
static pid_t start_job(void) {
  pid_t job = fork();
  if (job) return job;
  setsid();
  int log = open("/out/cmd.log", O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0644);
  int none = open("/dev/null", O_RDONLY);
  if (log < 0 || none < 0) _exit(125);
  dup2(none, 0);
  dup2(log, 1);
  dup2(log, 2);
  close(log);
  close(none);
  execl("/bin/bash", "bash", "/out/job.sh", (char *)NULL);
  _exit(127);
}

static int wait_for_job(pid_t job) {
  int status;
  pid_t ended;
  while ((ended = wait(&status)) != job) {
    if (ended < 0 && errno == ECHILD) return 125;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int run_init(void) {
  mount_on("proc", "/proc", "proc", 0, NULL);
  mount_on("sys", "/sys", "sysfs", 0, NULL);
  mount_on("dev", "/dev", "devtmpfs", 0, NULL);
  load_first_modules();
  mount_root();
  enter_root();
  bring_loopback_up();
  set_environment();
  sethostname("afterglow-hil", 13);
  if (ask_host("UP")) die("reach the host over", "/dev/ttyS1");

  char report[32];
  snprintf(report, sizeof report, "EXIT %d", wait_for_job(start_job()));
  sync();
  ask_host(report);
  for (;;) pause(); /* the host ends the machine */
}
