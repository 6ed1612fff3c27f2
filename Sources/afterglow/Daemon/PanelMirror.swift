import AfterglowArchive
import AfterglowCore
import CLinux
import Logging

/// Shows the panel to people: as a PNG that is rewritten on every change, and in the terminal.
///
/// Nothing here matters to the panel: what fails is said once and tried again at the next change.
final class PanelMirror {
  private let picturePath: String
  /// Whose panel it is; a changed board file may have changed it.
  var board: BoardRecord
  private let terminal: TerminalPanel?
  private let log: Logger
  private var limit = RateLimit()
  private var framebuffer: FramebufferFile?
  private var path: String?
  private var last: PanelPicture?

  init(picturePath: String, board: BoardRecord, terminal: TerminalPanel?, log: Logger) {
    self.picturePath = picturePath
    self.board = board
    self.terminal = terminal
    self.log = log
  }

  /// The display file may be another one now. It is opened at the next update: the guard's first words come before it.
  func attach(_ path: String) {
    self.path = path
    framebuffer = nil
  }

  private func openFramebuffer() throws -> FramebufferFile? {
    guard let path else { return framebuffer }
    if let framebuffer, framebuffer.isStill(at: path) { return framebuffer }
    framebuffer = nil
    let size = PixelSize(width: board.widthPx, height: board.heightPx)
    let rotation = Rotation(rawValue: board.rotation) ?? .none
    framebuffer = try FramebufferFile(path: path, rotation: rotation, sceneSize: size)
    return framebuffer
  }

  /// True when a whole frame was read and written.
  @discardableResult
  func update() -> Bool {
    attempt("picture") {
      guard let picture = try openFramebuffer()?.picture() else { return }
      if picture != last || access(picturePath) {
        try Files.replace(picturePath, with: picture.png(), isDurable: false)
        last = picture
      }
      terminal?.show(picture)
    }
  }

  /// The window has another size: draw again.
  func redrawIfResized() {
    if let terminal, terminal.isResized, let last { terminal.show(last) }
  }

  func close() { terminal?.close() }

  private func access(_ path: String) -> Bool { (try? Files.head(path, count: 0)) == nil }

  @discardableResult
  private func attempt(_ subject: String, _ body: () throws -> Void) -> Bool {
    do {
      try body()
      if limit.cleared(subject) { log.notice("\(subject) can be written again") }
      return true
    } catch {
      let text = (error as? Failure)?.lines.joined(separator: "; ") ?? "\(error)"
      if limit.allows(text, about: subject, nowMs: ag_boottime_ms()) { log.warning("\(text); the panel goes on") }
      return false
    }
  }
}
