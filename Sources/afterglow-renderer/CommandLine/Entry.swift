import AfterglowLinux

/// The entry point: the package manager links `main` to the name of the program.
@c(afterglow_renderer_main)
public func entry(_ argumentCount: Int32, _ arguments: UnsafePointer<UnsafePointer<CChar>?>) -> Int32 {
  Process.ignoreBrokenPipes()
  do throws(UsageError) {
    let options = try Options(argumentCount, arguments)
    switch options.command {
    case .help: return printText(Options.help)
    case .version: return printText(Options.version)
    case .simulate: return Simulation.run(options)
    case .show: return Guard.run(options)
    }
  } catch {
    return complain(.usage) { (text: inout TextWriter) in
      text.write(error.reason)
      if let argument = error.argument {
        text.write(": ")
        text.write(cString: argument)
      }
      text.write("; see afterglow-renderer --help")
    }
  }
}

/// What the program's exit status says (sysexits.h).
enum ExitCode: Int32 {
  case done = 0
  case usage = 64
  /// The archive, or a trace, is not one.
  case badData = 65
  /// The display cannot be had.
  case noDisplay = 69
  /// The kernel refused something the program cannot do without.
  case system = 71
  case inputOutput = 74
  /// A renderer's alone: its display is gone, and the guard is to set it up anew.
  case displayLost = 75
}

/// Writes "afterglow-renderer: …" to standard error and gives the exit status.
func complain(_ code: ExitCode, _ body: (inout TextWriter) -> Void) -> Int32 {
  // On the stack: a confined process may map no memory.
  var memory: InlineArray<1024, UInt8> = InlineArray(repeating: 0)
  withUnsafeMutableBytes(of: &memory) { bytes in
    var text = TextWriter(to: 2, memory: bytes)
    text.write("afterglow-renderer: ")
    body(&text)
    text.write("\n")
  }
  return code.rawValue
}

func complain(_ code: ExitCode, _ error: SystemError) -> Int32 {
  complain(code) { (text: inout TextWriter) in text.write(error) }
}

/// Says which device cannot be had, and why.
func reportMissing(_ body: (inout TextWriter) -> Void) {
  _ = complain(.done) { (text: inout TextWriter) in
    body(&text)
    text.write("; the panel keeps running without it")
  }
}

private func printText(_ words: StaticString) -> Int32 {
  guard var text = try? TextWriter(to: 1) else { return ExitCode.system.rawValue }
  text.write(words)
  text.flush()
  return text.failure == 0 ? ExitCode.done.rawValue : ExitCode.inputOutput.rawValue
}
