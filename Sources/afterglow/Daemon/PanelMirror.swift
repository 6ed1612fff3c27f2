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
  /// Of the picture that the file holds. The picture itself would be as much memory as all else together.
  private var writtenHash: Int?
  /// Whether the panel was darkened: the framebuffer keeps its picture, but nobody sees it.
  var isDark = false {
    didSet { if isDark != oldValue { redraw() } }
  }

  init(picturePath: String, board: BoardRecord, terminal: TerminalPanel?, log: Logger) {
    self.picturePath = picturePath
    self.board = board
    self.terminal = terminal
    self.log = log
  }

  /// What stands below the picture in the terminal.
  var caption: [String] {
    get { terminal?.caption ?? [] }
    set { terminal?.caption = newValue }
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
      let hash = picture.contentHash
      if hash != writtenHash || access(picturePath) {
        try Files.replace(picturePath, with: picture.png(), isDurable: false)
        writtenHash = hash
      }
      show(picture)
    }
  }

  private func show(_ picture: PanelPicture) {
    terminal?.show(isDark ? PanelPicture(darkLike: picture) : picture)
  }

  private func redraw() {
    guard terminal != nil else { return }
    attempt("picture") {
      if let picture = try openFramebuffer()?.picture() { show(picture) }
    }
  }

  /// The window has another size: draw again.
  func redrawIfResized() {
    if let terminal, terminal.isResized { redraw() }
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
