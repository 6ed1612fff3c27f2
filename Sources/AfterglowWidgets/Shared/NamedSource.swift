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

  func encode(to encoder: any Encoder) throws {
    if name.isEmpty, color == nil { return try source.encode(to: encoder) }
    try source.encodeMapping(to: encoder)
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(name, forKey: .name)
    try values.encodeIfPresent(color, forKey: .color)
  }
}

/// A colour by which things of one source are recognised.
enum SourceColor: String, ConfigurationChoice {
  // In the order in which they are given to sources without one.
  case red, blue, green, orange, purple, teal, pink, yellow, indigo, brown, mint, cyan

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
