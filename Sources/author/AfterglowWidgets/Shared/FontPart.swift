import Afterglow
import AfterglowDocuments
import AfterglowSources
import Foundation

/// A font that a document names, and where: what is wrong with its file is reported there, and leaves the document as it is.
public struct NamedFont {
  public var font: FontFile
  public var place: SourcePlace
}

extension StrictDecoder {
  /// A mapping's `file`, a font in `folder` where its path is no absolute one, and `face`.
  public mutating func fontFile(in folder: URL?, required: Bool = false) -> NamedFont? {
    let name = text("file", maximumCount: 1000, required: required ? "a font such as fonts/Name.ttf" : nil)
    let face = text("face", maximumCount: 100)
    guard let name else {
      if face != nil && !required { fail("face", "expected \"file\" beside \"face\", found it alone") }
      return nil
    }
    let position = valuePosition(of: "file")
    return NamedFont(
      font: FontFile(path: FilePath.of(name, in: folder), face: face),
      place: SourcePlace(file: file, line: position.line, column: position.column))
  }
}
