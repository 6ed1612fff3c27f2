import Afterglow
import Foundation

/// A widget in a scene: its kind, configuration and place.
public struct WidgetUse: Sendable {
  /// The name in the gallery.
  public var kind: String
  public var configuration: [String: ConfigurationValue]
  /// The board's folder, to which names of files are relative.
  public var folder: URL?
  public var place: Place?
  /// The size of its place; nil = not known.
  public var family: WidgetFamily?
  public var zone: TimeZone
  /// The instant at which its content is examined.
  public var date: Date

  public init(
    kind: String, configuration: [String: ConfigurationValue] = [:], folder: URL? = nil, place: Place? = nil,
    zone: TimeZone = .current, date: Date = Date()
  ) {
    self.kind = kind
    self.configuration = configuration
    self.folder = folder
    self.place = place
    self.zone = zone
    self.date = date
  }
}
