import AfterglowCompiler
import AfterglowKit
import Foundation

/// The file with the contents of a board that ended a composing process. The next run of the author does not compose them.
package struct SetAsideFile {
  private let path: String
  private var written: [SetAsideContent] = []
  private static let maximumByteCount = 1 << 20

  init(path: String) { self.path = path }

  /// Returns the contents of a file that this version of the program has written. Any other file has none.
  package static func contents(at path: String) -> [SetAsideContent] {
    guard let bytes = try? Files.read(path, limit: maximumByteCount),
      let contents = try? JSONDecoder().decode([SetAsideContent].self, from: Data(bytes))
    else { return [] }
    return contents.filter { $0.version == ProductVersion.text }
  }

  /// Returns the contents that an earlier run has set aside.
  mutating func read() -> [SetAsideContent] {
    Files.removeLeftovers(of: path)
    written = Self.contents(at: path)
    return written
  }

  /// Replaces the file, unless it has these contents already. Precautions are left out, because the next run tries that
  /// content.
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
