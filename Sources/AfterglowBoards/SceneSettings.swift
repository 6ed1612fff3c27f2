import Afterglow
import AfterglowDocuments
import Foundation

/// What `scene.yaml` says: which widgets, where, in which words and whose time (docs/boards.md).
public struct SceneSettings: Sendable {
  public struct Item: Sendable {
    /// Unique in the scene.
    public var identifier: String
    public var kind: String
    public var family: WidgetFamily
    public var configuration: [String: ConfigurationValue]
  }

  public var context: WidgetContext
  public var timeZone: TimeZone
  public var locale: Locale
  public var widgets: [Item]

  /// More than any context offers places for; a scene of thousands is refused before anything is laid out.
  public static let maximumWidgetCount = 64
}

extension SceneSettings {
  /// Reads a scene. Every problem goes to the decoder's collector; nil when there is no usable scene.
  init?(_ root: inout StrictDecoder, gallery: WidgetGallery) {
    let context = root.choice("context", WidgetContext.allCases.map { ($0.rawValue, $0) }) ?? .standBy
    let zone = Self.zone(&root)
    let locale = Self.locale(&root)
    let limit = Self.maximumWidgetCount
    let decoders = root.mappings("widgets", of: "widgets", maximumCount: limit, required: true)
    root.finish()
    guard let decoders else { return nil }
    var widgets: [Item] = []
    for var decoder in decoders {
      if let item = Self.item(&decoder, taken: widgets, gallery: gallery) { widgets.append(item) }
    }
    Self.checkPlaces(context, widgets, decoders.count, root)
    guard widgets.count == decoders.count else { return nil }
    self.init(context: context, timeZone: zone, locale: locale, widgets: widgets)
  }

  /// T1 and rule 42: standBy offers two places, both for the small family.
  private static func checkPlaces(
    _ context: WidgetContext, _ widgets: [Item], _ count: Int, _ root: StrictDecoder
  ) {
    switch context {
    case .standBy:
      if count != 2 {
        root.fail(
          "widgets",
          "expected exactly 2 widgets, as standBy shows two systemSmall widgets side by side, found \(count)")
      }
    }
  }

  private static func zone(_ root: inout StrictDecoder) -> TimeZone {
    guard let name = root.text("zone", maximumCount: 64) else { return .current }
    if let zone = TimeZone(identifier: name) { return zone }
    let hint = root.suggestion(for: name, among: TimeZone.knownTimeZoneIdentifiers)
    root.fail("zone", "expected an IANA time zone such as Europe/Lisbon for \"zone\", found \"\(name)\"\(hint)")
    return .current
  }

  private static func locale(_ root: inout StrictDecoder) -> Locale {
    guard let name = root.text("locale", maximumCount: 64) else { return SystemLocale.current }
    if let locale = SystemLocale.locale(forTag: name) { return locale }
    root.fail("locale", "expected a language tag such as en-GB or de for \"locale\", found \"\(name)\"")
    return SystemLocale.current
  }

  private static func item(_ decoder: inout StrictDecoder, taken: [Item], gallery: WidgetGallery) -> Item? {
    let kind = decoder.choice("kind", gallery.kinds.map { ($0, $0) }, required: true)
    let family =
      decoder.choice("family", WidgetFamily.allCases.map { ($0.rawValue, $0) }) ?? .systemSmall
    let name = decoder.text("name", maximumCount: 32)
    let node = decoder.node("configuration")
    decoder.finish()
    guard let kind, let descriptor = gallery.widget(kind)?.descriptor else { return nil }
    if family != .systemSmall {
      decoder.fail(
        "family",
        "expected systemSmall, the one family that standBy offers (two side by side), found \"\(family.rawValue)\"")
    } else if !descriptor.supportedFamilies.contains(family) {
      let names = descriptor.supportedFamilies.map(\.rawValue).joined(separator: ", ")
      decoder.fail("family", "expected one of \(names), which \"\(kind)\" supports, found \"\(family.rawValue)\"")
    }
    let configuration = node.map { ConfigurationReader.read($0, descriptor, decoder) } ?? [:]
    let identifier = name ?? uniqueName(kind, taken)
    if taken.contains(where: { $0.identifier == identifier }) {
      decoder.fail("name", "expected a name that no other widget has, found \"\(identifier)\" again")
    }
    return Item(identifier: identifier, kind: kind, family: family, configuration: configuration)
  }

  private static func uniqueName(_ kind: String, _ taken: [Item]) -> String {
    let names = Set(taken.map(\.identifier))
    if !names.contains(kind) { return kind }
    return (2...).lazy.map { "\(kind) \($0)" }.first { !names.contains($0) } ?? kind
  }
}
