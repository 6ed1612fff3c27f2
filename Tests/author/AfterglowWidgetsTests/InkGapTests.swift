import AfterglowArchive
import AfterglowCore
import Foundation
import PixelSupport
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// Drawings of one ink are distinguished by the gaps between them.
@Suite struct InkGapTests {
  /// A sky by its code, by day or at night, and the marks of which its drawing consists.
  struct Sky {
    var code: Int
    var isNight: Bool
    var marks: Int
  }

  private static let skies = [
    // Cloud, sun and its rays; or cloud and moon; or cloud and flash.
    Sky(code: 2, isNight: false, marks: 7), Sky(code: 1, isNight: false, marks: 8),
    Sky(code: 2, isNight: true, marks: 2), Sky(code: 1, isNight: true, marks: 2),
    Sky(code: 95, isNight: false, marks: 2),
  ]

  @Test(arguments: skies, [GalleryItem.Style.light, .dark, .clear, .tinted])
  func `nothing of the sky runs into its cloud`(sky: Sky, style: GalleryItem.Style) throws {
    for family in [WidgetFamily.systemSmall, .systemExtraLargePortrait] {
      var provider = WeatherProvider()
      provider.forecast = { _, context in
        let hour = Forecast.Hour(date: context.date, temperature: 14, weatherCode: sky.code)
        let midnight = context.date.addingTimeInterval(-12 * 3600)
        let night = context.date.addingTimeInterval(sky.isNight ? 3600 : -3600)
        let day = Forecast.Day(
          date: midnight, high: 18, low: 9, weatherCode: sky.code, sunrise: night,
          sunset: context.date.addingTimeInterval(7200))
        return Forecast(hours: [hour], days: [day])
      }
      let item = GalleryItem(kind: "weather", family: family)
      let compiled = try item.compile(
        item.scene(style, isPreview: false, widget: WeatherWidget(provider: provider))
          .enlarged(by: 3))
      for mode in [ModeOverride.day, .alwaysOn] {
        #expect(try Self.marks(of: compiled, mode) == sky.marks, "\(family) \(mode)")
      }
    }
  }

  /// Connected areas of the first symbol's ink.
  private static func marks(of compiled: CompiledScene, _ mode: ModeOverride) throws -> Int {
    let painted = try PaintedItem(compiled)
    let whole = painted.pixels(mode)
    let symbols = Set(compiled.layout.nodes.filter { $0.name == "symbol" }.map(\.node))
    let bare = try PaintedItem(compiled, hides: { index, _, _ in symbols.contains(index) }).pixels(mode)
    return InkDifference(whole, from: bare, width: painted.width).areaCount
  }

  // MARK: gauges

  private struct Bounded: Widget {
    var body: some WidgetConfiguration {
      StaticConfiguration(kind: "it", provider: Unmoving()) { _ in
        Gauge(value: 21.5, in: 15.0...25) {
          EmptyView()
        } currentValueLabel: {
          Text(verbatim: "21.5")
        } minimumValueLabel: {
          Text(verbatim: "15").accessibilityIdentifier("bound")
        } maximumValueLabel: {
          Text(verbatim: "25").accessibilityIdentifier("bound")
        }
        .gaugeStyle(.accessoryCircular)
      }
    }
  }

  private struct Unmoving: TimelineProvider {
    struct Entry: TimelineEntry { var date: Date }

    func placeholder(in context: Context) -> Entry { Entry(date: context.date) }
    func snapshot(in context: Context) -> Entry { Entry(date: context.date) }
    func timeline(in context: Context) -> Timeline<Entry> {
      Timeline(entries: [Entry(date: context.date)], policy: .never)
    }
  }

  @Test(arguments: [WidgetFamily.accessoryCircular, .systemSmall])
  func `a gauge's bounds keep away from its ring`(family: WidgetFamily) throws {
    let scale = 4
    let item = GalleryItem(kind: "clock", family: family)
    let compiled = try item.compile(item.scene(widget: Bounded()).enlarged(by: scale))
    let painted = try PaintedItem(compiled)
    let whole = painted.pixels(.day)
    let texts = Set(compiled.layout.nodes.filter { $0.name == "bound" }.map(\.node))
    let rings = Set(
      compiled.layout.nodes.filter { $0.slot != nil && $0.text == nil && $0.role != "background" }.map(\.node))
    #expect(texts.count >= 2 && rings.count >= 2)
    func ink(_ hidden: Set<Int>) throws -> InkDifference {
      let bare = try PaintedItem(compiled, hides: { index, _, _ in hidden.contains(index) }).pixels(.day)
      return InkDifference(whole, from: bare, width: painted.width)
    }
    let (text, ring) = (try ink(texts), try ink(rings))
    let gap = try #require(text.distance(to: ring, above: 60)) / Double(scale)
    #expect(gap >= 3, "\(gap) pt")
  }

  // MARK: dials

  /// At twelve the minute hand points at a mark.
  @Test(arguments: [LevelOfDetail.default, .simplified])
  func `a hand ends before the marks`(level: LevelOfDetail) throws {
    let item = GalleryItem(kind: "clock", family: .systemSmall)
    let compiled = try item.compile(
      item.scene(isPreview: false, configuration: ["style": .string("analogue")]) { $0.style.levelOfDetail = level }
        .enlarged(by: 4))
    let painted = try PaintedItem(compiled)
    let noon = painted.pixels(.day, later: 6625)  // 12:00:00
    let hands = compiled.layout.nodes.filter { $0.name?.hasSuffix("hand") == true }
    let dial = try #require(hands.first)
    let hidden = Set(hands.map(\.node))
    let bare = try PaintedItem(compiled, hides: { index, _, _ in hidden.contains(index) }).pixels(.day, later: 6625)
    let x = Int(dial.framePx.midX)
    let column = (0..<Int(dial.framePx.midY)).map { $0 * painted.width + x }
    let mark = try #require(column.lastIndex { bare[$0] & 255 > 128 })
    let hand = InkDifference(noon, from: bare, width: painted.width)
    let tip = try #require(column.firstIndex { hand[$0] > 60 })
    // A twentieth of the dial's radius.
    #expect(Double(tip - mark) >= dial.framePx.width / 2 * 0.05, "\(tip - mark) of \(dial.framePx.width / 2)")
  }
}
