import AfterglowCharts
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// An unreasonable tree, number or text results in a problem with its position, or in a bounded picture: never in a
/// crash or a hang.
@Suite struct BadInputTests {
  private struct Endless: View {
    var body: some View { AnyView(Endless()) }
  }

  private func nested(_ depth: Int) -> AnyView {
    (0..<depth).reduce(AnyView(Text("core"))) { inner, _ in AnyView(VStack { inner }) }
  }

  @Test func `a tree of ten thousand levels is an error of its own`() throws {
    let result = try laidOut(VStack { nested(10_000) }, width: 100, height: 100)
    let error = try #require(result.problems.first { $0.severity == .error })
    #expect(error.message.contains("deep"))
    #expect(error.path.hasPrefix("VStack > VStack"))
  }

  @Test func `a body made of itself is an error`() throws {
    let result = try laidOut(Endless(), width: 100, height: 100)
    #expect(result.problems.map(\.severity) == [.error])
    #expect(result.problems[0].path.contains("Endless"))
  }

  @Test func `the deepest tree that is allowed needs no more stack than a thread has`() throws {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var count = -1
    nonisolated(unsafe) let tree = nested(160)
    let thread = Thread {
      count = (try? laidOut(tree.padding(1), width: 100, height: 100).items.count) ?? -2
      done.signal()
    }
    thread.stackSize = 4 << 20
    thread.start()
    done.wait()
    #expect(count == 1)
  }

  @Test func `ten thousand children are laid out or refused after few measurements of each`() throws {
    let container = Container()
    let problems = try laidOut(
      HStack(spacing: 0) { ForEach(Array(0..<10_000)) { _ in Rectangle() } }, width: 1000, height: 10,
      container: container
    ).problems
    #expect(problems.contains { $0.severity == .error && $0.message.contains("4000") })
    #expect((10_000...100_000).contains(container.measurements))
  }

  /// The sizes that a nest of stacks asks of its children.
  private func measurements(ofNest depth: Int) throws -> Int {
    func nest(_ depth: Int) -> AnyView {
      if depth == 0 { return AnyView(Text("word").lineLimit(1)) }
      return depth % 2 == 0
        ? AnyView(
          HStack {
            nest(depth - 1)
            Color.red
            Spacer()
          })
        : AnyView(
          VStack {
            nest(depth - 1)
            Text("other words that wrap")
            Color.blue
          })
    }
    let container = Container()
    let result = try laidOut(nest(depth), width: 900, height: 900, container: container)
    #expect(result.problems.isEmpty && !result.items.isEmpty)
    return container.measurements
  }

