import AfterglowLinux
import CLinux
import CLockdownProbe

/// One thing that a confined process may try, by name: each is a raw call, so that only the kernel responds.
struct Attempt {
  private let name: UnsafePointer<CChar>
  /// A socket pair, a timer and a file, as a renderer has.
  private let socket: Int32
  private let otherEnd: Int32
  private let timer: Int32
  private let file: Int32
  /// A file watch, as the guard has.
  private let watch: Int32
  private let page: UnsafeMutableRawPointer
  private let parent: Int64
  private let itself: Int64

  /// Prepares what the attempt needs, before the process is confined.
  init(_ name: UnsafePointer<CChar>) throws(SystemError) {
    self.name = name
    (socket, otherEnd) = try SocketPair.make()
    timer = try checked("make a timer", ag_timer_boottime())
    file = try checked("make a memory file", ag_memory_file())
    watch = try checked("watch files", ag_file_watch_open())
    parent = Int64(probe_parent())
    itself = Int64(ag_pid())
    page = try ReservedMemory.forLife(byteCount: 65_536).baseAddress!
  }

  /// The descriptors that a renderer retains.
  var kept: RetainedDescriptors {
    var kept = RetainedDescriptors()
    kept.keep(socket)
    kept.keep(otherEnd)
    kept.keep(timer)
    kept.keep(file)
    return kept
  }

  /// The kernel's result, negative = −errno; nil = there is no attempt with that name. Does not return if the process
  /// is killed.
  func perform() -> Int64? { needed() ?? files() ?? memory() ?? sockets() ?? processes() ?? privileges() }

  private func `is`(_ word: StaticString) -> Bool {
    strcmp(name, UnsafeRawPointer(word.utf8Start).assumingMemoryBound(to: CChar.self)) == 0
  }

  private func call(
    _ number: Int, _ a: Int64 = 0, _ b: Int64 = 0, _ c: Int64 = 0, _ d: Int64 = 0, _ e: Int64 = 0
  ) -> Int64 {
    // A call that this architecture does not have cannot be made.
    number < 0 ? -Int64(ENOSYS) : probe_raw_call(Int32(number), a, b, c, d, e)
  }

  private func address(_ text: StaticString) -> Int64 { Int64(Int(bitPattern: text.utf8Start)) }
  private var here: Int64 { Int64(Int(bitPattern: page)) }
  private var workingFolder: Int64 { -100 }

  /// The calls of an ordinary loop: these must be permitted.
  private func needed() -> Int64? {
    if `is`("clock") { return call(AG_CALL_clock_gettime, 1, here) }
    if `is`("arm-timer") { return Int64(ag_timer_arm(timer, ag_boottime_ms() + 1, 0)) }
    if `is`("wait") {
      var entry = ag_poll_entry(fd: timer, events: Int16(AG_READABLE), revents: 0)
      return Int64(ag_poll(&entry, 1, 1))
    }
    if `is`("send") { return sendPacket(ControlMessage(.pong), to: socket, waits: false) }
    if `is`("read-archive") { return ag_pread(file, page, 16, 0) }
    if `is`("tell") { return ag_write(2, page, 0) }
    if `is`("close") { return Int64(ag_close(file)) }
    return nil
  }

  private func files() -> Int64? {
    if `is`("open") { return call(AG_CALL_open, address("/etc/passwd"), 0) }
    if `is`("openat") { return call(AG_CALL_openat, workingFolder, address("/etc/passwd"), 0) }
    if `is`("create") { return call(AG_CALL_openat, workingFolder, address("/tmp/afterglow-attempt"), 0o101, 0o600) }
    if `is`("unlink") { return call(AG_CALL_unlinkat, workingFolder, address("/tmp/afterglow-attempt"), 0) }
    if `is`("link") { return call(AG_CALL_linkat, workingFolder, address("/a"), workingFolder, address("/b"), 0) }
    if `is`("symlink") { return call(AG_CALL_symlinkat, address("/a"), workingFolder, address("/b")) }
    if `is`("make-device") { return call(AG_CALL_mknodat, workingFolder, address("/tmp/afterglow-node"), 0o020600, 0) }
    if `is`("stat") { return call(AG_CALL_newfstatat, workingFolder, address("/etc"), here, 0) }
    if `is`("list") { return call(AG_CALL_getdents64, 0, here, 4096) }
    if `is`("write-elsewhere") { return call(AG_CALL_write, Int64(file), here, 16) }
    if `is`("foreign-ioctl") { return call(AG_CALL_ioctl, Int64(socket), 0x5421, here) }
    if `is`("terminal-ioctl") { return call(AG_CALL_ioctl, 2, 0x5412, here) }
    if `is`("fcntl") { return call(AG_CALL_fcntl, Int64(file), 3) }
    if `is`("dup") { return call(AG_CALL_dup, Int64(file)) }
    if `is`("make-folder") { return call(AG_CALL_mkdirat, workingFolder, address("/tmp"), 0o700) }
    if `is`("open-watch") { return call(AG_CALL_inotify_init1, 0) }
    if `is`("watch-files") { return call(AG_CALL_inotify_add_watch, Int64(watch), address("/"), 4) }
    if `is`("memory-file") { return call(AG_CALL_memfd_create, address("x"), 0) }
    return nil
  }

