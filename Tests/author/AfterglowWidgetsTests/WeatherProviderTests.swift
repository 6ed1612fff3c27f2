import Afterglow
import Foundation
import Testing

@testable import AfterglowWidgets

private let start = Date(timeIntervalSince1970: 1_795_248_000)  // 2026-11-21T08:00Z

private func context(at date: Date) -> TimelineProviderContext {
  TimelineProviderContext(family: .systemSmall, displaySize: Size(width: 170, height: 204), date: date)
}

private func forecast(hours: Int, from first: Date = start) -> Forecast {
  Forecast(
    hours: (0..<hours).map {
      .init(date: first.addingTimeInterval(Double($0) * 3600), temperature: Double($0), weatherCode: 3)
    },
    days: [
      .init(
        date: first.addingTimeInterval(-8 * 3600), high: 20, low: 5, sunrise: first.addingTimeInterval(-1800),
        sunset: first.addingTimeInterval(8 * 3600))
    ])
}

@Suite struct WeatherProviderTests {
  @Test func `an entry an hour for two days so that the panel lives on`() throws {
    let provider = WeatherProvider { _, _ in forecast(hours: 100) }
    let now = start.addingTimeInterval(2.5 * 3600)
    let timeline = try provider.timeline(for: WeatherIntent(), in: context(at: now))
    #expect(timeline.entries.count == 48)
    #expect(timeline.entries[0].temperature == 2)
    #expect(timeline.entries[0].date <= now && timeline.entries[1].date > now)
    #expect(timeline.policy == .after(start.addingTimeInterval(3 * 3600)))
  }

  @Test func `an observation holds until the next hour`() throws {
    var document = forecast(hours: 4)
    document.current = .init(date: start.addingTimeInterval(900), temperature: 33, weatherCode: 0)
    let provider = WeatherProvider { [document] _, _ in document }
    let timeline = try provider.timeline(for: WeatherIntent(), in: context(at: start.addingTimeInterval(1800)))
    #expect(timeline.entries.map(\.temperature) == [33, 1, 2, 3])
  }

  @Test func `night and the day's extremes are those of the hour`() throws {
    let provider = WeatherProvider { _, _ in forecast(hours: 24) }
    let entries = try provider.timeline(for: WeatherIntent(), in: context(at: start)).entries
    #expect(!entries[0].isNight && entries[8].isNight)
    #expect(entries[0].high == 20 && entries[0].low == 5)
    // The next day is beyond the forecast's days.
    #expect(entries[20].high == nil)
  }

  @Test func `a forecast that is over is an error that says what to do`() {
    let provider = WeatherProvider { _, _ in forecast(hours: 3) }
    #expect(throws: WeatherError.isOver(file: "forecast.json")) {
      try provider.timeline(for: WeatherIntent(), in: context(at: start.addingTimeInterval(4 * 3600)))
    }
  }

  @Test func `a forecast that begins later is shown from now`() throws {
    let provider = WeatherProvider { _, _ in forecast(hours: 3) }
    let now = start.addingTimeInterval(-600)
    let entries = try provider.timeline(for: WeatherIntent(), in: context(at: now)).entries
    #expect(entries[0].date == now)
  }

  @Test func `the clock spends no reloads`() throws {
    let timeline = try ClockProvider().timeline(for: ClockIntent(), in: context(at: start))
    #expect(timeline.entries.count == 1)
    #expect(timeline.policy == .never)
  }

  @Test func `temperatures are whole degrees with a true minus sign`() {
    let english = Locale(identifier: "en_GB")
    #expect(Temperature.text(-0.4, in: english) == "0")
    #expect(Temperature.text(-0.6, in: english) == "\u{2212}1")
    #expect(Temperature.text(21.5, in: english) == "22")
    #expect(Temperature.text(-21.5, in: Locale(identifier: "ar_EG")) == "\u{2212}٢٢")
  }

  @Test func `numbers follow the locale and text stays as written`() {
    let german = Locale(identifier: "de_DE")
    #expect(ValueText.shown(ValueContent(value: "-21.50", isNumber: true), locale: german) == "\u{2212}21,50")
    #expect(ValueText.shown(ValueContent(value: "21.50"), locale: german) == "21.50")
  }

  @Test func `every code that Open-Meteo names has a picture and words`() {
    let named = [
      0, 1, 2, 3, 45, 48, 51, 53, 55, 56, 57, 61, 63, 65, 66, 67, 71, 73, 75, 77, 80, 81, 82, 85, 86, 95, 96, 99,
    ]
    for code in 0...99 {
      #expect((WeatherCondition(code: code) != nil) == named.contains(code), "\(code)")
    }
    let english = Locale(identifier: "en_GB")
    #expect(WeatherCondition.words(forCode: 0, isNight: false, in: english) == "Sunny")
    #expect(WeatherCondition.words(forCode: 0, isNight: true, in: english) == "Clear")
  }
}

