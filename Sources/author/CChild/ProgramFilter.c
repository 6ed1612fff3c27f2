#define _GNU_SOURCE 1
#include "Program.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// The system calls of a program: all that the kernel has had until Linux 6.12, except those below. Between fork and exec:
// nothing but what a signal handler may call.

#if defined(__x86_64__)
enum { OWN_ARCHITECTURE = AUDIT_ARCH_X86_64 };
#elif defined(__aarch64__)
enum { OWN_ARCHITECTURE = (int)AUDIT_ARCH_AARCH64 };
#else
#error "expected x86-64 or arm64"
#endif

enum {
  // The last call that is known here: later ones are answered as if the kernel did not have them.
  LAST_CALL = 462,
  // Those that have one number on every architecture; headers may be older.
  PIDFD_SEND_SIGNAL = 424,
  IO_URING_SETUP = 425,
  IO_URING_ENTER = 426,
  IO_URING_REGISTER = 427,
  OPEN_TREE = 428,
  MOVE_MOUNT = 429,
  FSOPEN = 430,
  FSCONFIG = 431,
  FSMOUNT = 432,
  FSPICK = 433,
  CLONE3 = 435,
  OPENAT2 = 437,
  PIDFD_GETFD = 438,
  PROCESS_MADVISE = 440,
  MOUNT_SETATTR = 442,
  QUOTACTL_FD = 443,
  PROCESS_MRELEASE = 448,
  FCHMODAT2 = 452,
  STATMOUNT = 457,
  LISTMOUNT = 458,
  NEW_NAMESPACES = 0x7E020000,
};

static struct sock_filter code[512];
static unsigned short count;

static void emit(int operation, int yes, int no, uint32_t value) {
  if (count < sizeof code / sizeof *code) {
    code[count++] = (struct sock_filter){(unsigned short)operation, (unsigned char)yes, (unsigned char)no, value};
  }
}

static void answer(uint32_t value) { emit(BPF_RET | BPF_K, 0, 0, value); }
static void refuse(int error) { answer(SECCOMP_RET_ERRNO | (uint32_t)error); }
// The low half: what the kernel looks at, for each of the arguments here.
static void argument(int index) {
  emit(BPF_LD | BPF_W | BPF_ABS, 0, 0, (uint32_t)(offsetof(struct seccomp_data, args) + 8 * (size_t)index));
}
static void allow_value(uint32_t value) {
  emit(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, value);
  answer(SECCOMP_RET_ALLOW);
}
static void refuse_value(uint32_t value, int error) {
  emit(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, value);
  refuse(error);
}
// What follows is for one call, until `end_call`; it must end with an answer.
static unsigned short begin_call(long number) {
  emit(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, (uint32_t)number);
  return count;
}
static void end_call(unsigned short start) { code[start - 1].jf = (unsigned char)(count - start); }

static void refuse_call(long number, int error) { refuse_value((uint32_t)number, error); }

// The parts of the filter

static void begin(void) {
  emit(BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, arch));
  emit(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, (uint32_t)OWN_ARCHITECTURE);
  answer(0x80000000u);  // SECCOMP_RET_KILL_PROCESS
  emit(BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, nr));
  emit(BPF_JMP | BPF_JGT | BPF_K, 0, 1, LAST_CALL);
  refuse(ENOSYS);
}

