import AfterglowCompiler
import AfterglowPreview
import Foundation

/// The contents of a board that ended a composing process, on disk: the next run of the author does not try them again.
struct SetAsideFile {
  private let path: String
  private var written: [SetAsideContent] = []
  private static let maximumByteCount = 1 << 20

  init(path: String) { self.path = path }

  /// Those of an earlier run of the same product version.
  mutating func read() -> [SetAsideContent] {
    Files.removeLeftovers(of: path)
    guard let bytes = try? Files.read(path, limit: Self.maximumByteCount),
      let contents = try? JSONDecoder().decode([SetAsideContent].self, from: Data(bytes))
    else { return [] }
    written = contents.filter { $0.version == ProductVersion.text }
    return written
  }

  /// Replaces the file, unless it has these already.
  ///
  /// - Throws: `FileFailure`.
  mutating func keep(_ contents: [SetAsideContent]) throws {
    let lasting = contents.filter { !$0.isPrecaution }
    if lasting == written { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try Files.makeFolder(Files.parent(of: path), mode: 0o700)
    try Files.replace(path, with: Array(try encoder.encode(lasting)), isDurable: true)
    written = lasting
  }
}
