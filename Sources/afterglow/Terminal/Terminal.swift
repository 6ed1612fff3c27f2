import Foundation

/// The terminal on standard input and output, and how to leave it as it was.
enum Terminal {
  /// Whether a picture can be shown in place.
  static var showsPictures: Bool {
    isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"].map { $0 != "dumb" } ?? false
  }

  /// Whether keys can be read one by one.
  static var hasKeys: Bool { isatty(STDIN_FILENO) == 1 }

  /// Cells across and down; 80 × 24 when the terminal does not say.
  static var size: (columns: Int, rows: Int) {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(window.ws_col), Int(window.ws_row))
  }

  static func write(_ text: String) { Report.write(text, to: STDOUT_FILENO) }
}

/// Keys one by one and without echo, until `restore`. Ctrl-C stays a signal; Ctrl-Z is switched off, because a stopped
/// program would leave the terminal like this.
final class KeyReader {
  private var saved = termios()
  private var isActive = false

  init?() {
    guard Terminal.hasKeys, tcgetattr(STDIN_FILENO, &saved) == 0 else { return nil }
    var raw = saved
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    withUnsafeMutableBytes(of: &raw.c_cc) { codes in
      codes[Int(VMIN)] = 0
      codes[Int(VTIME)] = 0
      codes[Int(VSUSP)] = 0
    }
    guard tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0 else { return nil }
    isActive = true
  }

  deinit { restore() }

  func restore() {
    if isActive { tcsetattr(STDIN_FILENO, TCSANOW, &saved) }
    isActive = false
  }

  /// Keys that were pressed, when something is to be read; nil when the terminal has gone. Escape sequences (arrows) are
  /// left out.
  func read() -> [Character]? {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = Foundation.read(STDIN_FILENO, &bytes, bytes.count)
    if count < 0 && (errno == EINTR || errno == EAGAIN) { return [] }
    if count <= 0 { return nil }
    if bytes[0] == 0x1B { return [] }
    return bytes[..<count].map { Character(Unicode.Scalar($0)) }
  }
}

/// A picture at the top of the terminal, redrawn in place, with lines of text scrolling below it.
final class TerminalPanel {
  private var shown: HalfBlocks?
  private var size: (columns: Int, rows: Int) = (0, 0)
  private var isOpen = false
  /// Rows that stay free for text.
  private let textRows: Int

  init(textRows: Int) { self.textRows = textRows }

  deinit { close() }

  func show(_ picture: PanelPicture) {
    let now = Terminal.size
    // A terminal of a few rows shows half a picture rather than none.
    let rows = max(2, now.rows - textRows)
    let blocks = HalfBlocks(picture, columns: now.columns, rows: rows)
    let isSameLayout =
      isOpen && now == size && shown?.lines.count == blocks.lines.count && shown?.columns == blocks.columns
    if !isSameLayout { open(pictureRows: blocks.lines.count, size: now) }
    var text = "\u{1B}7\u{1B}[?25l"
    for (row, line) in blocks.lines.enumerated() where !isSameLayout || shown!.lines[row] != line {
      text += "\u{1B}[\(row + 1);1H\(line)"
    }
    Terminal.write(text + "\u{1B}8\u{1B}[?25h")
    shown = blocks
  }

  /// Whether the window has another size than at the last `show`.
  var isResized: Bool { isOpen && Terminal.size != size }

  private func open(pictureRows: Int, size now: (columns: Int, rows: Int)) {
    let first = min(pictureRows + 1, now.rows)
    // Clear, let only the rows below the picture scroll, and go to the first of them.
    Terminal.write("\u{1B}[r\u{1B}[2J\u{1B}[\(first);\(now.rows)r\u{1B}[\(first);1H")
    size = now
    isOpen = true
  }

  /// Gives the whole window back; what was shown stays to be read.
  func close() {
    guard isOpen else { return }
    isOpen = false
    Terminal.write("\u{1B}7\u{1B}[r\u{1B}8\u{1B}[0m\u{1B}[?25h")
  }
}
