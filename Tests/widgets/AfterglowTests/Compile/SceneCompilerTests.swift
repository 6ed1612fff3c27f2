import AfterglowArchive
import AfterglowCore
import AfterglowTimeline
import Foundation
import Testing

import struct AfterglowViews.Color

@testable import AfterglowCompiler
@testable import AfterglowViews

private func words(_ provider: PlainProvider = PlainProvider()) -> any Widget {
  PlainWidget(provider: provider) { entry in
    VStack(alignment: .leading) {
      Text(clock: .hourMinute).font(.system(size: 52, weight: .semibold))
      Text(entry.words).foregroundStyle(.secondary)
      Circle().stroke(Color.orange, lineWidth: 3).overlay { ClockHand(unit: .minute, length: 0.8, width: 2) }
    }
  }
}

@Test func `the same scene gives the same bytes`() throws {
  let scene = testScene([words(), words()])
  let first = try SceneCompiler().compile(scene, at: noon)
  let second = try SceneCompiler(typesetterCache: TypesetterCache()).compile(scene, at: noon)
  #expect(first.archive == second.archive)
  #expect(first.layout == second.layout)
}

@Test func `StandBy halves the panel`() throws {
  let compiled = try SceneCompiler().compile(testScene([words(), words()]), at: noon)
  try withArchive(compiled) { archive in
    // The scene behind them and the clock's mark above them.
    #expect(archive.widgetCount == 4)
    #expect(archive.widget(1).bounds == PixelRect(x0: 0, y0: 0, x1: 400, y1: 480))
    #expect(archive.widget(2).bounds == PixelRect(x0: 400, y0: 0, x1: 800, y1: 480))
    #expect(archive.board.widthPx == 800)
  }
  #expect(abs(compiled.layout.scales[1] - 400.0 / 170) < 1e-9)
}

@Test func `variants share what does not differ`() throws {
  let compiled = try SceneCompiler().compile(testScene([words()]), at: noon)
  try withArchive(compiled) { archive in
    let widget = archive.widget(1)
    let day = Array(archive.displayList(entry: 1, slot: widget.variantSlot(for: .init(renderingMode: .fullColor))))
    let dim = Array(
      archive.displayList(
        entry: 1, slot: widget.variantSlot(for: .init(renderingMode: .fullColor, isLuminanceReduced: true))))
    let dark = Array(
      archive.displayList(
        entry: 1, slot: widget.variantSlot(for: .init(renderingMode: .vibrant, isLuminanceReduced: true))))
    #expect(day == dim)
    // The orange ring is grey in vibrant; the white clock is the same node.
    #expect(day != dark)
    #expect(!Set(day).isDisjoint(with: dark))
    let ring = try #require(dark.first { archive.nodes[Int($0)].kind == NodeKind.arc.rawValue })
    let paint = archive.paints[Int(archive.nodes[Int(ring)].paint)]
    let color = Color(argb: paint.color)
    #expect(color.red == color.green && color.green == color.blue)
    #expect(paint.role == PaintRole.accent.rawValue)
  }
}

@Test func `ticks are listed in the layout`() throws {
  let compiled = try SceneCompiler().compile(testScene([words()]), at: noon)
  let clock = try #require(compiled.layout.nodes.first { $0.kind == "tickText" })
  #expect(clock.text == "13:00")
  #expect(clock.tick == "hourMinute in Europe/Berlin")
  #expect(clock.role == "primary")
  #expect(clock.fontSizePt == 52)
  #expect(clock.framePt.minX >= PanelLayout.standByMarginPt - 0.001)
  #expect(compiled.layout.nodes.contains { $0.kind == "tickHand" && $0.tick == "minute hand in Europe/Berlin" })
}

@Test func `archives evaluate ticks as laid out`() throws {
  let compiled = try SceneCompiler().compile(testScene([words()]), at: noon)
  try withArchive(compiled) { archive in
    let node = try #require(archive.nodes.first { $0.kind == NodeKind.tickText.rawValue })
    func sources(_ date: Date) -> [UInt32] {
      let evaluation = archive.tickTemplate(Int(node.a)).evaluate(
        at: Instant(date: date), zone: archive.zone(Int(node.d)), reference: node.referenceInstant)
      return (0..<Int(evaluation.count)).map { evaluation[$0].source }
    }
    // 13:00, 13:01 and 14:00: the hour, the colon and the minute are one phrase each.
    let (now, later, next) = (sources(noon), sources(noon + 60), sources(noon + 3_600))
    #expect(now.count == 3 && later[0..<2] == now[0..<2] && later[2] != now[2])
    #expect(next[0] != now[0] && next[1..<3] == now[1..<3])
  }
}

