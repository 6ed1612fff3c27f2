import Afterglow
import Foundation
import Testing

@testable import AfterglowWidgets

private let ten = Date(timeIntervalSince1970: 1_795_255_200)  // 2026-11-21T10:00Z

private func at(_ minutes: Double) -> Date { ten.addingTimeInterval(minutes * 60) }

private func context(_ minutes: Double, _ family: WidgetFamily = .systemMedium) -> TimelineProviderContext {
  var environment = EnvironmentValues()
  environment.timeZone = .gmt
  return TimelineProviderContext(
    family: family, displaySize: Size(width: 364, height: 170), date: at(minutes), environment: environment)
}

/// Six hours, and rain in the quarters that are given, in minutes from ten.
private func forecast(rainFrom start: Double, to end: Double, until last: Double = 360, code: Int = 3) -> Forecast {
  Forecast(
    hours: (0..<6).map { .init(date: at(Double($0) * 60), temperature: 10, weatherCode: code) },
    days: [.init(date: at(-600), high: 12, low: 4, sunrise: at(-150), sunset: at(430))],
    quarters: stride(from: 0, to: last, by: 15).map {
      .init(date: at($0), precipitationMm: $0 >= start && $0 < end ? 0.4 : 0)
    })
}

/// Rain within the next hour is raised when it matters (rule 76), and gone when it does not.
@Suite struct WeatherRainTests {
  /// What is announced and from when, in minutes from ten.
  private func news(_ forecast: Forecast, asked minutes: Double = 0) throws -> [String] {
    let entries = try WeatherProvider { _, _ in forecast }.timeline(for: WeatherIntent(), in: context(minutes)).entries
    return entries.map { entry in
      let rain = entry.rain.map { RainWords.text($0, Locale(identifier: "en_GB"), .gmt) } ?? "-"
      return "\(Int(entry.date.timeIntervalSince(ten) / 60)) \(rain)"
    }
  }

  @Test func `a shower is shown an hour ahead, while it falls, and not a minute longer`() throws {
    #expect(
      try news(forecast(rainFrom: 90, to: 135)) == [
        "0 -", "45 Rain from 11:30", "60 Rain from 11:30", "90 Rain until 12:15", "120 Rain until 12:15", "135 -",
        "180 -", "240 -", "300 -",
      ])
  }

  @Test func `long rain says that it stays, and from when its end is in sight`() throws {
    #expect(
      try news(forecast(rainFrom: 0, to: 150)) == [
        "0 Rain for the hour", "60 Rain for the hour", "105 Rain until 12:30", "120 Rain until 12:30",
        "150 -", "180 -", "240 -", "300 -",
      ])
  }

  @Test func `what is asked between quarters is shown as of then`() throws {
    let told = try news(forecast(rainFrom: 0, to: 60), asked: 37)
    #expect(told.prefix(2) == ["0 Rain until 11:00", "60 -"])
    // The quarter that ends now is over, whatever fell in it.
    #expect(forecast(rainFrom: 0, to: 15).rain(at: at(15)) == nil)
    #expect(forecast(rainFrom: 0, to: 15).rain(at: at(14))?.changesAt == at(15))
  }

  @Test func `what comes after the last quarter is unknown`() throws {
    // Rain to the end of what is known, which is less than an hour ahead.
    let told = try news(forecast(rainFrom: 15, to: 90, until: 90))
    #expect(
      told == ["0 Rain from 10:15", "15 Rain for the hour", "45 -", "60 -", "120 -", "180 -", "240 -", "300 -"])
    // Quarters of yesterday say nothing of now.
    #expect(forecast(rainFrom: 0, to: 60).rain(at: at(24 * 60)) == nil)
    #expect(Forecast(hours: [], days: []).rain(at: ten) == nil)
  }

  @Test func `drops too small to feel are no rain`() {
    var drops = forecast(rainFrom: 15, to: 60)
    for index in drops.quarters.indices {
      drops.quarters[index].precipitationMm = min(0.09, drops.quarters[index].precipitationMm)
    }
    #expect(drops.rain(at: ten) == nil)
    for index in drops.quarters.indices where drops.quarters[index].precipitationMm > 0 {
      drops.quarters[index].precipitationMm = 0.1
    }
    #expect(drops.rain(at: ten)?.changesAt == at(15))
  }

  @Test func `snow is called snow`() throws {
    #expect(try news(forecast(rainFrom: 30, to: 60, code: 73)).first == "0 Snow from 10:30")
  }

  @Test(arguments: WidgetFamily.allCases) func `every family's entries change at the same minutes`(
    family: WidgetFamily
  ) throws {
    let entries = try WeatherProvider { _, _ in forecast(rainFrom: 90, to: 135) }
      .timeline(for: WeatherIntent(), in: context(0, family)).entries
    #expect(entries.filter { $0.rain != nil }.map { $0.date.timeIntervalSince(ten) / 60 } == [45, 60, 90, 120])
  }

  /// Smart stacks put on top what matters most (rule 97).
  @Test func `an entry with rain is more relevant than one without`() throws {
    let entries = try WeatherProvider { _, _ in forecast(rainFrom: 90, to: 135) }
      .timeline(for: WeatherIntent(), in: context(0)).entries
    for entry in entries { #expect(entry.relevance?.score == (entry.rain == nil ? 1 : 10)) }
  }
}

