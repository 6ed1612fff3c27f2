import AfterglowLinux

/// `lockdown-probe [--guard] NAME`: confines this process exactly as a renderer, or the guard, and tries one thing. 0 =
/// it was permitted, 77 = it was refused; or the process is killed by SIGSYS.
@c(lockdown_probe_main)
public func entry(_ argumentCount: Int32, _ arguments: UnsafePointer<UnsafePointer<CChar>?>) -> Int32 {
  Process.ignoreBrokenPipes()
  let isGuard = argumentCount == 3
  guard argumentCount == 2 || isGuard, let name = arguments[isGuard ? 2 : 1] else {
    return complain(.usage, "no attempt")
  }
  do throws(SystemError) {
    let attempt = try Attempt(name)
    if isGuard {
      try Lockdown.confineGuard()
    } else {
      try Lockdown.closeDescriptors(except: attempt.kept)
      try Confinement.enter(RendererRules(), ConfinementOptions()) { error in _ = complain(.done, error) }
    }
    // No memory may be released any more.
    Process.exitNow(report(attempt.perform()))
  } catch {
    return complain(.system, error)
  }
}

private enum ExitCode: Int32 {
  case done = 0
  case usage = 64
  case system = 71
  /// The attempt was refused.
  case refused = 77
}

private func report(_ result: Int64?) -> Int32 {
  guard let result else { return complain(.usage, "no such attempt") }
  if result >= 0 { return ExitCode.done.rawValue }
  return complain(.refused, SystemError("do that", errno: Int32(truncatingIfNeeded: -result)))
}

private func complain(_ code: ExitCode, _ words: StaticString) -> Int32 {
  say { (text: inout TextWriter) in text.write(words) }
  return code.rawValue
}

private func complain(_ code: ExitCode, _ error: SystemError) -> Int32 {
  say { (text: inout TextWriter) in text.write(error) }
  return code.rawValue
}

private func say(_ body: (inout TextWriter) -> Void) {
  // On the stack: a confined process may not map memory.
  var memory: InlineArray<1024, UInt8> = InlineArray(repeating: 0)
  withUnsafeMutableBytes(of: &memory) { bytes in
    var text = TextWriter(to: 2, memory: bytes)
    text.write("lockdown-probe: ")
    body(&text)
    text.write("\n")
  }
}
