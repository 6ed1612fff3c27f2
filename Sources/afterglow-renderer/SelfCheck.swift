import AfterglowCore
import AfterglowLinux

/// `--attempt` and `--attempt-guard`: confines this process exactly as a renderer, or the guard, and tries one thing. For
/// the tests of the filters: 0 = it went through, 77 = it was refused; or the process dies of SIGSYS.
enum SelfCheck {
  static func run(_ name: UnsafePointer<CChar>, asGuard: Bool, _ options: Options) -> Int32 {
    do throws(SystemError) {
      let attempt = try Attempt(name)
      if asGuard {
        try Lockdown.confineGuard()
      } else {
        try Lockdown.closeDescriptors(except: attempt.kept)
        let window = PanelWindow(
          size: PixelSize(width: 8, height: 8), memory: try ReservedMemory.forLife(byteCount: 8192))
        try Confinement.enter(.virtualFramebuffer(window), options.confinement)
      }
      // Nothing reserved may be given back any more.
      Process.exitNow(report(attempt.perform(), name))
    } catch {
      return complainAboutConfinement(error)
    }
  }

  private static func report(_ result: Int64?, _ name: UnsafePointer<CChar>) -> Int32 {
    guard let result else {
      return complain(.usage) { (text: inout TextWriter) in
        text.write("no such attempt: ")
        text.write(cString: name)
      }
    }
    if result >= 0 { return ExitCode.done.rawValue }
    return complain(.refused) { (text: inout TextWriter) in
      text.write(SystemError("do that", errno: Int32(truncatingIfNeeded: -result)))
    }
  }
}
