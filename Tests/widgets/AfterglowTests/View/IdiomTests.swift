import AfterglowCore
import AfterglowPictures
import Foundation
import PixelSupport
import TestSupport
import Testing

@testable import AfterglowCompiler
@testable import AfterglowTypesetting
@testable import AfterglowViews
@testable import Idioms

/// What authors of widgets write for WidgetKit, drawn on sheets: each cell is one view of such a widget.
@Suite struct IdiomTests {
  /// Draws views in four columns of cells, at two pixels per point. Strokes reach out of the room of a view by half of
  /// their width, into the margin of its cell.
  ///
  /// - Parameter room: the size that each view is offered.
  private func check(
    _ name: String, room: CGSize = CGSize(width: 84, height: 46), height: Double = 350, problems: [String] = [],
    @ViewBuilder _ views: () -> some View
  ) throws {
    let content = AnyView(views())
    let margin: CGFloat = 4
    let column = GridItem(.fixed(room.width + 2 * margin), spacing: 6)
    let sheet = LazyVGrid(columns: Array(repeating: column, count: 4), spacing: 6) {
      Group { content }.frame(width: room.width, height: room.height).padding(margin).clipped()
    }
    let width = (room.width + 2 * margin) * 4 + 18
    let drawn = try laidOut(sheet, width: width, height: height)
    #expect(drawn.problems.map(\.message).allSatisfy { message in problems.contains { message.contains($0) } })
    #expect(problems.allSatisfy { text in drawn.problems.contains { $0.message.contains(text) } }, "\(drawn.problems)")
    // A toggle also has the look of its other state.
    let items = drawn.items.filter { $0.toggle?.isShown ?? true }
    try expectGolden(painted(items, width: Int32(width * 2), height: Int32(height * 2)), "idioms-\(name)")
  }

  private func painted(_ items: [DrawItem], width: Int32, height: Int32) throws -> Picture {
    let whole = PixelRect(x0: 0, y0: 0, x1: width, y1: height)
    return try TypesetterCache.shared.withTypesetter { typesetter in
      let emitter = NodeEmitter(
        sink: ArchiveSink(board: testBoard(), date: noon), typesetter: typesetter,
        palette: Palette(renderingMode: .fullColor, surface: .emissive),
        map: PixelMapping(originX: 0, originY: 0, scale: 2), widget: 1, slot: nil, date: noon)
      let painter = LayerPainter(emitter: emitter, limit: whole)
      // Nothing is painted of what is larger than a panel.
      let picture = try #require(painter.paint(items.map(\.atNoon))).filling(whole)
      return Picture(size: picture.size, pixels: picture.pixels.onBlack)
    }
  }

  @Test func `words of a widget`() throws {
    Font.registerForIdioms()
    try check("words") { WordIdioms() }
  }

  @Test func `marked words, and numbers`() throws {
    try check("numbers") {
      MarkIdioms()
      NumberIdioms()
    }
  }

  @Test func `dates and lengths of time`() throws {
    try check("dates") {
      DateIdioms(
        date: noon, start: noon.addingTimeInterval(-1800), end: noon.addingTimeInterval(3600), now: noon,
        target: noon.addingTimeInterval(86_400 * 40))
    }
    let named = try laidOut(RelativeDateIdioms(date: Date().addingTimeInterval(-7300)), width: 200, height: 40)
    guard case .glyphs(let text)? = named.items.first?.kind else { return }
    #expect(text.text == "2 hours ago")
  }

  @Test func `colours and gradients`() throws {
    try check("colors") {
      ColorIdioms()
      GradientIdioms()
    }
  }

  @Test func `effects and drawings`() throws { try check("effects") { EffectIdioms() } }

  @Test func `symbols and their looks`() throws { try check("symbols") { SymbolIdioms() } }

  @Test func `pictures of resources that a target does not have are named`() throws {
    let drawn = try laidOut(VStack { PictureIdioms() }, width: 200, height: 400)
    for name in ["Beach", "Ornament", "Logo", "weather-rain", "House", "BrandOrange"] {
      #expect(drawn.problems.contains { $0.message.contains("“\(name)”") && $0.isOfPart }, "\(name)")
    }
  }

  @Test func `stacks, places and grids`() throws {
    // Names stand next to their values.
    try check("layout", room: CGSize(width: 120, height: 66), height: 560) {
      StackIdioms(levels: [0.2, 0.8], names: ["Ada", "Grace"], minutes: 4)
      PlaceIdioms()
      GridIdioms(levels: (0..<21).map { Double($0) / 21 })
      BuilderIdioms(state: .loaded(3), change: 0.4, isLarge: false)
      LayoutIdioms()
    }
  }

  @Test func `shapes of every kind`() throws {
    // The marks of a dial lie 40 points from its middle, and an arc is half as far from its own as its place is wide.
    try check("shapes", room: CGSize(width: 92, height: 92), height: 640) { ShapeIdioms(progress: 0.7) }
  }

  @Test func `controls and containers`() throws {
    let controls = ControlIdioms(level: 0.7, url: URL(string: "https://example.com")!, title: "Title", isDone: true)
    // A circular gauge is 58 points high, and a search without results is named on two lines.
    try check("controls", room: CGSize(width: 120, height: 66), height: 954) { controls }
  }

  @Test func `charts of every kind`() throws {
    let parts = [Share(name: "A", share: 0.5, bytes: 4), Share(name: "B", share: 0.3, bytes: 3)]
    try check("charts", room: CGSize(width: 120, height: 80), height: 680) {
      LineIdioms(
        values: [1, 3, 2, 4], lows: [1, 2, 1], highs: [3, 4, 2.5], average: 2, start: noon,
        end: noon.addingTimeInterval(3600))
      BarIdioms(average: 3000, date: noon, totals: ["C": 4, "Swift": 9], parts: parts)
      AxisIdioms(date: noon)
    }
  }

  @Test func `what is said, moved and passed on`() throws {
    try check("others", room: CGSize(width: 120, height: 66), height: 480) {
      AccessibilityIdioms()
      MotionIdioms()
      PreferenceIdioms()
      EntryIdioms()
      EnvironmentIdioms()
    }
  }

  @Test func `names of other years and of apps`() throws {
    let drawn = try laidOut(VStack { NameIdioms(date: noon) }, width: 300, height: 400) { $0.moment = noon }
    #expect(drawn.problems.isEmpty, "\(drawn.problems)")
    #expect(ReturningBundle().body.bundledWidgets.map(\.descriptor.kind) == ["callback", "favourites", "async"])
  }
}

extension Font {
  /// Inter by its name, as a widget's own font.
  fileprivate static func registerForIdioms() {
    try? register(URL(fileURLWithPath: "\(FontLibrary.interFolder)/Inter-Regular.otf"))
  }
}

extension DrawItem {
  /// What ticks as it stands at noon; a distance of time as an empty box.
  fileprivate var atNoon: DrawItem {
    var copy = self
    switch kind {
    case .tick(let tick) where tick.pattern.kind == .civil:
      let glyphs = tick.value(at: noon).glyphs.map { glyph in
        var placed = glyph
        placed.y = tick.baseline
        return placed
      }
      copy.kind = .glyphs(
        ShapedText(
          text: "", font: tick.font, width: frame.width * 2, height: tick.height, glyphs: glyphs, lines: [],
          isTruncated: false))
    case .tick: copy.kind = .shape(.rectangle(frame.insetBy(dx: 0.5, dy: 0.5)), stroke: StrokeStyle(lineWidth: 1))
    default: break
    }
    return copy
  }
}
