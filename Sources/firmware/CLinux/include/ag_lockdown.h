// What confines a process: limits, user and group, capabilities, and the system-call filter. Raw calls where the C
// library would ask its threads first; these processes have one.
#pragma once

#include "CLinux.h"
#include "ag_descriptors.h"
#include "ag_drm.h"

#include <grp.h>
#include <linux/fb.h>
#include <linux/gpio.h>
#include <linux/kd.h>
#include <linux/netlink.h>
#include <linux/spi/spidev.h>
#include <linux/vt.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <sys/syscall.h>

#pragma clang assume_nonnull begin

// The filter: one step of a classic BPF program, as struct sock_filter.

struct ag_filter_step {
  uint16_t code;
  uint8_t if_true;
  uint8_t if_false;
  uint32_t k;
};
_Static_assert(sizeof(struct ag_filter_step) == sizeof(struct sock_filter), "sock_filter");

enum {
  AG_FILTER_LOAD = BPF_LD | BPF_W | BPF_ABS,
  AG_FILTER_IF_EQUAL = BPF_JMP | BPF_JEQ | BPF_K,
  AG_FILTER_IF_AT_LEAST = BPF_JMP | BPF_JGE | BPF_K,
  AG_FILTER_IF_ANY_BIT = BPF_JMP | BPF_JSET | BPF_K,
  AG_FILTER_JUMP = BPF_JMP | BPF_JA,
  AG_FILTER_RETURN = BPF_RET | BPF_K,
  AG_FILTER_AT_CALL = offsetof(struct seccomp_data, nr),
  AG_FILTER_AT_ARCHITECTURE = offsetof(struct seccomp_data, arch),
  // Low half of the first argument (both architectures are little-endian); the next ones lie 8 bytes apart. What is
  // checked are ints, of which the kernel itself ignores the upper half.
  AG_FILTER_AT_ARGUMENTS = offsetof(struct seccomp_data, args),
};

static const uint32_t ag_filter_allows = SECCOMP_RET_ALLOW;
static const uint32_t ag_filter_kills = SECCOMP_RET_KILL_PROCESS;
static const uint32_t ag_filter_refuses = SECCOMP_RET_ERRNO | EPERM;

#if defined(__x86_64__)
static const uint32_t ag_filter_architecture = AUDIT_ARCH_X86_64;
// Numbers from here on are the x32 calls, which come with the same architecture word.
AG_INLINE uint32_t ag_filter_first_foreign_call(void) { return 0x40000000; }
#elif defined(__aarch64__)
static const uint32_t ag_filter_architecture = AUDIT_ARCH_AARCH64;
AG_INLINE uint32_t ag_filter_first_foreign_call(void) { return 0; }
#else
#error "the system-call filter is written for x86-64 and aarch64"
#endif

// The filter stays for good and is inherited by children. −EINVAL or −ENOSYS: no such thing here (user-mode emulators).
AG_INLINE int32_t ag_filter_install(const struct ag_filter_step *steps, int32_t count) {
  struct sock_fprog program = {(unsigned short)count, (struct sock_filter *)steps};
  return (int32_t)ag_result(syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program));
}

// Limits

AG_INLINE int32_t ag_limit(int32_t resource, uint64_t value) {
  struct rlimit r = {(rlim_t)value, (rlim_t)value};
  return (int32_t)ag_result(setrlimit((__rlimit_resource_t)resource, &r));
}
enum {
  AG_LIMIT_LOCKED_MEMORY = RLIMIT_MEMLOCK,
  AG_LIMIT_DESCRIPTORS = RLIMIT_NOFILE,
  AG_LIMIT_CORE = RLIMIT_CORE,
};
static const uint64_t ag_no_limit = RLIM_INFINITY;

// Memory that is touched stays in memory, now and later; what is never touched costs nothing.
#ifndef MCL_ONFAULT
#define MCL_ONFAULT 4
#endif
AG_INLINE int32_t ag_lock_memory(void) { return (int32_t)ag_result(mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT)); }

