import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowDocuments
import AfterglowWidgets
import Foundation

/// The content of `scene.yaml`: the widgets, their positions, language and time zone (docs/boards.md).
public struct SceneSettings: Sendable {
  /// A widget of the scene.
  public struct Item: Sendable {
    /// Unique in the scene.
    public var identifier: String
    public var kind: String
    public var family: WidgetFamily
    /// In a grid; nil = the first free cell.
    public var cell: SceneSlot.Position?
    public var scalePercent: Int
    /// How its pictures become inks; nil = as in the scene.
    public var dithering: PictureDithering?
    /// The widget's settings in place of the scene's appearance and surface.
    public var style = SlotStyle()
    /// Whether anything in the widget acts when it is touched.
    public var allowsActions = true
    /// Whether a touch opens the widget's details; nil = as in the scene.
    public var showsDetails: Bool?
    public var configuration: [String: ConfigurationValue]
    /// The node of the configuration in the scene file; nil = there is none.
    var configurationNode: DocumentNode?
    /// The position in the scene file.
    var position = DocumentPosition(line: 1, column: 1)

    /// Whether every value of the scene file is valid; `configuration` lacks the others.
    var isConfigurationWhole: Bool {
      guard case .mapping(let members)? = configurationNode?.value else { return true }
      return Set(members.map(\.key)).count <= configuration.count
    }

    /// The position of a value of the configuration; nil if the scene does not set the first key of the path.
    func position(of path: [String]) -> DocumentPosition? { configurationNode?.position(of: path) }
  }

  public var context: WidgetContext
  public var style: PanelStyle
  /// The setting that decides the style's appearance.
  var appearance: AppearanceSetting
  public var timeZone: TimeZone
  public var locale: Locale
  /// nil = not set.
  public var place: Place?
  /// The widgets of the first page.
  public var widgets: [Item]
  /// The pages besides the first one, and when each is shown.
  public var paging = ScenePages()
  /// The actions that a touch may perform, besides the widgets' own intents.
  public var actions: [OwnerAction] = []
  /// Whether touches of widgets open their details.
  public var showsDetails = true
  /// The scene file's values with their positions.
  var document = DocumentNode(value: .mapping([]), position: DocumentPosition(line: 1, column: 1))
  /// `zone` as it is written; nil = not set. Foundation calls GMT+2 GMT+0200.
  var zoneName: String?

  /// Maximum number of widgets of a page; a scene of thousands is rejected before layout.
  public static let maximumWidgetCount = ArchiveLimits.widgets - PanelPages.hostWidgetCount

  /// The position of a value, or of the innermost one around it; the first line if the scene does not set the first key
  /// of the path.
  func position(of path: String...) -> DocumentPosition {
    document.position(of: path) ?? DocumentPosition(line: 1, column: 1)
  }
}

extension SceneSettings {
  /// Reads a scene. Every problem goes to the decoder's collector; nil when there is no usable scene.
  init?(_ root: inout StrictDecoder, gallery: WidgetGallery, folder: URL? = nil) {
    let zone = Self.zone(&root)
    let locale = Self.locale(&root)
    let place = Self.place(&root)
    let paging = PagesPart.first(&root)
    let showsDetails = root.boolean("details")
    let actions = ActionsPart.read(&root, folder: folder, pages: PagesPart.names(root))
    guard let context = Self.context(&root, standard: .standBy) else {
      Self.checkWithoutContext(&root, gallery, also: Self.keys, misplaced: Self.boardKeys(gallery))
      return nil
    }
    let appearance = AppearanceSetting(&root, place: place)
    let style = PanelStyle(&root, context: context, appearance: appearance, folder: folder)
    let limit = Self.maximumWidgetCount
    let count = Self.itemCount(root.node("widgets"))
    let decoders = root.mappings("widgets", of: "widgets", maximumCount: limit, required: true, main: "kind")
    let pages = PagesPart.decoders(&root)
    root.finish(misplaced: Self.boardKeys(gallery))
    let room = Room(context: context, style: style, folder: folder)
    let widgets = Self.items(decoders ?? [], in: room, taken: [], gallery: gallery)
    if decoders != nil { Self.checkPlaces(context, widgets, count, in: root) }
    self.init(
      context: context, style: style, appearance: appearance ?? .fixed(style.appearance), timeZone: zone,
      locale: locale,
      place: place, widgets: widgets)
    self.actions = actions
    self.showsDetails = showsDetails ?? true
    self.paging = paging
    document = root.whole
    if case .scalar(let name, _)? = root.node("zone")?.value { zoneName = name }
    PagesPart.read(pages, into: &self, gallery: gallery, folder: folder)
    if decoders == nil || widgets.count != count { return nil }
  }

