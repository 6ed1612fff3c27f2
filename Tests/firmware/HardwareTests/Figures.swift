import Foundation
import Testing

/// Figures measured by scenarios: printed, and saved in figures.txt next to their pictures.
enum Figures {
  private static let lock = NSLock()

  static func note(_ name: String, _ value: String) {
    lock.lock()
    defer { lock.unlock() }
    let line = "\(name): \(value)\n"
    print("figure: \(line)", terminator: "")
    let file = Rig.out.appending(path: "figures.txt")
    guard let handle = try? FileHandle(forWritingTo: file) else {
      try? Data(line.utf8).write(to: file)
      return
    }
    defer { try? handle.close() }
    _ = try? handle.seekToEnd()
    try? handle.write(contentsOf: Data(line.utf8))
  }

  /// Count, median and maximum of times in milliseconds.
  static func note(_ name: String, milliseconds: [Double]) {
    let sorted = milliseconds.sorted()
    guard let worst = sorted.last else { return note(name, "never measured") }
    note(name, "\(sorted.count) times, median \(Int(sorted[sorted.count / 2])) ms, worst \(Int(worst)) ms")
  }
}
