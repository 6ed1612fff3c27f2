import AfterglowCore
import AfterglowKit
import Foundation

/// The lines of a run in a file of its runtime folder, for `afterglow logs`: a run in the background writes to an
/// output that the user may not find again. Bounded, and used by several threads.
package final class RunLog: @unchecked Sendable {
  /// A file of this size is put aside, and replaces the one that was put aside before.
  package static let maximumByteCount = 128 << 10
  /// Suffix of the file that was put aside.
  package static let asideMark = ".1"
  /// Lines of the time before the file is known.
  private static let earlyCount = 100

  private let lock = NSLock()

  // MARK: under `lock`

  /// nil while it is not known, or if a journal has the lines.
  private var path: String?
  private var early: [String] = []

  /// Writes the lines so far, and all later ones, to a file.
  func begin(_ path: String) {
    lock.withLock {
      self.path = path
      for line in early { Self.append(line, to: path) }
      early = []
    }
  }

  func add(_ tone: Tone, _ line: String, at instant: Instant) {
    let text = Self.dated(tone, line, at: instant)
    lock.withLock {
      if let path { return Self.append(text, to: path) }
      if early.count < Self.earlyCount { early.append(text) }
    }
  }

  /// A line with its date and time, which some begin with, and its severity.
  static func dated(_ tone: Tone, _ line: String, at instant: Instant) -> String {
    let time = line.prefix(8).split(separator: ":", omittingEmptySubsequences: false)
    let isTimed = time.count == 3 && time.allSatisfy { $0.count == 2 && $0.allSatisfy(\.isNumber) }
    let start = TimeText.localDate(instant) + " " + (isTimed ? "" : TimeText.localTime(instant) + "  ")
    let label: String
    switch tone {
    case .news, .complaint: label = ""
    case .log(let level): label = "\(level): "
    }
    return start + label + line.printable
  }

  /// Opened for each line: the folder may have been removed and made again. A line that cannot be written is lost.
  private static func append(_ line: String, to path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let bytes = Array((line + "\n").utf8)
    _ = write(descriptor, bytes, bytes.count)
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_size > maximumByteCount { rename(path, path + asideMark) }
  }
}
