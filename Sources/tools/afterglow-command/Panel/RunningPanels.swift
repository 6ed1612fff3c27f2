import AfterglowBoards
import AfterglowCore
import AfterglowDaemon
import AfterglowErrors
import AfterglowKit
import AfterglowLight
import AfterglowLinux
import AfterglowPreview
import AfterglowStudio
import Foundation

/// The panels that run on this machine, for the studio: each is listened to as long as a page asks for it.
final class RunningPanels: PanelAccess, @unchecked Sendable {
  private let lock = NSLock()
  private var ears: [String: PanelEar] = [:]

  func panel(ofBoardIn folder: String) -> RunningPanel? {
    guard let running = try? Self.running(folder) else { return nil }
    let ear = lock.withLock { () -> PanelEar in
      if let ear = ears[running.socket], ear.isListening { return ear }
      let ear = PanelEar(running.socket)
      ears[running.socket] = ear
      return ear
    }
    var panel = ear.heard()
    panel.hasPicture = access(running.framebuffer, R_OK) == 0
    return panel
  }

  func picture(ofBoardIn folder: String, rotation: Rotation, size: PixelSize) throws -> PanelPicture {
    let running = try Self.running(folder)
    return try FramebufferFile(path: running.framebuffer, rotation: rotation, sceneSize: size).picture()
  }

  func setMode(_ mode: ModeOverride, ofBoardIn folder: String) throws {
    try RunningGuard(board: folder, control: nil).send(ControlMessage(.modeOverride, value: Int64(mode.rawValue)))
  }

  /// - Throws: `Failure` where none runs.
  private static func running(_ folder: String) throws -> RunningBoard {
    let all = try RunningBoard.all()
    guard let found = RunningBoard.meant(by: folder, among: all).first(where: { RunningGuard.answers($0.socket) })
    else {
      throw Failure(.unavailable, "no panel of \(folder) is running")
    }
    return found
  }
}

/// Reads what a guard reports of its panel, on a thread of its own, until no page has asked for a while.
private final class PanelEar: @unchecked Sendable {
  private let lock = NSLock()
  private var panel = RunningPanel()
  private var news = PanelNews()
  private var askedMs = SystemTime.boottimeMs
  private var hasEnded = false

  private static let patienceMs: Int64 = 10_000
  private static let lineCount = 60

  init(_ socket: String) {
    let thread = Thread { [self] in
      listen(socket)
      lock.withLock { hasEnded = true }
    }
    thread.name = "panel"
    thread.start()
  }

  var isListening: Bool { lock.withLock { !hasEnded } }

  func heard() -> RunningPanel {
    lock.withLock {
      askedMs = SystemTime.boottimeMs
      return panel
    }
  }

  private func listen(_ socket: String) {
    do throws(SystemError) {
      let connection = try ControlConnection(connectingTo: socket)
      try connection.send(ControlMessage(.describe))
      while lock.withLock({ SystemTime.boottimeMs - askedMs < Self.patienceMs }) {
        if let message = try connection.receive(timeoutMs: 500) { take(message) }
      }
    } catch {
      lock.withLock { note("the panel is gone: \(ErrnoWords.cause(error.errno))") }
    }
  }

  private func take(_ message: ControlMessage) {
    lock.withLock {
      switch message.kind {
      case .hello:
        panel.display = message.text
        if let words = news.display(message.text) { note(words) }
      case .dimming:
        if let words = news.dimming(message, isInFile: false) { note(words) }
        panel.dimming = message.text
      case .showing, .updated: takeUpdate(message)
      case .rendererRestarted: note("the renderer was started again")
      case .displayFailed: note("the display failed: \(message.text)")
      case .refused: note("the archive is refused: \(message.text)")
      case .adopted: note("new content: \(byteText(Int(message.value)))")
      case .power: note("the panel was woken")
      case .presence: note("someone is there")
      default: break
      }
    }
  }

  private func takeUpdate(_ message: ControlMessage) {
    panel.mode = LightMode(isNight: message.isNight, isLuminanceReduced: message.isAlwaysOn).name
    panel.reason = LightReason(rawValue: message.reason).map(ReasonText.short)
    panel.shown = TimeText.utc(Instant(milliseconds: message.realtimeMs))
    let next = Instant(milliseconds: message.nextRealtimeMs)
    panel.next = next >= .distantFuture ? nil : TimeText.utc(next)
    if message.kind == .updated {
      panel.lagMs = max(0, Instant.now.milliseconds - message.realtimeMs)
      note(PanelNews.update(message))
    }
  }

  private func note(_ text: String) {
    panel.log.append(RunningPanel.Line(at: TimeText.utc(.now), text: text))
    if panel.log.count > Self.lineCount { panel.log.removeFirst() }
  }
}
