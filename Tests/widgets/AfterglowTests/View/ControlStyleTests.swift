import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

private func texts(_ view: some View, width: Double = 300, height: Double = 100) throws -> [String] {
  try drawn(view, width: width, height: height).compactMap { item in
    if case .glyphs(let text) = item.kind { text.text } else { nil }
  }
}

/// Writes a mark before what the style around it draws.
private struct MarkedGauge: GaugeStyle {
  let mark: String

  func makeBody(configuration: Configuration) -> some View {
    Text(verbatim: mark)
    Gauge(configuration)
  }
}

private struct ValueGauge: GaugeStyle {
  @Environment(\.widgetFamily) private var family

  func makeBody(configuration: Configuration) -> some View {
    Text(verbatim: "\(configuration.value) \(family == .systemLarge)")
    configuration.minimumValueLabel
    configuration.currentValueLabel
    configuration.maximumValueLabel
    configuration.label
  }
}

private struct MarkedLabel: LabelStyle {
  func makeBody(configuration: Configuration) -> some View {
    Text(verbatim: "!")
    Label(configuration)
  }
}

private struct ShareStyle: ProgressViewStyle {
  func makeBody(configuration: Configuration) -> some View {
    Text(verbatim: configuration.fractionCompleted.map { "\($0)" } ?? "unknown")
    configuration.label
    configuration.currentValueLabel
  }
}

private struct StateToggle: ToggleStyle {
  func makeBody(configuration: Configuration) -> some View {
    Text(verbatim: configuration.isOn ? "on" : "off")
    configuration.label
  }
}

private struct RoleButton: ButtonStyle {
  func makeBody(configuration: Configuration) -> some View {
    Text(verbatim: configuration.isPressed ? "pressed" : configuration.role == .destructive ? "red" : "idle")
    configuration.label
  }
}

private struct MarkedButton: PrimitiveButtonStyle {
  func makeBody(configuration: Configuration) -> some View {
    Text(verbatim: "•")
    Button(configuration)
  }
}

private struct NamedBox: GroupBoxStyle {
  func makeBody(configuration: Configuration) -> some View {
    Text(verbatim: "box")
    configuration.content
    configuration.label
  }
}

private struct ColumnContent: LabeledContentStyle {
  func makeBody(configuration: Configuration) -> some View {
    configuration.content
    configuration.label
  }
}

@Suite struct ControlStyleTests {
  private let gauge = Gauge(value: 15, in: 10...20) {
    Text("label")
  } currentValueLabel: {
    Text("now")
  } minimumValueLabel: {
    Text("low")
  } maximumValueLabel: {
    Text("high")
  }

