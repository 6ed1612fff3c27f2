import AfterglowCore
import AfterglowLinux

/// A mistake on the command line.
struct UsageError: Error, @unchecked Sendable {
  var reason: StaticString
  /// The largest valid value, which the message adds to the reason; nil = none.
  var limit: Int64?
  /// One of the program's arguments, which live as long as the process.
  var argument: UnsafePointer<CChar>?
}

/// The command line's settings of one panel.
struct PanelOptions {
  var archivePath: UnsafePointer<CChar>?
  var controlPath: UnsafePointer<CChar>?
  var displayPath: UnsafePointer<CChar>?
  /// The socket of a simulated e-paper panel, for e-paper boards.
  var panelPath: UnsafePointer<CChar>?
  var luxTracePath: UnsafePointer<CChar>?
  /// The file that stores a panel's state across reboots.
  var statePath: UnsafePointer<CChar>?
  /// A constant reading instead of the board's light source.
  var millilux: Int64?
  /// How many times longer a simulated controller takes.
  var slowness: UInt8?
  /// The confinement of its renderers; the same for all panels.
  var confinement = ConfinementOptions()
  /// Whether the guard has no other panel.
  var isAlone = true

  fileprivate var isEmpty: Bool {
    archivePath == nil && controlPath == nil && displayPath == nil && luxTracePath == nil && millilux == nil
      && statePath == nil && slowness == nil && panelPath == nil
  }
}

/// The command line, decoded.
struct Options {
  enum Command { case help, version, show, simulate }

  static var maximumPanelCount: Int { 4 }

  var command = Command.show
  /// One for each panel. Options precede their archive, unless there is only one.
  private(set) var panels: InlineArray<4, PanelOptions> = InlineArray(repeating: PanelOptions())
  private(set) var panelCount = 1
  var confinement = ConfinementOptions()
  var dumpPath: UnsafePointer<CChar>?
  var from = Instant(milliseconds: 0)
  var to = Instant(milliseconds: 0)
  var printsUpdates = false
  /// The index of the panel that options apply to.
  private var place = 0

  init(_ count: Int32, _ arguments: UnsafePointer<UnsafePointer<CChar>?>) throws(UsageError) {
    var rest = ArgumentReader(count, arguments)
    var takesOptions = true
    while let argument = rest.next() {
      if takesOptions && argument[0] == 45 && argument[1] != 0 {
        if equals(argument, "--") { takesOptions = false } else { try takeOption(argument, &rest) }
        if command == .help || command == .version { return }
      } else {
        try takeArchive(argument)
      }
    }
    try settlePanels()
    try check()
  }

  private mutating func takeArchive(_ path: UnsafePointer<CChar>) throws(UsageError) {
    if place == Options.maximumPanelCount {
      throw UsageError(reason: "at most four panels at a time, unexpected", argument: path)
    }
    panels[place].archivePath = path
    place += 1
  }

  /// Options after a single archive apply to it as well.
  ///
  /// - Throws: `UsageError` for options without an archive.
  private mutating func settlePanels() throws(UsageError) {
    panelCount = Swift.max(1, place)
    if place == 0 || place == Options.maximumPanelCount || panels[place].isEmpty { return }
    if place > 1 { throw UsageError(reason: "with several archives, options go before their archive") }
    let after = panels[1]
    panels[0].controlPath = after.controlPath ?? panels[0].controlPath
    panels[0].displayPath = after.displayPath ?? panels[0].displayPath
    panels[0].panelPath = after.panelPath ?? panels[0].panelPath
    panels[0].luxTracePath = after.luxTracePath ?? panels[0].luxTracePath
    panels[0].millilux = after.millilux ?? panels[0].millilux
    panels[0].statePath = after.statePath ?? panels[0].statePath
    panels[0].slowness = after.slowness ?? panels[0].slowness
  }