@Test func `dated texts tick towards their reference`() throws {
  let compiled = try SceneCompiler().compile(
    testScene([
      PlainWidget { entry in
        VStack {
          Text(entry.date.addingTimeInterval(3700), style: .timer)
          Text(entry.date.addingTimeInterval(90), style: .relative)
          Text(entry.date.addingTimeInterval(-7200), style: .offset)
          Text(entry.date, style: .time)
        }
      }
    ]), at: noon)
  let ticks = compiled.layout.nodes.compactMap(\.tick)
  // At reduced luminance nothing has seconds.
  #expect(ticks == ["timer", "relative", "offset", "relative", "relative", "offset"])
  #expect(compiled.layout.nodes.contains { $0.text == "13:00" })
}

@Test func `a failing provider leaves the others alone`() throws {
  let failing = PlainProvider(failure: "cut off")
  let compiled = try SceneCompiler().compile(testScene([words(failing), words()]), at: noon)
  #expect(compiled.diagnostics.map(\.slot) == ["slot0"])
  #expect(compiled.diagnostics[0].message.contains("cut off"))
  #expect(compiled.timelines.keys.sorted() == ["slot1"])
  #expect(compiled.nextReload == noon.addingTimeInterval(300))
  #expect(!compiled.layout.nodes.contains { $0.slot == "slot0" && $0.text != nil })
  #expect(compiled.layout.nodes.contains { $0.slot == "slot1" && $0.text == "Hello" })
}

@Test func `last good content stays when a provider fails`() throws {
  let good = try SceneCompiler().compile(testScene([words(PlainProvider(policy: .atEnd))]), at: noon)
  var scene = testScene([words(PlainProvider(failure: "cut off"))])
  scene.slots[0].lastGood = good.timelines["slot0"]
  let later = try SceneCompiler().compile(scene, at: noon.addingTimeInterval(7200))
  #expect(later.layout.nodes.contains { $0.text == "Hello" })
  #expect(later.timelines["slot0"] != nil)
  // The mark shows the time of the content, not of the compile, when it is due.
  #expect(later.layout.nodes.contains { $0.text == "as of Sat 13:00" })
  try withArchive(later) { #expect($0.widget(1).staleAfterMs == Int64(noon.timeIntervalSince1970 + 1800) * 1000) }
}

@Test func `a mark shows the time of the content, not of the request`() throws {
  let old = PlainProvider(policy: .after(noon.addingTimeInterval(-3600)), start: -18_000)
  let compiled = try SceneCompiler().compile(testScene([words(old)]), at: noon)
  #expect(compiled.layout.nodes.contains { $0.text == "as of Sat 08:00" })
}

@Test func `marks never say last updated`() throws {
  let compiled = try SceneCompiler().compile(testScene([words(PlainProvider(policy: .atEnd))]), at: noon)
  let texts = compiled.layout.nodes.compactMap(\.text).map { $0.lowercased() }
  #expect(texts.contains("time not set"))
  #expect(!texts.contains { $0.contains("updated") || $0.contains("checked") })
}

@Test func `a missing font names its package`() throws {
  let compiler = SceneCompiler(typesetterCache: TypesetterCache(fontRoot: "/nonexistent"))
  let error = #expect(throws: CompileError.self) { try compiler.compile(testScene([words()]), at: noon) }
  #expect(error?.message.contains("fonts-inter") == true)
}

@Test func `a missing glyph names character and widget`() throws {
  let compiled = try SceneCompiler().compile(testScene([words(PlainProvider(words: ["a\u{105C0}b"]))]), at: noon)
  #expect(compiled.diagnostics.count == 1)
  #expect(compiled.diagnostics[0].slot == "slot0")
  #expect(compiled.diagnostics[0].message.contains("U+105C0"))
}

@Test func `a scene over its budget is refused in one sentence`() throws {
  var board = testBoard()
  board.archiveBankByteCount = 5000
  let error = #expect(throws: CompileError.self) {
    try SceneCompiler().compile(testScene([words()], board: board), at: noon)
  }
  #expect(error?.message.contains("board allows 5000") == true)
  #expect(error?.message.contains("glyph data") == true)
}

