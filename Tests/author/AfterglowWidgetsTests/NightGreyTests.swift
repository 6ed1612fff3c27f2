import Afterglow
import AfterglowCore
import AfterglowLight
import Foundation
import Testing

import struct AfterglowCore.Color

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// Greys that a widget sets, at night.
@Suite struct NightGreyTests {
  private static let item = GalleryItem(kind: "note", family: .systemMedium)

  private static func painted(
    _ style: GalleryItem.Style, _ view: @escaping @Sendable () -> AnyView
  ) throws -> PaintedItem {
    var descriptor = WidgetGallery.builtIn.widget("note")!.descriptor
    descriptor.timeline = { _, context in
      WidgetTimeline(entries: [ErasedEntry(date: context.date, content: view)], policy: .never)
    }
    let widget = AlteredWidget(descriptor: descriptor)
    return try PaintedItem(item.compile(item.scene(style, isPreview: false, widget: widget)))
  }

  /// Red codes of so many columns in the middle of the widget.
  private static func reds(_ painted: PaintedItem, columns: Int) -> [UInt32] {
    let pixels = painted.pixels(.night)
    let row = painted.height / 2 * painted.width
    return (0..<columns).map { column in
      let x = painted.width * (2 * column + 1) / (2 * columns)
      return pixels[row + x] >> 16 & 255
    }
  }

  /// Contrast of neighbours × 100, in a dark room.
  private static func steps(_ reds: [UInt32], _ painted: PaintedItem) -> [Int64] {
    let legibility = Legibility(painted.light, painted.legibility, millilux: 1_000)
    let colors = reds.map { Color(red: UInt8($0), green: 0, blue: 0) }
    return zip(colors, colors.dropFirst()).map { legibility.physicalHundredths($0, over: $1) }
  }

  @Test(arguments: [GalleryItem.Style.dark, .vibrant], [[64, 128, 191, 255], [102, 153, 204, 255]] as [[UInt8]])
  func `four greys of shapes are four reds, in their order`(style: GalleryItem.Style, greys: [UInt8]) throws {
    let painted = try Self.painted(style) {
      AnyView(
        HStack(spacing: 0) {
          ForEach(greys, id: \.self) { Rectangle().fill(AfterglowViews.Color.gray($0)) }
        })
    }
    let reds = Self.reds(painted, columns: 4)
    #expect(reds == reds.sorted() && Set(reds).count == 4, "\(reds)")
    #expect(Self.steps(reds, painted).allSatisfy { $0 >= 125 }, "\(reds)")
  }

  @Test func `a grey gradient keeps its course`() throws {
    let painted = try Self.painted(.dark) {
      AnyView(
        Rectangle().fill(
          LinearGradient(
            colors: [AfterglowViews.Color.gray(40), .gray(255)], startPoint: .leading, endPoint: .trailing)))
    }
    let reds = Self.reds(painted, columns: 6)
    #expect(reds == reds.sorted() && Set(reds).count == 6, "\(reds)")
  }

  @Test func `series of a chart stay apart`() throws {
    let painted = try Self.painted(.vibrant) {
      AnyView(
        Chart(0..<4, id: \.self) { index in
          BarMark(x: .value("", "\(index)"), y: .value("", 1)).foregroundStyle(by: .value("", "series \(index)"))
        }
        .chartXAxis(.hidden).chartYAxis(.hidden).chartLegend(.hidden))
    }
    let reds = Self.reds(painted, columns: 4).sorted()
    #expect(Set(reds).count == 4, "\(reds)")
    #expect(Self.steps(reds, painted).allSatisfy { $0 >= 125 }, "\(reds)")
  }

  @Test func `grey words keep a level that can be read`() throws {
    let painted = try Self.painted(.dark) { AnyView(Text("Dim words").foregroundStyle(AfterglowViews.Color.gray(90))) }
    let words = try #require(painted.compiled.layout.nodes.first { $0.text == "Dim words" })
    painted.step(.night)
    let legibility = Legibility(painted.light, painted.legibility, millilux: 1_000)
    #expect(legibility.physicalHundredths(painted.color(words), over: .black) >= Legibility.textHundredths)
  }
}
