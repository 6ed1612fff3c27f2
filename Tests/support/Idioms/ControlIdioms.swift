import Afterglow
import Foundation

// What authors of iOS widgets write for controls, their styles and containers. It is only typechecked.

struct RingGaugeStyle: GaugeStyle {
  func makeBody(configuration: Configuration) -> some View {
    ZStack {
      Circle().trim(from: 0, to: configuration.value).stroke(.blue, lineWidth: 6)
      configuration.currentValueLabel
    }
  }
}

struct TitledGaugeStyle: GaugeStyle {
  var color: Color = .green

  func makeBody(configuration: GaugeStyleConfiguration) -> some View {
    VStack {
      configuration.label.font(.caption)
      Gauge(configuration)
      HStack {
        if let low = configuration.minimumValueLabel { low }
        Spacer()
        configuration.maximumValueLabel
      }
    }
    .foregroundStyle(color)
  }
}

extension GaugeStyle where Self == TitledGaugeStyle {
  static var titled: TitledGaugeStyle { TitledGaugeStyle() }
}

struct CheckToggleStyle: ToggleStyle {
  func makeBody(configuration: Configuration) -> some View {
    HStack {
      Image(systemName: configuration.isOn ? "checkmark" : "circle")
      configuration.label
    }
  }
}

struct ButtonCheckStyle: ToggleStyle {
  func makeBody(configuration: Configuration) -> some View {
    Button {
      configuration.isOn.toggle()
    } label: {
      Label {
        configuration.label
      } icon: {
        Image(systemName: configuration.isOn ? "checkmark.circle.fill" : "circle")
          .foregroundStyle(configuration.isOn ? .green : .gray)
      }
    }
    .buttonStyle(.plain)
  }
}

struct ThickBar: ProgressViewStyle {
  var height = 8.0

  func makeBody(configuration: Configuration) -> some View {
    GeometryReader { proxy in
      ZStack(alignment: .leading) {
        Capsule().fill(.gray.opacity(0.3))
        Capsule().fill(.tint).frame(width: proxy.size.width * (configuration.fractionCompleted ?? 0))
      }
    }
    .frame(height: height)
  }
}

struct ShadedProgress: ProgressViewStyle {
  func makeBody(configuration: Configuration) -> some View { ProgressView(configuration).tint(.orange) }
}

struct StackedLabel: LabelStyle {
  @Environment(\.widgetFamily) var family

  func makeBody(configuration: Configuration) -> some View {
    VStack(spacing: family == .systemSmall ? 2 : 4) {
      configuration.icon.foregroundStyle(.tint)
      configuration.title
    }
  }
}

struct PressedStyle: ButtonStyle {
  func makeBody(configuration: Configuration) -> some View {
    configuration.label.padding().background(Color.blue, in: .capsule).opacity(configuration.isPressed ? 0.7 : 1)
  }
}

struct TriggerStyle: PrimitiveButtonStyle {
  func makeBody(configuration: Configuration) -> some View {
    Button(configuration).bold(configuration.role == .destructive)
  }
}

struct CardBox: GroupBoxStyle {
  func makeBody(configuration: Configuration) -> some View {
    VStack(alignment: .leading) {
      configuration.label.font(.caption)
      configuration.content
    }
    .padding().background(.quaternary, in: RoundedRectangle(cornerRadius: 8))
  }
}

struct ColumnStyle: LabeledContentStyle {
  func makeBody(configuration: Configuration) -> some View {
    VStack {
      configuration.label
      configuration.content
    }
  }
}

struct ControlIdioms: View {
  let level: Double
  let url: URL
  let title: String
  let isDone: Bool
  @Environment(\.isEnabled) var isEnabled

  var body: some View {
    Group {
      gauges
      progress
      controls
      containers
    }
  }

