import AfterglowCore
import AfterglowLinux

/// The program's entry point: the package manager renames `main` to this. Returns the exit status.
#if compiler(>=6.3)
  @c(afterglow_renderer_main)
#else
  // Swift 6.2 has this attribute only under its provisional name.
  @_cdecl("afterglow_renderer_main")
#endif
public func entry(_ argumentCount: Int32, _ arguments: UnsafePointer<UnsafePointer<CChar>?>) -> Int32 {
  Process.ignoreBrokenPipes()
  Journal.find()
  do throws(UsageError) {
    let options = try Options(argumentCount, arguments)
    switch options.command {
    case .help: return print { (text: inout TextWriter) in text.write(Options.help) }
    case .version:
      return print { (text: inout TextWriter) in
        text.write("afterglow-renderer ")
        text.write(AfterglowVersion.number)
        text.write("\n")
      }
    case .simulate: return Simulation.run(options)
    case .show: return Guard.run(options)
    }
  } catch {
    return complain(.usage) { (text: inout TextWriter) in
      text.write(error.reason)
      if let limit = error.limit {
        text.write(" ")
        text.write(limit)
        text.write(", found")
      }
      if let argument = error.argument {
        text.write(": ")
        text.write(cString: argument)
      }
      text.write("; see afterglow-renderer --help")
    }
  }
}

/// The program's exit status (sysexits.h).
enum ExitCode: Int32 {
  case done = 0
  case usage = 64
  /// An invalid archive or trace.
  case badData = 65
  /// The display cannot be opened.
  case noDisplay = 69
  /// A required system call failed.
  case system = 71
  case inputOutput = 74
  /// Used by renderers only: the display is lost, and the guard sets it up again.
  case displayLost = 75
}

/// Writes "afterglow-renderer: …" to standard error and returns the exit status. In a journal, which knows the program's
/// name, the line begins with its priority: a warning while the panel keeps running, else an error.
func complain(_ code: ExitCode, _ body: (inout TextWriter) -> Void) -> Int32 {
  // On the stack: a confined process may not map memory.
  var memory: InlineArray<1024, UInt8> = InlineArray(repeating: 0)
  withUnsafeMutableBytes(of: &memory) { bytes in
    var text = TextWriter(to: 2, memory: bytes)
    text.write(Journal.isThere ? (code == .done ? "<4>" : "<3>") : "afterglow-renderer: ")
    body(&text)
    text.write("\n")
  }
  return code.rawValue
}

func complain(_ code: ExitCode, _ error: SystemError) -> Int32 {
  complain(code) { (text: inout TextWriter) in text.write(error) }
}

/// Writes which device is not available, and why.
func reportMissing(_ body: (inout TextWriter) -> Void) {
  _ = complain(.done) { (text: inout TextWriter) in
    body(&text)
    text.write("; the panel keeps running without it")
  }
}

private func print(_ body: (inout TextWriter) -> Void) -> Int32 {
  guard var text = try? TextWriter(to: 1) else { return ExitCode.system.rawValue }
  body(&text)
  text.flush()
  return text.failure == 0 ? ExitCode.done.rawValue : ExitCode.inputOutput.rawValue
}
