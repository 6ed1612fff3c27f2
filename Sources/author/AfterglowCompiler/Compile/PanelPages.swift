import AfterglowViews
import Foundation

/// The pages of a panel besides its first one, which is the scene itself, and when they are shown without a touch.
public struct PanelPages: Sendable {
  /// Widgets that fill the panel together, and their look.
  public struct Page: Sendable {
    public var name: String
    public var context: WidgetContext
    public var style: PanelStyle
    public var slots: [SceneSlot]
    /// As ``PanelScene/appearanceTurns``.
    public var appearanceTurns: AppearanceTurns?

    public init(
      name: String, context: WidgetContext, style: PanelStyle, slots: [SceneSlot],
      appearanceTurns: AppearanceTurns? = nil
    ) {
      self.name = name
      self.context = context
      self.style = style
      self.slots = slots
      self.appearanceTurns = appearanceTurns
    }
  }

  /// A time of the week from which a page is the home page.
  public struct Start: Hashable, Sendable {
    /// Index of the page.
    public var page: Int
    /// Minutes after midnight.
    public var minute: Int
    /// Bits of weekdays; bit 0 is Sunday.
    public var days: UInt8

    public init(page: Int, minute: Int, days: UInt8) {
      self.page = page
      self.minute = minute
      self.days = days
    }
  }

  /// The name of the first page.
  public var firstName = "1"
  /// The pages besides the first one.
  public var others: [Page] = []
  /// Seconds without input after which the panel returns to its home page; 0 is never.
  public var returnSeconds = 60
  /// Index of the page that a person who arrives sees; `nil` leaves the page as it is.
  public var presencePage: Int?
  /// When the home page changes; without an element it is the first page.
  public var schedule: [Start] = []

  public init() {}

  /// Widgets of an archive that the host draws on each page: the scene itself behind the others, and the marks above them.
  package static let hostWidgetCount = 2

  /// The names of all pages, the first one's first.
  public var names: [String] { [firstName] + others.map(\.name) }

  /// The place of a page in a list of names: by its name, or else by its number from 1.
  ///
  /// - Returns: nil where no page has the name.
  package static func index(of name: String, in names: [String]) -> Int? {
    if let index = names.firstIndex(of: name) { return index }
    guard let number = Int(name), names.indices.contains(number - 1) else { return nil }
    return number - 1
  }
}

extension PanelScene {
  /// The widgets of all pages, in their order.
  package var allSlots: [SceneSlot] { slots + pages.others.flatMap(\.slots) }

  /// Changes each widget of all pages.
  package mutating func updateSlots(_ update: (inout SceneSlot) throws -> Void) rethrows {
    for index in slots.indices { try update(&slots[index]) }
    for page in pages.others.indices {
      for index in pages.others[page].slots.indices { try update(&pages.others[page].slots[index]) }
    }
  }

  /// One page as a scene of its own, whose messages have the places of that page.
  package func onPage(_ index: Int) -> PanelScene {
    var scene = self
    scene.pages = PanelPages()
    scene.pages.firstName = pages.names[index]
    if index == 0 { return scene }
    let page = pages.others[index - 1]
    scene.context = page.context
    scene.style = page.style
    scene.slots = page.slots
    scene.appearanceTurns = page.appearanceTurns
    scene.origin.pagePath = "pages[\(index - 1)]"
    return scene
  }
}

extension PanelScene.Origin {
  /// The part of the whole scene's file that a part of this page is.
  func subject(_ subject: SceneSubject) -> SceneSubject {
    guard let pagePath else { return subject }
    switch subject {
    case .scene: return .sceneKey(pagePath)
    case .sceneKey(let path): return .sceneKey("\(pagePath).\(path)")
    default: return subject
    }
  }
}