  private mutating func takeOption(
    _ option: UnsafePointer<CChar>, _ rest: inout ArgumentReader
  ) throws(UsageError) {
    if try takePanelOption(option, &rest) { return }
    if equals(option, "--help") || equals(option, "-h") {
      command = .help
    } else if equals(option, "--version") {
      command = .version
    } else if equals(option, "--user") {
      let text = try rest.value(of: option)
      guard let (user, group) = parseUser(text) else {
        throw UsageError(reason: "expected numbers such as 65534:65534, found", argument: text)
      }
      confinement.user = user
      confinement.group = group
    } else if equals(option, "--unconfined") {
      confinement.isUnconfined = true
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

  /// False if it is not an option of a panel.
  ///
  /// - Throws: `UsageError` for an invalid value.
  private mutating func takePanelOption(
    _ option: UnsafePointer<CChar>, _ rest: inout ArgumentReader
  ) throws(UsageError) -> Bool {
    var panel = PanelOptions()
    if equals(option, "--control") {
      panel.controlPath = try rest.value(of: option)
    } else if equals(option, "--display") {
      panel.displayPath = try rest.value(of: option)
    } else if equals(option, "--panel") {
      panel.panelPath = try rest.value(of: option)
    } else if equals(option, "--lux") {
      let text = try rest.value(of: option)
      panel.millilux = parseMillilux(text)
      if panel.millilux == nil {
        throw UsageError(
          reason: "expected lux such as 0.5, from 0 to", limit: Illuminance.maximumLux, argument: text)
      }
    } else if equals(option, "--lux-trace") {
      panel.luxTracePath = try rest.value(of: option)
    } else if equals(option, "--state") {
      panel.statePath = try rest.value(of: option)
    } else if equals(option, "--slow-panel") {
      panel.slowness = try Options.slowness(rest.value(of: option))
    } else {
      return false
    }
    if place == Options.maximumPanelCount {
      throw UsageError(reason: "with several archives, options go before their archive", argument: option)
    }
    panels[place].controlPath = panel.controlPath ?? panels[place].controlPath
    panels[place].displayPath = panel.displayPath ?? panels[place].displayPath
    panels[place].panelPath = panel.panelPath ?? panels[place].panelPath
    panels[place].luxTracePath = panel.luxTracePath ?? panels[place].luxTracePath
    panels[place].millilux = panel.millilux ?? panels[place].millilux
    panels[place].statePath = panel.statePath ?? panels[place].statePath
    panels[place].slowness = panel.slowness ?? panels[place].slowness
    return true
  }

  private static func slowness(_ text: UnsafePointer<CChar>) throws(UsageError) -> UInt8 {
    let digit = UInt8(bitPattern: text[0])
    if digit < 49 || digit > 52 || text[1] != 0 {
      throw UsageError(reason: "--slow-panel: expected 1 to 4, found", argument: text)
    }
    return digit - 48
  }

  private static func instant(_ text: UnsafePointer<CChar>) throws(UsageError) -> Instant {
    if let instant = parseInstant(text) { return instant }
    throw UsageError(
      reason: "expected an instant such as 2026-11-21T07:00:00+01:00 or seconds since 1970, found", argument: text)
  }

  private func check() throws(UsageError) {
    for index in 0..<panelCount where panels[index].millilux != nil && panels[index].luxTracePath != nil {
      throw UsageError(reason: "--lux and --lux-trace exclude each other")
    }
    if command == .simulate {
      try checkSimulation()
    } else {
      if printsUpdates || dumpPath != nil { throw UsageError(reason: "--updates and --dump-frame need --simulate") }
      if panels[0].archivePath == nil && panels[0].controlPath == nil {
        throw UsageError(reason: "expected an archive")
      }
    }
  }

  private func checkSimulation() throws(UsageError) {
    if panels[0].archivePath == nil { throw UsageError(reason: "--simulate needs an archive") }
    if panelCount > 1 {
      throw UsageError(reason: "--simulate takes one archive, unexpected", argument: panels[1].archivePath)
    }
    if panels[0].controlPath != nil || panels[0].displayPath != nil || panels[0].panelPath != nil {
      throw UsageError(reason: "--simulate has no socket and no display file")
    }
    if to < from { throw UsageError(reason: "--simulate: TO is before FROM") }
  }
}