  private func memory() -> Int64? {
    if `is`("mmap") { return call(AG_CALL_mmap, 0, 4096, 3, 0x22, -1) }
    if `is`("mmap-executable") { return call(AG_CALL_mmap, 0, 4096, 5, 0x22, -1) }
    if `is`("mprotect-executable") { return call(AG_CALL_mprotect, here, 4096, 5) }
    if `is`("mprotect") { return call(AG_CALL_mprotect, here, 4096, 1) }
    if `is`("brk") { return call(AG_CALL_brk, 0) }
    if `is`("mremap") { return call(AG_CALL_mremap, here, 65_536, 131_072, 1) }
    if `is`("munmap") { return call(AG_CALL_munmap, here, 4096) }
    if `is`("unlock-memory") { return call(AG_CALL_munlockall) }
    if `is`("userfaultfd") { return call(AG_CALL_userfaultfd, 0) }
    return nil
  }

  private func sockets() -> Int64? {
    if `is`("socket-inet") { return call(AG_CALL_socket, 2, 1, 0) }
    if `is`("socket-inet6") { return call(AG_CALL_socket, 10, 2, 0) }
    if `is`("socket-packet") { return call(AG_CALL_socket, 17, 3, 0) }
    if `is`("socket-unix") { return call(AG_CALL_socket, 1, 1, 0) }
    if `is`("socket-netlink") { return call(AG_CALL_socket, 16, 2, 15) }
    if `is`("socket-route") { return call(AG_CALL_socket, 16, 3, 0) }
    if `is`("socket-pair") { return call(AG_CALL_socketpair, 1, 1, 0, here) }
    if `is`("connect") { return call(AG_CALL_connect, Int64(socket), here, 16) }
    if `is`("bind") { return call(AG_CALL_bind, Int64(socket), here, 16) }
    if `is`("listen") { return call(AG_CALL_listen, Int64(socket), 1) }
    if `is`("io-uring") { return call(AG_CALL_io_uring_setup, 8, here) }
    return nil
  }

  private func processes() -> Int64? {
    if `is`("fork") { return forked(call(AG_CALL_clone, Int64(AG_SIGCHLD))) }
    if `is`("thread") { return call(AG_CALL_clone, 0x10f00, here + 32_768) }
    if `is`("new-user-namespace") { return forked(call(AG_CALL_clone, 0x1000_0000 | Int64(AG_SIGCHLD))) }
    if `is`("clone3") { return call(AG_CALL_clone3, here, 64) }
    if `is`("execute") { return call(AG_CALL_execve, address("/bin/true"), here, here) }
    if `is`("execute-at") { return call(AG_CALL_execveat, workingFolder, address("/bin/true"), here, here, 0) }
    if `is`("kill-parent") { return call(AG_CALL_kill, parent, 0) }
    if `is`("signal-itself") { return call(AG_CALL_tgkill, itself, itself, 0) }
    if `is`("trace") { return call(AG_CALL_ptrace, 0) }
    if `is`("read-other-memory") { return call(AG_CALL_process_vm_readv, parent, here, 0, here, 0) }
    if `is`("process-descriptor") { return call(AG_CALL_pidfd_open, 1, 0) }
    if `is`("foreign-architecture") { return Int64(probe_call_of_another_architecture()) }
    return nil
  }

  /// A child that results from it exits at once.
  private func forked(_ result: Int64) -> Int64 {
    if result == 0 { ag_exit_now(0) }
    return result
  }

  private func privileges() -> Int64? {
    if `is`("become-root") { return call(AG_CALL_setuid, 0) }
    if `is`("become-user") { return call(AG_CALL_setresuid, 0, 0, 0) }
    if `is`("process-control") { return call(AG_CALL_prctl, 4, 1) }
    if `is`("another-filter") { return call(AG_CALL_seccomp, 0, 0, 0) }
    if `is`("raise-limit") { return call(AG_CALL_prlimit64, 0, 7, here, 0) }
    if `is`("mount") { return call(AG_CALL_mount, address("none"), address("/mnt"), address("tmpfs"), 0, 0) }
    if `is`("change-root") { return call(AG_CALL_chroot, address("/tmp")) }
    if `is`("load-module") { return call(AG_CALL_init_module, here, 0, here) }
    if `is`("enter-namespace") { return call(AG_CALL_setns, Int64(file), 0) }
    if `is`("leave-namespace") { return call(AG_CALL_unshare, 0) }
    if `is`("load-program") { return call(AG_CALL_bpf, 0, here, 0) }
    if `is`("performance-event") { return call(AG_CALL_perf_event_open, here, 0, -1, -1, 0) }
    if `is`("keys") { return call(AG_CALL_keyctl, 0, -3, 0) }
    if `is`("set-clock") { return call(AG_CALL_clock_settime, 0, here) }
    if `is`("restart-machine") { return call(AG_CALL_reboot, 0, 0, 0) }
    if `is`("personality") { return call(AG_CALL_personality, 0xffff_ffff) }
    return nil
  }
}

private func checked(_ operation: StaticString, _ result: Int32) throws(SystemError) -> Int32 {
  if result < 0 { throw SystemError(operation, errno: -result) }
  return result
}
