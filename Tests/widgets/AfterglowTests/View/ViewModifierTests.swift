import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

@Suite struct ViewModifierTests {
  private struct Framed: ViewModifier {
    @Environment(\.widgetFamily) var family
    var length: Double

    func body(content: Content) -> some View {
      content.frame(width: family == .systemLarge ? 2 * length : length, height: 10)
    }
  }

  private func widths(_ view: some View, change: (inout EnvironmentValues) -> Void = { _ in }) throws -> [Double] {
    let result = try laidOut(view, width: 100, height: 100, change: change)
    #expect(result.problems.isEmpty)
    return result.items.map(\.frame.width)
  }

  @Test func `a modifier changes the view it is applied to, with the environment there`() throws {
    let view = Rectangle().modifier(Framed(length: 20))
    #expect(try widths(view) == [20])
    #expect(try widths(view) { $0.widgetFamily = .systemLarge } == [40])
    #expect(try widths(view.environment(\.widgetFamily, .systemLarge)) == [40])
  }

  @Test func `modifiers are applied one after another`() throws {
    struct Padded: ViewModifier {
      func body(content: Content) -> some View { content.padding(5).background { Color.red } }
    }
    let both = Framed(length: 20).concat(Padded())
    #expect(try widths(Rectangle().modifier(both)) == [30, 20])
    #expect(try widths(Rectangle().modifier(Padded().concat(EmptyModifier()).concat(Framed(length: 30)))) == [30, 20])
  }

  @Test func `a modifier may use its content twice, or not at all`() throws {
    struct Twice: ViewModifier {
      func body(content: Content) -> some View {
        HStack {
          content
          content.opacity(0.5)
        }
      }
    }
    struct Nothing: ViewModifier {
      func body(content: Content) -> some View { EmptyView() }
    }
    let box = Rectangle().frame(width: 10)
    #expect(
      try laidOut(box.modifier(Twice()), width: 100, height: 100).items.filter { $0.frame.width == 10 }.count >= 2)
    #expect(try widths(box.modifier(Nothing())) == [])
  }

  private struct Reader: View {
    @Environment(\.unit) var unit
    @Environment(\.name) var name

    var body: some View { Rectangle().frame(width: unit, height: name == nil ? 1 : 2) }
  }

  @Test func `a value of one's own is inherited, and each key has its own`() throws {
    func sizes(_ view: some View) throws -> [Size] {
      try laidOut(view, width: 100, height: 100).items.map(\.frame.size)
    }
    #expect(try sizes(Reader()) == [Size(width: 4, height: 1)])
    #expect(try sizes(Group { Reader() }.environment(\.unit, 9)) == [Size(width: 9, height: 1)])
    #expect(try sizes(VStack { Reader() }.environment(\.name, "A")) == [Size(width: 4, height: 2)])
    #expect(
      try sizes(Reader().transformEnvironment(\.unit) { $0 *= 3 }.environment(\.unit, 2))
        == [Size(width: 6, height: 1)])
  }

  @Test func `a pixel is as long as the panel says`() throws {
    struct Line: View {
      @Environment(\.pixelLength) var pixel
      @Environment(\.displayScale) var scale
      var body: some View { Rectangle().frame(width: scale, height: pixel) }
    }
    #expect(
      try laidOut(Line(), width: 10, height: 10, scale: 4).items.map(\.frame.size) == [Size(width: 4, height: 0.25)])
  }

  @Test func `a calendar that was set counts weeks by its own rules, in the scene's zone`() throws {
    var values = EnvironmentValues()
    values.timeZone = TimeZone(identifier: "Asia/Tokyo")!
    values.calendar = Calendar(identifier: .iso8601)
    #expect(values.calendar.identifier == .iso8601)
    #expect(values.calendar.timeZone == values.timeZone)
  }
}

private enum Unit: EnvironmentKey { static let defaultValue = 4.0 }
private enum Name: EnvironmentKey { static var defaultValue: String? { nil } }

extension EnvironmentValues {
  fileprivate var unit: Double {
    get { self[Unit.self] }
    set { self[Unit.self] = newValue }
  }
  fileprivate var name: String? {
    get { self[Name.self] }
    set { self[Name.self] = newValue }
  }
}