/// Day and night are the sun's where the forecast does not contain them.
@Suite struct WeatherSunTests {
  private let porto = Place(name: "Porto", latitude: 41.16, longitude: -8.62)

  private func forecast(_ days: [Forecast.Day], at place: Place?, hours: Int = 30) -> Forecast {
    Forecast(
      hours: (0..<hours).map { .init(date: at(Double($0) * 60), temperature: 10, weatherCode: 0) }, days: days,
      place: place)
  }

  private func entries(_ forecast: Forecast) throws -> [WeatherEntry] {
    try WeatherProvider { _, _ in forecast }.timeline(for: WeatherIntent(), in: context(0, .systemSmall)).entries
  }

  /// SunTests hold the sun itself against almanacs.
  @Test func `the sky turns to night at sunset, not at the next hour`() throws {
    let entries = try entries(forecast([], at: porto))
    let turn = try #require(entries.first { $0.isNight })
    #expect(abs(turn.date.timeIntervalSince(at(7 * 60 + 11))) < 120)
    let morning = try #require(entries.drop { !$0.isNight }.first { !$0.isNight })
    #expect(abs(morning.date.timeIntervalSince(at(21 * 60 + 30))) < 120)
    #expect(entries.count == 32)
    #expect(entries[0].sun?.isRise == false && entries[0].sun?.date == turn.date)
    #expect(turn.sun?.isRise == true && turn.place == "Porto")
  }

  @Test func `what the forecast says of the sun counts first`() throws {
    let told = Forecast.Day(date: at(-600), high: 9, low: 1, sunrise: at(-120), sunset: at(200))
    let entries = try entries(forecast([told], at: porto))
    #expect(entries.first { $0.isNight }?.date == at(200))
  }

  @Test func `without either it is night by the clock`() throws {
    let entries = try entries(forecast([], at: nil))
    #expect(entries.first { $0.isNight }?.date == at(600))
    #expect(entries.allSatisfy { $0.sun == nil })
  }

  /// Longyearbyen and McMurdo in November.
  @Test(arguments: [(78.22, 15.65, true), (-77.85, 166.67, false)])
  func `in polar night it is night, and by polar day it is day`(latitude: Double, longitude: Double, isNight: Bool)
    throws
  {
    let entries = try entries(forecast([], at: Place(latitude: latitude, longitude: longitude)))
    #expect(entries.count == 30 && entries.allSatisfy { $0.isNight == isNight && $0.sun == nil })
  }
}