  /// Every key of `scene.yaml` outside of other keys.
  static let keys = [
    "actions", "appearance", "context", "details", "dithering", "font", "grid", "host", "locale", "page", "pages",
    "place", "presencePage", "returnAfter", "surface", "tint", "typeSize", "typeTable", "wallpaper", "widgets", "zone",
  ]

  /// Where the keys of `board.yaml` belong, except those that may be meant as a widget, such as `clock`.
  private static func boardKeys(_ gallery: WidgetGallery) -> [String: String] {
    let keys = BoardKeys.roots.subtracting(gallery.kinds)
    return Dictionary(keys.map { ($0, "in board.yaml") }, uniquingKeysWith: { first, _ in first })
  }

  /// StandBy has two places (docs/rules.md, rule 42), or one for a clock face. The capacity of others depends on the
  /// panel and is checked at layout.
  static func checkPlaces(_ context: WidgetContext, _ widgets: [Item], _ count: Int, in root: StrictDecoder) {
    let isFace = widgets.count == 1 && WidgetGallery.isFace(widgets[0].kind, widgets[0].configuration)
    if context == .standBy && count != 2 && !isFace {
      root.fail(
        "widgets",
        "expected exactly 2 widgets, as standBy shows two systemSmall widgets side by side, or a clock with a face "
          + "alone, found \(count)")
    } else if count == 0 {
      root.fail("widgets", "expected at least one widget, found none")
    }
  }

  /// Number of items of a list, including those that are no widgets.
  static func itemCount(_ node: DocumentNode?) -> Int {
    if case .sequence(let items)? = node?.value { items.count } else { 0 }
  }

  /// nil for an unknown word: further checks would depend on its meaning.
  static func context(_ root: inout StrictDecoder, standard: WidgetContext) -> WidgetContext? {
    let named = root.choice("context", WidgetContext.allCases.map { ($0.rawValue, $0) })
    return named ?? (root.contains("context") ? nil : standard)
  }

  /// Reports what is wrong in a scene whatever its context is: kinds of widgets, their configurations, and unknown keys.
  static func checkWithoutContext(
    _ root: inout StrictDecoder, _ gallery: WidgetGallery, also keys: [String],
    misplaced: @autoclosure () -> [String: String]
  ) {
    let decoders =
      root.mappings("widgets", of: "widgets", maximumCount: maximumWidgetCount, required: true, main: "kind") ?? []
    root.finish(also: keys, misplaced: misplaced())
    for var decoder in decoders {
      guard let kind = kind(&decoder, gallery), let descriptor = gallery.widget(kind)?.descriptor else { continue }
      if let node = decoder.node("configuration") { _ = ConfigurationReader.read(node, descriptor, decoder) }
    }
  }

  /// Everyday names of what widgets show, with their kinds.
  private static let usualNames = [
    "alarm": "clock", "chart": "value", "cpu": "system", "date": "calendar", "events": "calendar", "feed": "news",
    "forecast": "weather", "graph": "value", "headlines": "news", "humidity": "value", "ical": "calendar",
    "ics": "calendar", "image": "photos", "images": "photos", "memory": "system", "number": "value",
    "picture": "photos", "pictures": "photos", "rss": "news", "sensor": "value", "slideshow": "photos",
    "tasks": "reminders", "temperature": "value", "text": "note", "time": "clock", "timer": "countdown",
    "todo": "reminders", "todos": "reminders",
  ]

