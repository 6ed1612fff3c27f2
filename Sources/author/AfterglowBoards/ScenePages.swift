import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import AfterglowDocuments
import AfterglowSources
import AfterglowWidgets
import Foundation

/// A page of a scene besides the first one, which is the scene itself: widgets that fill the panel together, and their look.
public struct ScenePage: Sendable {
  /// Unique in the scene.
  public var name: String
  public var context: WidgetContext
  public var style: PanelStyle
  /// The setting that decides the style's appearance.
  var appearance: AppearanceSetting
  public var widgets: [SceneSettings.Item]
  /// The page's values with their positions.
  var document: DocumentNode
}

/// The pages of a scene, and when they are shown without a touch.
public struct ScenePages: Sendable {
  /// The name of the first page, which is the scene itself.
  public var firstName = "1"
  /// The pages besides the first one.
  public var others: [ScenePage] = []
  /// Seconds without input after which the panel returns to its home page; 0 = never.
  public var returnSeconds = standardReturnSeconds
  /// Index of the page that a person who arrives sees; nil = none is chosen.
  public var presencePage: Int?
  /// The times of the week from which pages are the home page.
  public var schedule: [PanelPages.Start] = []

  static let standardReturnSeconds = 60

  /// The names of all pages, the first one's first.
  public var names: [String] { [firstName] + others.map(\.name) }

  /// The index of a page by its name, or else by its number from 1.
  ///
  /// - Returns: nil where no page has the name.
  public func index(of name: String) -> Int? { PanelPages.index(of: name, in: names) }
}

/// `pages` of a scene, and the keys next to it: `page`, the name of the first one, `returnAfter` and `presencePage`.
enum PagesPart {
  /// Maximum number of pages, with the first one.
  static let maximumCount = 8
  /// Maximum number of seconds of `returnAfter`.
  static let longestReturnSeconds = 3600
  /// Maximum number of characters of a name.
  static let nameCount = 32
  /// Keys of a page's look, which the scene has as well.
  private static let lookKeys = [
    "appearance", "context", "dithering", "font", "grid", "host", "surface", "tint", "typeSize", "typeTable",
    "wallpaper",
  ]

  /// The names of all pages as they are written, the first one's first. A page without a name has its number.
  static func names(_ root: StrictDecoder) -> [String] {
    var root = root
    func name(_ node: DocumentNode?, _ number: Int) -> String {
      if case .scalar(let text, _)? = node?.value, node?.isNull == false { text } else { "\(number)" }
    }
    var names = [name(root.node("page"), 1)]
    guard case .sequence(let items)? = root.node("pages")?.value else { return names }
    for item in items.prefix(maximumCount - 1) {
      guard case .mapping(let members) = item.value else { continue }
      names.append(name(members.first { $0.key == "name" }?.value, names.count + 1))
    }
    return names
  }

  /// The keys of the scene next to `pages`, for a scene whose other pages are not read yet.
  static func first(_ root: inout StrictDecoder) -> ScenePages {
    var pages = ScenePages()
    pages.firstName = name(&root, "page", number: 1, taken: [])
    let seconds = root.integer("returnAfter", in: 0...longestReturnSeconds, unit: "s")
    pages.returnSeconds = seconds ?? ScenePages.standardReturnSeconds
    pages.presencePage = presencePage(&root)
    return pages
  }

  private static func presencePage(_ root: inout StrictDecoder) -> Int? {
    guard let node = root.node("presencePage") else { return nil }
    let names = names(root)
    if let name = node.text, let index = PanelPages.index(of: name, in: names) { return index }
    let hint = node.text.map { root.suggestion(for: $0, among: names) } ?? ""
    root.fail(
      "presencePage",
      "expected the name of a page (\(names.joined(separator: ", "))) for \"presencePage\", found "
        + "\(node.foundDescription)\(hint)")
    return nil
  }

  private static func name(
    _ part: inout StrictDecoder, _ key: String, number: Int, taken: [String]
  ) -> String {
    let numbered = "\(number)"
    if case .scalar(let text, _)? = part.node(key)?.value, text == numbered { return numbered }
    guard let name = part.text(key, maximumCount: nameCount) else { return numbered }
    if !ContentSource.isName(name) {
      part.fail(key, "expected a name of letters, digits, dots and dashes, found \"\(name)\"")
    } else if name.allSatisfy(\.isNumber) {
      part.fail(key, "expected a name with a letter, found \"\(name)\", which is the number of another page")
    } else if PageTurn(named: name) != nil {
      part.fail(key, "expected another name, found \"\(name)\", by which actions turn to the page beside the shown one")
    } else if taken.contains(name) {
      part.fail(key, "expected a name that no other page has, found \"\(name)\" again")
    }
    return name
  }

