import AfterglowLinux
import ArgumentParser
import Foundation

/// `afterglow power on|off [BOARD]`.
struct PowerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "power",
    abstract: "Darken the panel of an empty room, or wake it.",
    discussion: """
      Tells the guard that shows the board, whoever started it. A darkened panel is as dark as the hardware allows: \
      backlight off, connector off. Its clock goes on, and when it is woken it shows the time at once. It wakes by \
      itself where the board names an input and a key or touch comes. E-paper keeps its picture: it costs nothing.

      A motion sensor's script is in docs/raspberry-pi.md.

      EXAMPLES
        afterglow power off bedside-clock
        afterglow power on
        afterglow power off --control /run/afterglow/kitchen/control.sock

      \(ExitStatus.help)
      """)

  enum State: String, ExpressibleByArgument, CaseIterable {
    case on, off
  }

  @Argument(help: "on or off.")
  var state: State

  @Argument(help: "A board that is running: its folder or name; may be left out when it is the only one.")
  var board: String?

  @Option(help: ArgumentHelp("The guard's own socket, instead of looking for it.", valueName: "socket"))
  var control: String?

  func run() throws {
    try reporting {
      let (name, path) = try socket()
      do throws(SystemError) {
        let connection = try ControlConnection(connectingTo: path)
        try connection.send(ControlMessage(.power, value: state == .on ? 1 : 0))
        // Packets are read in order: an answer to this one means that the other was taken.
        try connection.send(ControlMessage(.ping, value: Self.mark))
        try Self.waitForAnswer(connection)
      } catch {
        throw failure(error, path)
      }
      Report.say("\(name): \(state == .on ? "woken" : "darkened")")
    }
  }

  private static let mark: Int64 = 0x706F_7765
  private static let patienceMs: Int64 = 2_000

  private static func waitForAnswer(_ connection: borrowing ControlConnection) throws(SystemError) {
    // A guard that talks of other things meanwhile is not waited for without end.
    for _ in 0..<64 {
      guard let message = try connection.receive(timeoutMs: patienceMs) else { break }
      if message.kind == .pong && message.value == mark { return }
    }
    throw SystemError("hear from the guard", errno: ETIMEDOUT)
  }

  private func failure(_ error: SystemError, _ path: String) -> Failure {
    let reason = String(cString: strerror(error.errno))
    let advice =
      error.errno == EACCES
      ? "; run it as the user of the guard, or with sudo"
      : error.errno == ECONNREFUSED ? "; the guard has ended, start it again" : ""
    return Failure(.unavailable, "cannot \(error.operation) \(path): \(reason)\(advice)")
  }

  private func socket() throws -> (name: String, path: String) {
    if let control { return (board ?? control, control) }
    // A board is a folder too; the guard's folder has its name.
    let name = board.map { URL(fileURLWithPath: $0).standardizedFileURL.lastPathComponent }
    let found = RuntimePaths.sockets(of: name).filter { Self.answers($0.path) }
    if let only = found.first, found.count == 1 || name != nil { return (only.board, only.path) }
    let places = "its own runtime folder and \(RuntimePaths.serviceRoot)"
    if found.isEmpty {
      throw Failure(
        .unavailable, "no guard shows \(name ?? "any board") (looked in \(places)); start one with `afterglow run`")
    }
    let boards = found.map(\.board).joined(separator: ", ")
    throw Failure(.usage, "several boards are shown (\(boards)); name one")
  }

  /// A socket that nobody may connect to still belongs to a guard: the error then says so.
  private static func answers(_ path: String) -> Bool {
    do throws(SystemError) {
      _ = try ControlConnection(connectingTo: path)
      return true
    } catch {
      return error.errno == EACCES
    }
  }
}