  @Test func `a style of a widget's own has the gauge's value, its labels and the environment`() throws {
    #expect(
      try texts(VStack { gauge.gaugeStyle(ValueGauge()) }.environment(\.widgetFamily, .systemLarge))
        == ["0.5 true", "low", "now", "high", "label"])
    let bare = Gauge(value: 0.25) { Text("label") }
    #expect(try texts(VStack { bare.gaugeStyle(ValueGauge()) }) == ["0.25 false", "label"])
  }

  @Test func `a style that shows the control again has the style around it`() throws {
    let inner = VStack { gauge.gaugeStyle(MarkedGauge(mark: "a")).gaugeStyle(MarkedGauge(mark: "b")) }
    #expect(try texts(inner.gaugeStyle(.accessoryLinear)) == ["a", "b", "low", "high"])
    // Without one around it the automatic style is the last.
    #expect(try texts(inner) == ["a", "b", "label", "low", "high", "now"])
    // The same style twice.
    let twice = VStack { gauge }.gaugeStyle(MarkedGauge(mark: "a")).gaugeStyle(MarkedGauge(mark: "a"))
    #expect(try texts(twice.gaugeStyle(.accessoryLinear)) == ["a", "a", "low", "high"])
    let label = HStack { Label("Sun", symbol: .sun).labelStyle(MarkedLabel()) }
    #expect(try texts(label.labelStyle(.titleOnly)) == ["!", "Sun"])
    #expect(try texts(label) == ["!", "sun.max", "Sun"])
    let button = HStack { Button("Go") {}.buttonStyle(MarkedButton()).buttonStyle(RoleButton()) }
    #expect(try texts(button) == ["•", "idle", "Go"])
  }

  @Test func `a style holds for controls inside of labels and below other styles`() throws {
    let nested = VStack {
      Label {
        Text("title")
      } icon: {
        Gauge(value: 0.5) { Text("label") }
      }
    }
    #expect(try texts(nested.gaugeStyle(ValueGauge()).labelStyle(.iconOnly)) == ["0.5 false", "label"])
  }

  @Test func `progress, toggles, buttons, boxes and labelled content have styles`() throws {
    let progress = ProgressView(value: 3.0, total: 4) {
      Text("label")
    } currentValueLabel: {
      Text("now")
    }
    #expect(try texts(VStack { progress }.progressViewStyle(ShareStyle())) == ["0.75", "label", "now"])
    #expect(try texts(VStack { ProgressView("label") }.progressViewStyle(ShareStyle())) == ["unknown", "label"])
    let toggles = HStack {
      Toggle("a", isOn: true)
      Toggle("b", isOn: .constant(false))
    }
    #expect(try texts(toggles.toggleStyle(StateToggle())) == ["on", "a", "off", "b"])
    let buttons = HStack {
      Button("a", role: .destructive) {}
      Button("b") {}
    }
    #expect(try texts(buttons.buttonStyle(RoleButton())) == ["red", "a", "idle", "b"])
    #expect(try texts(VStack { GroupBox("t") { Text("c") } }.groupBoxStyle(NamedBox())) == ["box", "c", "t"])
    #expect(
      try texts(VStack { LabeledContent("t", value: "c") }.labeledContentStyle(ColumnContent())) == ["c", "t"])
  }

  @Test func `labelled content reaches from edge to edge, and its label is cut first`() throws {
    let items = try drawn(LabeledContent("Iron", value: "3 mg"), width: 200, height: 30)
    #expect(items.count == 2)
    #expect(abs(items[0].frame.minX) < 1 && abs(items[1].frame.maxX - 200) < 1)
    let narrow = try drawn(
      LabeledContent("A label that is much too long", value: "3 mg").lineLimit(1), width: 120, height: 30)
    let cut = narrow.map { item in if case .glyphs(let text) = item.kind { text.isTruncated } else { false } }
    #expect(cut == [true, false])
    #expect(try texts(LabeledContent("Iron", value: "3 mg").labelsHidden()) == ["3 mg"])
    #expect(try texts(ProgressView("Rising", value: 0.5).labelsHidden()) == [])
    let now = Date(timeIntervalSince1970: 1_795_678_200)
    #expect(try texts(ProgressView(timerInterval: now...now.addingTimeInterval(60)).labelsHidden()) == [])
    let gauge = Gauge(value: 0.4) {
      Text("kWh")
    } currentValueLabel: {
      Text("4")
    }
    #expect(try texts(gauge.labelsHidden()) == ["4"])
    #expect(try texts(LabeledContent("Share", value: 0.5, format: .percent)).last == "50%")
  }

  @Test func `a section is its parts in the stack around it`() throws {
    let section = Section {
      Text("a")
      Text("b")
    } header: {
      Text("h")
    } footer: {
      Text("f")
    }
    let items = try drawn(HStack(spacing: 0) { section }, width: 300, height: 40)
    #expect(items.count == 4)
    #expect(zip(items, items.dropFirst()).allSatisfy { $0.frame.maxX <= $1.frame.minX + 0.5 })
  }

  @Test func `what is unavailable leaves out its symbol, then its description`() throws {
    let view = ContentUnavailableView("No Events", systemImage: "calendar", description: Text("Enjoy the day."))
    #expect(try texts(view, height: 160) == ["calendar", "No Events", "Enjoy the day."])
    #expect(try texts(view, height: 60) == ["No Events", "Enjoy the day."])
    #expect(try texts(view, height: 26) == ["No Events"])
  }

  @Test func `a disabled control is fainter, also where something inside enables it`() throws {
    func opacities(_ view: some View) throws -> [UInt8] {
      try drawn(view, width: 100, height: 40).compactMap { item in
        if case .beginGroup(let opacity) = item.kind { opacity } else { nil }
      }
    }
    #expect(try opacities(Button("a") {}) == [])
    #expect(try opacities(Button("a") {}.disabled(true)) == [128])
    #expect(try opacities(Button("a") {}.disabled(false).disabled(true)) == [128])
    #expect(try opacities(HStack { Toggle("a", isOn: true).disabled(true) }.disabled(false)) == [128])
    #expect(try opacities(Text("a").disabled(true)) == [])
  }
}
