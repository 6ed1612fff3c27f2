import AfterglowArchive
import AfterglowCore
import CSymbols
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowTypesetting
@testable import AfterglowViews

/// The symbol font, its names, and the names of SF Symbols for them.
@Suite struct SymbolTests {
  @Test func `there are all of the font's names and those of SF Symbols`() {
    #expect(SymbolTable.names.count == 7_367)
    #expect(SymbolTable.systemNames.count >= 1_000)
    #expect(Set(Symbol.names).count == Symbol.names.count)
    #expect(Symbol.all.count == Symbol.names.count && Symbol.all.allSatisfy(\.isKnown))
  }

  /// A duplicate name would hide one of its meanings; one out of order would not be found at all.
  @Test func `the tables are sorted, and an entry for SF Symbols says what no other says`() {
    for (names, what) in [(SymbolTable.names, "names"), (SymbolTable.systemNames, "SF Symbols")] {
      for (one, next) in zip(names, names.dropFirst()) {
        #expect(one.utf8.lexicographicallyPrecedes(next.utf8), "\(what): \(one) stands before \(next)")
      }
    }
    let own = Set(Symbol.ownNames)
    for name in SymbolTable.systemNames {
      #expect(SymbolTable.codepoint(of: name) == nil, "\(name) is a name of the font's")
      #expect(!own.contains(name), "\(name) is a constant's name")
      let target = SymbolTable.target(ofSystemName: name)
      #expect(target.flatMap(SymbolTable.codepoint) != nil, "\(name) stands for \(target ?? "nothing")")
    }
  }

