import AfterglowArchive
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// Signs that each locale writes in its own way: per cent, AM and PM, and what joins two times.
@Suite struct LocaleSignTests {
  private static func compiled(_ item: GalleryItem, _ locale: String) throws -> CompiledScene {
    try CompilerPool.compile(
      item.scene(change: { $0.locale = Locale(identifier: locale) }), at: GalleryItem.now)
  }

  @Test(arguments: GalleryItem.all.filter { ["moon", "system"].contains($0.kind) })
  func `a share is written as the locale writes it`(item: GalleryItem) throws {
    let forms: [(String, Regex<Substring>)] = [
      ("en_GB", /[0-9]+%/), ("ja_JP", /[0-9]+%/), ("de_DE", /[0-9]+\u{A0}%/), ("es_ES", /[0-9]+\u{A0}%/),
      ("fr_FR", /[0-9]+[\u{A0}\u{202F}]%/), ("tr_TR", /%[0-9]+/), ("ar_EG", /[٠-٩]+٪\u{61C}?/),
    ]
    for (locale, form) in forms {
      let compiled = try Self.compiled(item, locale)
      let shares = compiled.layout.nodes.compactMap(\.text).filter { $0.contains("%") || $0.contains("٪") }
      if item.kind == "moon" || item.family != .accessoryCircular { #expect(!shares.isEmpty) }
      for share in shares {
        #expect(share.contains(form), "\(locale) “\(share)”")
        #expect(locale != "en_GB" || !share.contains(/\s%/), "“\(share)”")
      }
      #expect(compiled.diagnostics.isEmpty, "\(locale) \(compiled.diagnostics)")
    }
  }

  @Test(arguments: [("en_GB", "05:51"), ("de_DE", "05:51"), ("en_US", "5:51\u{202F}AM"), ("he", "5:51")])
  func `the time of a rise or set is written as all times of the locale`(locale: String, expected: String) {
    let date = Date(timeIntervalSince1970: 1_795_240_260)
    let text = ShortTime.text(date, Locale(identifier: locale), TimeZone(identifier: "UTC")!)
    #expect(text == expected, "\(text.unicodeScalars.map { String($0.value, radix: 16) })")
  }

  @Test(arguments: [(-31.0, "05:50"), (-29, "05:51"), (29, "05:51"), (31, "05:52")])
  func `a rise or set is shown at the nearest minute, as in a forecast`(seconds: Double, expected: String) {
    let turn = SkyTurn(date: Date(timeIntervalSince1970: 1_795_240_260 + seconds), isRise: true)
    #expect(ShortTime.text(turn, Locale(identifier: "en_GB"), TimeZone(identifier: "UTC")!) == expected)
  }

  @Test(arguments: GalleryItem.all.filter { ["weather", "system", "calendar", "moon", "countdown"].contains($0.kind) })
  func `a widget in Arabic has one kind of figures`(item: GalleryItem) throws {
    // A street or a model is its own.
    let own = try Self.compiled(item, "ar_EG").layout.nodes.compactMap(\.text).filter { !$0.contains(/[A-Za-z]/) }
    for text in own {
      #expect(!text.contains(/[0-9]/), "“\(text)”")
    }
  }

  @Test func `wind and gusts are in order, with the unit of the language`() {
    let wind = WeatherFact.wind(speed: 14, gusts: 38, unit: .kilometresPerHour)
    func text(_ locale: String) -> String { wind.text(in: Locale(identifier: locale)) }
    #expect(text("en_GB") == "14–38\u{A0}km/h" && text("nl_NL") == "14–38\u{A0}km/u")
    // Figures run from left to right in Arabic and Hebrew too (UAX 9).
    #expect(text("ar_EG") == "\u{2066}\u{2068}١٤\u{2069}–\u{2068}٣٨\u{2069}\u{2069}\u{A0}كم/س")
  }

  @Test func `a value in per cent is written as the locale writes it`() {
    func shown(_ value: String, _ unit: String, _ locale: String) -> String {
      let content = ValueContent(value: value, isNumber: true, unit: unit)
      let locale = Locale(identifier: locale)
      return ValueText.withUnit(ValueText.shown(content, locale: locale), of: content, space: " ", locale: locale)
    }
    #expect(shown("12.5", "%", "en_GB") == "12.5%" && shown("12.5", "%", "de_DE") == "12,5\u{A0}%")
    #expect(shown("-40", "%", "tr_TR") == "%\u{2212}40" && shown("21.5", "°C", "en_GB") == "21.5 °C")
  }

  @Test func `a dial's share of the moon is written as the locale writes it`() throws {
    for (locale, share) in [("en_GB", "86%"), ("de_DE", "86\u{A0}%"), ("ar_EG", "٨٦٪\u{61C}")] {
      let compiled = try ClockFaceTests.compile(
        ClockFaceTests.Case(face: .analogue, panel: .wide), side: 240, locale: locale)
      #expect(compiled.layout.nodes.contains { $0.name == "illumination" && $0.text == share }, "\(locale)")
    }
  }

  @Test func `cities have AM and PM where figures do not say which`() throws {
    let item = GalleryItem(kind: "worldClock", family: .systemLarge)
    func periods(_ locale: String) throws -> [LayoutNode] {
      let compiled = try Self.compiled(item, locale)
      #expect(compiled.diagnostics.isEmpty)
      let first = try compiled.archive.withUnsafeBytes { bytes in
        let archive = try Archive.validate(bytes)
        return Set(archive.displayList(entry: Int(archive.widget(1).entries.first), slot: 0).map(Int.init))
      }
      #expect(!compiled.layout.nodes.contains { $0.isCut })
      return compiled.layout.nodes.filter { first.contains($0.node) && $0.name == "period" }
    }
    // New York, London, Tokyo and Sydney at 10:09 UTC.
    #expect(try periods("en_US").compactMap(\.text) == ["AM", "AM", "PM", "PM"])
    #expect(try periods("ar_EG").count == 4)
    for locale in ["en_GB", "de_DE", "he_IL", "ja_JP"] { #expect(try periods(locale).isEmpty, "\(locale)") }
  }

  @Test func `a place without room for AM and PM leaves them out of every row`() throws {
    var change: (inout PanelScene) -> Void = { $0.locale = Locale(identifier: "en_US") }
    let plain = try CompilerPool.compile(
      GalleryItem(kind: "worldClock", family: .systemLarge).scene(change: change), at: GalleryItem.now)
    #expect(plain.layout.nodes.contains { $0.name == "period" })
    change = {
      $0.locale = Locale(identifier: "en_US")
      $0.slots[0].configuration["cities"] = .array([
        .object(["zone": .string("Asia/Tokyo")]),
        .object([
          "zone": .string("America/New_York"), "name": .string("A city of a name that takes the whole of its row"),
        ]),
      ])
    }
    let full = try CompilerPool.compile(
      GalleryItem(kind: "worldClock", family: .systemLarge).scene(change: change), at: GalleryItem.now)
    #expect(full.layout.nodes.contains { $0.name == "city" } && !full.layout.nodes.contains { $0.name == "period" })
  }
}
