import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowTypesetting
@testable import AfterglowViews

/// Names of SwiftUI's and WidgetKit's earlier years.
@Suite struct EarlierNameTests {
  private func words(_ view: some View) throws -> [String] {
    try drawn(view, width: 300, height: 60).compactMap { item in
      if case .glyphs(let text) = item.kind { text.text } else { nil }
    }
  }

  @Test func `a formatter of dates without a locale writes them as the board does`() throws {
    let dates = DateFormatter()
    dates.dateStyle = .long
    dates.timeStyle = .none
    dates.timeZone = TimeZone(identifier: "UTC")
    #expect(dates.inLocale(Locale(identifier: "en_US")).string(for: noon) == "November 21, 2026")
    #expect(dates.inLocale(Locale(identifier: "de_DE")).string(for: noon) == "21. November 2026")
    dates.locale = Locale(identifier: "en_GB")
    #expect(dates.inLocale(Locale(identifier: "en_US")).string(for: noon) == "21 November 2026")
  }

  @Test func `a formatter words dates, numbers and measurements`() throws {
    let dates = DateFormatter()
    dates.locale = Locale(identifier: "en_GB")
    dates.timeZone = TimeZone(identifier: "UTC")
    dates.dateFormat = "d MMMM HH:mm"
    #expect(try words(Text(noon, formatter: dates)) == ["21 November 12:00"])
    #expect(try words(Text("High \(noon, formatter: dates)")) == ["High 21 November 12:00"])

    let numbers = NumberFormatter()
    numbers.locale = Locale(identifier: "en_GB")
    numbers.numberStyle = .decimal
    numbers.minimumFractionDigits = 2
    let metres = NSNumber(value: 1.5)
    #expect(try words(Text(metres, formatter: numbers)) == ["1.50"])
    #expect(try words(Text("\(metres, formatter: numbers) m")) == ["1.50 m"])
    #expect(try words(Text(Decimal(2), formatter: numbers)) == ["2.00"])
    #expect(try words(Text(noon, formatter: numbers)) == [noon.description], "no words of the formatter's")

    let measurements = MeasurementFormatter()
    measurements.locale = Locale(identifier: "en_GB")
    measurements.unitOptions = .providedUnit
    let sea = Measurement(value: 21, unit: UnitTemperature.celsius)
    let expected = measurements.string(from: sea)
    #expect(expected.contains("21"))
    #expect(try words(Text(sea, formatter: measurements)) == [expected])
    #expect(try words(Text("Sea \(sea, formatter: measurements)")) == ["Sea \(expected)"])
  }

  @Test func `the old names of accessibility are those of today`() throws {
    let widget = PlainWidget { _ in
      VStack {
        Image(systemName: "cloud.rain").accessibility(label: Text("Rain")).accessibility(value: Text("heavy"))
        Text("secret").accessibility(hidden: true)
      }
    }
    let compiled = try SceneCompiler().compile(testScene([widget], widthPx: 340, heightPx: 340), at: noon)
    let nodes = compiled.layout.accessibility["slot0"] ?? []
    #expect(nodes.map(\.label) == ["Rain"] && nodes.first?.value == "heavy")
  }

  @Test func `a bundle may return what its builder makes`() {
    struct Returning: WidgetBundle {
      var body: some Widget {
        if #available(iOS 26, *) {
          return WidgetBundleBuilder.buildBlock(PlainWidget { Text($0.words) }, PlainWidget { Text($0.words) })
        }
        return WidgetBundleBuilder.buildBlock(PlainWidget { Text($0.words) })
      }
    }
    #expect(Returning().body.bundledWidgets.map(\.descriptor.kind) == ["plain", "plain"])
  }
}
