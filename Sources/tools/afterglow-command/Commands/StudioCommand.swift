import AfterglowDaemon
import AfterglowKit
import AfterglowStudio
import ArgumentParser
import CLinux
import Foundation

/// `afterglow studio BOARD…`.
struct StudioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Open a page in the browser that shows boards at any moment, and changes them.",
    discussion: """
      Serves the page on this machine until Ctrl-C and prints its address, whose last part is a token. Anyone with the \
      token can change the boards' scenes; a second address is for looking only. With --listen the studio also listens \
      on the network: there it asks for the password, and refuses changes of programs, addresses, secrets and files \
      outside of a board's folder. Nothing is encrypted: use ssh -L, or a reverse proxy.

      EXAMPLES
        afterglow studio bedside-clock
        afterglow studio boards/wall boards/bedside --port 8080
        afterglow studio bedside-clock --no-open
        afterglow studio bedside-clock epaper-4in2-v2 --scene morning.yaml
        afterglow studio bedside-clock --package ../tides
        afterglow studio bedside-clock --listen 192.168.1.20:8080 \\
          --password-file page.txt

      \(ExitStatus.help)
      """)

  @Argument(help: "Folders of boards, or names of some under boards/.", completion: BoardCompletion.named)
  var boards: [String]

  @Option(
    help: ArgumentHelp(
      "Show this scene on every board instead of its own; its relative paths begin at the board's folder.",
      valueName: "file"), completion: .file(extensions: ["yaml"]))
  var scene: String?

  @Option(
    name: .customLong("package"),
    help: ArgumentHelp(
      "A Swift package of widgets, which is built and added now and whenever one of its files changes. Repeat it for several.",
      valueName: "folder"), completion: .directory)
  var packages: [String] = []

  @Option(
    help: ArgumentHelp("The port on this machine (default: 0, any free one).", valueName: "number"),
    transform: Input.whole)
  var port: UInt16 = 0

  @Option(
    help: ArgumentHelp(
      "Another address of this machine to listen on, such as 192.168.1.20:8080 or 0.0.0.0:8080.",
      valueName: "address:port"))
  var listen: String?

  @Option(
    help: ArgumentHelp("A file with the password for --listen, of 12 characters or more.", valueName: "file"))
  var passwordFile: String?

  @Option(
    help: ArgumentHelp(
      "A host name by which browsers reach it, such as panel.example.org of a reverse proxy. Repeat it for several.",
      valueName: "name"))
  var hostName: [String] = []

  @Flag(inversion: .prefixedNo, help: "Open the page in the browser.")
  var open = true

  func validate() throws {
    if boards.isEmpty { throw ValidationError("expected a board's folder, or its name under boards/") }
    guard (listen == nil) == (passwordFile == nil) else {
      throw ValidationError("expected --listen and --password-file together: a network needs a password")
    }
    if let listen, Self.parts(listen) == nil {
      throw ValidationError(
        "\(listen): expected an address and a port from 0 to \(UInt16.max), such as 192.168.1.20:8080 or [::]:8080")
    }
    if let listen, let place = Self.parts(listen), place.port == port, port != 0, Self.takesLoopback(place.address) {
      throw ValidationError(
        "--listen \(listen): the studio itself listens on 127.0.0.1:\(port), because of --port; leave "
          + "out --port, or choose another number")
    }
    try hostName.forEach(Self.checkHostName)
  }

  /// Whether a port of an address is also that of 127.0.0.1.
  private static func takesLoopback(_ address: String) -> Bool { ["127.0.0.1", "0.0.0.0", "::"].contains(address) }

  private static func checkHostName(_ text: String) throws {
    guard text.wholeMatch(of: #/[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*/#) == nil else { return }
    let expected = "--host-name: expected a host name such as panel.example.org, found"
    guard let start = text.range(of: "://")?.upperBound else { throw ValidationError("\(expected) \"\(text)\"") }
    let host = text[start...].prefix { !":/?#".contains($0) }
    throw ValidationError("\(expected) an address" + (host.isEmpty ? "" : "; write --host-name \(host)"))
  }

  private static func parts(_ text: String) -> (address: String, port: UInt16)? {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else { return nil }
    var address = String(text[..<colon])
    if address.hasPrefix("["), address.hasSuffix("]") { address = String(address.dropFirst().dropLast()) }
    return address.isEmpty ? nil : (address, port)
  }

  /// - Throws: `Failure` where the file has no password that a browser can send and that is long enough.
  private static func password(_ path: String) throws -> String {
    let text = String(decoding: try Files.read(path, limit: 4096), as: UTF8.self)
    let word = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard word.count >= leastPasswordCount, word.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw Failure(
        .badInput,
        "\(path): expected a password of \(leastPasswordCount) characters or more, of ASCII without spaces")
    }
    return word
  }

  private static let leastPasswordCount = 12
  /// Before the address is printed in any case.
  private static let longestWaitMs = 1_000

  func run() throws {
    try reporting {
      var settings = Studio.Settings(boards: boards)
      settings.scenePath = scene
      settings.port = port
      settings.packages = packages
      settings.version = ProductVersion.text
      settings.hostNames = hostName
      settings.panels = RunningPanels()
      settings.report = Report.complain
      if let place = listen.flatMap(Self.parts), let passwordFile {
        settings.network = (place.address, place.port, try Self.password(passwordFile))
      }
      let before = SupervisedCommand.session
      settings.session = before.flatMap { try? JSONDecoder().decode(Studio.Session.self, from: $0) }
      settings.keep = { session in
        if let data = try? JSONEncoder().encode(session) { SupervisedCommand.keep(session: data) }
      }
      let signals = ag_signal_descriptor()
      let studio = try Studio(settings)
      defer { studio.end() }
      // The browser starts while content is compiled; who reads the address meets a page that is ready.
      if open && before == nil { Self.open(studio.address) }
      studio.waitForFirstPicture(atMostMs: Self.longestWaitMs)
      Report.say("the page: \(studio.address)")
      Report.say("for looking only: \(studio.lookAddress)")
      if let address = studio.networkAddress { Report.say("for the network, with the password: \(address)") }
      waitForEnd(signals)
    }
  }

  /// Until it is asked to end: what a child's end reports is not that.
  private func waitForEnd(_ signals: Int32) {
    while true {
      switch ag_signal_next(signals) {
      case ...0:
        var entry = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
        _ = poll(&entry, 1, -1)
      case SIGINT, SIGTERM, SIGHUP: return
      default: continue
      }
    }
  }

  /// By the desktop's own program; on a machine without one the address is enough.
  private static func open(_ address: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/xdg-open")
    process.arguments = [address]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try? process.run()
  }
}
