import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Measurements and lengths of time in words, compared with what CLDR and Foundation's documentation say.
@Suite struct UnitFormatTests {
  private func words(
    _ measurement: Measurement<UnitTemperature>, _ locale: String,
    usage: MeasurementFormatUnitUsage<UnitTemperature> = .weather
  ) -> String {
    Measurement<UnitTemperature>.FormatStyle(width: .abbreviated, locale: Locale(identifier: locale), usage: usage)
      .format(measurement).withPlainBlanks
  }

  @Test func `temperatures are in the locale's unit, or in their own`() {
    let warm = Measurement(value: 21.44, unit: UnitTemperature.celsius)
    #expect(words(warm, "en_US") == "71°F")
    #expect(words(warm, "en_GB") == "21°C")
    #expect(words(warm, "de_DE") == "21 °C")
    #expect(words(warm, "en_US", usage: .asProvided) == "21.44°C")
    #expect(words(Measurement(value: -3, unit: .celsius), "en_GB") == "-3°C")
  }

  @Test func `a number style decides the figures, in the unit that the locale chose`() {
    let style = Measurement<UnitTemperature>.FormatStyle(
      width: .narrow, locale: Locale(identifier: "en_US"), usage: .weather,
      numberFormatStyle: .number.precision(.fractionLength(1)))
    #expect(style.format(Measurement(value: 21.44, unit: .celsius)) == "70.6°")
    let whole = Measurement<UnitLength>.FormatStyle(
      width: .wide, locale: Locale(identifier: "en_GB"), usage: .asProvided,
      numberFormatStyle: .number.precision(.fractionLength(0)))
    #expect(whole.format(Measurement(value: 5.26, unit: .kilometers)) == "5 kilometres")
    let german = Measurement<UnitSpeed>.FormatStyle(
      width: .abbreviated, locale: Locale(identifier: "de_DE"), usage: .asProvided,
      numberFormatStyle: .number.precision(.fractionLength(2)))
    #expect(german.format(Measurement(value: 5.2, unit: .metersPerSecond)).withPlainBlanks == "5,20 m/s")
  }

  @Test func `usages have their own units`() {
    func format<U>(_ value: Double, _ unit: U, _ usage: MeasurementFormatUnitUsage<U>, in locale: String) -> String {
      Measurement<U>.FormatStyle(width: .abbreviated, locale: Locale(identifier: locale), usage: usage)
        .format(Measurement(value: value, unit: unit)).withPlainBlanks
    }
    #expect(format(5.26, UnitLength.kilometers, .road, in: "en_GB") == "3.3 mi")
    #expect(format(5.26, UnitLength.kilometers, .road, in: "fr_FR") == "5,3 km")
    #expect(format(5.2, UnitSpeed.metersPerSecond, .wind, in: "fr_FR") == "19 km/h")
    #expect(format(1013, UnitPressure.hectopascals, .barometric, in: "en_US") == "30 inHg")
  }

  @Test func `a unit that CLDR lacks keeps its symbol`() {
    let unit = UnitLength(symbol: "smoot", converter: UnitConverterLinear(coefficient: 1.702))
    let style = Measurement<UnitLength>.FormatStyle(width: .abbreviated, locale: Locale(identifier: "en_GB"))
    #expect(style.format(Measurement(value: 364.4, unit: unit)) == "364.4 smoot")
  }

  @Test func `a text has its measurement in the environment's locale`() throws {
    let warm = Measurement(value: 21.44, unit: UnitTemperature.celsius)
    for (locale, expected) in [("en_US", "71°"), ("en_GB", "21°C")] {
      let items = try drawn(
        Text(warm, format: .measurement(width: .narrow, usage: .weather)), width: 100, height: 40, locale: locale)
      guard case .glyphs(let text)? = items.first?.kind else { return }
      #expect(text.text == expected)
    }
  }

