import AfterglowArchive
import AfterglowCore
import AfterglowLight
import Foundation
import Testing

import struct AfterglowCore.Color

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// How the parts of a widget stand to each other.
@Suite struct WidgetCompositionTests {
  private static func items(_ kinds: [String], _ families: [WidgetFamily]) -> [GalleryItem] {
    GalleryItem.all.filter { kinds.contains($0.kind) && families.contains($0.family) }
  }

  // MARK: Gauges

  @Test(
    arguments: items(["system"], [.systemSmall, .systemMedium, .systemLarge])
      + items(["system", "countdown"], [.systemMedium, .accessoryCircular]))
  func `the fill of a gauge stands out from its track`(item: GalleryItem) throws {
    for style in GalleryItem.Style.allCases {
      let compiled = try item.compiled(style)
      let shown = try PaintedItem(compiled)
      let content = Set(compiled.layout.nodes.filter { $0.name != nil }.map(\.node))
      let bare = try PaintedItem(
        compiled, hides: { index, node, _ in content.contains(index) || PaintedItem.isText(node) })
      for room in GalleryContrastTests.rooms {
        let ground = bare.pixels(room.mode)
        shown.step(room.mode)
        let gauges = compiled.layout.nodes.filter { $0.slot != nil && shown.isVisible($0) }
        let tracks = gauges.filter { $0.name == "track" }
        let fills = gauges.filter { ["fill", "share"].contains($0.name ?? "") }
        if room.mode == .day { #expect(!tracks.isEmpty && tracks.count == fills.count, "\(style)") }
        for (track, fill) in zip(tracks, fills) {
          let place = Int(track.framePx.midY) * shown.width + Int(track.framePx.midX)
          let (low, high) = (
            Self.blend(shown.color(track), over: ground[place]), Self.blend(shown.color(fill), over: ground[place])
          )
          for lux in room.lux {
            let judge = Legibility(shown.light, shown.legibility, millilux: Int64(lux * 1000))
            let contrast = judge.hundredths(high, over: low)
            #expect(
              contrast >= Legibility.largeHundredths,
              "\(style), \(room.name), \(lux) lx: \(contrast) of \(high) on \(low)")
          }
        }
      }
    }
  }

  private static func blend(_ color: Color, over ground: UInt32) -> Color {
    let share = Double(color.alpha) / 255
    func channel(_ front: UInt8, _ back: UInt32) -> UInt8 {
      UInt8((Double(front) * share + Double(back & 255) * (1 - share)).rounded())
    }
    return Color(
      red: channel(color.red, ground >> 16), green: channel(color.green, ground >> 8), blue: channel(color.blue, ground)
    )
  }

  // MARK: Figures and pieces

  /// A board's name is its own.
  @Test(
    arguments: items(
      ["reminders", "value", "system", "worldClock", "countdown"],
      [.systemSmall, .systemMedium, .systemLarge, .accessoryRectangular]))
  func `a widget in Arabic has one kind of figures`(item: GalleryItem) throws {
    let compiled = try item.compile(item.scene { $0.locale = Locale(identifier: "ar_EG") })
    var zeros: Set<UInt32> = []
    for node in compiled.layout.nodes where node.slot != nil && node.name != "name" {
      for scalar in (node.text ?? "").unicodeScalars where scalar.properties.numericType == .decimal {
        zeros.insert(scalar.value - UInt32(scalar.properties.numericValue ?? 0))
      }
    }
    #expect(zeros.count <= 1, "\(compiled.layout.nodes.compactMap(\.text))")
  }

  @Test func `figures are those of the locale`() {
    #expect(Figures.text("12:05", in: Locale(identifier: "ar_EG")) == "١٢:٠٥")
    #expect(Figures.text(48, in: Locale(identifier: "fa_IR")) == "۴۸")
    #expect(Figures.text("+5 h", in: Locale(identifier: "de_DE")) == "+5 h")
  }

  @Test func `small reminders are four pieces of information`() throws {
    let item = GalleryItem(kind: "reminders", family: .systemSmall)
    let compiled = try item.compiled()
    let words = compiled.layout.nodes.filter {
      $0.slot != nil && $0.fontSizePt != nil && $0.text.flatMap(Symbol.init(named:)) == nil
    }
    #expect(Set(words.map(\.identifier)).count == 4, "\(words.compactMap(\.text))")
  }

  // MARK: World clock

