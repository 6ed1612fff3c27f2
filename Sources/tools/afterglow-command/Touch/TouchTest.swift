import AfterglowDaemon
import AfterglowInput
import AfterglowKit
import AfterglowLinux
import Foundation

/// A touch test of a running panel: asks the guard to draw contacts, and prints each change that it reports.
struct TouchTest {
  private let running: RunningGuard
  private let isJSON: Bool
  private var deviceCount = 0
  private var changeCount = 0

  /// How often the guard is asked to go on, in ms: three times before it ends a test by itself.
  private static let renewalMs: Int64 = 1_000
  private static let mark: Int64 = 0x746F_7563

  init(of running: RunningGuard, isJSON: Bool) {
    self.running = running
    self.isJSON = isJSON
  }

  /// Prints what is touched.
  ///
  /// - Parameter seconds: how long; nil = until the program is ended.
  /// - Throws: `Failure` when the guard is gone, when the board has no input, or when nothing was touched in time.
  mutating func run(seconds: Int?) throws {
    var refusal: String?
    do throws(SystemError) {
      let connection = try ControlConnection(connectingTo: running.socket)
      let end = seconds.map { SystemTime.boottimeMs + Int64($0) * 1_000 } ?? Int64.max
      refusal = try follow(connection, untilMs: end)
      try connection.send(ControlMessage(.touchTest, value: 0))
    } catch {
      throw running.failure(error)
    }
    if let refusal { throw Failure(.badInput, "\(running.board): \(refusal)") }
    guard let seconds, changeCount == 0 else { return }
    throw Failure(
      deviceCount == 0 ? .unavailable : .differs, "\(running.board): nothing was touched for \(seconds) s")
  }

  /// Prints what the guard reports.
  ///
  /// - Returns: why the guard does not test touches; nil = it did until the end.
  /// - Throws: `SystemError` when the guard is gone.
  private mutating func follow(
    _ connection: borrowing ControlConnection, untilMs end: Int64
  ) throws(SystemError) -> String? {
    var renewsAt = SystemTime.boottimeMs
    var isMarked = false
    while true {
      let now = SystemTime.boottimeMs
      if now >= end { return nil }
      if now >= renewsAt {
        try connection.send(ControlMessage(.touchTest, value: 1))
        // Packets are read in order: every device was named before the reply.
        if !isMarked { try connection.send(ControlMessage(.ping, value: Self.mark)) }
        isMarked = true
        renewsAt = now + Self.renewalMs
      }
      guard let message = try connection.receive(timeoutMs: max(1, min(renewsAt, end) - now)) else { continue }
      switch message.kind {
      case .ignored: return message.text
      case .touched: report(message)
      case .pong where message.value == Self.mark && deviceCount == 0: complainOfNoDevice()
      default: break
      }
    }
  }

  private mutating func report(_ message: ControlMessage) {
    let event = TouchEvent(message)
    if message.touched == nil { deviceCount += 1 } else { changeCount += 1 }
    Report.say(isJSON ? event.json : event.words)
  }

  /// Says which devices the kernel has, because none of them is open. One that appears later is found by the guard.
  private func complainOfNoDevice() {
    let text = (try? String(contentsOfFile: "/proc/bus/input/devices", encoding: .utf8)) ?? ""
    let seen = SeenDevice.list(text).map(\.words)
    let remedy =
      seen.isEmpty
      ? "the kernel has none; plug one in, it is found by itself"
      : "the kernel has \(seen.joined(separator: ", ")); name one in \"input\" of board.yaml, or let the service's user "
        + "belong to the group of /dev/input/event0, usually input"
    Report.complain("\(running.board): no input device is open; \(remedy)")
  }
}

/// An input device of `/proc/bus/input/devices`.
struct SeenDevice: Equatable {
  var name: String
  /// Such as event0; empty = it has none.
  var event: String

  var words: String { event.isEmpty ? name : "\(name) (\(event))" }

  /// The devices that have events, in the order of the file.
  static func list(_ text: String) -> [SeenDevice] {
    text.components(separatedBy: "\n\n").compactMap { block in
      let lines = block.split(separator: "\n")
      guard let name = lines.first(where: { $0.hasPrefix("N: Name=") })?.dropFirst("N: Name=".count) else { return nil }
      let handlers = lines.first { $0.hasPrefix("H: Handlers=") }?.dropFirst("H: Handlers=".count) ?? ""
      let event = handlers.split(separator: " ").first { $0.hasPrefix("event") }
      return SeenDevice(
        name: name.count > 1 ? String(name.dropFirst().dropLast()) : "", event: event.map(String.init) ?? "")
    }
  }
}
