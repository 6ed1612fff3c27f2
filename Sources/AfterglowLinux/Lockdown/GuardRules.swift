import CLinux

extension Lockdown {
  /// What the guard does without from now on. It must still open devices that come later, fork renderers and set them
  /// up, so its list is wide; but it runs no other program, looks into no other process, changes no mounts, modules or
  /// clocks, maps nothing executable, and has no sockets but UNIX ones and the kernel's own messages.
  ///
  /// As root it keeps the capabilities to switch the console, to lock a child's memory, to turn it into another user and to end it. Being DRM
  /// master again after another program needs none: the kernel remembers who opened the card as its master.
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
    var filter = CallFilter(otherwise: .refuse)
    refuseForGood(&filter)
    allowWaiting(&filter)
    allowFiles(&filter)
    allowMemory(&filter)
    allowSockets(&filter)
    allowChildren(&filter)
    try filter.install()
  }

  private static func bit(_ capability: Int) -> UInt64 { 1 << UInt64(capability) }

  /// What no fault of ours leads to: an attempt is an attack.
  private static func refuseForGood(_ filter: inout CallFilter) {
    filter.kill(AG_CALL_execve)
    filter.kill(AG_CALL_execveat)
    filter.kill(AG_CALL_ptrace)
    filter.kill(AG_CALL_process_vm_readv)
    filter.kill(AG_CALL_process_vm_writev)
    filter.kill(AG_CALL_mount)
    filter.kill(AG_CALL_umount2)
    filter.kill(AG_CALL_pivot_root)
    filter.kill(AG_CALL_chroot)
    filter.kill(AG_CALL_init_module)
    filter.kill(AG_CALL_finit_module)
    filter.kill(AG_CALL_delete_module)
    filter.kill(AG_CALL_kexec_load)
    filter.kill(AG_CALL_bpf)
    filter.kill(AG_CALL_perf_event_open)
    filter.kill(AG_CALL_userfaultfd)
    filter.kill(AG_CALL_io_uring_setup)
    filter.kill(AG_CALL_setns)
    filter.kill(AG_CALL_unshare)
    filter.kill(AG_CALL_reboot)
    filter.kill(AG_CALL_swapon)
    filter.kill(AG_CALL_keyctl)
    filter.kill(AG_CALL_clock_settime)
    filter.kill(AG_CALL_settimeofday)
  }

  private static func allowWaiting(_ filter: inout CallFilter) {
    filter.allow(AG_CALL_ppoll)
    filter.allow(AG_CALL_poll)
    filter.allow(AG_CALL_select)
    filter.allow(AG_CALL_epoll_create1)
    filter.allow(AG_CALL_epoll_ctl)
    filter.allow(AG_CALL_epoll_wait)
    filter.allow(AG_CALL_epoll_pwait)
    filter.allow(AG_CALL_read)
    filter.allow(AG_CALL_write)
    filter.allow(AG_CALL_clock_gettime)
    filter.allow(AG_CALL_clock_getres)
    filter.allow(AG_CALL_clock_nanosleep)
    filter.allow(AG_CALL_nanosleep)
    filter.allow(AG_CALL_time)
    filter.allow(AG_CALL_adjtimex)
    filter.allow(AG_CALL_clock_adjtime, argument: 0, is: UInt32(AG_CLOCK_REALTIME))
    filter.allow(AG_CALL_timerfd_create)
    filter.allow(AG_CALL_timerfd_settime)
    filter.allow(AG_CALL_timerfd_gettime)
    filter.allow(AG_CALL_signalfd4)
    filter.allow(AG_CALL_rt_sigaction)
    filter.allow(AG_CALL_rt_sigprocmask)
    filter.allow(AG_CALL_rt_sigreturn)
    filter.allow(AG_CALL_rt_sigtimedwait)
    filter.allow(AG_CALL_restart_syscall)
    filter.allow(AG_CALL_futex)
    filter.allow(AG_CALL_sched_yield)
  }

  /// Devices, their folders, archives and the display file.
  private static func allowFiles(_ filter: inout CallFilter) {
    filter.allow(AG_CALL_openat)
    filter.allow(AG_CALL_open)
    filter.allow(AG_CALL_close)
    filter.allow(AG_CALL_close_range)
    filter.allow(AG_CALL_ioctl)
    filter.allow(AG_CALL_pread64)
    filter.allow(AG_CALL_pwrite64)
    filter.allow(AG_CALL_readv)
    filter.allow(AG_CALL_writev)
    filter.allow(AG_CALL_lseek)
    filter.allow(AG_CALL_fstat)
    filter.allow(AG_CALL_newfstatat)
    filter.allow(AG_CALL_stat)
    filter.allow(AG_CALL_lstat)
    filter.allow(AG_CALL_statx)
    filter.allow(AG_CALL_fstatfs)
    filter.allow(AG_CALL_access)
    filter.allow(AG_CALL_faccessat)
    filter.allow(AG_CALL_faccessat2)
    filter.allow(AG_CALL_readlink)
    filter.allow(AG_CALL_readlinkat)
    filter.allow(AG_CALL_getdents)
    filter.allow(AG_CALL_getdents64)
    filter.allow(AG_CALL_fcntl)
    filter.allow(AG_CALL_flock)
    filter.allow(AG_CALL_dup)
    filter.allow(AG_CALL_dup2)
    filter.allow(AG_CALL_dup3)
    filter.allow(AG_CALL_pipe2)
    filter.allow(AG_CALL_ftruncate)
    filter.allow(AG_CALL_fallocate)
    filter.allow(AG_CALL_rename)
    filter.allow(AG_CALL_renameat)
    filter.allow(AG_CALL_renameat2)
    filter.allow(AG_CALL_unlink)
    filter.allow(AG_CALL_unlinkat)
    filter.allow(AG_CALL_umask)
    // A runtime folder that somebody has removed, and news of that by what was opened before.
    filter.allow(AG_CALL_mkdirat)
    filter.allow(AG_CALL_inotify_add_watch)
    filter.allow(AG_CALL_inotify_rm_watch)
    filter.allow(AG_CALL_sendfile)
    filter.allow(AG_CALL_memfd_create)
    filter.allow(AG_CALL_uname)
    filter.allow(AG_CALL_sysinfo)
    filter.allow(AG_CALL_getrandom)
  }

  private static func allowMemory(_ filter: inout CallFilter) {
    filter.allow(AG_CALL_mmap, argument: 2, without: UInt32(AG_PROTECTION_EXECUTE))
    filter.allow(AG_CALL_mprotect, argument: 2, without: UInt32(AG_PROTECTION_EXECUTE))
    filter.allow(AG_CALL_munmap)
    filter.allow(AG_CALL_mremap)
    filter.allow(AG_CALL_madvise)
    filter.allow(AG_CALL_brk)
    filter.allow(AG_CALL_mlock2)
    filter.allow(AG_CALL_mlockall)
  }

  private static func allowSockets(_ filter: inout CallFilter) {
    filter.allow(AG_CALL_socket, argument: 0, is: UInt32(AG_FAMILY_UNIX))
    filter.allow(AG_CALL_socket, first: UInt32(AG_FAMILY_NETLINK), argument: 2, is: UInt32(AG_NETLINK_UEVENT))
    filter.allow(AG_CALL_socketpair, argument: 0, is: UInt32(AG_FAMILY_UNIX))
    filter.allow(AG_CALL_bind)
    filter.allow(AG_CALL_listen)
    filter.allow(AG_CALL_accept4)
    filter.allow(AG_CALL_connect)
    filter.allow(AG_CALL_sendmsg)
    filter.allow(AG_CALL_sendto)
    filter.allow(AG_CALL_recvmsg)
    filter.allow(AG_CALL_recvfrom)
    filter.allow(AG_CALL_getsockname)
    filter.allow(AG_CALL_getsockopt)
    filter.allow(AG_CALL_setsockopt)
    filter.allow(AG_CALL_shutdown)
  }

  /// To fork, to confine the child, to end and to bury it.
  private static func allowChildren(_ filter: inout CallFilter) {
    filter.allow(AG_CALL_clone, argument: 0, without: UInt32(bitPattern: Int32(truncatingIfNeeded: AG_CLONE_FORBIDDEN)))
    filter.allow(AG_CALL_set_robust_list)
    filter.allow(AG_CALL_wait4)
    filter.allow(AG_CALL_waitid)
    filter.allow(AG_CALL_kill)
    filter.allow(AG_CALL_tgkill)
    filter.allow(AG_CALL_exit)
    filter.allow(AG_CALL_exit_group)
    filter.allow(AG_CALL_getpid)
    filter.allow(AG_CALL_getppid)
    filter.allow(AG_CALL_gettid)
    filter.allow(AG_CALL_getuid)
    filter.allow(AG_CALL_geteuid)
    filter.allow(AG_CALL_getgid)
    filter.allow(AG_CALL_getegid)
    filter.allow(AG_CALL_getrusage)
    filter.allow(AG_CALL_prctl)
    filter.allow(AG_CALL_prlimit64)
    filter.allow(AG_CALL_setrlimit)
    filter.allow(AG_CALL_capget)
    filter.allow(AG_CALL_capset)
    filter.allow(AG_CALL_setgroups)
    filter.allow(AG_CALL_setresgid)
    filter.allow(AG_CALL_setresuid)
    filter.allow(AG_CALL_seccomp)
  }
}