  @Test func `a city on another day says so, and one without a difference too`() throws {
    let cities = ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Tokyo", "Asia/Kolkata"]
    func shown(_ family: WidgetFamily) throws -> [String] {
      let item = GalleryItem(kind: "worldClock", family: family)
      let compiled = try item.compile(
        item.scene(
          isPreview: false,
          configuration: ["cities": .array(cities.map { .object(["zone": .string($0)]) })]
        ) { $0.timeZone = TimeZone(identifier: "Asia/Tokyo")! })
      var seen: Set<UInt32> = []
      return compiled.layout.nodes.filter { $0.name == "difference" && seen.insert($0.identifier).inserted }
        .compactMap(\.text)
    }
    let first = try shown(.systemLarge).prefix(4)
    #expect(first == ["Tomorrow · +5 h", "Yesterday · −20 h", "Today", "Today · −3:30 h"])
    #expect(try shown(.systemMedium).prefix(4) == ["Tomorrow", "Yesterday", "Today", "−3:30 h"])
  }

  /// On 21 November the sun sets at 16:28 in Tokyo and at 19:47 in Sydney.
  @Test func `it is night where the sun is down`() throws {
    func isNight(_ zone: String, at hour: Double) throws -> Bool {
      let midnight = Date(timeIntervalSince1970: 1_795_219_200)
      return ZonePlaces.isNight(in: try #require(TimeZone(identifier: zone)), at: midnight + hour * 3600)
    }
    #expect(try isNight("Asia/Tokyo", at: 18.15 - 9) && !isNight("Asia/Tokyo", at: 16 - 9))
    #expect(try !isNight("Australia/Sydney", at: 19.25 - 11) && isNight("Australia/Sydney", at: 20.25 - 11))
    // Where no city is known: from six to eighteen o'clock.
    #expect(try isNight("Etc/GMT", at: 5.9) && !isNight("Etc/GMT", at: 6.1))
    #expect(try !isNight("Etc/GMT", at: 17.9) && isNight("Etc/GMT", at: 18.1))
  }

  @Test func `a zone's city is where its table says`() throws {
    let tokyo = try #require(ZonePlaces.place(of: TimeZone(identifier: "Asia/Tokyo")!))
    #expect(abs(tokyo.latitude - 35.65) < 0.1 && abs(tokyo.longitude - 139.74) < 0.1)
    let york = try #require(ZonePlaces.place(of: TimeZone(identifier: "America/New_York")!))
    #expect(abs(york.latitude - 40.71) < 0.1 && abs(york.longitude + 74) < 0.1)
    #expect(ZonePlaces.read("/nowhere").isEmpty)
  }

  @Test func `dials do not touch each other`() throws {
    let item = GalleryItem(kind: "worldClock", family: .systemMedium)
    let hands = try item.compiled().layout.nodes.filter { $0.slot != nil && $0.kind == "path" }
      .map(\.framePx).sorted { $0.minX < $1.minX }
    for (left, right) in zip(hands, hands.dropFirst()) where right.midX > left.maxX {
      #expect(right.minX - left.maxX >= 8, "\(left) \(right)")
    }
  }

  // MARK: Axes

  private static let axes: [[Double]: [Double]] = [
    [18.9, 22.3]: [19, 20, 21, 22], [0, 1]: [0, 0.5, 1], [-3.2, 4.1]: [-4, -2, 0, 2, 4],
    [998, 1021]: [1000, 1005, 1010, 1015, 1020],
  ]

  @Test(arguments: [[Double]](axes.keys))
  func `an axis has round values, and the course fills it`(_ values: [Double]) throws {
    let expected = try #require(Self.axes[values])
    let points = values.enumerated().map { index, value in
      ValuePoint(date: GalleryItem.now.addingTimeInterval(Double(index) * 60), value: value)
    }
    let course = try #require(ValueContent(value: "1", history: points).course)
    let axis = ValueAxis(course)
    #expect(axis.values.count == expected.count, "\(axis.values)")
    for (value, wanted) in zip(axis.values, expected) { #expect(abs(value - wanted) < 1e-9) }
    #expect(axis.bounds.lowerBound <= values[0] && axis.bounds.upperBound >= values[1])
    let room = axis.bounds.upperBound - axis.bounds.lowerBound
    #expect((values[1] - values[0]) / room >= 0.8, "\(axis.bounds)")
  }

  @Test func `a level course has an axis too`() throws {
    let points = [0.0, 60].map { ValuePoint(date: GalleryItem.now + $0, value: 21) }
    let axis = ValueAxis(try #require(ValueContent(value: "21", history: points).course))
    #expect(axis.values.count >= 2 && axis.bounds.contains(21))
    #expect(axis.values.allSatisfy(axis.bounds.contains))
  }

  private static let spans: [Double] = [600, 3600, 86_400, 432_000, 3_456_000, 34_560_000, 345_600_000]

  @Test(arguments: spans) func `an axis of time has few times, in the span`(_ span: Double) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "Europe/Berlin")!
    let (first, last) = (GalleryItem.now, GalleryItem.now.addingTimeInterval(span))
    let dates = TimeAxis(first, last, calendar: calendar).dates
    #expect((1...6).contains(dates.count), "\(dates)")
    #expect(dates == dates.sorted())
    for date in dates { #expect(date >= first && date <= last) }
  }
}
