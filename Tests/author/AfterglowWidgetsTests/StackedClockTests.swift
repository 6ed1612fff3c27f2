import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import Foundation
import PixelSupport
import Testing

@testable import AfterglowWidgets

/// Hours above minutes, and the hours and minutes of the face `rounded`, as the renderer sets them by itself.
@Suite struct StackedClockTests {
  private static let stacks: [ClockFaceTests.Case] = [
    ClockFaceTests.Case(face: .thin, panel: .tall), ClockFaceTests.Case(face: .rounded, panel: .tall),
    ClockFaceTests.Case(face: .rounded, panel: .round), ClockFaceTests.Case(face: .slab, panel: .tall),
    ClockFaceTests.Case(face: .slab, panel: .round),
  ]

  private func columns(_ item: PaintedItem, at minute: Int) throws -> ClosedRange<Int> {
    item.show(.day, later: Int64(minute) * 60, isWhole: false)
    return try #require(item.plane.litColumns(over: 90))
  }

  /// Pixels from the middle of the panel to the middle of the ink.
  private func lean(_ columns: ClosedRange<Int>, _ item: PaintedItem) -> Double {
    abs(Double(columns.lowerBound + columns.upperBound + 1) - Double(item.width)) / 2
  }

  @Test(arguments: stacks, ["en_GB", "en_US"])
  func `hours and minutes are centred by their ink at every minute of a day`(
    shown: ClockFaceTests.Case, locale: String
  ) throws {
    let compiled = try ClockFaceTests.compile(shown, side: 300, locale: locale)
    for name in ["hour", "minute"] {
      let item = try PaintedItem(compiled, showing: [name])
      var most = 0.0
      for minute in 0..<1440 { most = max(most, lean(try columns(item, at: minute), item)) }
      #expect(most <= 1, "\(name): \(most) px from the middle")
    }
  }

  @Test(arguments: ["en_GB", "en_US"])
  func `hours and minutes in one line are centred together, and do not meet`(locale: String) throws {
    let compiled = try ClockFaceTests.compile(
      ClockFaceTests.Case(face: .rounded, panel: .wide), side: 300, locale: locale)
    let whole = try PaintedItem(compiled, showing: ["hour", "minute"])
    let hour = try PaintedItem(compiled, showing: ["hour"])
    let minutes = try PaintedItem(compiled, showing: ["minute"])
    for minute in 0..<1440 {
      let all = try columns(whole, at: minute)
      #expect(lean(all, whole) <= 1.5, "minute \(minute): \(all)")
      let (left, right) = (try columns(hour, at: minute), try columns(minutes, at: minute))
      #expect(left.upperBound + 10 < right.lowerBound, "minute \(minute): \(left) and \(right)")
      #expect(left.lowerBound == all.lowerBound && right.upperBound == all.upperBound, "minute \(minute)")
    }
  }

  @Test(arguments: [WidgetFamily.systemSmall, .accessoryCircular])
  func `the small clock is centred by its ink`(family: WidgetFamily) throws {
    let item = GalleryItem(kind: "clock", family: family)
    let compiled = try item.compile(item.scene().enlarged(by: 2))
    for name in ["hour", "minute"] {
      let shown = try PaintedItem(compiled, showing: [name])
      var most = 0.0
      for minute in 0..<1440 { most = max(most, lean(try columns(shown, at: minute), shown)) }
      #expect(most <= 1, "\(name): \(most) px from the middle")
    }
  }

  @Test func `figures in cells would hang from the middle`() throws {
    let item = GalleryItem(kind: "clock", family: .systemSmall)
    let compiled = try item.compile(item.scene(widget: InCells()).enlarged(by: 2))
    let shown = try PaintedItem(compiled, showing: ["time"])
    let leans = try (0..<60).map { lean(try columns(shown, at: $0), shown) }
    #expect(leans.max()! > 2)
  }

  private struct InCells: Widget {
    var body: some WidgetConfiguration {
      StaticConfiguration(kind: "it", provider: Unmoving()) { _ in
        Text(clock: .hourMinute24).font(.system(size: 52)).monospacedDigit().multilineTextAlignment(.center)
          .frame(maxWidth: .infinity, maxHeight: .infinity).accessibilityIdentifier("time")
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
}
