import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import Foundation
import PixelSupport
import Testing

/// Lines that stand in the middle of their widget have as much room before their ink as after it.
@Suite struct CentredInkTests {
  private static let scale = 3

  /// A line in the middle by its box, and how far its ink is from there, in points.
  private struct Line: CustomStringConvertible {
    var text: String
    var lean: Double
    /// Of the line, in points.
    var height: Double

    var description: String { "\(text): \((lean * 100).rounded() / 100)" }
  }

  @Test(arguments: [GalleryItem].systemFamilies, [LevelOfDetail.default, .simplified])
  func `what is centred is centred by its ink`(item: GalleryItem, level: LevelOfDetail) throws {
    let compiled = try item.compile(item.scene { $0.style.levelOfDetail = level }.enlarged(by: Self.scale))
    for line in try Self.lines(of: compiled) {
      // The margins differ by twice of it. Figures as high as a hand may lean by a share of their size.
      #expect(abs(line.lean) <= max(0.5, line.height / 250), "\(line)")
    }
  }

  @Test func `a line that is centred by its box alone is found`() throws {
    let item = GalleryItem(kind: "clock", family: .systemSmall)
    let lines = try Self.lines(of: item.compile(item.scene(widget: Unbound()).enlarged(by: Self.scale)))
    #expect(lines.count == 1 && abs(lines[0].lean) > 0.5, "\(lines)")
  }

  private struct Unbound: Widget {
    var body: some WidgetConfiguration {
      StaticConfiguration(kind: "it", provider: Unmoving()) { _ in
        Text(verbatim: "1").font(.system(size: 26)).monospacedDigit().frame(maxWidth: .infinity, maxHeight: .infinity)
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

  /// What is shown by day.
  private static func lines(of compiled: CompiledScene) throws -> [Line] {
    let painted = try PaintedItem(compiled)
    let whole = painted.pixels(.day)
    let bare = try PaintedItem(compiled, hidesText: true).pixels(.day)
    let ink = InkDifference(whole, from: bare, width: painted.width)
    let middle = Double(painted.width) / 2
    return compiled.layout.nodes.compactMap { node in
      guard node.slot != nil, painted.isVisible(node), let text = node.text, Symbol(named: text) == nil,
        // Seconds stand in cells, so that no figure moves when another changes.
        node.tick.map({ !$0.lowercased().contains("second") }) ?? true,
        abs(node.framePx.midX - middle) < 0.3,
        let edges = ink.edges(in: node.framePx)
      else { return nil }
      return Line(
        text: text, lean: ((edges.left + edges.right) / 2 - middle) / Double(scale),
        height: node.framePx.height / Double(scale))
    }
  }
}
