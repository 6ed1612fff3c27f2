import CLinux

/// What a process gives up before it does its work.
public enum Lockdown {
  public static var isRoot: Bool { ag_is_root() != 0 }

  /// Lets children lock as much memory as they reserve; asked while that is still allowed.
  public static func raiseMemoryLimit() { _ = ag_limit(Int32(AG_LIMIT_LOCKED_MEMORY), ag_no_limit) }

  /// Lets go of code and stack that only the set-up needed. To be called before anything lies deeper on the stack.
  public static func forgetSetUp() { ag_forget_set_up() }

  /// Whatever is touched stays in memory. Unprivileged, the limit may be too low: ENOMEM or EPERM.
  public static func lockMemory() throws(SystemError) {
    // Twice what the loop's stack may take.
    ag_grow_stack(1 << 17)
    _ = try checked("lock the memory", ag_lock_memory())
  }

  /// A renderer opens nothing and starts nothing, and its memory is nobody's business.
  public static func limitRenderer() {
    _ = ag_limit(Int32(AG_LIMIT_CORE), 0)
    _ = ag_limit(Int32(AG_LIMIT_DESCRIPTORS), 64)
  }

  /// Becomes another user without any group or capability. Root only.
  public static func becomeUser(_ user: UInt32, group: UInt32) throws(SystemError) {
    _ = try checked("leave root's groups", ag_drop_groups())
    _ = try checked("take the renderer's group (--user)", ag_become_group(group))
    try dropBoundingSet()
    _ = try checked("become the renderer's user (--user)", ag_become_user(user))
    _ = try checked("drop capabilities", ag_keep_capabilities(0))
  }

  /// Gives up every capability, whoever we are.
  public static func dropCapabilities() throws(SystemError) {
    _ = try checked("drop capabilities", ag_keep_capabilities(0))
  }

  private static func dropBoundingSet() throws(SystemError) { ag_drop_bounding_set(0) }

  /// Closes what a child must not keep: every descriptor above standard error but these. EMFILE, and nothing is closed,
  /// when they are more than `RetainedDescriptors` holds.
  public static func closeDescriptors(except kept: borrowing RetainedDescriptors) throws(SystemError) {
    try kept.closeOthers()
  }
}

/// The few descriptors that a child goes on using. A renderer has one to the guard and at most five of its display
/// (`PanelBusWiring`).
public struct RetainedDescriptors {
  public static var capacity: Int { 16 }

  private var numbers: InlineArray<16, Int32> = InlineArray(repeating: -1)
  /// How many were to be kept, those included for which there was no room.
  public private(set) var count = 0

  public init() {}

  /// Negative ones are none.
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
