import AfterglowArchive
import AfterglowCore
import AfterglowViews
import Foundation

/// How a touch of a widget shows its details: on a page of their own, with the same widget in a larger family.
package struct SlotDetail: Sendable {
  /// Values over those of the widget's configuration.
  package var configuration: [String: ConfigurationValue]
  /// The content of an earlier compile, shown if the provider fails now.
  package var lastGood: WidgetTimeline?
  /// Number of the detail page; nil = none, for want of room.
  var page: UInt8?

  package init(configuration: [String: ConfigurationValue] = [:]) { self.configuration = configuration }
}

/// A page with the content of its widgets.
struct LoadedPage {
  var scene: PanelScene
  var place: PagePlace
  var plan: PanelPlan
  var contents: [SlotContent]
}

/// The pages of a scene, with the detail pages of their widgets behind them.
struct DetailedPages {
  private(set) var all: [LoadedPage]
  /// The widgets of the detail pages, by the page and the slot.
  private var owners: [(page: Int, slot: Int)] = []
  /// Identifiers of widgets whose details the archive has no room for.
  private(set) var leftOut: [String] = []

  /// The pages that can be turned to.
  init(_ pages: [LoadedPage]) { all = pages }

  var hasDetails: Bool { !owners.isEmpty }

  /// Adds the detail pages of a scene, as many as an archive may have.
  mutating func addDetails(at date: Date) {
    let ordinary = all
    guard let scene = ordinary.first?.scene, scene.takesTouches else { return }
    var widgetCount = ordinary.map { $0.scene.slots.count + PanelPages.hostWidgetCount }.reduce(0, +)
    var names = Set(ordinary.flatMap { $0.scene.slots.map(\.identifier) })
    for (number, page) in ordinary.enumerated() {
      for (index, slot) in page.scene.slots.enumerated() where slot.allowsActions {
        guard let detail = slot.detail, let made = Self.page(of: slot, detail, page, index, at: widgetCount) else {
          continue
        }
        guard names.insert(made.scene.slots[0].identifier).inserted else { continue }
        let end = widgetCount + PanelPages.hostWidgetCount + 1
        if all.count == PageTurn.pageCount || end > ArchiveLimits.widgets {
          leftOut.append(slot.identifier)
          continue
        }
        widgetCount = end
        let pageNumber = UInt8(all.count)
        all[number].scene.slots[index].detail?.page = pageNumber
        owners.append((number, index))
        add(made, at: date)
      }
    }
  }

  /// Notes for the owner about details that are left out.
  func notes(in scene: PanelScene) -> [Diagnostic] {
    leftOut.map { name in
      var note = Diagnostic(
        .notice, slot: name,
        "a touch opens no details, because the archive has no room for them; show fewer widgets or pages, raise "
          + "memory.archive in board.yaml, or write \"details: false\"")
      note.place = scene.origin.place(of: .slot(name))
      return note
    }
  }

  /// Numbers a detail page and loads its content.
  private mutating func add(_ page: LoadedPage, at date: Date) {
    var page = page
    page.place.number = UInt8(all.count)
    page.contents = [
      page.scene.slots[0].worked(on: .loading) {
        SlotContent.load(page.scene.slots[0], placement: page.plan.placements[0], scene: page.scene, date: date)
      }
    ]
    all.append(page)
  }

  /// Leaves the last detail page out.
  mutating func dropLast() {
    guard let owner = owners.popLast() else { return }
    all.removeLast()
    all[owner.page].scene.slots[owner.slot].detail = nil
    leftOut.append(all[owner.page].scene.slots[owner.slot].identifier)
  }

  /// The detail page of a widget, without its number and its content; nil where the panel has no more room for it.
  private static func page(
    of slot: SceneSlot, _ detail: SlotDetail, _ page: LoadedPage, _ index: Int, at firstWidget: Int
  ) -> LoadedPage? {
    var scene = page.scene
    // A place without cards of this size is shown on black.
    if !scene.context.hasWallpaper || scene.context == .lockScreen { scene.context = .standBy }
    // Nothing behind the details, and no second picture in the archive.
    if case .picture = scene.style.wallpaper { scene.style.wallpaper = PanelStyle().wallpaper }
    scene.slots = []
    guard let plan = DetailPlan(of: slot, at: page.plan.placements[index], in: scene) else { return nil }
    var own = slot
    own.identifier = "\(slot.identifier) (details)"
    own.family = plan.family
    own.configuration.merge(detail.configuration) { $1 }
    (own.position, own.scalePercent, own.allowsActions, own.detail) = (nil, 100, false, nil)
    // A picture of the detail page never stands in for one of the widget.
    own.identity = slot.identity == 0 ? 0 : slot.identity ^ 0x9E37_79B9_7F4A_7C15
    own.lastGood = detail.lastGood
    own.kept = slot.kept?.detail.map { KeptContent(content: $0) }
    scene.slots = [own]
    var place = page.place
    place.firstWidget = firstWidget
    place.detailOf = slot.identifier
    return LoadedPage(scene: scene, place: place, plan: plan.plan.keepingBackgrounds(of: [own]), contents: [])
  }
}

extension PanelScene {
  /// Whether touches reach the panel that the scene is compiled for.
  fileprivate var takesTouches: Bool {
    !strings[.input].isEmpty && !style.isSingle && !style.isPreview && style.contentTrial == nil
  }
}
