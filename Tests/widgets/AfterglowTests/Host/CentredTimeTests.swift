import AfterglowCore
import Foundation
import PixelSupport
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Centred times, measured by their ink as the renderer updates them: also for a 12-hour clock with one digit less.
@Suite struct CentredTimeTests {
  private static let day = Date(timeIntervalSince1970: 1_795_219_200)  // 2026-11-21T00:00:00Z

  /// Every hour of twelve, at minutes with wide and narrow digits.
  private static let instants = (0..<12).flatMap { hour in
    [0, 11, 41, 59].map { day.addingTimeInterval(Double(hour * 3600 + $0 * 60)) }
  }

  private func scene(_ context: WidgetContext, _ content: @escaping @Sendable () -> some View) -> PanelScene {
    var scene = testScene(
      [PlainWidget { _ in content() }], widthPx: 480, heightPx: 640, locale: "en_US", zone: "UTC")
    scene.context = context
    scene.style.wallpaper = .colors([0xFF00_0000])
    scene.slots[0].family = context == .lockScreen ? .accessoryRectangular : .systemSmall
    return scene
  }

  /// Columns of the first and last pixel that are lit.
  private func ink(_ compiled: CompiledScene, at date: Date) throws -> ClosedRange<Int> {
    try #require(try shown(compiled, at: date).litColumns)
  }

  /// The free space of digits in their cells at the left and right, from the font, in pixels.
  private func bearings(sizePx: Double, _ weight: Font.Weight) throws -> [(left: Double, right: Double)] {
    try TypesetterCache.shared.withTypesetter { typesetter in
      let font = ShapingFont(sizePx: sizePx, weight: weight, hasTabularFigures: true, trackingPx: 0)
      let layout = typesetter.tickLayout(
        TickRequest(
          pattern: .clock(.hourMinute, in: Locale(identifier: "en_US")), font: font, isLarge: true, keepsCells: true,
          alignment: .center, zone: TimeZone(identifier: "UTC")!, language: "en_US"))
      return try layout.digits.map { digit in
        let glyph = try #require(digit.glyphs.first)
        let ink = try #require(typesetter.glyphs.ink(glyph.face, glyph.glyph, sizePx: sizePx))
        return (glyph.x + ink.left, Double(layout.cell) - glyph.x - ink.right)
      }
    }
  }

  /// Digits are in cells of equal width, so that a new minute moves nothing; the cells are centred.
  @Test func `the lock screen's time is in the middle in every hour`() throws {
    let compiled = try SceneCompiler().compile(scene(.lockScreen) { EmptyView() }, at: noon)
    let node = try #require(compiled.layout.nodes.first { $0.name == "lockClock" })
    let bearings = try bearings(
      sizePx: try #require(node.fontSizePt) * compiled.layout.scales[0], .semibold)
    for instant in Self.instants {
      let minutes = Int(instant.timeIntervalSince(Self.day) / 60)
      let time = String(format: "%d:%02d", (minutes / 60 + 11) % 12 + 1, minutes % 60)
      let figures = time.compactMap(\.wholeNumberValue)
      let ink = try ink(compiled, at: instant)
      let left = Double(ink.lowerBound) - bearings[figures[0]].left
      let right = Double(480 - 1 - ink.upperBound) - bearings[figures[figures.count - 1]].right
      #expect(abs(left - right) <= 2, "\(time): \(left) px are free at its left, \(right) px at its right")
    }
  }

  /// Text before a time is centred together with it.
  @Test func `a line of words and a time is in the middle`() throws {
    let line = scene(.standBy) {
      (Text(verbatim: "Oslo ") + Text(clock: .hourMinute)).font(.system(size: 24)).multilineTextAlignment(.center)
    }
    let compiled = try SceneCompiler().compile(line, at: noon)
    let node = try #require(compiled.layout.nodes.first { $0.slot != nil && $0.text?.hasPrefix("Oslo ") == true })
    #expect(node.kind == "tickText")
    let bearings = try bearings(sizePx: 24 * compiled.layout.scales[1], .regular)
    var leans: [Double] = []
    for instant in Self.instants {
      let ink = try ink(compiled, at: instant)
      let last = Int(instant.timeIntervalSince(Self.day) / 60) % 10
      leans.append(Double(ink.lowerBound + ink.upperBound) + bearings[last].right)
    }
    #expect(leans.max()! - leans.min()! <= 2, "the middle moves by \((leans.max()! - leans.min()!) / 2) px")
  }
}
