import Foundation

/// The terminal on standard input and output, and how to restore it.
package enum Terminal {
  /// Whether a picture can be shown in place.
  package static var showsPictures: Bool {
    isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"].map { $0 != "dumb" } ?? false
  }

  /// Whether keys can be read one by one.
  package static var hasKeys: Bool { isatty(STDIN_FILENO) == 1 }

  /// Cells across and down; 80 × 24 where the terminal does not report them.
  package static var size: (columns: Int, rows: Int) {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(window.ws_col), Int(window.ws_row))
  }

  package static func write(_ text: String) { Report.print(text) }
}

/// Reads keys one by one and without echo, until `restore`. Ctrl-C still sends a signal; Ctrl-Z is disabled, because a
/// stopped program would leave the terminal in this mode.
package final class KeyReader {
  private var saved = termios()
  private var isActive = false

  package init?() {
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

  package func restore() {
    if isActive { tcsetattr(STDIN_FILENO, TCSANOW, &saved) }
    isActive = false
  }

  /// The keys pressed, when input is readable; nil if the terminal has closed. Escape sequences (arrows) are ignored.
  package func read() -> [Character]? {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = Foundation.read(STDIN_FILENO, &bytes, bytes.count)
    if count < 0 && (errno == EINTR || errno == EAGAIN) { return [] }
    if count <= 0 { return nil }
    if bytes[0] == 0x1B { return [] }
    return bytes[..<count].map { Character(Unicode.Scalar($0)) }
  }
}
