import Afterglow
import AfterglowDocuments
import AfterglowSources
import Foundation

/// One of several sources of a widget: as `source`, and in a mapping also with the name and colour that it has there.
struct NamedSource: Codable, Hashable, Sendable {
  var source: ContentSource
  /// Empty: its own.
  var name = ""
  /// nil: by its place among the others.
  var color: SourceColor?

  private enum Key: String, CodingKey, CaseIterable { case name, color }

  /// Most sources of one widget.
  private static let maximumCount = 12

  init(_ source: ContentSource, name: String = "") {
    self.source = source
    self.name = name
  }

  init(from decoder: any Decoder) throws {
    source = try ContentSource(from: decoder, besides: Set(Key.allCases.map(\.rawValue)))
    if let values = try? decoder.container(keyedBy: Key.self) {
      name = try values.decodeIfPresent(String.self, forKey: .name) ?? ""
      color = try values.decodeIfPresent(SourceColor.self, forKey: .color)
    }
  }

  /// - Throws: `ConfigurationError` for more sources than a widget reads.
  static func check(_ sources: [NamedSource], at key: String) throws(ConfigurationError) {
    guard sources.count <= maximumCount else {
      throw ConfigurationError(path: [key], message: "expected 1 to \(maximumCount) sources, found \(sources.count)")
    }
  }

  func encode(to encoder: any Encoder) throws {
    if name.isEmpty, color == nil { return try source.encode(to: encoder) }
    try source.encodeMapping(to: encoder)
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(name, forKey: .name)
    try values.encodeIfPresent(color, forKey: .color)
  }
}

/// One source or several: as a source, or as a list of them.
struct SourceList: Codable, Hashable, Sendable {
  var items: [NamedSource] = []

  init(_ items: [NamedSource] = []) { self.items = items.filter(\.source.isSet) }

  var isEmpty: Bool { items.isEmpty }

  init(from decoder: any Decoder) throws {
    if let list = try? decoder.unkeyedContainer() {
      var list = list
      while !list.isAtEnd { items.append(try list.decode(NamedSource.self)) }
    } else {
      items = [try NamedSource(from: decoder)].filter(\.source.isSet)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch items.count {
    case 0: try container.encode("")
    case 1: try container.encode(items[0])
    default: try container.encode(items)
    }
  }
}

/// A colour by which things of one source are recognised.
enum SourceColor: String, ConfigurationChoice {
  // In the order in which they are given to sources without one.
  case red, blue, green, orange, purple, teal, pink, yellow, indigo, brown, mint, cyan

  /// The nearest to a colour of the web: `#RRGGBB`, or the name of one of these.
  init?(web text: String) {
    let word = text.trimmingCharacters(in: .whitespaces).lowercased()
    if let named = SourceColor(rawValue: word) {
      self = named
      return
    }
    guard word.hasPrefix("#"), word.count == 7 || word.count == 9,
      let value = UInt32(word.dropFirst().prefix(6), radix: 16)
    else { return nil }
    func parts(_ value: UInt32) -> [Double] { [16, 8, 0].map { Double(value >> $0 & 255) } }
    func distance(_ color: SourceColor) -> Double {
      zip(parts(value), parts(color.webValue)).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }
    self = Self.allCases.min { distance($0) < distance($1) } ?? .red
  }

  /// As 0xRRGGBB, in the light appearance of the palette.
  private var webValue: UInt32 {
    switch self {
    case .red: 0xFF3B30
    case .blue: 0x007AFF
    case .green: 0x34C759
    case .orange: 0xFF9500
    case .purple: 0xAF52DE
    case .teal: 0x30B0C7
    case .pink: 0xFF2D55
    case .yellow: 0xFFCC00
    case .indigo: 0x5856D6
    case .brown: 0xA2845E
    case .mint: 0x00C7BE
    case .cyan: 0x32ADE6
    }
  }

  var color: Color {
    switch self {
    case .red: .red
    case .blue: .blue
    case .green: .green
    case .orange: .orange
    case .purple: .purple
    case .teal: .teal
    case .pink: .pink
    case .yellow: .yellow
    case .indigo: .indigo
    case .brown: .brown
    case .mint: .mint
    case .cyan: .cyan
    }
  }
}