  @ViewBuilder var gauges: some View {
    Gauge(value: 18, in: 8...24) {
      Text("°C")
    } currentValueLabel: {
      Text("18")
    } minimumValueLabel: {
      Text("8")
    } maximumValueLabel: {
      Text("24")
    }
    .gaugeStyle(.accessoryCircular)
    Gauge(value: level) { Image(systemName: "bolt.fill") }.gaugeStyle(.accessoryCircularCapacity)
    Gauge(value: 42, in: 0...300) { Text("AQI") }.gaugeStyle(.accessoryLinear)
      .tint(Gradient(colors: [.green, .yellow, .red]))
    Gauge(value: 180.0, in: 0.0...256.0) {
      Text("Disk")
    } currentValueLabel: {
      Text("180 GB")
    }
    .gaugeStyle(.linearCapacity)
    Gauge(value: 0.4) { Text("kWh") }.gaugeStyle(RingGaugeStyle())
    Gauge(value: 0.4) { Text("kWh") }.gaugeStyle(.titled).gaugeStyle(AccessoryLinearGaugeStyle())
    Gauge(value: 0.4) { Text("kWh") }.gaugeStyle(DefaultGaugeStyle()).labelsHidden()
  }

  @ViewBuilder var progress: some View {
    ProgressView(value: level, total: 10).progressViewStyle(.linear)
    ProgressView(value: 0.7) { Image(systemName: "flame") }.progressViewStyle(.circular).tint(.red)
    ProgressView("Chapter 4", value: 120, total: 320)
    ProgressView(title, value: 0.4)
    ProgressView("Loading")
    ProgressView { Text(title) }
    ProgressView(value: 0.4).progressViewStyle(ThickBar(height: 6))
    ProgressView(value: 0.4).progressViewStyle(ShadedProgress()).progressViewStyle(LinearProgressViewStyle(tint: .red))
    ProgressView(value: 0.4).progressViewStyle(CircularProgressViewStyle())
  }

  @ViewBuilder var controls: some View {
    Link(destination: url) {
      HStack {
        Text("Inbox")
        Spacer()
        Text("12")
      }
    }
    Link(title, destination: url)
    Button("Skip") {}.buttonStyle(.plain)
    Button("Delete", role: .destructive) {}.buttonStyle(.bordered).buttonBorderShape(.roundedRectangle(radius: 6))
    Button("Add", systemImage: "plus") {}.buttonStyle(.borderedProminent).controlSize(.small)
    Button(role: .cancel, action: {}, label: { Text("No") }).buttonStyle(PressedStyle()).disabled(!isDone)
    Button(action: {}) { Text("Yes") }.buttonStyle(TriggerStyle())
    Toggle("Water the plants", isOn: isDone).toggleStyle(CheckToggleStyle())
    Toggle(isOn: .constant(isDone)) { Text("Fan") }.toggleStyle(.switch)
    Toggle(title, isOn: isDone).toggleStyle(.button).tint(.green)
    Toggle(title, isOn: isDone).toggleStyle(ButtonCheckStyle()).labelsHidden()
    Label("20:41", systemImage: "sunset.fill").font(.caption).labelStyle(StackedLabel())
    Label {
      Text(title).bold()
    } icon: {
      Circle().fill(.red).frame(width: 8, height: 8)
    }
    .labelStyle(.titleAndIcon)
  }

  @ViewBuilder var containers: some View {
    ContentUnavailableView("No Events", systemImage: "calendar", description: Text("Enjoy the day."))
    ContentUnavailableView {
      Label("No Mail", systemImage: "tray")
    } description: {
      Text("New mail appears here.")
    } actions: {
      Button("Refresh") {}
    }
    ContentUnavailableView.search
    ContentUnavailableView.search(text: title)
    LabeledContent("Iron", value: "3 mg")
    LabeledContent("Steps", value: 4200, format: .number)
    LabeledContent {
      Text("42")
    } label: {
      Text("Answer")
      Text("to everything").font(.caption)
    }
    .labeledContentStyle(ColumnStyle())
    GroupBox("Tides") { Text("High") }
    GroupBox(label: Label("Heart", systemImage: "heart.fill").foregroundColor(.red)) { Text("64") }
      .groupBoxStyle(CardBox())
    Section("Today") { Text("Run") }
    Section {
      Text("Run")
    } header: {
      Text("Today")
    } footer: {
      Text("3 more")
    }
    Section(header: Text("Tomorrow")) { Text("Rest") }
  }
}