// Forgets that the program's code and the stack below were ever touched: what the loop needs comes back, what only the
// set-up needed (of the guard as well, whose stack a renderer inherits) is not resident any more. Not possible once memory
// is locked. The kernel maps 64 KiB of code around each touched page: so the linker puts together what the loop needs
// (make/start-order.txt).
extern const char __executable_start[] __attribute__((weak)), etext[] __attribute__((weak));
//
// Never inlined: every frame that is in use must lie above this one.
__attribute__((noinline, unused)) static void ag_forget_set_up(void) {
  // What lies a megabyte below the stack's end is stack or nothing; the margin is for the calls made here.
  uintptr_t here = (uintptr_t)__builtin_frame_address(0) & ~(uintptr_t)4095;
  madvise((void *)(here - (1 << 20)), (1 << 20) - (1 << 14), MADV_DONTNEED);
  if (!__executable_start || !etext) return;
  uintptr_t page = 4095;
  uintptr_t first = ((uintptr_t)__executable_start + page) & ~page;
  uintptr_t last = (uintptr_t)etext & ~page;
  if (last <= first) return;
  madvise((void *)first, last - first, MADV_DONTNEED);
}

// Grows the stack to `depth` below the caller, at the cost of one page: it may not grow any more when the memory that may
// be locked is used up.
__attribute__((noinline, unused)) static void ag_grow_stack(int32_t depth) {
  volatile char *low = (volatile char *)__builtin_alloca((size_t)depth);
  // Hands the array out: of one that only this function uses, the compiler keeps the byte that is written, at the top.
  __asm__ volatile("" : : "r"(low) : "memory");
  low[0] = 0;
}

// Who we are

AG_INLINE int32_t ag_is_root(void) { return geteuid() == 0; }
AG_INLINE int32_t ag_no_new_privileges(void) { return (int32_t)ag_result(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)); }
AG_INLINE int32_t ag_not_dumpable(void) { return (int32_t)ag_result(prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)); }
AG_INLINE int32_t ag_drop_groups(void) { return (int32_t)ag_result(syscall(__NR_setgroups, 0, (void *)0)); }
AG_INLINE int32_t ag_become_group(uint32_t gid) { return (int32_t)ag_result(syscall(__NR_setresgid, gid, gid, gid)); }
AG_INLINE int32_t ag_become_user(uint32_t uid) { return (int32_t)ag_result(syscall(__NR_setresuid, uid, uid, uid)); }

enum {
  AG_CAPABILITY_IPC_LOCK = CAP_IPC_LOCK,
  AG_CAPABILITY_KILL = CAP_KILL,
  AG_CAPABILITY_SETGID = CAP_SETGID,
  AG_CAPABILITY_SETUID = CAP_SETUID,
  AG_CAPABILITY_SETPCAP = CAP_SETPCAP,
  AG_CAPABILITY_TTY_CONFIG = CAP_SYS_TTY_CONFIG,
};

// What a program that is executed later could get at most. Only with CAP_SETPCAP; without it there is nothing to drop.
AG_INLINE void ag_drop_bounding_set(uint64_t kept) {
  for (int c = 0; c < 64; c++)
    if (!(kept >> c & 1) && prctl(PR_CAPBSET_DROP, c, 0, 0, 0) < 0 && errno == EINVAL) return;
}

// Keeps, of the capabilities that there are, those whose bit is set.
AG_INLINE int32_t ag_keep_capabilities(uint64_t kept) {
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct data[2];
  memset(data, 0, sizeof data);
  if (syscall(__NR_capget, &header, data) < 0) return -errno;
  for (int i = 0; i < 2; i++) {
    data[i].permitted &= (uint32_t)(kept >> (32 * i));
    data[i].effective = data[i].permitted;
    data[i].inheritable = 0;
  }
  return (int32_t)ag_result(syscall(__NR_capset, &header, data));
}

