import AfterglowLinux

/// How far a renderer is to be confined, from the command line.
struct ConfinementOptions: BitwiseCopyable {
  /// Whom a renderer becomes when the guard is root.
  var user: UInt32 = 65534
  var group: UInt32 = 65534
  /// For emulators and debuggers that know no filters.
  var isUnconfined = false
}

/// A renderer's last steps before its loop. The order matters: what needs privileges comes before they are gone, and the
/// filter comes last.
enum Confinement {
  static func enter(_ panel: Panel, _ options: ConfinementOptions) throws(SystemError) {
    Lockdown.limitRenderer()
    lockMemory()
    if Lockdown.isRoot { try Lockdown.becomeUser(options.user, group: options.group) }
    if options.isUnconfined { return }
    try Lockdown.confineRenderer(panel.rules)
  }

  /// In a simulation, which is a tool and no service: the person who started it stays who they are, and the memory
  /// needs no locking, but its loop gets the filter of a renderer.
  static func enterSimulation(dump: Int32, _ options: ConfinementOptions) throws(SystemError) {
    if options.isUnconfined { return }
    if Lockdown.isRoot { try Lockdown.dropCapabilities() }
    var rules = RendererRules()
    rules.allowWriting(to: 1)
    rules.allowWriting(to: dump)
    rules.allowAccounting()
    try Lockdown.confineRenderer(rules)
  }

  /// A limit of memory that an ordinary user may lock is no reason to show nothing.
  private static func lockMemory() {
    do throws(SystemError) { try Lockdown.lockMemory() } catch {
      _ = complain(.done) { (text: inout TextWriter) in
        text.write(error)
        text.write("; the panel goes on, but under memory pressure a frame may come late (raise `ulimit -l`)")
      }
    }
  }
}

extension Panel {
  /// The calls that this backend's loop needs.
  fileprivate var rules: RendererRules {
    var rules = RendererRules()
    switch self {
    case .virtualFramebuffer: break
    case .simulatedSSD1680: rules.allowSleeping()
    case .drm(let panel): rules.allow(panel)
    case .framebuffer(let panel): rules.allow(panel)
    case .ssd1680(let wiring, _):
      rules.allow(wiring)
      rules.allowSleeping()
    }
    return rules
  }

  /// The descriptors that this backend's loop uses.
  func keepDescriptors(_ kept: inout KeptDescriptors) {
    switch self {
    case .virtualFramebuffer, .simulatedSSD1680: break
    case .drm(let panel):
      kept.keep(panel.descriptor)
      kept.keep(panel.card)
    case .framebuffer(let panel): kept.keep(panel.descriptor)
    case .ssd1680(let wiring, _): wiring.keepDescriptors(&kept)
    }
  }
}

/// Says why a process could not be confined, and what to do.
func complainAboutConfinement(_ error: SystemError) -> Int32 {
  complain(.system) { (text: inout TextWriter) in
    text.write(error)
    text.write(
      """
      . Afterglow draws only in a process that the kernel confines (seccomp, Linux 4.14 or later); an emulator or \
      debugger that knows no filters can be told --unconfined
      """)
  }
}

/// Loud, at each start.
func warnAboutNoConfinement() {
  _ = complain(.done) { (text: inout TextWriter) in
    text.write("UNCONFINED: no system-call filter is in force; never run a panel like this")
  }
}
