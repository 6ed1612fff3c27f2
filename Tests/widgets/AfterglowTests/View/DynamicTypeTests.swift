import Testing

@testable import AfterglowCompiler
@testable import AfterglowTypesetting
@testable import AfterglowViews

/// Text styles follow the type size; fixed sizes do not.
@Suite struct DynamicTypeTests {
  private struct Bar: View {
    @ScaledMetric(relativeTo: .body) var side = 17.0
    var body: some View { Rectangle().frame(width: side, height: 1) }
  }

  private func sizes(_ view: some View, at typeSize: DynamicTypeSize) throws -> [Double] {
    try laidOut(view, width: 800, height: 800) { $0.dynamicTypeSize = typeSize }.items.compactMap(\.fontSizePt)
  }

  @Test func `the published table holds at both ends and at Large`() {
    let ends: [(Font.TextStyle, Double, Double, Double)] = [
      (.largeTitle, 31, 34, 60), (.title, 25, 28, 58), (.title2, 19, 22, 56), (.title3, 17, 20, 55),
      (.headline, 14, 17, 53), (.body, 14, 17, 53), (.callout, 13, 16, 51), (.subheadline, 12, 15, 49),
      (.footnote, 12, 13, 44), (.caption, 11, 12, 43), (.caption2, 11, 11, 40),
    ]
    #expect(ends.map(\.0) == Font.TextStyle.allCases)
    for (style, least, large, most) in ends {
      let sizes = DynamicTypeSize.allCases.map(style.size(at:))
      #expect(sizes.first == least && style.size == large && sizes.last == most)
      #expect(sizes.count == 12 && sizes == sizes.sorted() && sizes.allSatisfy { $0 >= 11 })
    }
  }

  @Test func `a desk's table holds at Large, grows, and has nothing below 11 points`() throws {
    let desk: [Double] = [26, 22, 17, 15, 13, 13, 12, 11, 11, 11, 11]
    #expect(Font.TextStyle.allCases.map { $0.size(at: .large, in: .macOS) } == desk)
    for style in Font.TextStyle.allCases {
      let sizes = DynamicTypeSize.allCases.map { style.size(at: $0, in: .macOS) }
      #expect(sizes == sizes.sorted() && sizes[0] >= 11 && sizes[11] > sizes[3])
    }
    var scene = testScene([PlainWidget { _ in Text("word") }])
    scene.style.typeTable = .macOS
    let nodes = try SceneCompiler().compile(scene, at: noon).layout.nodes
    #expect(nodes.first { $0.text == "word" }?.fontSizePt == 13)
  }

  @Test func `styles grow, fixed sizes do not, and weights change nothing`() throws {
    let view = VStack {
      Text("a")
      Text("b").font(.caption).bold()
      Text("c").font(.system(size: 20))
      Text("d").font(.system(.title, design: .serif))
    }
    #expect(try sizes(view, at: .large) == [17, 12, 20, 28])
    #expect(try sizes(view, at: .accessibility5) == [53, 43, 20, 58])
    #expect(try sizes(view, at: .xSmall) == [14, 11, 20, 25])
  }

  @Test func `a view may set or bound the type size`() throws {
    #expect(try sizes(Text("a").dynamicTypeSize(.xxxLarge), at: .large) == [23])
    #expect(try sizes(Text("a").dynamicTypeSize(...DynamicTypeSize.xxLarge), at: .accessibility3) == [21])
    #expect(try sizes(Text("a").dynamicTypeSize(DynamicTypeSize.xLarge...), at: .small) == [19])
    #expect(
      try sizes(Text("a").dynamicTypeSize(DynamicTypeSize.small..<DynamicTypeSize.xLarge), at: .accessibility1) == [17])
    #expect(try sizes(Text("a").dynamicTypeSize(DynamicTypeSize.small...DynamicTypeSize.xLarge), at: .medium) == [16])
  }

  @Test func `a scaled length grows with its style`() throws {
    #expect(try laidOut(Bar(), width: 200, height: 10).size.width == 17)
    #expect(try laidOut(Bar(), width: 200, height: 10) { $0.dynamicTypeSize = .accessibility4 }.size.width == 47)
  }

  @Test func `a scene's type size reaches its widgets, and those in processes of their own`() throws {
    var scene = testScene([PlainWidget { _ in Text("word") }])
    scene.style.typeSize = .accessibility2
    let nodes = try SceneCompiler().compile(scene, at: noon).layout.nodes
    #expect(nodes.first { $0.text == "word" }?.fontSizePt == 33)
    var environment = EnvironmentValues()
    environment.dynamicTypeSize = .xxLarge
    environment.typeTable = .macOS
    #expect(ExtensionEnvironment(environment).values.dynamicTypeSize == .xxLarge)
    #expect(ExtensionEnvironment(environment).values.typeTable == .macOS)
  }
}
