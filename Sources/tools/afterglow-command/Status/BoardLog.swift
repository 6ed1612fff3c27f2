import AfterglowBoards
import AfterglowDaemon
import AfterglowKit
import Foundation

/// Where the lines of a board's processes are.
enum BoardLog {
  /// The files of a run, also of one that has ended.
  case files(RunningBoard)
  /// The journal of the services with this name.
  case journal(String)

  /// - Parameter argument: a folder or name; nil if only one board has a log.
  /// - Throws: `Failure` if there is none, or more than one.
  init(
    of argument: String?, own: String = RuntimePaths.runtimeRoot, services: String = RuntimePaths.serviceRoot
  ) throws {
    let all = try RunningBoard.all(withFile: \.runLog, in: [own]) + RunningBoard.all(in: [services])
    let found = argument.map { Self.meant(by: $0, among: all) } ?? all
    guard found.count < 2 else {
      throw Failure(.usage, "several boards have a log (\(RunningBoard.list(found))); name one")
    }
    guard let board = found.first else {
      throw Failure(
        .unavailable,
        "no log of \(argument ?? "any board") is found; a run writes one below \(RuntimePaths.runtimeRoot), and a "
          + "service's is read with `journalctl --unit afterglow@BOARD --unit afterglow-renderer@BOARD`")
    }
    self = board.folder.hasPrefix(services + "/") ? .journal(board.key) : .files(board)
  }

  /// The boards that an argument refers to: those that run, otherwise those that have run.
  private static func meant(by argument: String, among boards: [RunningBoard]) -> [RunningBoard] {
    let running = boards.filter { AuthorAnswer.isThere(in: $0.folder) || RunningGuard.answers($0.socket) }
    let found = RunningBoard.meant(by: argument, among: running)
    return found.isEmpty ? RunningBoard.meant(by: argument, among: boards) : found
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

  // MARK: of the file that grows

  /// 0 = there was none.
  private var inode: ino_t = 0
  /// Of the bytes that were read.
  private var offset = 0

  init(_ board: RunningBoard) { self.board = board }

  /// The last lines, the guard's after the run's if no run passes them on.
  mutating func last(_ count: Int) -> [String] {
    let grown = LinesOfFile(board.runLog)
    (inode, offset) = (grown.inode, grown.end)
    var lines = LinesOfFile(board.runLog + RunLog.asideMark).lines + grown.lines
    if RunLock.holder(of: board.authorLock) == nil {
      lines += LinesOfFile(board.rendererLog).lines.map { "guard: \($0)" }
    }
    return Array(lines.suffix(count))
  }

  /// Lines that have come since the last call, also those of a file that was put aside since.
  mutating func next() -> [String] {
    let grown = LinesOfFile(board.runLog, from: offset, of: inode)
    var lines: [String] = []
    if grown.inode != inode {
      let aside = LinesOfFile(board.runLog + RunLog.asideMark, from: offset, of: inode)
      if aside.inode == inode { lines = aside.lines }
    }
    (inode, offset) = (grown.inode, grown.end)
    return lines + grown.lines
  }
}

/// The whole lines at the end of a file; none if it cannot be read.
private struct LinesOfFile {
  /// 0 = there is no file.
  private(set) var inode: ino_t = 0
  /// Where the last of them ends, in bytes.
  private(set) var end = 0
  private(set) var lines: [String] = []

  /// Of a longer file, only the end is read.
  private static let maximumByteCount = 4 * RunLog.maximumByteCount

  /// - Parameters:
  ///   - start: where the first line begins.
  ///   - known: the file that `start` belongs to; another one is read from its beginning. nil = any.
  init(_ path: String, from start: Int = 0, of known: ino_t? = nil) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    inode = status.st_ino
    let size = Int(status.st_size)
    let begin = known == nil || known == inode ? (start <= size ? start : 0) : 0
    let first = max(begin, size - Self.maximumByteCount)
    var bytes = [UInt8](repeating: 0, count: size - first)
    let count = pread(descriptor, &bytes, bytes.count, off_t(first))
    end = first
    guard let last = bytes.prefix(max(0, count)).lastIndex(of: 0x0A) else { return }
    end = first + last + 1
    lines = bytes[...last].split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    // Its beginning was not read.
    if first > begin && !lines.isEmpty { lines.removeFirst() }
  }
}
