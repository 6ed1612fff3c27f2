import AfterglowLinux

extension Confinement {
  static func enter(_ panel: Panel, _ options: ConfinementOptions) throws(SystemError) {
    try enter(panel.rules, options) { error in
      _ = complain(.done) { (text: inout TextWriter) in
        // ENOMEM is the limit of locked memory here (mlockall(2)), not of free memory.
        text.write(withoutRemedy: error)
        text.write("; the panel keeps running, but under memory pressure a frame may come late (raise `ulimit -l`)")
      }
    }
  }
}

extension Panel {
  /// The system calls that this backend's loop needs.
  fileprivate var rules: RendererRules {
    var rules = RendererRules()
    switch self {
    case .virtualFramebuffer: break
    case .drm(let panel): rules.allow(panel)
    case .framebuffer(let panel): rules.allow(panel)
    case .paper(let setup):
      if case .wiring(let wiring) = setup.link { rules.allow(wiring) }
      rules.allowWriting(to: setup.recording)
    }
    return rules
  }

  /// The descriptors that this backend's loop uses.
  func keepDescriptors(_ kept: inout RetainedDescriptors) {
    switch self {
    case .virtualFramebuffer: break
    case .drm(let panel):
      kept.keep(panel.descriptor)
      kept.keep(panel.card)
    case .framebuffer(let panel): kept.keep(panel.descriptor)
    case .paper(let setup):
      switch setup.link {
      case .wiring(let wiring): wiring.keepDescriptors(&kept)
      case .wire(let descriptor, _): kept.keep(descriptor)
      case .planes: break
      }
      kept.keep(setup.recording)
    }
  }
}

/// Writes why a process could not be confined, and what to do.
func complainAboutConfinement(_ error: SystemError) -> Int32 {
  complain(.system) { (text: inout TextWriter) in
    text.write(withoutRemedy: error)
    text.write(
      """
      . Afterglow draws only in a process that the kernel confines (seccomp, Linux 4.14 or later); an emulator or \
      debugger without support for filters needs --unconfined
      """)
  }
}

/// Warns at each start that the process is not confined.
func warnAboutNoConfinement() {
  _ = complain(.done) { (text: inout TextWriter) in
    text.write("UNCONFINED: no system-call filter is in force; never run a panel like this")
  }
}
