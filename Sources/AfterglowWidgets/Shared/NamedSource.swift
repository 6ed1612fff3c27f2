import AfterglowDocuments
import AfterglowSources
import Foundation

/// One of several sources of a widget: as `source`, and in a mapping also with the name that it has there.
struct NamedSource: Codable, Hashable, Sendable {
  var source: ContentSource
  /// Empty: its own.
  var name = ""

  private enum Key: String, CodingKey { case name }

  init(_ source: ContentSource, name: String = "") {
    self.source = source
    self.name = name
  }

  init(from decoder: any Decoder) throws {
    source = try ContentSource(from: decoder, besides: [Key.name.rawValue])
    if let values = try? decoder.container(keyedBy: Key.self) {
      name = try values.decodeIfPresent(String.self, forKey: .name) ?? ""
    }
  }

  func encode(to encoder: any Encoder) throws {
    if name.isEmpty { return try source.encode(to: encoder) }
    try source.encodeMapping(to: encoder)
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(name, forKey: .name)
  }
}