// Other processes, their memory and the kernel; what stays after the program; other ways to open, to connect and to start.
static void refuse_calls(void) {
  static const short forbidden[] = {
      SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, PIDFD_GETFD, PROCESS_MADVISE, PROCESS_MRELEASE,
      SYS_migrate_pages, SYS_move_pages, SYS_perf_event_open, SYS_bpf, SYS_userfaultfd,
      SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_unshare, SYS_setns, OPEN_TREE, MOVE_MOUNT, FSOPEN, FSCONFIG,
      FSMOUNT, FSPICK, MOUNT_SETATTR, STATMOUNT, LISTMOUNT, SYS_quotactl, QUOTACTL_FD, SYS_open_by_handle_at,
      SYS_name_to_handle_at, SYS_fanotify_init, SYS_fanotify_mark, SYS_add_key, SYS_request_key, SYS_keyctl,
      SYS_shmget, SYS_shmat, SYS_shmctl, SYS_semget, SYS_semop, SYS_semctl, SYS_semtimedop, SYS_msgget, SYS_msgsnd,
      SYS_msgrcv, SYS_msgctl, SYS_mq_open, SYS_mq_unlink, SYS_init_module, SYS_finit_module, SYS_delete_module,
      SYS_kexec_load, SYS_kexec_file_load, SYS_reboot, SYS_swapon, SYS_swapoff, SYS_sethostname, SYS_setdomainname,
      SYS_settimeofday, SYS_clock_settime, SYS_acct, SYS_syslog, SYS_vhangup, SYS_personality, SYS_fchown, SYS_fchownat,
      // Landlock covers a port that is bound, and not one that the kernel chooses; nor watches, which name what others open.
      SYS_listen, SYS_inotify_add_watch,
#ifdef __x86_64__
      SYS_chown, SYS_lchown, SYS_iopl, SYS_ioperm, SYS_modify_ldt,
#endif
  };
  // Accepted, and nothing is done: what copies or unpacks files would fail otherwise, and only the program sees its private folder.
  // Landlock leaves modes and times alone: a secret must stay its user's own, and a file that the author watches as it is.
  static const short ignored[] = {
      SYS_fchmod, SYS_fchmodat, FCHMODAT2, SYS_utimensat,
#ifdef __x86_64__
      SYS_chmod, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
  };
  static const short absent[] = {CLONE3, IO_URING_SETUP, IO_URING_ENTER, IO_URING_REGISTER};
  static const short unsupported[] = {
      SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr,
  };
  for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++) refuse_call(forbidden[i], EPERM);
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) refuse_call(ignored[i], 0);
  for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) refuse_call(absent[i], ENOSYS);
  for (size_t i = 0; i < sizeof unsupported / sizeof *unsupported; i++) refuse_call(unsupported[i], ENOTSUP);
}

// The network, and pairs of one's own. Not UNIX sockets: the listener acts for this user, such as the service
// manager, a container daemon, an SSH agent or the author itself. A datagram socket of a pair could be pointed at one.
static void allow_sockets(void) {
  unsigned short call = begin_call(SYS_socket);
  argument(0);
  allow_value(AF_INET);
  allow_value(AF_INET6);
  emit(BPF_JMP | BPF_JEQ | BPF_K, 0, 3, AF_NETLINK);
  argument(2);
  allow_value(0);
  refuse(EAFNOSUPPORT);
  end_call(call);
  call = begin_call(SYS_socketpair);
  argument(1);
  emit(BPF_ALU | BPF_AND | BPF_K, 0, 0, 0xF);
  allow_value(SOCK_STREAM);
  allow_value(SOCK_SEQPACKET);
  refuse(EAFNOSUPPORT);
  end_call(call);
}