  /// Decoders of the pages besides the first one.
  static func decoders(_ root: inout StrictDecoder) -> [StrictDecoder] {
    root.mappings("pages", of: "pages besides the first one", maximumCount: maximumCount - 1) ?? []
  }

  /// Reads the pages besides the first one into a scene with the first page, whose look and names of widgets they continue.
  static func read(
    _ decoders: [StrictDecoder], into scene: inout SceneSettings, gallery: WidgetGallery, folder: URL?
  ) {
    var taken = scene.widgets
    var schedule = PageSchedule()
    for (index, decoder) in decoders.enumerated() {
      var part = decoder
      let name = name(&part, "name", number: index + 2, taken: scene.paging.names)
      schedule.read(&part, page: index + 1)
      guard let page = page(&part, name, of: scene, taken: taken, gallery: gallery, folder: folder) else { continue }
      taken += page.widgets
      scene.paging.others.append(page)
    }
    scene.paging.schedule = schedule.starts
    let count = scene.paging.names.count
    let room = ArchiveLimits.widgets - PanelPages.hostWidgetCount * count
    if taken.count > room, let last = decoders.last {
      last.fail(
        "widgets",
        "expected at most \(room) widgets on \(count) pages together, found \(taken.count); show fewer widgets or pages"
      )
    }
  }

  private static func page(
    _ part: inout StrictDecoder, _ name: String, of scene: SceneSettings, taken: [SceneSettings.Item],
    gallery: WidgetGallery, folder: URL?
  ) -> ScenePage? {
    let outer = Dictionary(
      SceneSettings.keys.map { ($0, "outside of \"pages\"") }, uniquingKeysWith: { first, _ in first })
    guard let context = SceneSettings.context(&part, standard: scene.context) else {
      SceneSettings.checkWithoutContext(&part, gallery, also: lookKeys, misplaced: outer)
      return nil
    }
    // Other contexts have other looks.
    let follows = context == scene.context
    let own = AppearanceSetting(&part, place: scene.place)
    let appearance = own ?? (follows && context.hasAppearances ? scene.appearance : nil)
    var style = PanelStyle(&part, context: context, appearance: appearance, folder: folder)
    if follows { style.follow(scene.style, but: part) }
    style.followType(scene.style, but: part)
    let limit = SceneSettings.maximumWidgetCount
    let count = SceneSettings.itemCount(part.node("widgets"))
    let decoders = part.mappings("widgets", of: "widgets", maximumCount: limit, required: true, main: "kind")
    part.finish(misplaced: outer)
    guard let decoders else { return nil }
    let room = SceneSettings.Room(context: context, style: style, folder: folder)
    let widgets = SceneSettings.items(decoders, in: room, taken: taken, gallery: gallery)
    SceneSettings.checkPlaces(context, widgets, count, in: part)
    guard widgets.count == count else { return nil }
    return ScenePage(
      name: name, context: context, style: style, appearance: appearance ?? .fixed(style.appearance),
      widgets: widgets, document: part.whole)
  }
}

extension PanelStyle {
  /// Takes the look of a scene in the same context, except for what a page has of its own.
  fileprivate mutating func follow(_ scene: PanelStyle, but page: StrictDecoder) {
    if !page.contains("host"), !page.contains("grid") { (host, grid) = (scene.host, scene.grid) }
    if !page.contains("appearance") { appearance = scene.appearance }
    if !page.contains("tint"), appearance == scene.appearance { tint = scene.tint }
    if !page.contains("wallpaper") { wallpaper = scene.wallpaper }
    if !page.contains("surface") { surface = scene.surface }
  }

  /// Takes the type and the inks of a scene, which every context has, except for what a page has of its own.
  fileprivate mutating func followType(_ scene: PanelStyle, but page: StrictDecoder) {
    if !page.contains("typeSize") { typeSize = scene.typeSize }
    if !page.contains("typeTable") { typeTable = scene.typeTable }
    if !page.contains("dithering") { dithering = scene.dithering }
    if !page.contains("font") { (font, fontPlace) = (scene.font, scene.fontPlace) }
  }
}

extension SceneSettings {
  /// The widgets of all pages, in their order.
  public var allWidgets: [Item] { widgets + paging.others.flatMap(\.widgets) }

  /// The styles of all pages, in their order.
  var styles: [PanelStyle] { [style] + paging.others.map(\.style) }

  /// Positions of the values of the scene and of its pages, by their paths such as `surface.mounting` and `pages[0].grid`.
  var valuePositions: [String: DocumentPosition] {
    var positions = document.valuePositions
    for (index, page) in paging.others.enumerated() {
      positions["pages[\(index)]"] = page.document.position
      for (path, position) in page.document.valuePositions { positions["pages[\(index)].\(path)"] = position }
    }
    return positions
  }
}