  private static func kind(_ decoder: inout StrictDecoder, _ gallery: WidgetGallery) -> String? {
    var advice = "`afterglow widgets add` adds the widgets of a package"
    if case .scalar(let name, _)? = decoder.node("kind")?.value, let kind = usualNames[name.lowercased()] {
      advice = "did you mean \"\(kind)\"?"
    }
    return decoder.choice("kind", gallery.kinds.map { ($0, $0) }, required: true, elsewhere: advice)
  }

  private static func zone(_ root: inout StrictDecoder) -> TimeZone {
    guard let name = root.text("zone", maximumCount: 64) else { return .current }
    if let zone = ZoneName.zone(name) { return zone }
    let hint = ZoneName.suggestion(for: name)
    root.fail("zone", "expected an IANA time zone such as Europe/Lisbon for \"zone\", found \"\(name)\"\(hint)")
    return .current
  }

  private static func locale(_ root: inout StrictDecoder) -> Locale {
    guard let name = root.text("locale", maximumCount: 64) else { return SystemLocale.current }
    if let locale = SystemLocale.locale(forTag: name) { return locale }
    root.fail("locale", "expected a language tag such as en-GB or de for \"locale\", found \"\(name)\"")
    return SystemLocale.current
  }

  private static func place(_ root: inout StrictDecoder) -> Place? {
    if let node = root.node("place"), case .scalar(let name, _) = node.value, let city = KnownCity.named(name).first {
      let (latitude, longitude) = (city.place.latitude, city.place.longitude)
      root.fail(
        "place",
        "expected a mapping of keys to values for \"place\", found \(node.foundDescription); did you mean \"place: {name: "
          + "\(city.place.name), latitude: \(String(format: "%.2f", latitude)), longitude: "
          + "\(String(format: "%.2f", longitude))}\"?")
      return nil
    }
    if let node = root.node("place"), let point = node.pair {
      root.fail(
        "place",
        "expected a mapping of keys to values for \"place\", found \(node.foundDescription); write \"place: {name: Home, "
          + "latitude: \(point.first), longitude: \(point.second)}\"")
      return nil
    }
    guard var part = root.mapping("place") else { return nil }
    let name = part.text("name", maximumCount: 40, required: "the place's name")
    let latitude = part.number("latitude", in: -90...90, unit: "degrees, north is positive", required: true)
    let longitude = part.number("longitude", in: -180...180, unit: "degrees, east is positive", required: true)
    let country = country(&part)
    part.finish()
    guard let name, let latitude, let longitude else { return nil }
    return Place(name: name, latitude: latitude, longitude: longitude, country: country)
  }

  /// Codes in common use that ISO 3166 does not give to a country, with the one that it does.
  private static let usualCodes = ["UK": "GB", "EL": "GR"]

  private static func country(_ part: inout StrictDecoder) -> String? {
    guard let code = part.text("country", maximumCount: 8) else { return nil }
    let isCode = code.utf8.count == 2 && code.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    let meant = Self.usualCodes[code.uppercased()]
    if isCode, meant == nil { return code }
    let hint =
      meant.map { "; did you mean \"\($0)\"?" }
      ?? part.suggestion(for: code.uppercased(), among: PublicHolidays.countries)
    part.fail(
      "country", "expected two capital letters of ISO 3166 such as PT for \"place.country\", found \"\(code)\"\(hint)")
    return nil
  }

  /// The context for reading items.
  struct Room {
    var context: WidgetContext
    var style: PanelStyle
    /// The folder to which relative paths of configurations refer.
    var folder: URL?
    var families: [WidgetFamily] { context.families(on: style.host) }
  }

  /// Reads the widgets of a page.
  ///
  /// - Parameter taken: the widgets of earlier pages, whose names are not free.
  static func items(
    _ decoders: [StrictDecoder], in room: Room, taken: [Item], gallery: WidgetGallery
  ) -> [Item] {
    var items: [Item] = []
    for var decoder in decoders {
      if let item = item(&decoder, in: room, taken: taken + items, gallery: gallery) { items.append(item) }
    }
    return items
  }

