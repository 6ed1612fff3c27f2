import CChild
import Foundation

/// A program whose output is content: one run of it, within limits of time, memory, processor and descriptors that hold
/// before any of its code runs.
final class ProgramRun {
  /// An interpreter reserves far more memory than it uses.
  private static let limits = ag_child_limits(
    memory_bytes: 1 << 30, processor_seconds: 60, open_files: 64, file_bytes: 16 << 20)
  /// What is kept of standard error, in bytes.
  private static let lastWordsByteCount = 2048

  let identifier: Int64
  private let name: String
  private let limitBytes: Int
  private let timeoutSeconds: Int
  private let until: ContinuousClock.Instant
  private var child: Int32 = 0
  /// Of standard output and standard error; −1 = closed.
  private(set) var output: Int32 = -1
  private(set) var errors: Int32 = -1
  private var printed: [UInt8] = []
  private var lastWords: [UInt8] = []

  /// - Throws: `FetchFailure.program` if it cannot be started.
  init(_ words: [String], _ job: FetchJob) throws(FetchFailure) {
    identifier = job.identifier
    limitBytes = job.limitBytes
    timeoutSeconds = job.timeoutSeconds
    until = .now + .seconds(job.timeoutSeconds)
    guard let path = Self.find(words[0]) else {
      throw .program("the program \(words[0]) is not there, or cannot be run", lastWords: "")
    }
    name = words[0]
    var (out, err): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { for descriptor in [input, out[1], err[1]] where descriptor >= 0 { close(descriptor) } }
    var code = min(ag_child_pipe(&out), ag_child_pipe(&err))
    if code == 0 && input < 0 { code = -errno }
    if code == 0 {
      child = Self.start(path, words, input, out[1], err[1])
      code = min(child, 0)
    }
    (output, errors) = (out[0], err[0])
    guard code == 0 else {
      closeAll()
      throw .program("the program \(words[0]) cannot be started: \(String(cString: strerror(-code)))", lastWords: "")
    }
    for descriptor in [output, errors] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
  }

  deinit { end() }

  /// A path, or a name that is looked up in `PATH`.
  private static func find(_ program: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    let paths = program.contains("/") ? [program] : folders.split(separator: ":").map { $0 + "/" + program }
    return paths.first { access($0, X_OK) == 0 }
  }

  private static func start(_ path: String, _ words: [String], _ input: Int32, _ output: Int32, _ errors: Int32)
    -> Int32
  {
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for pointer in arguments { free(pointer) } }
    var limits = Self.limits
    return ag_child_start(path, arguments, [nil], input, output, errors, &limits)
  }

  private func closeAll() {
    if output >= 0 { close(output) }
    if errors >= 0 { close(errors) }
    (output, errors) = (-1, -1)
  }

  /// Kills it with its children.
  @discardableResult
  func end() -> Int32 {
    closeAll()
    guard child > 0 else { return 0 }
    defer { child = 0 }
    return ag_child_end(child)
  }

  /// Time until its limit, in ms.
  var leftMs: Int64 { max(0, Int64((until - .now) / .milliseconds(1))) }

  /// Takes what it has printed.
  ///
  /// - Returns: nil while it runs.
  func step() -> FetchOutcome? {
    let hadEnded = ag_child_has_ended(child) != 0
    read(errors) { lastWords = Array((lastWords + $0).suffix(Self.lastWordsByteCount)) }
    read(output) { printed += $0 }
    guard printed.count <= limitBytes else {
      end()
      return .failure(.tooLarge(limitKiB: limitBytes >> 10))
    }
    if hadEnded {
      let status = end()
      return status == 0 ? .output(printed) : .failure(.program(words(of: status), lastWords: said))
    }
    guard leftMs == 0 else { return nil }
    end()
    return .failure(.program("the program \(name) ran longer than \(timeoutSeconds) s, and was ended", lastWords: said))
  }

  private func read(_ descriptor: Int32, _ take: (ArraySlice<UInt8>) -> Void) {
    guard descriptor >= 0 else { return }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while printed.count <= limitBytes {
      let got = Foundation.read(descriptor, &chunk, chunk.count)
      if got < 0 && errno == EINTR { continue }
      guard got > 0 else {
        // Its end: it would stay readable.
        if got == 0 { closed(descriptor) }
        return
      }
      take(chunk[..<got])
    }
  }

  private func closed(_ descriptor: Int32) {
    close(descriptor)
    if descriptor == output { output = -1 } else { errors = -1 }
  }

  private func words(of status: Int32) -> String {
    if status == Int32(AG_CHILD_NOT_STARTED) { return "the program \(name) cannot run on this machine" }
    if status < 0 { return "the program \(name) could not be ended" }
    return status & Int32(AG_CHILD_SIGNALLED) != 0
      ? "the program \(name) died of signal \(status & 0xFF)" : "the program \(name) ended with status \(status)"
  }

  /// The last line of standard error, printable, at most 200 characters.
  private var said: String {
    let text = String(decoding: lastWords, as: UTF8.self)
    let line = text.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) } ?? ""
    let printable = line.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) }
    return String(String(printable).trimmingCharacters(in: .whitespaces).suffix(200))
  }
}
