import Foundation
import Testing

import struct AfterglowViews.Color

@testable import AfterglowCompiler
@testable import AfterglowPorting
@testable import AfterglowTypesetting
@testable import AfterglowViews

private struct Water: ShapeStyle {
  func resolve(in environment: EnvironmentValues) -> some ShapeStyle {
    environment.colorScheme == .dark ? Color.cyan : Color.blue
  }
}

/// A style that is another one of a widget's own, at half of its opacity.
private struct Mist: ShapeStyle {
  func resolve(in environment: EnvironmentValues) -> some ShapeStyle { Water().opacity(0.5) }
}

private struct Slice: Shape, Animatable {
  var end: Double

  var animatableData: AnimatablePair<Double, CGFloat> {
    get { AnimatablePair(end, 1) }
    set { end = newValue.first }
  }

  func path(in rect: CGRect) -> Path {
    var path = Path()
    let corner = Path(CGRect(x: 0, y: 0, width: 2, height: 2))
    path.addPath(corner, transform: CGAffineTransform(translationX: end, y: 4))
    return path
  }
}

/// Names of views that a widget shares with its app.
@Suite struct SharedViewTests {
  private func styles(_ view: some View, _ scheme: ColorScheme) throws -> [AnyShapeStyle] {
    try laidOut(view, width: 40, height: 40) { $0.colorScheme = scheme }.items.map(\.style)
  }