// The calls of the allow lists by name; −1 where this architecture has none of that name.
#define AG_CALL(name) AG_CALL_##name = __NR_##name
enum {
  AG_CALL(accept4), AG_CALL(adjtimex), AG_CALL(bind), AG_CALL(brk), AG_CALL(capget), AG_CALL(capset),
  AG_CALL(clock_adjtime), AG_CALL(clock_getres), AG_CALL(clock_gettime), AG_CALL(clock_nanosleep), AG_CALL(clone),
  AG_CALL(close), AG_CALL(close_range), AG_CALL(connect), AG_CALL(dup), AG_CALL(dup3), AG_CALL(epoll_create1),
  AG_CALL(epoll_ctl), AG_CALL(epoll_pwait), AG_CALL(execve),
  AG_CALL(execveat), AG_CALL(exit), AG_CALL(exit_group), AG_CALL(faccessat), AG_CALL(faccessat2), AG_CALL(fallocate),
  AG_CALL(fcntl), AG_CALL(flock), AG_CALL(fstat), AG_CALL(fstatfs), AG_CALL(ftruncate), AG_CALL(futex),
  AG_CALL(getdents64), AG_CALL(getegid), AG_CALL(geteuid), AG_CALL(getgid), AG_CALL(getpid), AG_CALL(getppid),
  AG_CALL(getrandom), AG_CALL(getrusage), AG_CALL(getsockname), AG_CALL(getsockopt), AG_CALL(gettid), AG_CALL(getuid),
  AG_CALL(inotify_add_watch), AG_CALL(inotify_init1), AG_CALL(inotify_rm_watch), AG_CALL(ioctl), AG_CALL(kill),
  AG_CALL(listen), AG_CALL(lseek), AG_CALL(madvise), AG_CALL(memfd_create), AG_CALL(mkdirat),
  AG_CALL(mlock2), AG_CALL(mlockall), AG_CALL(mmap), AG_CALL(mprotect), AG_CALL(mremap), AG_CALL(munmap), AG_CALL(nanosleep),
  AG_CALL(newfstatat), AG_CALL(openat), AG_CALL(pipe2), AG_CALL(ppoll), AG_CALL(prctl), AG_CALL(pread64),
  AG_CALL(prlimit64), AG_CALL(pwrite64), AG_CALL(read), AG_CALL(readlinkat), AG_CALL(readv), AG_CALL(recvfrom),
  AG_CALL(recvmsg), AG_CALL(restart_syscall), AG_CALL(rt_sigaction), AG_CALL(rt_sigprocmask), AG_CALL(rt_sigreturn),
  AG_CALL(rt_sigtimedwait), AG_CALL(sched_yield), AG_CALL(seccomp), AG_CALL(sendfile), AG_CALL(sendmsg),
  AG_CALL(sendto), AG_CALL(set_robust_list), AG_CALL(setgroups), AG_CALL(setresgid), AG_CALL(setresuid),
  AG_CALL(setsockopt), AG_CALL(shutdown), AG_CALL(signalfd4), AG_CALL(socket), AG_CALL(socketpair), AG_CALL(statx),
  AG_CALL(sysinfo), AG_CALL(tgkill), AG_CALL(timerfd_create), AG_CALL(timerfd_gettime), AG_CALL(timerfd_settime),
  AG_CALL(umask), AG_CALL(uname), AG_CALL(unlinkat), AG_CALL(wait4), AG_CALL(waitid), AG_CALL(write), AG_CALL(writev),
  AG_CALL(ptrace), AG_CALL(process_vm_readv), AG_CALL(process_vm_writev), AG_CALL(mount), AG_CALL(umount2),
  AG_CALL(pivot_root), AG_CALL(chroot), AG_CALL(init_module), AG_CALL(finit_module), AG_CALL(delete_module),
  AG_CALL(bpf), AG_CALL(perf_event_open), AG_CALL(userfaultfd), AG_CALL(io_uring_setup), AG_CALL(setns),
  AG_CALL(unshare), AG_CALL(kexec_load), AG_CALL(reboot), AG_CALL(keyctl), AG_CALL(personality), AG_CALL(clone3),
  AG_CALL(linkat), AG_CALL(symlinkat), AG_CALL(fchmod), AG_CALL(fchown), AG_CALL(clock_settime), AG_CALL(settimeofday),
  AG_CALL(swapon), AG_CALL(mknodat), AG_CALL(pidfd_open), AG_CALL(setuid), AG_CALL(mlock), AG_CALL(munlockall),
  AG_CALL(renameat2),
#ifdef __NR_renameat
  AG_CALL(renameat),
#else
  AG_CALL_renameat = -1,
#endif
#ifdef __x86_64__
  AG_CALL(access), AG_CALL(open), AG_CALL(poll), AG_CALL(readlink), AG_CALL(rename),
  AG_CALL(select), AG_CALL(stat), AG_CALL(lstat), AG_CALL(unlink), AG_CALL(dup2), AG_CALL(setrlimit),
  AG_CALL(epoll_wait), AG_CALL(time), AG_CALL(getdents),
#else
  AG_CALL_access = -1, AG_CALL_open = -1, AG_CALL_poll = -1,
  AG_CALL_readlink = -1, AG_CALL_rename = -1, AG_CALL_select = -1, AG_CALL_stat = -1, AG_CALL_lstat = -1,
  AG_CALL_unlink = -1, AG_CALL_dup2 = -1, AG_CALL_setrlimit = -1,
  AG_CALL_epoll_wait = -1, AG_CALL_time = -1, AG_CALL_getdents = -1,
#endif
};
#undef AG_CALL

