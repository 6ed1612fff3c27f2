import Foundation

/// Lines of documentation before public declarations, and lines of those declarations.
public struct DocumentationCount {
  public private(set) var documentation = 0
  public private(set) var code = 0

  public init() {}

  /// Lines of documentation per line of declarations.
  public var share: Double { Double(documentation) / Double(max(1, code)) }

  /// Adds the lines of a Swift file.
  ///
  /// Braces in strings and remarks do not count; a public type's members count where they are public themselves.
  public mutating func add(_ text: String) {
    var depth = 0
    var publicDepth: Int?
    var pending = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let code = line.trimmingCharacters(in: .whitespaces)
      if code.hasPrefix("///") {
        pending += 1
        continue
      }
      if code.isEmpty { pending = 0 }
      if code.isEmpty || code.hasPrefix("//") { continue }
      if code.hasPrefix("@"), code.wholeMatch(of: #/@\w+(\([^)]*\))?/#) != nil { continue }
      // An expression takes long: it looks only at lines that may match.
      let isPublic =
        code.hasPrefix("public ") || code.hasPrefix("@")
        ? code.contains(#/^(@\w+(\([^)]*\))? )*public (?!extension)/#) : false
      let isCase = publicDepth != nil && code.hasPrefix("case ")
      if isPublic || isCase { documentation += pending }
      if isPublic || publicDepth != nil { self.code += 1 }
      pending = 0
      let bare = Self.bare(code)
      let opened = bare.utf8.count { $0 == UInt8(ascii: "{") } - bare.utf8.count { $0 == UInt8(ascii: "}") }
      if isPublic, publicDepth == nil, opened > 0,
        bare.prefix(while: { $0 != "{" }).contains(#/\b(func|var|init|subscript|enum|protocol)\b/#)
      {
        publicDepth = depth
      }
      depth += opened
      if let start = publicDepth, depth <= start { publicDepth = nil }
    }
  }

  /// Without strings and remarks.
  private static func bare(_ code: String) -> String {
    if !code.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "/") }) { return code }
    return code.replacing(#/"(\\.|[^"\\])*"/#, with: "").replacing(#/\/\/.*/#, with: "")
  }
}
