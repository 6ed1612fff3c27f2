import AfterglowErrors
import AfterglowPrograms
import CChild
import Foundation

/// A program whose output is content: one run of it, with the permissions and within the limits of ``ProgramChild``.
final class ProgramRun {
  /// What is kept of standard error, in bytes.
  private static let lastWordsByteCount = 2048

  let identifier: Int64
  private let name: String
  private let limitBytes: Int
  private let timeoutSeconds: Int
  private let until: ContinuousClock.Instant
  private var child: ProgramChild?
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
    let path = try ProgramFile.find(words[0])
    name = words[0]
    var (out, err): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { for descriptor in [input, out[1], err[1]] where descriptor >= 0 { close(descriptor) } }
    var code = min(ag_child_pipe(&out), ag_child_pipe(&err))
    if code == 0 && input < 0 { code = -errno }
    (output, errors) = (out[0], err[0])
    do throws(ProgramChild.Failure) {
      guard code == 0 else { throw ProgramChild.Failure(description: ErrnoWords.cause(-code)) }
      child = try ProgramChild(
        path: path, words: words,
        permissions: ProgramPermissions(program: path, words: job.namingArguments ?? Array(words.dropFirst())),
        streams: ProgramChild.Streams(input: input, output: out[1], errors: err[1]))
    } catch {
      closeAll()
      throw .program("the program \(words[0]) cannot be started: \(error)", lastWords: "")
    }
    for descriptor in [output, errors] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
  }

  deinit { end() }

  private func closeAll() {
    if output >= 0 { close(output) }
    if errors >= 0 { close(errors) }
    (output, errors) = (-1, -1)
  }

  /// Ends it, with everything that it has started.
  @discardableResult
  func end() -> ProgramChild.End? {
    closeAll()
    defer { child = nil }
    return child?.end()
  }

  /// Time until its limit, in ms.
  var leftMs: Int64 { max(0, Int64((until - .now) / .milliseconds(1))) }

  /// Takes what it has printed.
  ///
  /// - Returns: nil while it runs.
  func step() -> FetchOutcome? {
    let hadEnded = child?.hasEnded ?? true
    read(errors) { lastWords = Array((lastWords + $0).suffix(Self.lastWordsByteCount)) }
    read(output) { printed += $0 }
    guard printed.count <= limitBytes else {
      end()
      return .failure(.tooLarge(limitKiB: limitBytes >> 10))
    }
    if hadEnded {
      let end = end()
      return end == .status(0) ? .output(printed) : .failure(.program(words(of: end), lastWords: said))
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

  private func words(of end: ProgramChild.End?) -> String {
    switch end {
    case .notStarted: "the program \(name) cannot run on this machine, or was not permitted to"
    case .stuck, nil: "the program \(name) could not be ended"
    case .signal(SIGXFSZ): "the program \(name) wrote more than it may, and was ended"
    case .signal(SIGXCPU): "the program \(name) used more processor time than it may, and was ended"
    case .signal(let number): "the program \(name) died of signal \(number)"
    case .status(let status): "the program \(name) ended with status \(status)"
    }
  }

  /// The last line of standard error, printable, at most 200 characters.
  private var said: String {
    let text = String(decoding: lastWords, as: UTF8.self)
    let line = text.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) } ?? ""
    let printable = line.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) }
    return String(String(printable).trimmingCharacters(in: .whitespaces).suffix(200))
  }
}