  /// A nest of twice the depth has twice as many stacks, each with some more different sizes to find: below the third
  /// power of two. A power of the depth would be a million times as many.
  @Test func `nests of stacks cost what they have, not a power of it`() throws {
    let half = try measurements(ofNest: 20)
    #expect(half >= 60)
    #expect(try measurements(ofNest: 40) < 8 * half)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, -5, 1e300])
  func `lengths that are none`(length: Double) throws {
    let view = VStack(spacing: length) {
      Rectangle().frame(width: length, height: 10)
      Circle().stroke(.primary, lineWidth: length).frame(minWidth: length, maxWidth: 20)
      Text("x").font(.system(size: length)).tracking(length).minimumScaleFactor(length)
      Rectangle().padding(length).offset(x: length).position(x: length, y: 1).opacity(length)
      RoundedRectangle(cornerRadius: length).rotationEffect(.degrees(length))
      ClockHand(unit: .minute, length: length, width: length)
      PathShape { _ in Path { $0.addLines([Point(x: length, y: 0), Point(x: 1, y: 1), Point(x: 0, y: 4)]) } }
      Spacer(minLength: length)
      Grid(horizontalSpacing: length) {
        GridRow {
          Text("a")
          Text("b")
        }
      }
      LazyVGrid(columns: [GridItem(.adaptive(minimum: length))]) {
        Text("a")
        Text("b")
      }
    }
    let result = try laidOut(view, width: 100, height: 100)
    if length.isNaN { #expect(result.problems.contains { $0.severity == .error }) }
    for item in result.items { #expect(item.frame.isDrawable()) }
  }

  @Test func `a wrong number names the view that has it`() throws {
    let result = try laidOut(
      VStack { HStack { Text("a").frame(width: .nan) } }, width: 100, height: 100)
    #expect(result.problems.first?.description.contains("VStack > HStack") == true)
    #expect(result.problems.first?.message.contains("width") == true)
  }

  /// `make bench` counts the instructions of a long text (`CostlyInput`).
  @Test func `a megabyte of text is cut and reported`() throws {
    let result = try laidOut(
      Text(String(repeating: "words and ", count: 100_000)), width: 300, height: 300)
    #expect(result.problems.contains { $0.message.contains("cut") })
    #expect(result.items.count == 1)
    guard case .glyphs(let shaped)? = result.items.first?.kind else {
      Issue.record("\(result.items)")
      return
    }
    #expect((100...TextBounds.scalarCount).contains(shaped.glyphs.count))
  }

  @Test func `towers of marks, controls and broken UTF-8 stay bounded`() throws {
    let tower = "a" + String(repeating: "\u{0301}", count: 100_000) + "b"
    let texts = [
      tower, "\u{202E}gpj.exe\u{202C}", "\u{0}\u{1}\u{7F}",
      String(decoding: [0xFF, 0xFE, 0x41, 0xED, 0xA0, 0x80], as: UTF8.self),
      String(repeating: "\u{2067}", count: 5000), "\u{FEFF}\u{FFFF}\u{10FFFF}",
    ]
    for text in texts {
      let result = try laidOut(Text(text), width: 100, height: 100)
      for case .glyphs(let shaped) in result.items.map(\.kind) { #expect(shaped.glyphs.count < 9000) }
    }
    #expect(TextBounds.marksPerLetter < 20)
  }

  @Test func `groups too deep for an archive are left out and reported`() throws {
    let view = (0..<9).reduce(AnyView(Color.red)) { inner, _ in AnyView(inner.opacity(0.9)) }
    let result = try laidOut(view, width: 10, height: 10)
    #expect(result.items.count == 2 * LayoutLimit.groupDepth + 1)
    #expect(result.problems.map(\.severity) == [.warning])
  }

  @Test func `a clip that panels lack is painted, and is an error where something in it ticks`() throws {
    let result = try laidOut(Color.red.clipShape(Ellipse()), width: 20, height: 10)
    #expect(result.problems.isEmpty)
    guard case .layer? = result.items.first?.kind else {
      Issue.record("\(result.items)")
      return
    }
    #expect(try laidOut(Color.red.clipShape(Ellipse()), width: 10, height: 10).items.count == 3)
    let clock = try laidOut(Text(clock: .hourMinute).clipShape(Ellipse()), width: 100, height: 20)
    #expect(clock.problems.map(\.severity) == [.error])
  }

  @Test func `lengths of effects that are not numbers are errors`() throws {
    let nan = CGFloat.nan
    for view in [
      AnyView(Color.red.blur(radius: nan)), AnyView(Color.red.shadow(radius: nan)),
      AnyView(Color.red.shadow(radius: 1, x: nan)), AnyView(Color.red.scaleEffect(nan)),
      AnyView(Color.red.transformEffect(CGAffineTransform(a: nan, b: 0, c: 0, d: 1, tx: 0, ty: 0))),
    ] {
      #expect(try laidOut(view, width: 20, height: 10).problems.first?.severity == .error)
    }
    #expect(try laidOut(Color.red.scaleEffect(0), width: 20, height: 10).items.isEmpty)
  }

  /// Random trees with arbitrary lengths.
  private struct WildTrees {
    var state: UInt64

    mutating func pick(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }

    mutating func length() -> Double {
      let wild = [-1e9, -3, 0, 1e-9, 0.4, 7, 33, 200, 5000, 9999, 1e5, 1e300, Double.infinity]
      return wild[pick(wild.count)]
    }

    mutating func leaf() -> AnyView {
      let size = length()
      switch pick(8) {
      case 0: return AnyView(Text("Rain \(size)").font(.system(size: size)))
      case 1: return AnyView(Text(clock: .hourMinuteSecond).font(.system(size: size)).offset(x: length()))
      case 2: return AnyView(Circle().stroke(.red, style: StrokeStyle(lineWidth: size, dash: [length(), length()])))
      case 3: return AnyView(RoundedRectangle(cornerRadius: size).fill(.secondary).position(x: length(), y: length()))
      case 4: return AnyView(ClockHand(unit: .second, length: size, width: length(), tail: length()))
      case 5: return AnyView(Ellipse().trim(from: length(), to: length()).stroke(.tint, lineWidth: size))
      case 6: return AnyView(Gauge(value: size, in: 0...100) { Text("g") }.gaugeStyle(.accessoryCircular))
      default:
        let other = length()
        return AnyView(Chart { LineMark(x: .value("x", size), y: .value("y", other)) })
      }
    }

    mutating func make(_ depth: Int) -> AnyView {
      if depth == 0 { return leaf() }
      let a = make(depth - 1)
      let b = make(depth - 1)
      let size = length()
      switch pick(8) {
      case 0: return AnyView(HStack(spacing: size) { TupleView(a, b) })
      case 1: return AnyView(VStack { TupleView(a.padding(size), b) })
      case 2: return AnyView(Grid(horizontalSpacing: size) { GridRow { TupleView(a, b) } })
      case 3: return AnyView(a.frame(minWidth: size, maxHeight: length()).overlay { b })
      case 4: return AnyView(a.rotationEffect(.degrees(size)).clipped())
      case 5: return AnyView(ViewThatFits { TupleView(a.fixedSize(), b) })
      case 6: return AnyView(LazyVGrid(columns: [GridItem(.adaptive(minimum: size))]) { TupleView(a, b) })
      default: return AnyView(a.aspectRatio(size, contentMode: .fill).opacity(0.5).offset(x: length(), y: length()))
      }
    }
  }

  @Test(arguments: 1...60)
  func `whatever lengths one widget has, the archive is valid and the other widget is in it`(seed: Int) throws {
    var trees = WildTrees(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
    nonisolated(unsafe) let view = trees.make(1 + seed % 4)
    let scene = testScene([PlainWidget { _ in view }, PlainWidget { Text($0.words) }], board: testBoard())
    let compiled = try SceneCompiler().compile(scene, at: noon)
    try withArchive(compiled) { #expect($0.widgetCount == 4) }
    #expect(compiled.layout.nodes.contains { $0.slot == "slot1" && $0.text == "Hello" })
  }
}