@Suite struct WidgetDescriptionTests {
  private var widgets: [any Widget] {
    [ClockWidget(), WeatherWidget(), ValueWidget()]
  }

  /// Rules 87, 88 and 95: an action verb first, not about the widget itself, one sentence.
  @Test func `descriptions begin with a verb and do not speak of widgets`() {
    for widget in widgets {
      let descriptor = widget.descriptor
      #expect(["See", "Follow", "Keep", "Check"].contains { descriptor.description.hasPrefix($0 + " ") })
      #expect(!descriptor.description.lowercased().contains("widget"))
      #expect(descriptor.description.hasSuffix(".") && descriptor.description.filter { $0 == "." }.count == 1)
      #expect(descriptor.displayName.first?.isUppercase == true)
      #expect(descriptor.supportedFamilies == WidgetFamily.allCases)
    }
  }

  @Test func `configurations refuse what they do not know`() {
    let clock = ClockWidget().descriptor
    #expect(throws: ConfigurationError.self) { try clock.checkConfiguration(["stile": "digital"]) }
    #expect(throws: ConfigurationError.self) { try clock.checkConfiguration(["zone": "Mars/Olympus"]) }
    #expect(throws: Never.self) { try clock.checkConfiguration(["style": "analogue", "seconds": true, "hour": "24"]) }
  }

  /// YAML reads 24 without quotes as a number.
  @Test func `the hours of a clock are named as text or as a number`() throws {
    #expect(try ClockIntent(configuration: ["hour": 24]).hour == .twentyFour)
    #expect(try ClockIntent(configuration: ["hour": "24"]).hour == .twentyFour)
    #expect(throws: ConfigurationError(path: ["hour"], message: "expected one of automatic, 24, found \"12\"")) {
      try ClockIntent(configuration: ["hour": 12])
    }
    #expect(throws: ConfigurationError(path: ["hour"], message: "expected text")) {
      try ClockIntent(configuration: ["hour": 24.5])
    }
  }

  @Test func `the grid fills the height with two rows and a caption`() {
    let grid = HeroGrid(size: Size(width: 200, height: 204), margins: EdgeInsets(all: 12))
    let used = 2 * grid.heroCap + grid.rowGap + grid.captionGap + grid.captionSize * HeroGrid.capShare
    #expect(abs(used - grid.height) < 1)
    #expect(grid.captionSize >= 11 && grid.heroSize > 2.5 * grid.captionSize)
    // From across the room the rows are half as large again, and fill it without a caption.
    let far = HeroGrid(size: Size(width: 200, height: 204), margins: EdgeInsets(all: 12), level: .simplified)
    #expect(far.heroSize >= grid.heroSize * 1.5 && 2 * far.heroCap + far.rowGap <= far.height + 0.001)
    // A flat place is bound by its width.
    let narrow = HeroGrid(size: Size(width: 60, height: 204), margins: EdgeInsets(all: 4))
    #expect(narrow.heroSize * HeroGrid.heroShare <= narrow.width + 0.001)
  }
}
