import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import AfterglowRaster
import Foundation
import PixelSupport
import Testing

@testable import AfterglowWidgets

/// Hours and minutes in one line, as the renderer sets them by itself.
@Suite struct LargeTimeTests {
  /// Minutes after 10:09:35 whose times begin with 1, and every seventh other.
  private static let minutes = (0..<1440).filter { (600..<1200).contains(($0 + 609) % 1440) || $0 % 7 == 0 }

  private static func face(_ face: ClockFace, _ panel: ClockFaceTests.Panel) -> ClockFaceTests.Case {
    ClockFaceTests.Case(face: face, panel: panel)
  }

  private static let centred = [
    face(.thin, .wide), face(.thin, .round), face(.solar, .tall), face(.solar, .round), face(.world, .tall),
    face(.world, .round), face(.agenda, .round), face(.seconds, .tall), face(.seconds, .round),
  ]
  private static let leading = [
    face(.solar, .wide), face(.world, .wide), face(.agenda, .wide), face(.agenda, .tall), face(.slab, .wide),
  ]

  private func lean(_ columns: ClosedRange<Int>, _ item: PaintedItem) -> Double {
    abs(Double(columns.lowerBound + columns.upperBound + 1) - Double(item.width)) / 2
  }

  private func runs(_ item: PaintedItem, at minute: Int, over limit: Int = 90) throws -> [ClosedRange<Int>] {
    item.show(.day, later: Int64(minute) * 60, isWhole: false)
    let runs = item.plane.litRuns(over: limit)
    try #require(!runs.isEmpty)
    return runs
  }

  @Test(arguments: centred + leading)
  func `a time in one line begins or is centred by its ink at every minute`(shown: ClockFaceTests.Case) throws {
    let compiled = try ClockFaceTests.compile(shown, side: 300, widget: AlteredWidget.first(ClockWidget()))
    let node = try #require(compiled.layout.nodes.first { $0.name == "time" && $0.tick != nil })
    let item = try PaintedItem(compiled, showing: ["time"])
    var most = 0.0
    for minute in Self.minutes {
      let runs = try runs(item, at: minute)
      let whole = runs[0].lowerBound...runs[runs.count - 1].upperBound
      most = max(
        most,
        Self.leading.contains(shown) ? abs(Double(whole.lowerBound) - node.framePx.minX) : lean(whole, item))
    }
    #expect(most <= 1.5, "\(most) px")
  }

  @Test func `a time begins where the rule and the weekday below it begin`() throws {
    let compiled = try ClockFaceTests.compile(Self.face(.slab, .wide), side: 480)
    let edges = try ["time", "weekday"].map { name -> Int in
      // A plane lives as long as its item.
      let item = try PaintedItem(compiled, showing: [name])
      return try withExtendedLifetime(item) { try #require(item.plane(at: 0).litColumns(over: 90)).lowerBound }
    }
    let whole = try PaintedItem(compiled)
    // The rule is the widest of all that is drawn, and the time nearly as wide.
    let rule = try withExtendedLifetime(whole) { try #require(whole.plane(at: 0).litColumns(over: 90)) }
    #expect(edges.allSatisfy { abs($0 - rule.lowerBound) <= 1 }, "\(edges), the rule at \(rule)")
    let figures = try PaintedItem(compiled, showing: ["time"])
    let time = try withExtendedLifetime(figures) { try #require(figures.plane(at: 0).litColumns(over: 90)) }
    #expect(Double(time.count) > 0.93 * Double(rule.count), "\(time) over \(rule)")
  }

  /// The weekday and the date below the time of the extra large clock, and the time itself.
  @Test(arguments: ["en_GB", "en_US"]) func `words below a time begin where it begins`(locale: String) throws {
    let item = GalleryItem(kind: "clock", family: .systemExtraLarge)
    let compiled = try item.compile(item.scene { $0.locale = Locale(identifier: locale) }.enlarged(by: 2))
    let words = try PaintedItem(compiled, showing: ["weekday", "date"])
    let edge = try #require(words.plane(at: 0).litColumns(over: 90)).lowerBound
    let time = try PaintedItem(compiled, showing: ["time"])
    for minute in Self.minutes where minute % 5 < 2 {
      let start = try runs(time, at: minute)[0].lowerBound
      #expect(abs(start - edge) <= 2, "minute \(minute): \(start), its words at \(edge)")
    }
  }

  @Test func `the hour and the colon of a time at the left edge stand still for an hour`() throws {
    let item = GalleryItem(kind: "clock", family: .systemMedium)
    let compiled = try item.compile(item.scene().enlarged(by: 2))
    let time = try PaintedItem(compiled, showing: ["time"])
    // From 11:00:35.
    for hour in 0..<24 {
      let first = try runs(time, at: 51 + hour * 60).prefix(3)
      for minute in stride(from: 51 + hour * 60, to: 111 + hour * 60, by: 7) {
        let same = try runs(time, at: minute).prefix(3)
        #expect(same == first, "minute \(minute): \(same) after \(first)")
      }
    }
  }

  @Test(arguments: [WidgetFamily.systemMedium, .accessoryRectangular])
  func `a 1 stands next to its neighbours`(family: WidgetFamily) throws {
    let item = GalleryItem(kind: "clock", family: family)
    let compiled = try item.compile(item.scene().enlarged(by: 3))
    let time = try PaintedItem(compiled, showing: ["time"])
    let node = try #require(compiled.layout.nodes.first { $0.name == "time" })
    let em = try #require(node.fontSizePt) * 3
    // 10:11 and 17:41: in cells a 1 has gaps of more than a fifth of an em.
    for minute in [2, 452] {
      let runs = try runs(time, at: minute)
      #expect(runs.count == 5, "\(runs)")
      let gaps = zip(runs, runs.dropFirst()).map { Double($1.lowerBound - $0.upperBound - 1) / em }
      #expect(gaps.max()! < 0.18, "\(gaps)")
    }
  }

  @Test(arguments: [WidgetFamily.systemMedium, .systemExtraLarge], ["clock", "calendar"])
  func `a simplified widget is centred by its ink`(family: WidgetFamily, kind: String) throws {
    let item = GalleryItem(kind: kind, family: family)
    let compiled = try item.compile(item.scene { $0.style.levelOfDetail = .simplified }.enlarged(by: 2))
    let shown = try PaintedItem(compiled, showing: ["time", "day", "weekday", "month"])
    for minute in kind == "clock" ? Self.minutes : [0] {
      let runs = try runs(shown, at: minute)
      let most = lean(runs[0].lowerBound...runs[runs.count - 1].upperBound, shown)
      #expect(most <= 2, "minute \(minute): \(most) px from the middle")
    }
  }
}

extension PaintedItem {
  /// The picture by day, some minutes later.
  fileprivate func plane(at minute: Int) -> PixelPlane {
    show(.day, later: Int64(minute) * 60)
    return plane
  }
}
