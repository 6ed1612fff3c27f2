import Foundation

/// A page of the repository that is generated from the code, entirely or in part.
///
/// `AFTERGLOW_UPDATE_GOLDENS=1` updates what differs; the comparison fails nevertheless.
public struct GeneratedPage {
  public struct NoPart: Error { let mark: String }

  private let file: URL
  public let text: String

  /// - Parameter path: below the repository's folder.
  public init(_ path: String) throws {
    file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: path)
    text = try String(contentsOf: file, encoding: .utf8)
  }

  /// Whether the page is as generated. A Bool, because both texts in full would hide a test's message.
  public func isCurrent(_ made: String) throws -> Bool {
    let isSame = text == made
    if !isSame, ProcessInfo.processInfo.environment["AFTERGLOW_UPDATE_GOLDENS"] == "1" {
      try made.write(to: file, atomically: true, encoding: .utf8)
    }
    return isSame
  }

  /// The same for the part between `<!-- mark -->` and `<!-- end -->`.
  public func isCurrent(_ made: String, at mark: String) throws -> Bool {
    guard let begin = text.range(of: "<!-- \(mark) -->\n\n"),
      let end = text.range(of: "\n\n<!-- end -->", range: begin.upperBound..<text.endIndex)
    else { throw NoPart(mark: mark) }
    return try isCurrent(text.replacingCharacters(in: begin.upperBound..<end.lowerBound, with: made))
  }
}
