import AfterglowFetch
import AfterglowPreview
import AfterglowSources
import ArgumentParser
import Foundation

/// `afterglow push NAME [FILE]`.
struct PushCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Hand over content to widgets with `source: {push: NAME}`.",
    discussion: """
      The content replaces what was handed over before, at once and as a whole; a running panel shows it within a \
      second, and it is kept across restarts. What a running board cannot read is refused, and the last good content \
      stays. Run it as the user that the author runs as.

      EXAMPLES
        afterglow push boiler boiler.json
        mosquitto_sub -C 1 -t boiler | afterglow push boiler

      \(ExitStatus.help)
      """)

  @Argument(help: "The name that scenes use.")
  var name: String

  @Argument(help: ArgumentHelp("A file; - or none: standard input.", valueName: "file"))
  var file: String = "-"

  /// Of a calendar; each widget has its own limit.
  private static let maximumByteCount = 16 << 20

  func validate() throws {
    guard ContentSource.isName(name) else {
      throw ValidationError("\(name): expected a name of letters, digits, dots and dashes")
    }
  }

  func run() throws {
    try reporting {
      let bytes = file == "-" ? try standardInput() : try Files.read(file, limit: Self.maximumByteCount)
      let source = ContentSource(.push(name))
      // Each run keeps it, after its widgets have looked at it.
      var takers: [String] = []
      for run in try AuthorClient.all() where try run.put(bytes, name: name) { takers.append(run.board) }
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
    }
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
