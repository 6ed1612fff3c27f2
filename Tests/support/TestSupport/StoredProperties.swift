import Foundation

/// Names of stored properties by type, from text that the formatter has laid out: a member stands two columns right of its type.
public struct StoredProperties {
  public private(set) var names: [String: [String]] = [:]

  private static let types: Set<Substring> = ["struct", "class", "actor", "enum", "extension"]
  private static let modifiers: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private", "final", "indirect", "lazy", "weak", "unowned",
    "nonisolated",
  ]

  /// What stands behind one of `keywords` that begins a declaration; attributes and modifiers stand before it.
  private static func declared(_ keywords: Set<Substring>, _ line: Substring) -> Substring? {
    var rest = line
    while let end = rest.firstIndex(of: " ") {
      let word = rest[..<end]
      rest = rest[end...].dropFirst()
      if keywords.contains(word) { return rest }
      if !word.hasPrefix("@") && !modifiers.contains(word.prefix { $0 != "(" }) { return nil }
    }
    return nil
  }

  public init() {}

  /// Adds the types of a file.
  public mutating func read(_ text: String) {
    var open: [(indentation: Int, name: String)] = []
    let lines = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
    for (index, line) in lines.enumerated() {
      let indentation = line.prefix { $0 == " " }.count
      let content = line.dropFirst(indentation)
      if content.first.map({ ")]{#".contains($0) }) ?? true { continue }
      open.removeAll { $0.indentation >= indentation }
      let parent = open.last { $0.indentation + 2 == indentation }
      let type = Self.declared(Self.types, content)?.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
      if let type, type.first?.isUppercase == true, parent != nil || open.isEmpty {
        let name = (parent.map { $0.name + "." } ?? "") + type
        names[name, default: []] += []
        open.append((indentation, name))
        // All of it in one line.
        if content.hasSuffix("}"), let start = content.firstIndex(of: "{") {
          for part in content[start...].dropFirst().dropLast().split(separator: ";") {
            add(part.drop { $0 == " " }, next: "", to: name)
          }
        }
      } else if let parent {
        add(content, next: index + 1 < lines.count ? lines[index + 1] : "", to: parent.name)
      }
    }
  }

  private mutating func add(_ content: Substring, next: Substring, to type: String) {
    guard let rest = Self.declared(["var", "let"], content), Self.isStored(rest, next: next) else { return }
    let list = rest.hasPrefix("(") ? rest.dropFirst().prefix { $0 != ")" } : rest.prefix { !":={".contains($0) }
    names[type]! += list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// A computed one has a body without a value before it that does not watch changes.
  private static func isStored(_ rest: Substring, next: Substring) -> Bool {
    if rest.hasSuffix(":") { return false }
    guard let brace = rest.firstIndex(of: "{"), !rest[..<brace].contains("=") else { return true }
    let body = rest[brace...].dropFirst() + next
    let first = body.drop { $0 == " " }
    return first.hasPrefix("didSet") || first.hasPrefix("willSet")
  }
}
