import AfterglowCharts
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowTypesetting
@testable import AfterglowViews

/// Right-to-left layouts are the mirror image of left-to-right ones.
@Suite struct MirrorTests {
  /// Random trees of everything that has a position, with symmetric shapes as leaves.
  private struct Trees {
    var state: UInt64

    mutating func pick(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }

    private mutating func alignment() -> Alignment {
      Alignment(
        horizontal: [.leading, .center, .trailing][pick(3)], vertical: [.top, .center, .bottom][pick(3)])
    }

    private mutating func leaf() -> AnyView {
      let width = Double(4 + pick(20))
      let height = Double(4 + pick(12))
      switch pick(4) {
      case 0: return AnyView(Circle().fill(.secondary).frame(width: width, height: width))
      case 1: return AnyView(Image(symbol: .sun))
      case 2:
        return AnyView(Rectangle().alignmentGuide(.leading) { $0[.leading] + 5 }.frame(width: width, height: height))
      default: return AnyView(Capsule().frame(width: width, height: height))
      }
    }

    mutating func make(_ depth: Int) -> AnyView {
      if depth == 0 { return leaf() }
      let a = make(depth - 1)
      let b = make(depth - 1)
      let alignment = alignment()
      switch pick(9) {
      case 0:
        return AnyView(
          HStack(alignment: alignment.vertical, spacing: 3) {
            a
            Spacer()
            b
          })
      case 1:
        return AnyView(
          VStack(alignment: alignment.horizontal) {
            a
            b
          })
      case 2:
        return AnyView(
          ZStack(alignment: alignment) {
            a
            b
          })
      case 3:
        return AnyView(
          Grid(alignment: alignment) {
            GridRow {
              a
              b
            }
            GridRow { b.gridCellColumns(2) }
          })
      case 4: return AnyView(a.padding(.leading, 7).overlay(alignment: alignment) { b })
      case 5: return AnyView(a.offset(x: 3, y: 1).background(alignment: alignment) { b })
      case 6:
        return AnyView(
          LazyVGrid(columns: [GridItem(.fixed(30)), GridItem(.fixed(50))], alignment: alignment.horizontal) {
            a
            b
            a
          })
      case 7:
        return AnyView(
          GeometryReader { _ in
            a
            b.position(x: 20, y: 10)
          })
      default: return AnyView(a.frame(maxWidth: .infinity, alignment: alignment))
      }
    }
  }

