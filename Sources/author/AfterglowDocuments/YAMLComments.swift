/// Comments of a YAML file that may be the end of a text, such as "Room #5 is free" without its quotes.
public enum YAMLComments {
  /// Keys whose values are words for viewers.
  private static let keys: Set<String> = ["text", "title", "name", "detail", "description", "displayName"]

  /// A remark for each comment without a space after its sign, right of an unquoted text for viewers.
  public static func advice(on bytes: [UInt8], file: String) -> [Problem] {
    guard bytes.contains(UInt8(ascii: "#")) else { return [] }
    var found: [Problem] = []
    for (number, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      guard line.count < 1000, line.contains(UInt8(ascii: "#")), found.count < 20 else { continue }
      let scalars = Array(String(decoding: line, as: UTF8.self).unicodeScalars)
      guard let hash = hash(in: scalars) else { continue }
      let rest = String(String.UnicodeScalarView(scalars[hash...])).shortened
      found.append(
        Problem(
          file: file, line: number + 1, column: hash + 1,
          message: "\"\(rest)\" is a comment and not shown, because a \"#\" after a space begins one; put the text in "
            + "quotes, or write a space after the \"#\""))
    }
    return found
  }

  /// The index of the comment's sign; nil where the line has no such comment.
  private static func hash(in line: [Unicode.Scalar]) -> Int? {
    var start = line.firstIndex { !" -".unicodeScalars.contains($0) } ?? line.count
    guard let colon = line[start...].firstIndex(of: ":"), colon + 2 < line.count, line[colon + 1] == " " else {
      return nil
    }
    let key = String(String.UnicodeScalarView(line[start..<colon]))
    guard keys.contains(key) else { return nil }
    start = line[(colon + 1)...].firstIndex { $0 != " " } ?? line.count
    guard start < line.count, !"'\"{[&*!|>#".unicodeScalars.contains(line[start]) else { return nil }
    let hash = line.indices.first { $0 > start && line[$0] == "#" && line[$0 - 1] == " " }
    guard let hash, hash + 1 < line.count else { return nil }
    let next = line[hash + 1]
    return next.properties.isAlphabetic || ("0"..."9").contains(next) ? hash : nil
  }
}
