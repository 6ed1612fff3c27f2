import AfterglowDaemon
import AfterglowFetch
import AfterglowKit
import AfterglowSources
import AfterglowWidgets
import ArgumentParser
import Foundation

/// `afterglow push NAME [FILE]`.
struct PushCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Hand over content to widgets with `source: {push: NAME}`.",
    discussion: """
      The content replaces what was handed over before, at once and as a whole; a running panel shows it within a \
      second, and it is kept across restarts. What a running board cannot read is refused, as is a file or a pipe \
      without content, and the last good content stays. Run it as the user that the author runs as.

      EXAMPLES
        afterglow push boiler boiler.json
        mosquitto_sub -C 1 -t boiler | afterglow push boiler

      \(ExitStatus.help)
      """)

  @Argument(help: "The name that scenes use.")
  var name: String

  @Argument(help: ArgumentHelp("A file; - or none: standard input.", valueName: "file"))
  var file: String?

  /// The largest limit of any widget.
  private static let maximumByteCount = DocumentKind.calendar.maximumByteCount

  func validate() throws {
    guard ContentSource.isName(name) else {
      throw ValidationError("\(name): expected a name of letters, digits, dots and dashes")
    }
  }

  func run() throws {
    try reporting {
      let bytes = try content()
      let source = ContentSource(.push(name))
      guard !ContentEnd.isNothing(bytes) else {
        throw Failure(.badInput, "\(source.publicName): nothing arrived; the previous content stays")
      }
      if let words = ForeignContent.refusal(of: bytes) { throw Failure(.badInput, "\(source.publicName): \(words)") }
      // Each run keeps it, after its widgets have looked at it.
      var takers: [String] = []
      var doubts: [String] = []
      for run in try AuthorClient.all() {
        switch try run.put(bytes, name: name) {
        case .taken: takers.append(run.board)
        case .unused(let words):
          // A board that is handed nothing says nothing about the name.
          if words.contains("names that are used") { doubts.append("\(run.board): \(words)") }
        }
      }
      let lost = try AuthorClient.unreachable()
      defer {
        for board in lost { Report.warn("\(AuthorClient.absenceOfSocket(board)), so push the content again then") }
      }
      guard takers.isEmpty else {
        return Report.say("\(source.publicName): \(byteText(bytes.count)), for \(takers.joined(separator: ", "))")
      }
      // No widget looks at it now: at least it must be whole.
      if let words = ContentEnd.fault(bytes) { throw Failure(.badInput, "\(source.publicName): \(words)") }
      do throws(FetchFailure) {
        try SourceInbox(folder: .standard).put(
          bytes, for: source, wallMs: Int64(Date().timeIntervalSince1970 * 1000))
      } catch {
        throw Failure(.cannotCreate, error.description)
      }
      Report.say("\(source.publicName): \(byteText(bytes.count))")
      // It may be for a board that runs later.
      for words in doubts { Report.warn("\(words); the content is kept for a board that uses \(name)") }
    }
  }

  /// - Throws: `Failure` where a file stands in place of the name and standard input has nothing either.
  private func content() throws -> [UInt8] {
    if let file, file != "-" {
      try refuseContentAsFile(file)
      return try Files.read(file, limit: Self.maximumByteCount)
    }
    // A person at a terminal would wait for an answer that does not come.
    if isatty(STDIN_FILENO) == 1 { try refuseFileAsName() }
    let bytes = try standardInput()
    if ContentEnd.isNothing(bytes) { try refuseFileAsName() }
    return bytes
  }

  private func refuseContentAsFile(_ file: String) throws(Failure) {
    guard access(file, F_OK) != 0, ["{", "[", "<"].contains(file.first) || file.contains("\n") || Double(file) != nil
    else { return }
    throw Failure(
      .usage,
      "push \(name): expected a file, found content; it comes from a file or a pipe: "
        + "`printf '%s' \(file.prefix(200).description.shellWord) | afterglow push \(name)`")
  }

  private func refuseFileAsName() throws(Failure) {
    var status = stat()
    guard file == nil, stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    let stem = name.split(separator: ".").first.map(String.init) ?? name
    throw Failure(
      .usage,
      "push \(name): \(name) is a file; write the name that scenes use before it: "
        + "`afterglow push \(stem) \(name.shellWord)`")
  }

  private func standardInput() throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let part = try FileHandle.standardInput.read(upToCount: 65_536), !part.isEmpty {
      bytes += part
      guard bytes.count <= Self.maximumByteCount else {
        throw Failure(.badInput, "expected at most \(byteText(Self.maximumByteCount)), found more")
      }
    }
    return bytes
  }
}