enum {
  AG_PROTECTION_EXECUTE = PROT_EXEC,
  AG_OPEN_FOR_WRITING = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC,
  AG_FAMILY_UNIX = AF_UNIX,
  AG_FAMILY_NETLINK = AF_NETLINK,
  AG_NETLINK_UEVENT = NETLINK_KOBJECT_UEVENT,
  AG_CLOCK_REALTIME = CLOCK_REALTIME,
  // Namespaces, threads and shared memory: no child of ours has them.
  AG_CLONE_FORBIDDEN = CLONE_VM | CLONE_THREAD | CLONE_FILES | CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER
    | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWCGROUP,
};

// Fills the C library's allocator, for the ordinary build alone: memory for a megabyte of small pieces without asking.
AG_INLINE void ag_warm_allocator(void) {
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  void *p = malloc(1 << 20);
  __asm__ volatile("" : : "r"(p) : "memory");
  free(p);
}

// What a frame asks of a graphics card. The kernel looks at the request's lower half only.
static const uint32_t ag_request_drm_atomic = (uint32_t)DRM_IOCTL_MODE_ATOMIC;
static const uint32_t ag_request_drm_make_blob = (uint32_t)DRM_IOCTL_MODE_CREATEPROPBLOB;
static const uint32_t ag_request_drm_destroy_blob = (uint32_t)DRM_IOCTL_MODE_DESTROYPROPBLOB;
static const uint32_t ag_request_drm_flip = (uint32_t)DRM_IOCTL_MODE_PAGE_FLIP;
static const uint32_t ag_request_drm_dirty = (uint32_t)DRM_IOCTL_MODE_DIRTYFB;
static const uint32_t ag_request_drm_set_crtc = (uint32_t)DRM_IOCTL_MODE_SETCRTC;
static const uint32_t ag_request_drm_set_property = (uint32_t)DRM_IOCTL_MODE_SETPROPERTY;

// Of a console that is put back to text.
static const uint32_t ag_request_console_kind = (uint32_t)KDSETMODE;
static const uint32_t ag_request_console_mode = (uint32_t)VT_SETMODE;
// Of an old framebuffer, and of an e-paper controller's bus and lines.
static const uint32_t ag_request_framebuffer_mode = (uint32_t)FBIOGET_VSCREENINFO;
static const uint32_t ag_request_framebuffer_blank = (uint32_t)FBIOBLANK;
static const uint32_t ag_request_spi_message = (uint32_t)SPI_IOC_MESSAGE(1);
static const uint32_t ag_request_line_get = (uint32_t)GPIO_V2_LINE_GET_VALUES_IOCTL;
static const uint32_t ag_request_line_set = (uint32_t)GPIO_V2_LINE_SET_VALUES_IOCTL;

#pragma clang assume_nonnull end
