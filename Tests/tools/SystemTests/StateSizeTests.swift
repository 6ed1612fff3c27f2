import Foundation
import Testing

/// How many variables a type keeps, counted from the source text: what holds state over time is taken apart before it is more than
/// a person keeps in mind.
@Suite struct StateSizeTests {
  private static let maximumCount = 12

  /// Plain records, which nothing happens to: as wide as what they describe.
  private static let records: [String: Set<String>] = [
    "records of the archive's format": [
      "BoardRecord", "NodeRecord", "PaperPanel", "WidgetRecord", "TickItemRecord",
    ],
    "messages between programs": ["ControlMessage", "ExtensionEnvironment"],
    "what the kernel or a chip says of a device": ["FramebufferInfo", "DRMProperties"],
    "what views see around them, and what a person chooses for a panel": ["EnvironmentValues", "PanelStyle"],
    "documents": [
      "ICalendarEvent", "LayoutDocument.Node", "BoardDocument", "BoardReport", "BoardStatus.Widget", "FrameRequest",
      "FormField",
    ],
    "what is drawn, as its maker describes it": ["ChartMark", "ColorMatrix", "LayoutNode", "WeatherEntry"],
  ]

  @Test func `a type that holds state has at most twelve variables`() throws {
    let records = Self.records.values.reduce(into: Set()) { $0.formUnion($1) }
    var wide: Set<String> = []
    for room in try HouseRulesTests.plan().keys where room != "AfterglowEngine" {
      var found = StoredProperties()
      for file in try HouseRulesTests.swiftFiles(in: HouseRulesTests.folder(of: room)) {
        found.read(try String(contentsOf: file, encoding: .utf8))
      }
      for (type, names) in found.names where names.count > Self.maximumCount {
        wide.insert(type)
        #expect(records.contains(type), "\(room): \(type) has \(names.count), \(names.joined(separator: ", "))")
      }
    }
    #expect(records.isSubset(of: wide), "exceptions that nothing needs: \(records.subtracting(wide))")
  }

  @Test func `stored properties are distinguished from computed and local ones`() {
    var found = StoredProperties()
    found.read(
      """
      /// let comment: Int
      public struct Thing<T>: ~Copyable {
        @usableFromInline private(set) var first = 1
        private let (second, third): (Int, Int)
        static let none = 0
        lazy var fourth = { 4 }()
        var watched = 5 {
          didSet { let local = 1 }
        }
        var handler: () -> Void = {}
        var computed: Int { 1 }
        var long:
          Int
        { 2 }
        var body: Int {
          let local = 1
          return local
        }
        enum Inner { case one }
        struct Other {
          var a, b: Int
        }
        func f() {
          var local = 1
        }
      }
      extension Thing {
        struct Third { var x = 0 }
        let wrong = "only in the type itself, but counted"
      }
      """)
    #expect(
      found.names == [
        "Thing": ["first", "second", "third", "fourth", "watched", "handler", "wrong"], "Thing.Inner": [],
        "Thing.Other": ["a", "b"], "Thing.Third": ["x"],
      ])
  }
}

/// Names of stored properties by type, from text that the formatter has laid out: a member stands two columns right of its type.
private struct StoredProperties {
  private(set) var names: [String: [String]] = [:]

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

  mutating func read(_ text: String) {
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
