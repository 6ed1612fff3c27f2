import AfterglowArchive
import AfterglowCore
import AfterglowKit
import AfterglowPreview

/// Shows the panel to the user: as a PNG that is rewritten on every change, and in the terminal. Belongs to
/// `MirrorThread`.
///
/// The panel does not depend on it: a failure is reported once, and the next change is tried again.
final class PanelMirror {
  private let picturePath: String
  /// The panel's board, which a changed file may replace.
  private var board: BoardRecord
  private let terminal: TerminalPanel?
  private let reporter: StatusReporter
  private var framebuffer: FramebufferFile?
  private var path: String?
  /// Hash of the picture in the file. The picture itself would take as much memory as everything else together.
  private var writtenHash: Int?
  /// Whether the panel was darkened: the framebuffer retains its picture, which is then invisible.
  private var isDark = false {
    didSet { if isDark != oldValue { redraw() } }
  }

  init(picturePath: String, board: BoardRecord, terminal: TerminalPanel?, reporter: StatusReporter) {
    self.picturePath = picturePath
    self.board = board
    self.terminal = terminal
    self.reporter = reporter
  }

  func perform(_ requests: MirrorThread.Requests) {
    if let board = requests.board { self.board = board }
    // It is opened at the next update: the guard's first message arrives earlier.
    if let path = requests.path {
      self.path = path
      framebuffer = nil
    }
    // Printed below the picture in the terminal.
    if let caption = requests.caption { terminal?.caption = caption }
    if let isDark = requests.isDark { self.isDark = isDark }
    if requests.isUpdate { update() }
    if requests.isRedrawIfResized, let terminal, terminal.isResized { redraw() }
  }

  private func openFramebuffer() throws -> FramebufferFile? {
    guard let path else { return framebuffer }
    if let framebuffer, framebuffer.isStill(at: path) { return framebuffer }
    framebuffer = nil
    let size = PixelSize(width: board.widthPx, height: board.heightPx)
    // A simulated e-paper panel's window is as a viewer sees it.
    let isUpright = DisplayKind(rawValue: board.displayKind)?.isPaper == true
    let rotation = isUpright ? .none : Rotation(rawValue: board.rotation) ?? .none
    framebuffer = try FramebufferFile(path: path, rotation: rotation, sceneSize: size)
    return framebuffer
  }

  private func update() {
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

  func close() { terminal?.close() }

  private func access(_ path: String) -> Bool { (try? Files.head(path, count: 0)) == nil }

  private func attempt(_ subject: String, _ body: () throws -> Void) {
    do {
      try body()
      reporter.clear(subject, "\(subject) can be written again")
    } catch {
      let text = (error as? Failure)?.lines.joined(separator: "; ") ?? "\(error)"
      reporter.warn("\(text); the panel keeps running", about: subject)
    }
  }
}
