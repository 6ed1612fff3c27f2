import CLinux

extension Lockdown {
  /// Drops what the guard does not need from now on (docs/lockdown.md). It must still open devices that appear later,
  /// fork renderers and set them up, so its list is wide; but it runs no other program, inspects no other process,
  /// changes no mounts, modules or clocks, maps nothing executable, and may create only UNIX sockets and the one for
  /// the kernel's device messages.
  ///
  /// As root it keeps the capabilities to switch the console, to lock a child's memory, to change its user and to kill
  /// it. Becoming DRM master again after another program needs none: the kernel remembers who opened the card as its
  /// master.
  ///
  /// - Throws: `SystemError` when the kernel refuses a step.
  public static func confineGuard() throws(SystemError) {
    if isRoot {
      let kept =
        bit(AG_CAPABILITY_TTY_CONFIG) | bit(AG_CAPABILITY_SETUID) | bit(AG_CAPABILITY_SETGID)
        | bit(AG_CAPABILITY_SETPCAP) | bit(AG_CAPABILITY_KILL) | bit(AG_CAPABILITY_IPC_LOCK)
      ag_drop_bounding_set(kept)
      _ = try checked("drop capabilities", ag_keep_capabilities(kept))
    }
    _ = try checked("give up new privileges", ag_no_new_privileges())
    _ = try checked("close the process to debuggers", ag_not_dumpable())
    var filter = SeccompFilter(otherwise: .refuse)
    refuseForGood(&filter)
    allowWaiting(&filter)
    allowFiles(&filter)
    allowMemory(&filter)
    allowSockets(&filter)
    allowChildren(&filter)
    try filter.install()
  }

  private static func bit(_ capability: Int) -> UInt64 { 1 << UInt64(capability) }

  /// Calls that this program never makes: an attempt is treated as an attack and ends the process.
  private static func refuseForGood(_ filter: inout SeccompFilter) {
    filter.kill([
      AG_CALL_execve, AG_CALL_execveat, AG_CALL_ptrace, AG_CALL_process_vm_readv, AG_CALL_process_vm_writev,
      AG_CALL_mount, AG_CALL_umount2, AG_CALL_pivot_root, AG_CALL_chroot, AG_CALL_init_module, AG_CALL_finit_module,
      AG_CALL_delete_module, AG_CALL_kexec_load, AG_CALL_bpf, AG_CALL_perf_event_open, AG_CALL_userfaultfd,
      AG_CALL_io_uring_setup, AG_CALL_setns, AG_CALL_unshare, AG_CALL_reboot, AG_CALL_swapon, AG_CALL_keyctl,
      AG_CALL_clock_settime, AG_CALL_settimeofday,
    ])
  }

  private static func allowWaiting(_ filter: inout SeccompFilter) {
    filter.allow([
      AG_CALL_ppoll, AG_CALL_poll, AG_CALL_select, AG_CALL_epoll_create1, AG_CALL_epoll_ctl, AG_CALL_epoll_wait,
      AG_CALL_epoll_pwait, AG_CALL_read, AG_CALL_write, AG_CALL_clock_gettime, AG_CALL_clock_getres,
      AG_CALL_clock_nanosleep, AG_CALL_nanosleep, AG_CALL_time, AG_CALL_adjtimex,
    ])
    filter.allow(AG_CALL_clock_adjtime, argument: 0, is: UInt32(AG_CLOCK_REALTIME))
    filter.allow([
      AG_CALL_timerfd_create, AG_CALL_timerfd_settime, AG_CALL_timerfd_gettime, AG_CALL_signalfd4, AG_CALL_rt_sigaction,
      AG_CALL_rt_sigprocmask, AG_CALL_rt_sigreturn, AG_CALL_rt_sigtimedwait, AG_CALL_restart_syscall, AG_CALL_futex,
      AG_CALL_sched_yield,
    ])
  }

