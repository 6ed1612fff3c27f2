import Afterglow
import AfterglowDocuments
import Foundation
import TestSupport
import Testing

@testable import AfterglowWidgets

/// The rule by which every widget rounds the numbers of its content.
@Suite struct RoundedNumberTests {
  @Test(
    arguments: [
      (-0.04, 1, "0.0"), (-0.0, 0, "0"), (-0.05, 1, "-0.1"), (0.5, 0, "1"), (-0.5, 0, "-1"), (2.5, 0, "3"),
      (2.675, 2, "2.68"), (1.005, 2, "1.01"), (21.25, 1, "21.3"), (9.96, 1, "10.0"), (99.5, 0, "100"), (0.06, 1, "0.1"),
      (1e-5, 6, "0.000010"), (Double.leastNonzeroMagnitude, 6, "0.000000"), (0.1 + 0.2, 2, "0.30"),
      (123_456_789.5, 2, "123456789.50"),
      (999_999_999_999_999, 0, "999999999999999"), (1e21, 0, "1e+21"), (Double.nan, 1, "–"),
      (-Double.infinity, 0, "–"),
    ] as [(Double, Int, String)])
  func `numbers are rounded as people write them`(number: Double, decimals: Int, text: String) {
    #expect(RoundedNumber.text(number, decimals: decimals) == text)
  }

  @Test func `any number is rounded to the nearest of its places`() {
    var random = SeededNumbers(seed: 41)
    for _ in 0..<20_000 {
      let number = Double.random(in: -1...1, using: &random) * pow(10, Double.random(in: -9...9, using: &random))
      let decimals = Int.random(in: 0...6, using: &random)
      let text = RoundedNumber.text(number, decimals: decimals)
      #expect(text.split(separator: ".").dropFirst().first?.count ?? 0 == decimals, "\(number)")
      #expect(!text.hasPrefix("-") || text.contains { $0.isNumber && $0 != "0" }, "\(text)")
      let distance = abs((Double(text) ?? .infinity) - number)
      #expect(distance <= 0.5000001 * pow(10, -Double(decimals)) + abs(number) * 1e-15, "\(number): \(text)")
    }
  }

  @Test(arguments: [
    ("54.50", "54.50"), ("0.200000", "0.2"), ("21.000000", "21"), ("1.08450", "1.08450"), ("0.12345678", "0.12345678"),
    ("-0", "0"), ("-0.00", "0.00"), ("+5.0", "5.0"), ("007", "007"), ("21.499999999999996", "21.50"),
    ("0.30000000000000004", "0.30"), ("20.000000000000004", "20"), ("1e3", "1000"), ("1.5e-1", "0.15"),
    ("6.02214076e23", "6.022e+23"), ("-0.0000000000004", "0"),
  ])
  func `written numbers keep the places that a user meant`(written: String, shown: String) {
    #expect(RoundedNumber.text(of: written) == shown)
  }