  @Test(arguments: 1...120)
  func `every part lies where its mirror image would`(seed: Int) throws {
    var trees = Trees(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
    let view = trees.make(1 + seed % 4)
    let plain = try laidOut(view, width: 160, height: 160)
    let mirrored = try laidOut(view, width: 160, height: 160) { $0.layoutDirection = .rightToLeft }
    #expect(plain.size == mirrored.size && plain.items.count == mirrored.items.count)
    for (one, other) in zip(plain.items, mirrored.items) {
      let image = one.frame.mirrored(in: Rect(x: 0, y: 0, width: 160, height: 160))
      #expect(abs(image.minX - other.frame.minX) < 1e-6 && abs(image.minY - other.frame.minY) < 1e-6)
      #expect(abs(image.width - other.frame.width) < 1e-6 && abs(image.height - other.frame.height) < 1e-6)
    }
  }

  private func items(_ view: some View, width: Double = 200, height: Double = 60) throws -> [DrawItem] {
    try laidOut(view, width: width, height: height) { $0.layoutDirection = .rightToLeft }.items
  }

  private func texts(_ items: [DrawItem]) -> [String: Rect] {
    items.reduce(into: [:]) { result, item in
      if case .glyphs(let text) = item.kind { result[text.text] = item.frame }
    }
  }

  @Test(arguments: [
    ("en_GB", false), ("ar_EG", true), ("he_IL", true), ("fa_IR", true), ("ur_PK", true), ("de", false),
  ])
  func `the locale says which way a layout runs`(locale: String, isRightToLeft: Bool) throws {
    #expect((LayoutDirection(Locale(identifier: locale)) == .rightToLeft) == isRightToLeft)
    let widget = PlainWidget { _ in
      HStack {
        Text("1").accessibilityIdentifier("first")
        Spacer()
        Text("2").accessibilityIdentifier("second")
      }
    }
    let compiled = try SceneCompiler().compile(testScene([widget], locale: locale), at: noon)
    let first = try #require(compiled.layout.nodes.first { $0.name == "first" })
    let second = try #require(compiled.layout.nodes.first { $0.name == "second" })
    #expect((first.framePx.minX > second.framePx.minX) == isRightToLeft)
  }

  @Test func `the first of two widgets is at the right`() throws {
    let widget = PlainWidget { _ in Text("1") }
    for (locale, isFirstAtRight) in [("he", true), ("fr", false)] {
      let compiled = try SceneCompiler().compile(testScene([widget, widget], locale: locale), at: noon)
      let frames = compiled.layout.slotFramesPx
      let (first, second) = (try #require(frames["slot0"]), try #require(frames["slot1"]))
      #expect((first.minX > second.minX) == isFirstAtRight)
      #expect(Set([first.minX, second.minX]) == Set([0, 400]))
    }
  }

  @Test func `an environment turns part of a layout back`() throws {
    let frames = texts(
      try items(
        HStack {
          Text("a")
          HStack {
            Text("b")
            Text("c")
          }
          .environment(\.layoutDirection, .leftToRight)
        }))
    #expect(frames["a"]!.minX > frames["c"]!.minX && frames["c"]!.minX > frames["b"]!.minX)
  }

  private struct Arrow: Shape {
    var layoutDirectionBehavior: LayoutDirectionBehavior = .mirrors
    func path(in rect: CGRect) -> Path {
      Path { $0.addLines([Point(x: rect.minX, y: rect.minY), Point(x: rect.maxX, y: rect.midY)]) }
    }
  }

  @Test func `shapes are mirrored unless they say otherwise`() throws {
    func firstX(_ arrow: Arrow) throws -> Double? {
      guard case .shape(.contours(let contours), _)? = try items(arrow.stroke(.red)).first?.kind else { return nil }
      return contours.first?.points.first?.x
    }
    let mirrored = try #require(try firstX(Arrow()))
    let fixed = try #require(try firstX(Arrow(layoutDirectionBehavior: .fixed)))
    #expect(mirrored > 100 && fixed < 100)
  }

  @Test func `what is asked to flip is flipped, and nothing else`() throws {
    func isFlipped(_ view: some View) throws -> Bool {
      guard case .glyphs(let text)? = try items(view).first?.kind else { return false }
      return text.glyphs.allSatisfy(\.turn.isMirrored)
    }
    #expect(try !isFlipped(Image(symbol: .trendUp)))
    #expect(try isFlipped(Image(symbol: .car).flipsForRightToLeftLayoutDirection(true)))
    #expect(try !isFlipped(Image(symbol: .car).flipsForRightToLeftLayoutDirection(false)))
  }

  @Test func `a bar fills from its leading edge, and a gradient goes along`() throws {
    let bar = try items(ProgressView(value: 0.25).tint(Gradient(colors: [.red, .blue])))
    let filled = try #require(bar.last)
    #expect(filled.frame.width == 200)
    guard case .shape(.roundedRectangle(let rect, _), _) = filled.kind else {
      Issue.record("the bar is not drawn")
      return
    }
    #expect(rect.maxX == 200 && rect.width < 60)
    guard case .gradient(_, let start, let end) = filled.style.storage else {
      Issue.record("the bar has no gradient")
      return
    }
    #expect(start.x == 1 && end.x == 0)
  }

  @Test func `a chart's time runs as everywhere`() throws {
    let chart = Chart([1.0, 2.0, 3.0], id: \.self) { LineMark(x: .value("", $0), y: .value("", $0)) }
    let plain = try laidOut(chart, width: 100, height: 60).items.map(\.frame)
    #expect(
      try laidOut(chart, width: 100, height: 60) { $0.layoutDirection = .rightToLeft }.items.map(\.frame) == plain)
  }

  @Test func `lines of either script begin at the right`() throws {
    for words in ["שלום עולם, זה מבחן של כמה שורות", "some words of English in lines", "12 345 678 90 12 345"] {
      guard case .glyphs(let text)? = try items(Text(words), width: 60, height: 200).first?.kind else {
        Issue.record("nothing is drawn")
        continue
      }
      let ends = Set(text.lines.map { Int(($0.x + $0.width).rounded()) })
      #expect(text.lines.count >= 3 && ends.count == 1, "\(words): \(text.lines)")
    }
  }

  @Test func `a ticking date is read from the right, its time as everywhere, and the dump says it in order`() throws {
    func ticks(_ format: ClockFormat, _ locale: String) throws -> TickLayout {
      let items = try laidOut(Text(clock: format), width: 400, height: 60, locale: locale) {
        $0.layoutDirection = .rightToLeft
      }.items
      guard case .tick(let layout)? = items.first?.kind else { throw CompileError("nothing ticks") }
      return layout
    }
    let date = try ticks(.weekdayDayMonth, "he_IL")
    guard case .words(.month, _)? = date.wordings[0].items.first,
      case .words(.weekday, _)? = date.wordings[0].items.last
    else {
      Issue.record("the month is not at the left: \(date.wordings[0].items)")
      return
    }
    #expect(date.alignment == .trailing)
    #expect(date.value(at: noon).text.hasSuffix("נובמבר"))
    let time = try ticks(.hourMinute, "he_IL")
    guard case .number(.hour24, _, _)? = time.wordings[0].items.first else {
      Issue.record("the hour is not at the left: \(time.wordings[0].items)")
      return
    }
  }

  @Test func `figures are the locale's`() throws {
    let items = try laidOut(Text(clock: .day), width: 100, height: 40, locale: "ar_EG").items
    guard case .tick(let layout)? = items.first?.kind else {
      Issue.record("nothing ticks")
      return
    }
    #expect(layout.digits.map(\.text) == ["٠", "١", "٢", "٣", "٤", "٥", "٦", "٧", "٨", "٩"])
    #expect(layout.value(at: noon).text == "٢١")
    #expect(Set(layout.digits.compactMap { $0.glyphs.first?.glyph }).count == 10)
  }

  @Test func `joined parts follow each other as they are read`() throws {
    let latin = texts(try items(Text("21").bold() + Text("km")))
    #expect(latin["21"]!.minX < latin["km"]!.minX)
    let hebrew = texts(try items(Text("שלום ").bold() + Text("עולם")))
    #expect(hebrew["שלום "]!.minX > hebrew["עולם"]!.minX)
  }
}