  /// Devices, their folders, archives and the display file.
  private static func allowFiles(_ filter: inout SeccompFilter) {
    filter.allow([
      AG_CALL_openat, AG_CALL_open, AG_CALL_close, AG_CALL_close_range, AG_CALL_ioctl, AG_CALL_pread64,
      AG_CALL_pwrite64, AG_CALL_readv, AG_CALL_writev, AG_CALL_lseek, AG_CALL_fstat, AG_CALL_newfstatat, AG_CALL_stat,
      AG_CALL_lstat, AG_CALL_statx, AG_CALL_fstatfs, AG_CALL_access, AG_CALL_faccessat, AG_CALL_faccessat2,
      AG_CALL_readlink, AG_CALL_readlinkat, AG_CALL_getdents, AG_CALL_getdents64, AG_CALL_fcntl, AG_CALL_flock,
      AG_CALL_dup, AG_CALL_dup2, AG_CALL_dup3, AG_CALL_pipe2, AG_CALL_ftruncate, AG_CALL_fallocate, AG_CALL_rename,
      AG_CALL_renameat, AG_CALL_renameat2, AG_CALL_unlink, AG_CALL_unlinkat, AG_CALL_umask,
    ])
    // To recreate a runtime folder that was removed, and to watch for its removal.
    filter.allow([
      AG_CALL_mkdirat, AG_CALL_inotify_add_watch, AG_CALL_inotify_rm_watch, AG_CALL_sendfile, AG_CALL_memfd_create,
      AG_CALL_uname, AG_CALL_sysinfo, AG_CALL_getrandom,
    ])
  }

  private static func allowMemory(_ filter: inout SeccompFilter) {
    filter.allow(AG_CALL_mmap, argument: 2, without: UInt32(AG_PROTECTION_EXECUTE))
    filter.allow(AG_CALL_mprotect, argument: 2, without: UInt32(AG_PROTECTION_EXECUTE))
    filter.allow([AG_CALL_munmap, AG_CALL_mremap, AG_CALL_madvise, AG_CALL_brk, AG_CALL_mlock2, AG_CALL_mlockall])
  }

  private static func allowSockets(_ filter: inout SeccompFilter) {
    filter.allow(AG_CALL_socket, argument: 0, is: UInt32(AG_FAMILY_UNIX))
    filter.allow(AG_CALL_socket, first: UInt32(AG_FAMILY_NETLINK), argument: 2, is: UInt32(AG_NETLINK_UEVENT))
    filter.allow(AG_CALL_socketpair, argument: 0, is: UInt32(AG_FAMILY_UNIX))
    filter.allow([
      AG_CALL_bind, AG_CALL_listen, AG_CALL_accept4, AG_CALL_connect, AG_CALL_sendmsg, AG_CALL_sendto, AG_CALL_recvmsg,
      AG_CALL_recvfrom, AG_CALL_getsockname, AG_CALL_getsockopt, AG_CALL_setsockopt, AG_CALL_shutdown,
    ])
  }

  /// To fork, to confine the child, to kill and to reap it.
  private static func allowChildren(_ filter: inout SeccompFilter) {
    filter.allow(AG_CALL_clone, argument: 0, without: UInt32(bitPattern: Int32(truncatingIfNeeded: AG_CLONE_FORBIDDEN)))
    filter.allow([
      AG_CALL_set_robust_list, AG_CALL_wait4, AG_CALL_waitid, AG_CALL_kill, AG_CALL_tgkill, AG_CALL_exit,
      AG_CALL_exit_group, AG_CALL_getpid, AG_CALL_getppid, AG_CALL_gettid, AG_CALL_getuid, AG_CALL_geteuid,
      AG_CALL_getgid, AG_CALL_getegid, AG_CALL_getrusage, AG_CALL_prctl, AG_CALL_prlimit64, AG_CALL_setrlimit,
      AG_CALL_capget, AG_CALL_capset, AG_CALL_setgroups, AG_CALL_setresgid, AG_CALL_setresuid, AG_CALL_seccomp,
    ])
  }
}
