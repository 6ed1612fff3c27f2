/// How far a renderer is confined; set on the command line.
public struct ConfinementOptions: BitwiseCopyable {
  /// The user that a renderer switches to when the guard is root; by default 65534, `nobody`.
  public var user: UInt32 = 65534
  /// The group of that user.
  public var group: UInt32 = 65534
  /// Whether no filter is installed, for emulators and debuggers that do not support them.
  public var isUnconfined = false

  public init() {}
}

/// A renderer's last steps before its loop. The order matters: steps that need privileges come before those are
/// dropped, and the filter comes last (docs/lockdown.md).
public enum Confinement {
  /// Enters the confinement of a renderer.
  ///
  /// - Parameters:
  ///   - rules: the system calls that its loop needs.
  ///   - cannotLock: called if memory cannot be locked; an ordinary user's limit is no reason not to start.
  /// - Throws: `SystemError` of the first step that failed.
  public static func enter(
    _ rules: consuming RendererRules, _ options: ConfinementOptions, cannotLock: (SystemError) -> Void
  ) throws(SystemError) {
    Lockdown.limitRenderer()
    do throws(SystemError) { try Lockdown.lockMemory() } catch { cannotLock(error) }
    if Lockdown.isRoot { try Lockdown.becomeUser(options.user, group: options.group) }
    if options.isUnconfined { return }
    try Lockdown.confineRenderer(rules)
  }

  /// Enters the confinement of a simulation, which is not a service: it keeps its user and does not lock memory, but
  /// its loop gets a renderer's filter.
  ///
  /// - Throws: `SystemError` of the first step that failed.
  public static func enterSimulation(dump: Int32, _ options: ConfinementOptions) throws(SystemError) {
    if options.isUnconfined { return }
    if Lockdown.isRoot { try Lockdown.dropCapabilities() }
    var rules = RendererRules()
    rules.allowWriting(to: 1)
    rules.allowWriting(to: dump)
    rules.allowAccounting()
    try Lockdown.confineRenderer(rules)
  }
}
