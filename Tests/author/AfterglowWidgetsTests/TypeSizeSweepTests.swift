import AfterglowCore
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// Every built-in widget in every family at all twelve type sizes in four languages: no texts lie over each other, none is cut, and
/// none is nearer than 11 pt to the edge of a system family (docs/rules.md, rules 8, 17 and 22). `AFTERGLOW_TYPE_SIZES=1` tries all
/// of them (`make test-types`); else each family is tried at the largest size and at one other.
@Suite struct TypeSizeSweepTests {
  private static let isWhole = ProcessInfo.processInfo.environment["AFTERGLOW_TYPE_SIZES"] == "1"
  private static let languages = ["en_GB", "de_DE", "ja_JP", "ar_EG"]

  /// A widget in a family, at home or in StandBy.
  struct Trial: CustomTestStringConvertible, Sendable {
    var item: GalleryItem
    var isStandBy: Bool
    /// Its number, which decides what a short run tries.
    var index: Int

    var testDescription: String { "\(item.testDescription)\(isStandBy ? " in StandBy" : "")" }

    static let all: [Trial] = {
      let home = GalleryItem.all.map { (item: $0, isStandBy: false) }
      let standBy = GalleryItem.all.filter { $0.family == .systemSmall }.map { (item: $0, isStandBy: true) }
      return (home + standBy).enumerated().map { Trial(item: $1.item, isStandBy: $1.isStandBy, index: $0) }
    }()
  }

  private struct Variant {
    var size: DynamicTypeSize
    var language: String
  }

  private static func variants(of trial: Trial) -> [Variant] {
    let sizes = DynamicTypeSize.allCases
    if isWhole { return sizes.flatMap { size in languages.map { Variant(size: size, language: $0) } } }
    let turn = trial.index
    return [
      Variant(size: .accessibility5, language: languages[turn % languages.count]),
      Variant(size: sizes[turn % sizes.count], language: languages[(turn / sizes.count + 1) % languages.count]),
    ]
  }

  @Test(arguments: Trial.all) func `no text is cut, over another or near the edge`(trial: Trial) throws {
    for variant in Self.variants(of: trial) {
      let scene = trial.item.scene { scene in
        scene.style.typeSize = variant.size
        scene.locale = Locale(identifier: variant.language)
        // A city's name has a place of its own.
        scene.place = Place(name: "Vila Nova de Gaia", latitude: 41.12, longitude: -8.61)
        if trial.isStandBy {
          scene.context = .standBy
          // Half of a panel of five to three.
          scene.geometry.heightPx = 204
        }
      }
      let compiled = try trial.item.compile(scene)
      let faults = try TextFaults(trial.item, compiled)
      let name = "\(trial.testDescription), \(variant.size), \(variant.language)"
      #expect(compiled.diagnostics == [], "\(name)")
      #expect(faults.overlaps.isEmpty, "\(name): \(faults.overlaps)")
      #expect(faults.cuts.isEmpty, "\(name): \(faults.cuts)")
      // A document's margins are its writer's.
      #expect(faults.nearEdges.isEmpty || trial.item.kind == "document", "\(name): \(faults.nearEdges)")
    }
  }

  @Test func `texts over each other, cut ones and those at the edge are found`() throws {
    let item = GalleryItem(kind: "clock", family: .systemSmall)
    let faults = try TextFaults(item, item.compile(item.scene(widget: Crowded())))
    #expect(faults.overlaps.count == 1, "\(faults.overlaps)")
    #expect(faults.cuts.count == 1, "\(faults.cuts)")
    #expect(faults.nearEdges.count == 1, "\(faults.nearEdges)")
  }

  /// Two texts in one place, one that is cut, and one at the edge.
  private struct Crowded: Widget {
    var body: some WidgetConfiguration {
      StaticConfiguration(kind: "it", provider: Unmoving()) { _ in
        ZStack {
          Text(verbatim: "Over").font(.system(size: 20))
          Text(verbatim: "Under").font(.system(size: 20))
          Text(verbatim: "Cut because it is long").font(.system(size: 20)).lineLimit(1).frame(width: 60).offset(y: 40)
          Text(verbatim: "Edge").font(.system(size: 12)).offset(x: 66, y: -40)
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity)
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