// Limits, processor and priority of the process itself only; no typing into a terminal.
static void allow_itself(void) {
  static const short first_is_process[] = {
      SYS_prlimit64, SYS_sched_setaffinity, SYS_sched_setscheduler, SYS_sched_setparam, SYS_sched_setattr,
  };
  for (size_t i = 0; i < sizeof first_is_process / sizeof *first_is_process; i++) {
    unsigned short call = begin_call(first_is_process[i]);
    argument(0);
    allow_value(0);
    refuse(EPERM);
    end_call(call);
  }
  static const struct { short call, all_of_user; } priorities[] = {{SYS_setpriority, 2}, {SYS_ioprio_set, 3}};
  for (size_t i = 0; i < 2; i++) {
    unsigned short call = begin_call(priorities[i].call);
    argument(0);
    refuse_value((uint32_t)priorities[i].all_of_user, EPERM);
    argument(1);
    allow_value(0);
    refuse(EPERM);
    end_call(call);
  }
  // Requests of file systems (Btrfs, Bcachefs, 'f', 'v', 'X'), by their second byte: a snapshot has a secret under another name,
  // and needs no right but to the folder that it appears in. Copies that share blocks are among them; programs copy without.
  static const uint32_t file_systems[] = {0x9400, 0xBC00, 0x6600, 0x7600, 0x5800};
  // TIOCSTI, TIOCLINUX, TIOCSCTTY, FIOSETOWN, SIOCSPGRP: the last two have another process signalled.
  static const uint32_t requests[] = {0x5412, 0x541C, 0x540E, 0x8901, 0x8902};
  unsigned short call = begin_call(SYS_ioctl);
  argument(1);
  emit(BPF_ALU | BPF_AND | BPF_K, 0, 0, 0xFF00);
  for (size_t i = 0; i < sizeof file_systems / sizeof *file_systems; i++) refuse_value(file_systems[i], ENOTTY);
  argument(1);
  for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) refuse_value(requests[i], EPERM);
  answer(SECCOMP_RET_ALLOW);
  end_call(call);
  call = begin_call(SYS_fcntl);
  argument(1);
  // F_SETOWN and F_SETOWN_EX have another process signalled; F_SETLEASE and F_SETDELEG have others wait for a file.
  static const uint32_t commands[] = {8, 15, 1024, 1040};
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) refuse_value(commands[i], EPERM);
  answer(SECCOMP_RET_ALLOW);
  end_call(call);
}

// Before Landlock can scope signals: none to the author, the supervisor or everybody.
static void keep_signals(pid_t author, pid_t author_group, pid_t supervisor) {
  static const short calls[] = {SYS_kill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo};
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    unsigned short call = begin_call(calls[i]);
    argument(0);
    refuse_value((uint32_t)author, EPERM);
    refuse_value((uint32_t)-author_group, EPERM);
    refuse_value((uint32_t)supervisor, EPERM);
    refuse_value((uint32_t)-supervisor, EPERM);
    refuse_value((uint32_t)-1, EPERM);
    answer(SECCOMP_RET_ALLOW);
    end_call(call);
  }
  refuse_call(SYS_tkill, EPERM);
  refuse_call(PIDFD_SEND_SIGNAL, EPERM);
}

// Before Landlock covers truncation: not without the right to write.
static void keep_lengths(void) {
  refuse_call(SYS_truncate, EPERM);
  refuse_call(OPENAT2, ENOSYS);
  static const struct { short call, flags; } calls[] = {
      {SYS_openat, 2},
#ifdef __x86_64__
      {SYS_open, 1},
#endif
  };
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    unsigned short call = begin_call(calls[i].call);
    argument(calls[i].flags);
    emit(BPF_ALU | BPF_AND | BPF_K, 0, 0, O_TRUNC | O_ACCMODE);
    refuse_value(O_TRUNC | O_RDONLY, EPERM);
    answer(SECCOMP_RET_ALLOW);
    end_call(call);
  }
}

// The supervisor is not asked for each fork: a program that a signal interrupts meanwhile would get EINTR, which fork never
// returns otherwise, and shells give up.
static void keep_namespaces(void) {
  unsigned short call = begin_call(SYS_clone);
  argument(0);
  emit(BPF_JMP | BPF_JSET | BPF_K, 0, 1, NEW_NAMESPACES);
  refuse(EPERM);
  answer(SECCOMP_RET_ALLOW);
  end_call(call);
}

int ag_filter_install(pid_t author, pid_t author_group, pid_t supervisor, long landlock) {
  count = 0;
  begin();
  keep_namespaces();
  allow_sockets();
  allow_itself();
  if (landlock < 6) keep_signals(author, author_group, supervisor);
  if (landlock < 3) keep_lengths();
  refuse_calls();
  answer(SECCOMP_RET_ALLOW);
  struct sock_fprog program = {count, code};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}
