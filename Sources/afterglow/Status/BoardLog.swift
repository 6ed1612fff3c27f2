import AfterglowBoards
import AfterglowPreview
import Foundation

/// Where the lines of a board's processes are.
enum BoardLog {
  /// The files of a run, also of one that has ended.
  case files(RunningBoard)
  /// The journal of the services with this name.
  case journal(String)

  /// - Parameter argument: a folder or name; nil if only one board has a log.
  /// - Throws: `Failure` if there is none, or more than one.
  init(of argument: String?) throws {
    let runs = try RunningBoard.all(withFile: \.runLog, in: [RuntimePaths.runtimeRoot])
    let services = try RunningBoard.all(in: [RuntimePaths.serviceRoot])
    let all = runs + services
    let found = argument.map { RunningBoard.meant(by: $0, among: all) } ?? all
    guard found.count < 2 else {
      throw Failure(.usage, "several boards have a log (\(RunningBoard.list(found))); name one")
    }
    guard let board = found.first else {
      throw Failure(
        .unavailable,
        "no log of \(argument ?? "any board") is found; a run writes one below \(RuntimePaths.runtimeRoot), and a "
          + "service's is read with `journalctl --unit afterglow@BOARD --unit afterglow-renderer@BOARD`")
    }
    self = board.folder.hasPrefix(RuntimePaths.serviceRoot + "/") ? .journal(board.key) : .files(board)
  }

  /// The arguments of `journalctl`.
  static func journalArguments(_ key: String, lines: Int, follows: Bool) -> [String] {
    ["--unit", "afterglow@\(key)", "--unit", "afterglow-renderer@\(key)", "--lines", "\(lines)", "--no-pager"]
      + (follows ? ["--follow"] : [])
  }
}

/// The newest lines of a run's log, and those that follow.
struct RunLogReader {
  private let board: RunningBoard
  /// Of the bytes that were read of the file that grows.
  private var offset = 0

  private static let maximumByteCount = 4 * RunLog.maximumByteCount

  init(_ board: RunningBoard) { self.board = board }

  /// The last lines, the guard's after the run's if no run passes them on.
  mutating func last(_ count: Int) -> [String] {
    let bytes = Self.bytes(board.runLog)
    offset = bytes.count
    var lines = Self.lines(Self.bytes(board.runLog + RunLog.asideMark)) + Self.lines(bytes)
    if RunLock.holder(of: board.folder + "/author.lock") == nil {
      lines += Self.lines(Self.bytes(board.rendererLog)).map { "guard: \($0)" }
    }
    return Array(lines.suffix(count))
  }

  /// Lines that have come since the last call. A file that was put aside begins again.
  mutating func next() -> [String] {
    let bytes = Self.bytes(board.runLog)
    if bytes.count < offset { offset = 0 }
    guard let end = bytes[offset...].lastIndex(of: 0x0A) else { return [] }
    defer { offset = end + 1 }
    return Self.lines(Array(bytes[offset...end]))
  }

  private static func bytes(_ path: String) -> [UInt8] { (try? Files.read(path, limit: maximumByteCount)) ?? [] }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }
}