  @Test(arguments: [(ColorScheme.dark, Color.cyan), (.light, Color.blue)] as [(ColorScheme, Color)])
  func `a style of a widget's own is resolved by the view that it fills`(scheme: ColorScheme, color: Color) throws {
    #expect(try styles(Rectangle().fill(Water()), scheme) == styles(Rectangle().fill(color), scheme))
    #expect(
      try styles(Text("4 m").foregroundStyle(Water()), scheme) == styles(Text("4 m").foregroundStyle(color), scheme))
    #expect(try styles(Rectangle().fill(Mist()), scheme) == styles(Rectangle().fill(color.opacity(0.5)), scheme))
    let own = Rectangle().fill(AnyShapeStyle(Water()).opacity(0.25))
    #expect(try styles(own, scheme) == styles(Rectangle().fill(color.opacity(0.25)), scheme))
    #expect(
      try styles(Circle().fill(.foreground).foregroundStyle(Water()), scheme) == styles(Circle().fill(color), scheme))
  }

  @Test func `a style of a widget's own may return the values of a colour`() throws {
    let sea = Color(red: 0.2, green: 0.4, blue: 0.6)
    struct Faded: ShapeStyle {
      let sea: Color

      func resolve(in environment: EnvironmentValues) -> Color.Resolved { sea.resolve(in: environment) }
    }
    #expect(try styles(Rectangle().fill(Faded(sea: sea)), .dark) == styles(Rectangle().fill(sea), .dark))
  }

  @Test func `a background has the style that is set around it`() throws {
    let plain = Rectangle().fill(.background)
    #expect(try styles(plain.backgroundStyle(.red), .dark) == styles(Rectangle().fill(.red), .dark))
    #expect(try styles(plain.backgroundStyle(Water()), .dark) == styles(Rectangle().fill(.cyan), .dark))
    let faint = Rectangle().fill(BackgroundStyle().opacity(0.5)).backgroundStyle(.red)
    #expect(try styles(faint, .dark) == styles(Rectangle().fill(.red.opacity(0.5)), .dark))
    #expect(try styles(plain.backgroundStyle(.background), .dark) == styles(plain, .dark))
  }

  @Test func `the beginning of what an app scrolls is drawn`() throws {
    let tall = ScrollView { ForEach(0..<20) { row in Rectangle().frame(width: 10, height: 12).id(row) } }
    let items = try laidOut(tall, width: 40, height: 30).items
    let first = try #require(items.first { $0.frame.height == 12 }, "no row is drawn")
    #expect(first.frame.minY == 0 && first.frame.minX == 15)
    let wide = ScrollViewReader { _ in ScrollView(.horizontal, showsIndicators: false) { Rectangle().frame(width: 90) }
    }
    let shapes = try laidOut(wide, width: 40, height: 30).items.filter {
      if case .shape = $0.kind { true } else { false }
    }
    #expect(shapes.map(\.frame.minX) == [0])
  }

  @Test func `angles are added, scaled and compared`() {
    var angle = Angle.degrees(30) + .degrees(15) - .degrees(5)
    #expect(angle == .degrees(40) && angle > .degrees(39) && -angle == .degrees(-40))
    angle += .degrees(20)
    #expect(angle * 2 == .degrees(120) && angle / 2 == .degrees(30))
    angle.radians = .pi
    #expect(angle == .degrees(180))
  }

  @Test func `a shape with values to animate is drawn with its own`() throws {
    var slice = Slice(end: 12)
    #expect(slice.path(in: .zero).boundingRect == CGRect(x: 12, y: 4, width: 2, height: 2))
    slice.animatableData = AnimatablePair(20, 1)
    #expect(slice.path(in: .zero).boundingRect.minX == 20)
    var pair = AnimatablePair(3.0, AnimatablePair(4.0, Float(0)))
    #expect(pair.magnitudeSquared == 25)
    pair.scale(by: 2)
    #expect(pair.first == 6 && pair.second.first == 8 && (pair - pair) == .zero)
  }

  @Test func `gestures and scales of text change nothing`() throws {
    func frames(_ view: some View) throws -> [Rect] { try laidOut(view, width: 200, height: 40).items.map(\.frame) }
    let plain = Text("Play").padding(4)
    let touched =
      plain
      .gesture(DragGesture(minimumDistance: 4).onChanged { _ in }.onEnded { _ in })
      .simultaneousGesture(TapGesture(count: 2).onEnded { Issue.record("nothing is touched") })
      .highPriorityGesture(LongPressGesture().exclusively(before: TapGesture()), including: .subviews)
      .textScale(.secondary)
    #expect(try frames(touched) == frames(plain))
  }

  @Test func `labels are hidden by their visibility`() throws {
    func words(_ view: some View) throws -> [String] {
      try laidOut(view, width: 200, height: 40).items.compactMap { item in
        if case .glyphs(let text) = item.kind { text.text } else { nil }
      }
    }
    let gauge = Gauge(value: 0.4) { Text("Tide") }
    #expect(try words(gauge) == ["Tide"])
    #expect(try words(gauge.labelsVisibility(.hidden)).isEmpty)
    #expect(try words(gauge.labelsVisibility(.visible).labelsHidden()) == ["Tide"], "the inner modifier counts")
  }

  @Test func `a button in glass is drawn as a bordered one`() throws {
    func drawing(_ view: some View) throws -> [Rect] { try laidOut(view, width: 200, height: 60).items.map(\.frame) }
    let button = Link("Open", destination: URL(string: "https://example.org")!)
    #expect(try drawing(button.buttonStyle(.glass)) == drawing(button.buttonStyle(.bordered)))
    #expect(try drawing(button.buttonStyle(.glassProminent)) == drawing(button.buttonStyle(.borderedProminent)))
    #expect(ButtonBorderShape.circle.path(in: CGRect(x: 0, y: 0, width: 8, height: 8)).contains(CGPoint(x: 4, y: 4)))
  }

  @Test func `a font keeps its size and gets the design of a descriptor`() throws {
    let descriptor = try #require(UIFont.systemFont(ofSize: 15, weight: .semibold).fontDescriptor.withDesign(.rounded))
    let font = UIFont(descriptor: descriptor, size: 0)
    #expect(font.pointSize == 15 && Font(font) == .system(size: 15, weight: .semibold, design: .rounded))
    #expect(UIFont(descriptor: descriptor, size: 9).pointSize == 9)
  }

  @Test func `a string has the size of a text in its font`() throws {
    let font = UIFont.systemFont(ofSize: 20, weight: .bold)
    let text = try #require(
      laidOut(Text(verbatim: "Harbour").font(Font(font)).fixedSize(), width: 300, height: 60).items.first)
    let size = "Harbour".size(withAttributes: [.font: font])
    #expect(abs(size.width - text.frame.width) < 1 && size.height >= 20)
    #expect(NSString(string: "Harbour").size(withAttributes: [.font: font]) == size)
    #expect("Harbour".size().width < size.width)
  }

  @Test func `defaults have the names of key-value coding`() throws {
    let name = "shared-view-tests-\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: Optional(name)))
    defer { defaults.removePersistentDomain(forName: name) }
    defaults.setValue("Lisbon", forKey: "harbour")
    #expect(defaults.string(forKey: "harbour") == "Lisbon")
  }
}