  private static func item(
    _ decoder: inout StrictDecoder, in room: Room, taken: [Item], gallery: WidgetGallery
  ) -> Item? {
    let kind = kind(&decoder, gallery)
    let asked = decoder.choice("family", WidgetFamily.allCases.map { ($0.rawValue, $0) })
    let name = decoder.text("name", maximumCount: 32)
    let cell = cell(&decoder, room.context)
    let scale = decoder.integer("scale", in: 75...125, unit: "%")
    let dithering = decoder.choice("dithering", PictureDithering.allCases.map { ($0.rawValue, $0) })
    let style = SlotStyle(&decoder, context: room.context, scene: room.style)
    let allowsActions = decoder.choice("actions", [("all", true), ("none", false)])
    let showsDetails = decoder.boolean("details")
    let node = decoder.node("configuration")
    decoder.finish(misplaced: configurationKeys(kind, gallery))
    if scale != nil && room.context != .surface {
      decoder.fail("scale", "expected \"scale\" only in the context surface, found it in \(room.context.rawValue)")
    }
    guard let kind, let general = gallery.widget(kind)?.descriptor else { return nil }
    let configuration = node.map { ConfigurationReader.read($0, general, decoder) } ?? [:]
    let use = WidgetUse(kind: kind, configuration: configuration, folder: room.folder)
    let descriptor = gallery.widget(use)?.descriptor ?? general
    let supported = descriptor.supportedFamilies
    let family = asked ?? room.families.first { supported.contains($0) } ?? supported.first ?? .systemSmall
    if !room.families.contains(family) {
      decoder.fail(
        "family",
        "context \"\(room.context.rawValue)\" does not support \(family.rawValue): "
          + room.context.refusal(of: family, on: room.style.host))
    } else if !supported.contains(family) {
      let names = supported.map(\.rawValue).joined(separator: ", ")
      decoder.fail("family", "expected one of \(names), which \"\(kind)\" supports, found \"\(family.rawValue)\"")
    }
    let identifier = name ?? uniqueName(kind, taken)
    if taken.contains(where: { $0.identifier == identifier }) {
      decoder.fail("name", "expected a name that no other widget has, found \"\(identifier)\" again")
    }
    var item = Item(
      identifier: identifier, kind: kind, family: family, cell: cell, scalePercent: scale ?? 100,
      dithering: dithering, configuration: configuration)
    item.style = style
    item.allowsActions = allowsActions ?? true
    item.showsDetails = showsDetails
    item.position = decoder.position
    item.configurationNode = node
    return item
  }

  /// Where the keys of a widget's configuration belong.
  private static func configurationKeys(_ kind: String?, _ gallery: WidgetGallery) -> [String: String] {
    let keys = kind.flatMap { gallery.widget($0)?.descriptor.parameters.map(\.name) } ?? []
    return Dictionary(keys.map { ($0, "under \"configuration\"") }, uniquingKeysWith: { first, _ in first })
  }

  private static func cell(_ decoder: inout StrictDecoder, _ context: WidgetContext) -> SceneSlot.Position? {
    guard var at = decoder.mapping("at", pair: ("column", "row")) else { return nil }
    let column = at.integer("column", in: PanelStyle.GridSize.sides, required: true)
    let row = at.integer("row", in: PanelStyle.GridSize.sides, required: true)
    at.finish()
    let grids: [WidgetContext] = [.home, .todayView, .notificationCenter, .desktop, .carPlay]
    if !grids.contains(context) {
      let names = grids.map(\.rawValue).joined(separator: ", ")
      decoder.fail("at", "expected no \"at\" in \(context.rawValue), which has no grid; \(names) have one")
    }
    guard let column, let row else { return nil }
    return SceneSlot.Position(column: column, row: row)
  }

  private static func uniqueName(_ kind: String, _ taken: [Item]) -> String {
    let names = Set(taken.map(\.identifier))
    if !names.contains(kind) { return kind }
    return (2...).lazy.map { "\(kind) \($0)" }.first { !names.contains($0) } ?? kind
  }
}