  /// As Foundation's on other platforms writes them.
  @Test(arguments: [
    (DateComponentsFormatter.UnitsStyle.positional, 3905.0, "1:05:05"), (.positional, 65, "1:05"),
    (.positional, 5, "5"),
    (.abbreviated, 3905, "1h 5m 5s"), (.short, 3900, "1 hr, 5 min"), (.full, 3900, "1 hour, 5 minutes"),
    (.abbreviated, 0, "0s"), (.full, -60, "-1 minute"), (.brief, 3900, "1 hr 5 min"), (.abbreviated, 90_000, "1d 1h"),
  ])
  func `lengths of time`(style: DateComponentsFormatter.UnitsStyle, seconds: Double, expected: String) {
    let formatter = DateComponentsFormatter()
    formatter.calendar = Calendar(identifier: .gregorian)
    formatter.calendar?.locale = Locale(identifier: "en_US")
    formatter.unitsStyle = style
    #expect(formatter.string(from: seconds) == expected)
  }

  @Test func `lengths of time in the units that are allowed, as many as asked for`() {
    let formatter = DateComponentsFormatter()
    formatter.calendar = Calendar(identifier: .gregorian)
    formatter.calendar?.locale = Locale(identifier: "en_US")
    formatter.unitsStyle = .abbreviated
    formatter.allowedUnits = [.hour, .minute]
    #expect(formatter.string(from: 90_061) == "25h 1m")
    formatter.maximumUnitCount = 1
    #expect(formatter.string(from: 90_061) == "25h")
    formatter.unitsStyle = .positional
    formatter.maximumUnitCount = 0
    formatter.allowedUnits = [.minute, .second]
    formatter.zeroFormattingBehavior = .pad
    #expect(formatter.string(from: 5) == "00:05")
    #expect(formatter.string(from: .infinity) == nil)
    #expect(formatter.string(from: noon, to: noon.addingTimeInterval(61)) == "01:01")
  }

  @Test func `measurement formatters`() {
    let formatter = MeasurementFormatter()
    formatter.locale = Locale(identifier: "en_US")
    formatter.unitOptions = .providedUnit
    #expect(formatter.string(from: Measurement(value: 5.256, unit: UnitLength.kilometers)) == "5.26 km")
    formatter.unitOptions = [.providedUnit, .temperatureWithoutUnit]
    #expect(formatter.string(from: Measurement(value: 20, unit: UnitTemperature.celsius)) == "20°")
    #expect(formatter.string(from: UnitLength.kilometers) == "km")
  }

  @Test func `names, lists, addresses and distances in time`() {
    var person = PersonNameComponents()
    (person.givenName, person.familyName) = ("Ada", "Lovelace")
    #expect(person.formatted() == "Ada Lovelace")
    #expect(person.formatted(.name(style: .abbreviated)) == "AL")
    (person.givenName, person.familyName) = ("太郎", "山田")
    #expect(person.formatted(.name(style: .medium)) == "山田太郎")
    let lists = ListFormatter()
    lists.locale = Locale(identifier: "en_US")
    #expect(lists.string(from: ["a", "b", "c"]) == "a, b, and c")
    let url = URL(string: "https://user:secret@example.com:8080/path?x=1#end")!
    #expect(url.formatted() == "https://example.com:8080/path?x=1#end")
    #expect(url.formatted(.url.scheme(.never).port(.never).query(.never).fragment(.never)) == "example.com/path")
    let distance = RelativeDateTimeFormatter()
    distance.locale = Locale(identifier: "en_US")
    #expect(distance.localizedString(for: noon.addingTimeInterval(-7200), relativeTo: noon) == "2 hours ago")
    #expect(distance.localizedString(fromTimeInterval: 7200) == "in 2 hours")
  }
}

extension String {
  /// Which blank stands before a unit depends on the language and on the version of its data.
  fileprivate var withPlainBlanks: String { String(map { $0.isWhitespace ? " " : $0 }) }
}
