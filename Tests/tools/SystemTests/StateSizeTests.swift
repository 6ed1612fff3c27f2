import Foundation
import TestSupport
import Testing

/// How many variables a type keeps, counted from the source text: what holds state over time is taken apart before it is more than
/// a person keeps in mind.
@Suite struct StateSizeTests {
  private static let maximumCount = 12

  /// Plain records, which nothing happens to: as wide as what they describe.
  private static let records: [String: Set<String>] = [
    "records of the archive's format": [
      "BoardRecord", "NodeRecord", "PaperPanel", "RegionRecord", "WidgetRecord", "TickItemRecord",
    ],
    "messages between programs": ["ControlMessage", "ExtensionEnvironment"],
    "what the kernel or a chip says of a device": ["FramebufferInfo", "DRMProperties"],
    "what views see around them, and what a person chooses for a panel": [
      "EnvironmentValues", "PanelScene", "PanelStyle", "SceneSlot",
    ],
    "sections of an archive that is built": ["ArchiveBuilder"],
    "keys by which something is found again": ["DrawingKey"],
    "documents": [
      "ICalendarEvent", "LayoutDocument.Node", "BoardDocument", "BoardReport", "BoardStatus.Widget", "FrameRequest",
      "FormField",
    ],
    "what is drawn, as its maker describes it": ["ChartMark", "ColorMatrix", "LayoutNode", "WeatherEntry"],
  ]

  @Test func `a type that holds state has at most twelve variables`() throws {
    let records = Self.records.values.reduce(into: Set()) { $0.formUnion($1) }
    var wide: Set<String> = []
    for room in try HouseRulesTests.plan().keys where room != "AfterglowEngine" {
      var found = StoredProperties()
      for file in try HouseRulesTests.swiftFiles(in: HouseRulesTests.folder(of: room)) {
        found.read(try String(contentsOf: file, encoding: .utf8))
      }
      for (type, names) in found.names where names.count > Self.maximumCount {
        wide.insert(type)
        #expect(records.contains(type), "\(room): \(type) has \(names.count), \(names.joined(separator: ", "))")
      }
    }
    #expect(records.isSubset(of: wide), "exceptions that nothing needs: \(records.subtracting(wide))")
  }

  @Test func `stored properties are distinguished from computed and local ones`() {
    var found = StoredProperties()
    found.read(
      """
      /// let comment: Int
      public struct Thing<T>: ~Copyable {
        @usableFromInline private(set) var first = 1
        private let (second, third): (Int, Int)
        static let none = 0
        lazy var fourth = { 4 }()
        var watched = 5 {
          didSet { let local = 1 }
        }
        var handler: () -> Void = {}
        var computed: Int { 1 }
        var long:
          Int
        { 2 }
        var body: Int {
          let local = 1
          return local
        }
        enum Inner { case one }
        struct Other {
          var a, b: Int
        }
        func f() {
          var local = 1
        }
      }
      extension Thing {
        struct Third { var x = 0 }
        let wrong = "only in the type itself, but counted"
      }
      """)
    #expect(
      found.names == [
        "Thing": ["first", "second", "third", "fourth", "watched", "handler", "wrong"], "Thing.Inner": [],
        "Thing.Other": ["a", "b"], "Thing.Third": ["x"],
      ])
  }
}
