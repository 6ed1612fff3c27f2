/// How far a renderer is to be confined, from the command line.
public struct ConfinementOptions: BitwiseCopyable {
  /// Whom a renderer becomes when the guard is root.
  public var user: UInt32 = 65534
  public var group: UInt32 = 65534
  /// For emulators and debuggers that know no filters.
  public var isUnconfined = false

  public init() {}
}

/// A renderer's last steps before its loop. The order matters: what needs privileges comes before they are gone, and the
/// filter comes last.
public enum Confinement {
  /// - Parameters:
  ///   - rules: the calls that its loop needs.
  ///   - cannotLock: called where memory cannot be locked: a limit of what an ordinary user may lock is no reason to show
  ///     nothing.
  public static func enter(
    _ rules: consuming RendererRules, _ options: ConfinementOptions, cannotLock: (SystemError) -> Void
  ) throws(SystemError) {
    Lockdown.limitRenderer()
    do throws(SystemError) { try Lockdown.lockMemory() } catch { cannotLock(error) }
    if Lockdown.isRoot { try Lockdown.becomeUser(options.user, group: options.group) }
    if options.isUnconfined { return }
    try Lockdown.confineRenderer(rules)
  }

  /// In a simulation, which is a tool and no service: the person who started it stays who they are, and the memory
  /// needs no locking, but its loop gets the filter of a renderer.
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
