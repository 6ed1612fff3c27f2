/// Words and declarations of a Swift file, found without a compiler: by line, which is enough for formatted code.
public struct DeclarationScanner: Sendable {
  /// A declaration, with the number of its line, from 1.
  public struct Declaration: Hashable, Sendable {
    public let kind: String
    public let name: String
    public let line: Int
    public let modifiers: Set<String>
    /// Attributes of the declaration, on its line or the line above, such as `@main`.
    public let attributes: String
  }

  public private(set) var declarations: [Declaration] = []
  /// How often each identifier occurs outside of comments.
  public private(set) var words: [String: Int] = [:]
  /// Functions and initializers with the number of their unlabelled parameters.
  public private(set) var functions: [(name: String, line: Int, unlabelled: Int)] = []

  private static let kinds: Set<String> = [
    "func", "let", "var", "struct", "class", "enum", "protocol", "typealias", "actor", "case", "macro",
    "associatedtype",
  ]
  private static let modifiers: Set<String> = [
    "public", "package", "internal", "private", "fileprivate", "static", "final", "mutating", "nonmutating", "indirect",
    "lazy", "weak", "unowned", "nonisolated", "override", "borrowing", "consuming", "nonisolated(unsafe)",
    "private(set)", "package(set)", "public(set)", "fileprivate(set)",
  ]

  public init(_ text: String) {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Self.code)
    var attributes = ""
    for (index, line) in lines.enumerated() {
      Self.count(line, &words)
      guard Self.mayDeclare(line) else {
        if !line.isEmpty { attributes = "" }
        continue
      }
      var rest = Substring(String(decoding: line.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self))
      let own = Self.takeAttributes(&rest)
      if rest.isEmpty {
        attributes += own
        continue
      }
      find(in: rest, line: index + 1, attributes: attributes + own)
      attributes = ""
    }
    findFunctions(Array(lines.joined(separator: [UInt8(ascii: "\n")])))
  }

  /// Counts how often each identifier occurs in several files together.
  public static func words(of files: [DeclarationScanner]) -> [String: Int] {
    files.reduce(into: [:]) { words, file in words.merge(file.words, uniquingKeysWith: +) }
  }

  /// First bytes of a keyword, a modifier or an attribute, so that few lines are looked at word by word.
  private static let firstBytes = Set("@acefilmnopstvubw".utf8)

  private static func mayDeclare(_ line: [UInt8]) -> Bool {
    guard let first = line.first(where: { $0 != UInt8(ascii: " ") }) else { return false }
    return firstBytes.contains(first)
  }

  /// A line without its comment. Two slashes in a string literal begin one too, except in an address.
  private static func code(_ line: Substring.UTF8View) -> [UInt8] {
    let bytes = Array(line)
    let slash = UInt8(ascii: "/")
    var index = 0
    while index + 1 < bytes.count {
      if bytes[index] == slash, bytes[index + 1] == slash, index == 0 || bytes[index - 1] != UInt8(ascii: ":") {
        return Array(bytes[..<index])
      }
      index += 1
    }
    return bytes
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func count(_ line: [UInt8], _ words: inout [String: Int]) {
    for word in line.split(whereSeparator: { !isWord($0) }) {
      words[String(decoding: word, as: UTF8.self), default: 0] += 1
    }
  }

  /// Removes attributes from the front of a line and returns them.
  private static func takeAttributes(_ rest: inout Substring) -> String {
    var taken = ""
    while rest.first == "@" {
      var depth = 0
      var end = rest.startIndex
      while end < rest.endIndex, depth > 0 || rest[end] != " " {
        if rest[end] == "(" { depth += 1 }
        if rest[end] == ")" { depth -= 1 }
        end = rest.index(after: end)
      }
      taken += rest[..<end] + " "
      rest = rest[end...].drop { $0 == " " }
    }
    return taken
  }

  private static func name(_ text: some StringProtocol) -> String {
    String(decoding: text.utf8.prefix(while: isWord), as: UTF8.self)
  }

  private mutating func find(in line: Substring, line number: Int, attributes: String) {
    var words = line.split(separator: " ", omittingEmptySubsequences: true)[...]
    var found: Set<String> = []
    while let word = words.first, Self.modifiers.contains(String(word)) || word == "class" && words.count > 2 {
      // A class method, or a class.
      if word == "class", !Self.kinds.contains(String(words[words.startIndex + 1])) { break }
      found.insert(String(word))
      words.removeFirst()
    }
    guard let kind = words.first.map(String.init), Self.kinds.contains(kind), let next = words.dropFirst().first
    else { return }
    let names: [String]
    if kind == "case" {
      names = Self.cases(words.dropFirst().joined(separator: " "))
    } else {
      names = [Self.name(next)]
    }
    for name in names where !name.isEmpty && name != "_" {
      declarations.append(
        Declaration(kind: kind, name: name, line: number, modifiers: found, attributes: attributes))
    }
  }

  /// The names of an enumeration's cases; none for a case of a switch.
  private static func cases(_ text: String) -> [String] {
    var depth = 0
    var plain = ""
    for character in text {
      if character == "(" { depth += 1 }
      if depth == 0 { plain.append(character) }
      if character == ")" { depth -= 1 }
    }
    if plain.contains(":") || plain.contains("{") { return [] }
    return plain.split(separator: ",").map { part in
      let bare = part.drop { $0 == " " || $0 == "`" }
      return bare.first?.isLetter == true && !bare.hasPrefix("let ") && !bare.hasPrefix("var ") ? name(bare) : ""
    }
  }

  private mutating func findFunctions(_ bytes: [UInt8]) {
    var line = 1
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\n") { line += 1 }
      guard Self.isWord(bytes[index]), index == 0 || !Self.isWord(bytes[index - 1]) else {
        index += 1
        continue
      }
      var end = index
      while end < bytes.count, Self.isWord(bytes[end]) { end += 1 }
      let word = bytes[index..<end]
      index = end
      let isFunction = word.elementsEqual("func".utf8)
      guard isFunction || word.elementsEqual("init".utf8) else { continue }
      var open = end
      while open < bytes.count, bytes[open] != UInt8(ascii: "("), bytes[open] != UInt8(ascii: "\n") { open += 1 }
      // A call of an initializer has a dot before it.
      if !isFunction, end >= 5, bytes[end - 5] == UInt8(ascii: ".") { continue }
      guard open < bytes.count, bytes[open] == UInt8(ascii: "(") else { continue }
      let name = isFunction ? String(decoding: bytes[(end + 1)..<max(end + 1, open)], as: UTF8.self) : "init"
      functions.append((name, line, Self.unlabelled(bytes[(open + 1)...])))
    }
  }

  /// How many parameters have no label, up to the parenthesis that closes the list.
  private static func unlabelled(_ bytes: ArraySlice<UInt8>) -> Int {
    var depth = 1
    var count = 0
    var isAtStart = true
    var index = bytes.startIndex
    while index < bytes.endIndex, depth > 0 {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      if byte == UInt8(ascii: ","), depth == 1 {
        isAtStart = true
      } else if byte != UInt8(ascii: " "), byte != UInt8(ascii: "\n") {
        if isAtStart, byte == UInt8(ascii: "_"), index + 1 < bytes.endIndex, bytes[index + 1] == UInt8(ascii: " ") {
          count += 1
        }
        isAtStart = false
      }
      index += 1
    }
    return count
  }
}
