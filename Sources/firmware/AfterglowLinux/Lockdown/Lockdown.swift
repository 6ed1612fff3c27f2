import CLinux

/// The steps by which a process drops what it no longer needs (docs/lockdown.md).
public enum Lockdown {
  /// Whether the effective user is root.
  public static var isRoot: Bool { ag_is_root() != 0 }

  /// Allows children to lock as much memory as they reserve; call it while this process may raise the limit.
  public static func raiseMemoryLimit() { _ = ag_limit(Int32(AG_LIMIT_LOCKED_MEMORY), ag_no_limit) }

  /// Releases code and stack pages that only the set-up needed. Call it from the bottom of the stack.
  public static func forgetSetUp() { ag_forget_set_up() }

  /// Locks every page in memory once it is touched (mlockall(2), MCL_ONFAULT).
  ///
  /// - Throws: `SystemError`; without privileges, ENOMEM or EPERM if the limit is too low.
  public static func lockMemory() throws(SystemError) {
    // Twice the maximum stack depth of the loop.
    ag_grow_stack(1 << 17)
    _ = try checked("lock the memory", ag_lock_memory())
  }

  /// Sets a renderer's limits: no core dump, so that its memory is never written to disk, and at most 64 descriptors.
  public static func limitRenderer() {
    _ = ag_limit(Int32(AG_LIMIT_CORE), 0)
    _ = ag_limit(Int32(AG_LIMIT_DESCRIPTORS), 64)
  }

  /// Becomes another user without any group or capability. Root only.
  ///
  /// - Throws: `SystemError`; EPERM for other users.
  public static func becomeUser(_ user: UInt32, group: UInt32) throws(SystemError) {
    _ = try checked("leave root's groups", ag_drop_groups())
    _ = try checked("take the renderer's group (--user)", ag_become_group(group))
    try dropBoundingSet()
    _ = try checked("become the renderer's user (--user)", ag_become_user(user))
    _ = try checked("drop capabilities", ag_keep_capabilities(0))
  }

  /// Drops every capability, also as root.
  ///
  /// - Throws: `SystemError` with the kernel's errno.
  public static func dropCapabilities() throws(SystemError) {
    _ = try checked("drop capabilities", ag_keep_capabilities(0))
  }

  private static func dropBoundingSet() throws(SystemError) { ag_drop_bounding_set(0) }

  /// Closes every descriptor above standard error except `kept`.
  ///
  /// - Throws: `SystemError`; EMFILE when `kept` overflowed; nothing is closed then.
  public static func closeDescriptors(except kept: borrowing RetainedDescriptors) throws(SystemError) {
    try kept.closeOthers()
  }
}

/// The descriptors that stay open in a child. A renderer has one to the guard and at most five for its display
/// (`PanelBusWiring`).
public struct RetainedDescriptors {
  /// Maximum number of descriptors.
  public static var capacity: Int { 16 }

  private var numbers: InlineArray<16, Int32> = InlineArray(repeating: -1)
  /// The number of descriptors added, including those beyond `capacity`.
  public private(set) var count = 0

  public init() {}

  /// Adds a descriptor; negative ones are ignored.
  public mutating func keep(_ descriptor: Int32) {
    if descriptor < 0 { return }
    if count < RetainedDescriptors.capacity { numbers[count] = descriptor }
    count += 1
  }

  fileprivate func closeOthers() throws(SystemError) {
    if count > RetainedDescriptors.capacity {
      throw SystemError("keep so many of the guard's descriptors", errno: EMFILE)
    }
    var copy = numbers
    let used = Int32(count)
    withUnsafeMutableBytes(of: &copy) { bytes in
      ag_close_from(3, bytes.baseAddress!.assumingMemoryBound(to: Int32.self), used)
    }
  }
}