  @Test func `words and numbers beyond all bounds are no numbers`() {
    for text in ["", "NaN", "on", "1e999", "0x10", "1,5"] { #expect(RoundedNumber.text(of: text) == nil, "\(text)") }
    for text in ["NaN", "nan", "-inf", "Infinity", ".nan"] { #expect(RoundedNumber.isNoNumber(text), "\(text)") }
    #expect(!RoundedNumber.isNoNumber("Nan") && !RoundedNumber.isNoNumber("info"))
  }

  @Test(
    arguments: [
      (12_500, 13_000), (12_449, 12_000), (-125, -130), (999_500, 1_000_000), (-4, -4), (0, 0), (1e300, 1e300),
    ] as [(Double, Double)])
  func `a large number keeps its first figures`(number: Double, rounded: Double) {
    let found = DecimalRounding.rounded(number, figures: 2)
    #expect(abs(found - rounded) <= abs(rounded) * 1e-12 && found.sign == rounded.sign, "\(found)")
  }

  @Test func `a value in thousands is rounded half away from zero`() {
    let english = Locale(identifier: "en")
    for (value, shown) in [("12500", "13K"), ("-12500", "\u{2212}13K"), ("12449", "12K")] {
      let content = ValueContent(value: value, isNumber: true)
      #expect(ValueText.short(content, locale: english, fitting: 2.2) == shown)
    }
  }

  @Test func `no widget shows a sign before zero`() throws {
    let german = Locale(identifier: "de_DE")
    let content = ValueContent(value: "0.0", isNumber: true)
    #expect(ValueText.shown(-0.04, like: content, locale: german) == "0,0")
    #expect(Temperature.text(-0.3, in: german) == "0" && Figures.percent(-0.001, in: german).hasPrefix("0"))
    #expect(Figures.percent(0.285, in: german).hasPrefix("29"))
    let number = LocalNumber(decimals: 1, format: ViewText.NumberFormat()).locale(german)
    #expect(number.format(-0.04) == "0,0" && number.format(-0.05) == "\u{2212}0,1" && number.format(.nan) == "–")
    let signed = LocalNumber(decimals: 0, format: ViewText.NumberFormat(isSigned: true)).locale(german)
    #expect(signed.format(-0.4) == "0" && signed.format(0.5) == "+1")
    let share = LocalNumber(decimals: 0, format: ViewText.NumberFormat(isPercent: true)).locale(german)
    #expect(share.format(0.285).hasPrefix("29") && share.format(-0.004).hasPrefix("0"))
    let points = [-0.04, -0.02, 0.02].enumerated().map {
      ValuePoint(date: Date(timeIntervalSince1970: Double($0.offset)), value: $0.element)
    }
    let course = try #require(ValueContent(value: "0", isNumber: true, history: points).course)
    let axis = ValueAxis(course)
    #expect(!axis.values.contains { axis.text($0, locale: german).contains(#/^\u{2212}[0,]*$/#) })
  }

  @Test(arguments: [
    (1e308, "1e308", "+1e308"), (-2.5e20, "\u{2212}2,5e20", "\u{2212}2,5e20"), (1e15, "1e15", "+1e15"),
    (999_999_999_999_999.0, "999999999999999,0", "+999999999999999,0"),
  ])
  func `documents write large numbers with a power of ten`(number: Double, plain: String, signed: String) {
    func text(_ format: ViewText.NumberFormat) -> String {
      LocalNumber(decimals: 1, format: format).locale(Locale(identifier: "de_DE")).format(number)
    }
    #expect(text(ViewText.NumberFormat()) == plain && text(ViewText.NumberFormat(isSigned: true)) == signed)
    #expect(text(ViewText.NumberFormat(isPercent: true)).count < 25)
  }

  @Test func `documents show their numbers by the same rule`() throws {
    let bytes = Array(
      """
      {"a": 0.20000000000000001, "b": 0.500000, "c": 54.50, "d": 21.499999999999996, "e": -0.0, "f": "NaN", "g": 1.5e-1,
       "h": [1, "NaN", 2], "i": 0.5000}
      """.utf8)
    let document = try ValuesDocument(bytes: bytes, file: "v.json")
    let values = document.entries[0].values
    #expect(values["a"] == .number(0.2, decimals: 2) && values["b"] == .number(0.5, decimals: 1))
    #expect(values["c"] == .number(54.5, decimals: 2) && values["d"] == .number(21.499999999999996, decimals: 2))
    #expect(values["e"] == .number(0, decimals: 1) && values["f"] == nil && values["g"] == .number(0.15, decimals: 2))
    #expect(values["h"] == .list([.number(1, decimals: 0), .number(2, decimals: 0)]))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let scope = ViewScope(
      values: values, now: Date(timeIntervalSince1970: 1_795_680_000), calendar: calendar,
      facts: ViewFacts(family: .systemMedium, mode: .vibrant))
    func value(_ text: String) throws -> EntryValue? {
      try ViewExpressionReader.read(text, at: DocumentPosition(line: 1, column: 1)).value(in: scope)
    }
    // A product has the places that it needs, and those of its factors.
    #expect(try value("i * i * 0.8") == .number(0.2, decimals: 4) && value("c * 2") == .number(109, decimals: 2))
    #expect(try value("round(2.675, 2)") == .number(2.68, decimals: 2))
    let timeline = try TimelineDocument(
      bytes: Array(
        #"{"kind": "value", "entries": [{"date": "2026-11-21T08:00Z", "value": 21.499999999999996}]}"#.utf8),
      file: "t.json")
    #expect(timeline.entries[0].content == ValueContent(value: "21.50", isNumber: true))
  }
}