@Test(arguments: [(0, 480), (800, 0), (20_000, 480), (-1, 5)])
func `impossible panels are refused`(width: Int, height: Int) {
  let scene = testScene([words()], widthPx: width, heightPx: height)
  #expect(throws: CompileError.self) { try SceneCompiler().compile(scene, at: noon) }
}

@Test func `a thousand widgets are refused with the number`() {
  let scene = testScene(Array(repeating: words(), count: 1000))
  let error = #expect(throws: CompileError.self) { try SceneCompiler().compile(scene, at: noon) }
  #expect(error?.message.contains("1000") == true)
}

@Test func `paper panels are drawn in ink on white`() throws {
  var board = testBoard()
  board.becomePaper(widthPx: 250, heightPx: 122)
  let compiled = try SceneCompiler().compile(
    testScene([words(), words()], widthPx: 250, heightPx: 122, board: board), at: noon)
  try withArchive(compiled) { archive in
    let clock = try #require(archive.nodes.first { $0.kind == NodeKind.tickText.rawValue })
    #expect(archive.paints[Int(clock.paint)].color == 0xFF00_0000)
    let panel = try #require(archive.nodes.first { $0.kind == NodeKind.rectangle.rawValue })
    #expect(archive.paints[Int(panel.paint)].color == 0xFFFF_FFFF)
    #expect(archive.widget(1).variantCount == 1)
  }
}

private struct Inverted: View {
  @Environment(\.accessibilityInvertColors) private var invertsColors
  var body: some View { Text(invertsColors ? "paper" : "light") }
}

@Test(arguments: [(UInt8(0), "paper"), (1, "light")])
func `views know that paper inverts their colors`(isEmissive: UInt8, word: String) throws {
  var board = testBoard()
  if isEmissive == 0 { board.becomePaper() }
  let compiled = try SceneCompiler().compile(testScene([PlainWidget { _ in Inverted() }], board: board), at: noon)
  #expect(compiled.layout.nodes.contains { $0.text == word })
  var values = EnvironmentValues()
  values.accessibilityInvertColors = isEmissive == 0
  #expect(ExtensionEnvironment(values).values.accessibilityInvertColors == (isEmissive == 0))
}

@Test func `the first entry also stands before its date`() throws {
  let provider = PlainProvider(words: ["one", "two", "three"])
  let compiled = try SceneCompiler().compile(testScene([words(provider)]), at: noon)
  try withArchive(compiled) { archive in
    let widget = archive.widget(1)
    #expect(widget.entries.count == 3)
    func newest(at now: Instant) -> Int? {
      EntrySelection.newest(count: 3, at: now) { archive.entries[Int(widget.entries.first) + $0].dateMs }
    }
    #expect(newest(at: Instant(milliseconds: 5)) == 0)
    #expect(newest(at: Instant(date: noon.addingTimeInterval(3600))) == 1)
  }
}

@Test func `a long timeline goes on before its entries end`() throws {
  let provider = PlainProvider(words: (0..<1440).map { "\($0 % 7)" }, spacing: 60)
  let compiled = try SceneCompiler().compile(testScene([words(provider)]), at: noon)
  let last = noon + 60 * 511
  try withArchive(compiled) { archive in
    #expect(archive.widget(1).entries.count == 512)
    // Not newer than its last entry, of which the policy says nothing.
    #expect(archive.widget(1).staleAfterMs == Int64((last + 1800).timeIntervalSince1970) * 1000)
  }
  #expect(compiled.nextReload == noon + 60 * 384)
  #expect(compiled.diagnostics == [])
  // A compile in between keeps the date.
  var scene = testScene([words(provider)])
  scene.slots[0].kept = compiled.contents["slot0"]
  let later = try SceneCompiler().compile(scene, at: noon + 60 * 100)
  #expect(later.nextReload == noon + 60 * 384 && later.timelines["slot0"]?.entryCount == 412)
}

@Test func `the archive says what shaped its text`() throws {
  let compiled = try SceneCompiler().compile(testScene([words()]), at: noon)
  try withArchive(compiled) { archive in
    let text = String(decoding: archive.provenance, as: UTF8.self)
    for name in ["Inter", "pango", "harfbuzz", "freetype"] { #expect(text.contains(name)) }
  }
}
