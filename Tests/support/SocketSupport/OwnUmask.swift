#if canImport(Glibc)
  import Glibc
#endif

/// Gives this thread a umask of its own. Firmware has one thread and sets the umask while it makes a socket or a folder; in
/// the tests' process another thread would make a folder that cannot be entered, or start a linker whose program cannot be
/// run, and two at once would leave the process with the wrong one. Call it right before, in the same synchronous function.
public func ownUmask() {
  // Swift does not import it. RTLD_DEFAULT is NULL.
  typealias Unshare = @convention(c) (Int32) -> Int32
  let unshare = unsafeBitCast(dlsym(nil, "unshare"), to: Unshare.self)
  // CLONE_FS.
  precondition(unshare(0x200) == 0, "unshare: errno \(errno)")
}