  @Test func `every symbol has ink at 24 pixels, inside its square`() throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      let font = ShapingFont(sizePx: 24, weight: .regular, hasTabularFigures: false, trackingPx: 0)
      var count = 0
      for symbol in Symbol.all {
        let shaped = try #require(typesetter.symbol(symbol, font: font), "\(symbol.name)")
        let glyph = shaped.glyphs[0]
        let image = typesetter.glyphs.image(
          GlyphKey(face: glyph.face, glyph: glyph.glyph, size26Dot6: font.size26Dot6, quarter: 0))
        let (left, top) = (glyph.x + Double(image.left), glyph.y + Double(image.top))
        // A touched pixel counts as a whole one.
        let isInside =
          left > -1.5 && top > -1.5 && left + Double(image.width) < 25.5 && top + Double(image.height) < 25.5
        #expect(!image.isEmpty && isInside, "\(symbol.name): \(image.width)×\(image.height) at \(left), \(top)")
        count += 1
      }
      #expect(count >= 8_000)
    }
  }

  @Test(arguments: [
    ("sun.max.fill", "sun.max"), ("house.fill", "house"), ("cloud.rain.fill", "cloud.rain"),
    ("thermometer.medium", "mdi:thermometer"), ("battery.75", "battery-80"), ("arrow.up.right", "arrow-top-right"),
    ("person.fill", "account"), ("person", "account-outline"), ("gearshape.fill", "cog"),
    ("trash", "trash-can-outline"),
    ("magnifyingglass", "magnify"), ("envelope.fill", "email"), ("flame.fill", "fire"), ("snowflake", "mdi:snowflake"),
    ("lamp.floor.fill", "floor-lamp"), ("cup.and.saucer.fill", "coffee"), ("fuelpump", "gas-station-outline"),
    ("cloud.sun.rain", "weather-partly-rainy"), ("moonphase.full.moon", "moon-full"),
    ("washer.fill", "washing-machine"),
    ("chevron.right", "chevron-right"), ("speaker.wave.3.fill", "volume-high"),
    ("airplane.departure", "airplane-takeoff"),
    ("checkmark.circle.fill", "check-circle"), ("camera.fill", "camera"),
  ]) func `a name means what people know it for`(name: String, same: String) throws {
    #expect(try #require(Symbol(named: name)).codepoint == #require(Symbol(named: same)).codepoint)
    #expect(Symbol(named: name)?.name == name)
  }

  /// Existing boards must not change.
  @Test func `what had a name before the whole font came keeps its drawing`() {
    #expect(Symbol.ownNames.count == 62)
    for name in Symbol.ownNames { #expect(Symbol(named: name)?.isDebians == true, "\(name)") }
    #expect(Symbol(named: "bell")?.isDebians == true && Symbol(named: "mdi:bell")?.isDebians == false)
    #expect(Symbol(named: "bell.fill")?.codepoint == Symbol(named: "bell")?.codepoint)
    #expect(Symbol.sun == Symbol(named: "sun.max"))
  }

  @Test(arguments: [
    "", "mdi:", "mdi:sun.max", "mdi:mdi:home", "clowd", "home\t", "home\nF02DC", "F02DC", "fill", ".fill",
    "bell.filled", "wi.fillfi", "é",
  ])
  func `what is no name is none`(name: String) {
    #expect(Symbol(named: name) == nil)
  }

  @Test(arguments: [
    ("sun.maxx", "sun.max"), ("wether-sunny", "weather-sunny"), ("WiFi", "wifi"), ("cloud.rian", "cloud.rain"),
    ("mdi:hmoe", "mdi:home"), ("rain.cloud", "cloud.rain"),
  ]) func `an unknown name has near ones`(name: String, near: String) {
    let found = Symbol.nearest(to: name)
    #expect(found.contains(near) && found.count <= 3, "\(found)")
    #expect(Symbol.hint(for: name).hasPrefix("; did you mean \""))
    #expect(found.allSatisfy { Symbol(named: $0) != nil })
  }

  @Test func `what is like nothing has none`() {
    for name in ["", "x", "qqqqqqqqqqqq", String(repeating: "house", count: 1_000)] {
      #expect(Symbol.hint(for: name) == "", "\(name.prefix(20))")
    }
  }

  @Test func `words find symbols by any of their names`() {
    let rain = Symbol.search(["rain"])
    #expect(rain.contains { $0.usedName == "cloud.rain" } && rain.contains { $0.usedName == "weather-rainy" })
    #expect(Symbol.search(["Cloud", "RAIN"]).contains { $0.name == "weather-partly-rainy" })
    #expect(!rain.contains { $0.name == "train" })
    #expect(Symbol.search(["hurch"]).map(\.name) == ["church", "church-outline"])
    #expect(Symbol.search(["qqq"]).isEmpty)
    #expect(Symbol.search([]).count == 62 + 7_367)
    #expect(Symbol.search(["bell"]).map(\.usedName).filter { $0.hasSuffix("bell") }.contains("mdi:bell"))
    for listed in Symbol.search([]) { #expect(listed.symbol?.isKnown == true, "\(listed.name)") }
  }

  @Test func `an unknown symbol is an error of its own, and a question mark`() throws {
    let view = VStack {
      Image(systemName: "cloud.rian")
      Text("Words")
    }
    let result = try laidOut(view, width: 100, height: 100)
    #expect(
      result.problems.map(\.message).contains {
        $0.hasPrefix("there is no symbol \"cloud.rian\"; did you mean \"cloud.rain\"")
      }, "\(result.problems)")
    #expect(result.problems.map(\.severity) == [.error])
    #expect(result.items.count == 2)
    nonisolated(unsafe) let shared = view
    let widget = PlainWidget { _ in shared }
    let compiled = try SceneCompiler().compile(testScene([widget]), at: noon)
    #expect(compiled.diagnostics.count { $0.severity == .error } == 1, "\(compiled.diagnostics)")
  }

  /// The archive of a scene contains the glyphs that it shows, not the font.
  @Test func `an archive holds the symbols of its scene alone`() throws {
    func glyphs(_ names: [String]) throws -> (count: Int, bytes: Int) {
      let widget = PlainWidget { _ in HStack { ForEach(names, id: \.self) { Image(systemName: $0) } } }
      let compiled = try SceneCompiler().compile(testScene([widget]), at: noon)
      #expect(compiled.diagnostics.isEmpty)
      return (try withArchive(compiled) { $0.glyphs.count }, compiled.archive.count)
    }
    let one = try glyphs(["washer"])
    let three = try glyphs(["washer", "fireplace", "robotic.vacuum"])
    // The others are the host's own marks.
    #expect(three.count == one.count + 2, "\(one) \(three)")
    #expect(three.bytes < 100_000, "\(three)")
  }

  @Test func `the font and its licence are the recorded ones`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(
        path: "Sources/widgets/CSymbols/data")
    let font = ag_symbol_font()
    let built = Data(bytes: font.base, count: font.count)
    #expect(try built == Data(contentsOf: folder.appending(path: "materialdesignicons.ttf")))
    #expect(try String(contentsOf: folder.appending(path: "LICENSE"), encoding: .utf8).contains("Apache License"))
  }

  @Test func `symbols of rooms, weather, devices and arrows`() throws {
    let names = [
      "sun.max.fill", "cloud.sun.rain", "cloud.moon", "cloud.bolt.rain", "cloud.sleet", "tornado", "thermometer.sun",
      "moonphase.waxing.crescent", "house.lodge", "lamp.floor", "sofa.fill", "bed.double", "washer", "oven",
      "refrigerator",
      "shower", "fan.ceiling", "fireplace", "door.garage.open", "blinds.vertical.open", "battery.0", "battery.50",
      "battery.75", "bolt.car", "wifi.router", "tv", "iphone", "headphones", "arrow.up.right",
      "arrow.triangle.2.circlepath",
      "chevron.right", "plus.circle.fill", "checkmark.circle.fill", "person.2.fill", "figure.run", "heart.text.square",
      "cup.and.saucer", "fork.knife", "bicycle", "airplane.departure", "cart.fill", "envelope.open", "trash",
      "gearshape",
      "pawprint.fill", "mdi:home-assistant", "mdi:bell", "mdi:thermometer",
    ]
    let widget = PlainWidget { _ in
      VStack(spacing: 3) {
        ForEach(0..<6, id: \.self) { row in
          HStack(spacing: 3) {
            ForEach(0..<8, id: \.self) { Image(systemName: names[row * 8 + $0]).font(.system(size: 11)) }
          }
        }
      }
    }
    let scene = testScene([widget], widthPx: 340, heightPx: 340, board: testBoard())
    let compiled = try SceneCompiler().compile(scene, at: noon)
    #expect(compiled.diagnostics.isEmpty, "\(compiled.diagnostics)")
    try expectGolden(try shown(compiled), "symbols")
  }
}
