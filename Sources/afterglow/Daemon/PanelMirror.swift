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
  private var last: PanelPicture?

  init(picturePath: String, board: BoardRecord, terminal: TerminalPanel?, log: Logger) {
    self.picturePath = picturePath
    self.board = board
    self.terminal = terminal
    self.log = log
  }

  /// The display file may be another one now.
  func attach(_ path: String) {
    framebuffer = nil
    let size = PixelSize(width: board.widthPx, height: board.heightPx)
    let rotation = Rotation(rawValue: board.rotation) ?? .none
    attempt("framebuffer") {
      framebuffer = try FramebufferFile(path: path, rotation: rotation, sceneSize: size)
    }
  }

  /// True when a whole frame was read and written.
  @discardableResult
  func update() -> Bool {
    guard let framebuffer else { return false }
    return attempt("picture") {
      let picture = try framebuffer.picture()
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
