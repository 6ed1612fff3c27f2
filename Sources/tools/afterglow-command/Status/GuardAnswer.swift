import AfterglowBoards
import AfterglowCore
import AfterglowDaemon
import AfterglowKit
import AfterglowLight
import AfterglowLinux
import CLinux
import Foundation

/// What a guard says when it is asked, and what the kernel says of its processes.
struct GuardAnswer {
  private(set) var `guard` = BoardReport.Program.notRunning
  private(set) var renderer = BoardReport.Program.notRunning
  /// nil = no guard answers.
  private(set) var panel: BoardReport.Panel?

  /// How long a guard may take to answer.
  private static let patienceMs: Int64 = 2_000
  private static let mark: Int64 = 0x7374_6174
  /// The name that a renderer gives itself.
  private static let rendererName = "aglow-renderer"

  /// Asks the guard at a control socket.
  init(of path: String, at moment: StatusMoment) {
    let descriptor = path.withCString { ag_connect($0, 0) }
    guard descriptor >= 0 else {
      `guard` = Self.program(withoutConnection: -descriptor)
      if `guard`.state != .notRunning { renderer = .hidden }
      return
    }
    let entry = SocketPeer.process(of: descriptor).flatMap { ProcessEntry($0) }
    let connection = ControlConnection(owning: descriptor)
    if let entry, entry.isStopped {
      `guard` = BoardReport.Program(entry, at: moment)
      renderer = Self.renderer(of: entry, at: moment)
      return
    }
    let messages = Self.ask(connection)
    guard let hello = messages.first(where: { $0.kind == .hello }) else {
      `guard` = BoardReport.Program(state: .hanging, entry, at: moment)
      renderer = entry.map { Self.renderer(of: $0, at: moment) } ?? .hidden
      return
    }
    // A guard of another container has no number here.
    `guard` = BoardReport.Program(state: .running, entry, at: moment)
    renderer = Self.renderer(hello.value, of: entry, at: moment)
    panel = BoardReport.Panel(hello: hello, messages, at: moment)
  }

  private static func program(withoutConnection code: Int32) -> BoardReport.Program {
    switch code {
    case EACCES, EPERM: .hidden
    // More connections wait for it than it accepts.
    case ETIMEDOUT: BoardReport.Program(state: .hanging)
    default: .notRunning
    }
  }

  /// Everything that it says at first. Packets are read in order: with the answer to a ping it has said all of that.
  private static func ask(_ connection: borrowing ControlConnection) -> [ControlMessage] {
    var messages: [ControlMessage] = []
    let deadline = SystemTime.boottimeMs + patienceMs
    do throws(SystemError) {
      try connection.send(ControlMessage(.ping, value: mark))
      // Bounded, because it may send other messages continuously.
      for _ in 0..<64 {
        let leftMs = max(0, deadline - SystemTime.boottimeMs)
        guard let message = try connection.receive(timeoutMs: leftMs) else { break }
        if message.kind == .pong && message.value == mark { break }
        messages.append(message)
      }
    } catch {
      // What it has said before counts.
    }
    return messages
  }

  /// The renderer that a guard names.
  ///
  /// - Parameters:
  ///   - number: its process, as the guard counts; 0 = the guard has none.
  ///   - entry: the guard's process; nil = this user cannot see it.
  private static func renderer(
    _ number: Int64, of entry: ProcessEntry?, at moment: StatusMoment
  ) -> BoardReport.Program {
    guard number > 0 else { return .notRunning }
    guard let entry else { return BoardReport.Program(state: .running) }
    // In a container the guard's numbers are those of other processes here.
    if let child = ProcessEntry(Int32(clamping: number)), child.parent == entry.identifier {
      return BoardReport.Program(child, at: moment)
    }
    return renderer(of: entry, at: moment)
  }

  /// The renderer of a guard that does not answer; hidden if it has several, or if the kernel lists no children.
  private static func renderer(of entry: ProcessEntry, at moment: StatusMoment) -> BoardReport.Program {
    guard let children = ProcessEntry.children(of: entry.identifier, named: rendererName), children.count < 2 else {
      return .hidden
    }
    return BoardReport.Program(children.first.flatMap { ProcessEntry($0) }, at: moment)
  }
}

extension BoardReport.Panel {
  fileprivate init(hello: ControlMessage, _ messages: [ControlMessage], at moment: StatusMoment) {
    display = hello.text.isEmpty ? nil : hello.text
    dimming = messages.last { $0.kind == .dimming && $0.textCount > 0 }?.text
    if let record = messages.last(where: { $0.kind == .refreshes })?.refreshes {
      refreshes = BoardReport.Refreshes(
        full: Int(record.full), fast: Int(record.fast), partial: Int(record.partial), failed: Int(record.failed))
    }
    guard let update = messages.last(where: { $0.kind == .showing || $0.kind == .updated }) else { return }
    let shown = LightMode(isNight: update.isNight, isLuminanceReduced: update.isAlwaysOn)
    mode = hello.isDark ? "dark" : shown.name
    if update.pageCount > 1 { (page, pageCount) = (update.page + 1, update.pageCount) }
    reason = hello.isDark ? nil : LightReason(rawValue: update.reason).map { ReasonText.name($0) }
    frameAt = BoardStatus.text(update.realtimeMs)
    let next = Instant(milliseconds: update.nextRealtimeMs)
    nextFrameAt = next < .distantFuture ? BoardStatus.text(update.nextRealtimeMs) : nil
    // A frame that changes no pixel is not reported, so that an old one does not know of a clock that was set since.
    let isOld = moment.wallMs.subtractingReportingOverflow(update.realtimeMs).partialValue > 120_000
    isClockTrusted = !update.isClockUntrusted || isOld && SystemTime.isSynchronised == true
  }
}
