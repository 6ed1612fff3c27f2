import AfterglowCore

/// What is wrong with the command line.
struct UsageError: Error, @unchecked Sendable {
  var reason: StaticString
  /// One of the program's own arguments, which outlive everything.
  var argument: UnsafePointer<CChar>?
}

/// The command line, decoded.
struct Options {
  enum Command { case help, version, show, simulate }

  var command = Command.show
  var archivePath: UnsafePointer<CChar>?
  var controlPath: UnsafePointer<CChar>?
  var displayPath: UnsafePointer<CChar>?
  var luxTracePath: UnsafePointer<CChar>?
  /// A constant reading instead of the board's light source.
  var millilux: Int64?
  var dumpPath: UnsafePointer<CChar>?
  var from = Instant(milliseconds: 0)
  var to = Instant(milliseconds: 0)
  var printsUpdates = false

  static var version: StaticString { "afterglow-renderer 0.1.0\n" }

  static var help: StaticString {
    """
    Shows an archive on its panel, and goes on when everything else has died.

    usage: afterglow-renderer [--control SOCKET] [--display PATH] [--lux LUX | --lux-trace TRACE] [FILE]
           afterglow-renderer --simulate FROM TO [--lux LUX | --lux-trace TRACE] [--updates] [--dump-frame PATH] FILE

    FILE is an archive, made by `afterglow build`. Its board says which display to use. The panel runs until SIGINT or
    SIGTERM; its last picture stays.

      --control SOCKET    also take archives and commands from there; then FILE may come later
      --display PATH      put the virtual framebuffer there instead
      --lux LUX           a constant light instead of the board's own source, such as 0.5
      --lux-trace TRACE   take the light from lines of `seconds,lux` (an empty lux is a drop-out)
      --simulate FROM TO  run the same loop on a virtual clock, as fast as it can, and end with one line of JSON;
                          FROM and TO are 2026-11-21T07:00:00+01:00 (or …Z), or seconds since 1970; TO is not shown
      --updates           one line of JSON for each update
      --dump-frame PATH   write the last frame there, as a virtual framebuffer
      --help, --version

    exit status: 0 done, 64 wrong usage, 65 not an archive, 69 no display, 71 the system refused, 74 input or output

    example: afterglow-renderer --simulate 2026-03-28T00:00:00Z 2026-03-30T00:00:00Z clock.archive

    """
  }

  init(_ count: Int32, _ arguments: UnsafePointer<UnsafePointer<CChar>?>) throws(UsageError) {
    var rest = ArgumentReader(count, arguments)
    var takesOptions = true
    while let argument = rest.next() {
      if takesOptions && argument[0] == 45 && argument[1] != 0 {
        if equals(argument, "--") { takesOptions = false } else { try takeOption(argument, &rest) }
        if command == .help || command == .version { return }
      } else if archivePath == nil {
        archivePath = argument
      } else {
        throw UsageError(reason: "one archive at a time, unexpected", argument: argument)
      }
    }
    try check()
  }

  private mutating func takeOption(
    _ option: UnsafePointer<CChar>, _ rest: inout ArgumentReader
  ) throws(UsageError) {
    if equals(option, "--help") || equals(option, "-h") {
      command = .help
    } else if equals(option, "--version") {
      command = .version
    } else if equals(option, "--control") {
      controlPath = try rest.value(of: option)
    } else if equals(option, "--display") {
      displayPath = try rest.value(of: option)
    } else if equals(option, "--lux") {
      let text = try rest.value(of: option)
      millilux = parseMillilux(text)
      if millilux == nil {
        throw UsageError(reason: "expected lux from 0 to 200000 such as 0.5, found", argument: text)
      }
    } else if equals(option, "--lux-trace") {
      luxTracePath = try rest.value(of: option)
    } else if equals(option, "--dump-frame") {
      dumpPath = try rest.value(of: option)
    } else if equals(option, "--updates") {
      printsUpdates = true
    } else if equals(option, "--simulate") {
      command = .simulate
      from = try Options.instant(rest.value(of: option))
      to = try Options.instant(rest.value(of: option))
    } else {
      throw UsageError(reason: "unknown option", argument: option)
    }
  }

  private static func instant(_ text: UnsafePointer<CChar>) throws(UsageError) -> Instant {
    if let instant = parseInstant(text) { return instant }
    throw UsageError(
      reason: "expected an instant such as 2026-11-21T07:00:00+01:00 or seconds since 1970, found", argument: text)
  }

  private func check() throws(UsageError) {
    if millilux != nil && luxTracePath != nil { throw UsageError(reason: "--lux and --lux-trace exclude each other") }
    if command == .simulate {
      if archivePath == nil { throw UsageError(reason: "--simulate needs an archive") }
      if controlPath != nil || displayPath != nil {
        throw UsageError(reason: "--simulate has no socket and no display file")
      }
      if to < from { throw UsageError(reason: "--simulate: TO is before FROM") }
    } else {
      if printsUpdates || dumpPath != nil { throw UsageError(reason: "--updates and --dump-frame need --simulate") }
      if archivePath == nil && controlPath == nil { throw UsageError(reason: "expected an archive") }
    }
  }
}

/// Walks over the arguments after the program's name.
struct ArgumentReader {
  private let count: Int
  private let arguments: UnsafePointer<UnsafePointer<CChar>?>
  private var index = 1

  init(_ count: Int32, _ arguments: UnsafePointer<UnsafePointer<CChar>?>) {
    self.count = Int(count)
    self.arguments = arguments
  }

  mutating func next() -> UnsafePointer<CChar>? {
    if index >= count { return nil }
    index += 1
    return arguments[index - 1]
  }

  mutating func value(of option: UnsafePointer<CChar>) throws(UsageError) -> UnsafePointer<CChar> {
    guard let value = next() else { throw UsageError(reason: "a value is missing after", argument: option) }
    return value
  }
}

/// Whether a C string has exactly these bytes.
func equals(_ text: UnsafePointer<CChar>, _ word: StaticString) -> Bool {
  for index in 0..<word.utf8CodeUnitCount where UInt8(bitPattern: text[index]) != word.utf8Start[index] {
    return false
  }
  return text[word.utf8CodeUnitCount] == 0
}
