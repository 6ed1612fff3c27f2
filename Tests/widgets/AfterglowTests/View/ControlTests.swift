import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowTypesetting
@testable import AfterglowViews

private func texts(_ view: some View, width: Double = 300, height: Double = 60) throws -> [String] {
  // A toggle also has the look of its other state.
  try drawn(view, width: width, height: height).filter { $0.toggle?.isShown ?? true }.compactMap { item in
    switch item.kind {
    case .glyphs(let text): text.text
    case .tick(let tick): "tick \(tick.pattern.name)" + (tick.pattern.words.map { ": \($0)" } ?? "")
    default: nil
    }
  }
}

@Suite struct ControlTests {
  @Test func `texts alike in look are one text, others share a baseline`() throws {
    #expect(try texts(Text("a ") + Text("b") + Text(" c")) == ["a b c"])
    let items = try drawn(
      Text("9").font(.system(size: 30)) + Text("am").font(.system(size: 12)), width: 100, height: 50)
    let baselines = items.compactMap { item -> Double? in
      guard case .glyphs(let text) = item.kind else { return nil }
      return item.frame.minY + text.firstBaseline / 2
    }
    #expect(baselines.count == 2 && abs(baselines[0] - baselines[1]) < 0.01)
    #expect(abs(items[0].frame.maxX - items[1].frame.minX) < 0.01)
  }

  @Test func `a weight holds for fonts that are set inside`() throws {
    func weights(_ view: some View) throws -> [Font.Weight] {
      try drawn(view, width: 200, height: 60).compactMap { item in
        if case .glyphs(let text) = item.kind { text.font.weight } else { nil }
      }
    }
    #expect(try weights(Text("a").font(.title).bold()) == [.bold])
    #expect(try weights(HStack { Text("a").font(.title) }.bold()) == [.bold])
    #expect(try weights(Group { Text("a").font(.system(size: 9, weight: .light)).fontWeight(.heavy) }) == [.heavy])
    #expect(try weights(Text("a").font(.headline)) == [.semibold])
  }

  @Test func `interpolated dates tick inside a sentence`() throws {
    #expect(try texts(Text("Due in \(noon, style: .relative) or so")) == ["tick relative: Due in … or so"])
    // Parts with their own attributes are side by side.
    let bold = Text("Due in \(Text(noon, style: .relative).bold()) or so")
    #expect(try texts(bold) == ["Due in ", "tick relative", " or so"])
    // And so do words that must be cut.
    let long = Text("Due somewhere in the middle of \(noon, style: .relative)").lineLimit(1).frame(width: 120)
    #expect(try texts(long).last == "tick relative")
    let count = 3
    #expect(try texts(Text("\(count) of \(7)")) == ["3 of 7"])
    #expect(try texts(Text("\(0.256, specifier: "%.1f")")) == ["0.3"])
    #expect(try texts(Text(0.25, format: .percent)) == ["25%"])
  }

  @Test(arguments: [TextAlignment.leading, .center, .trailing])
  func `words and a time that are wider than their room are on lines of their own`(_ alignment: TextAlignment) throws {
    func width(_ text: Text) throws -> Double { try laidOut(text.font(.headline), width: 600, height: 60).size.width }
    let time = Text(noon, style: .relative)
    let room = try width(Text("\(time), from here")) + 1
    let words = Text("Bus 42 in \(time), from here").font(.headline).multilineTextAlignment(alignment)
    func lines(_ view: some View, width: Double, height: Double = 80) throws -> [String] {
      let (items, problems, size) = try laidOut(view.frame(width: width), width: width, height: height)
      #expect(problems.isEmpty && size.height <= height)
      #expect(items.allSatisfy { $0.frame.minX >= -0.5 && $0.frame.maxX <= width + 0.5 })
      #expect(zip(items, items.dropFirst()).allSatisfy { $0.frame.maxY <= $1.frame.minY + 0.5 })
      for item in items { if case .glyphs(let text) = item.kind { #expect(!text.isTruncated) } }
      return try texts(view.frame(width: width), width: width, height: height)
    }
    #expect(try lines(words, width: room) == ["Bus 42 in", "tick relative: …, from here"])
    let narrow = try width(time) + 1
    #expect(try lines(words, width: narrow) == ["Bus 42 in", "tick relative", ", from here"])
    // The time first, and a look of its own.
    #expect(
      try lines(Text("\(time) until bus 42").font(.headline), width: narrow) == ["tick relative", "until bus 42"])
    let bold = Text("Bus 42 in \(Text(noon, style: .relative).bold())").font(.headline)
    #expect(try lines(bold, width: try width(time.bold()) + 1) == ["Bus 42 in", "tick relative"])
    // Wide enough for one line; and no room, or no permission, for a second one.
    #expect(try texts(bold, width: 600) == ["Bus 42 in ", "tick relative"])
    #expect(try laidOut(bold.frame(width: narrow), width: narrow, height: 22).size.height <= 22.5)
    #expect(try texts(bold.lineLimit(1).frame(width: narrow)) == ["Bus 42 in ", "tick relative"])
  }

  @Test func `an interval is written in the environment's zone`() throws {
    #expect(try texts(Text(noon...noon.addingTimeInterval(5400))) == ["12:00 – 13:30"])
  }

  /// Times are found by a figure that the other one does not have.
  @Test(arguments: ["he_IL", "ar_EG", "en_GB"]) func `an interval has one order, whatever is around it`(locale: String)
    throws
  {
    let interval = Text(noon...noon.addingTimeInterval(5400))
    func glyphs(_ text: Text, _ direction: LayoutDirection) throws -> [PlacedGlyph] {
      let items = try laidOut(text, width: 400, height: 40, locale: locale) { $0.layoutDirection = direction }.items
      return items.flatMap { item -> [PlacedGlyph] in if case .glyphs(let text) = item.kind { text.glyphs } else { [] }
      }
    }
    let marks = try (locale == "ar_EG" ? ["٢", "٣"] : ["2", "3"]).map {
      try #require(glyphs(Text(verbatim: $0), .leftToRight).first).glyph
    }
    // Nothing is isolated where the language and what surrounds it run one way.
    for direction in locale == "en_GB" ? [LayoutDirection.leftToRight] : LayoutDirection.allCases {
      for text in [interval, interval + Text(verbatim: " Room"), Text(verbatim: "Room ") + interval] {
        let glyphs = try glyphs(text, direction)
        let start = try #require(glyphs.first { $0.glyph == marks[0] }).x
        let end = try #require(glyphs.first { $0.glyph == marks[1] }).x
        #expect((start < end) == (locale != "ar_EG"), "\(direction)")
      }
    }
  }

  @Test func `a timer stands before and after its interval`() {
    let hours = TickPattern.timer(noon...noon.addingTimeInterval(2 * 3600 + 65), countsDown: true, showsHours: true)
    #expect(hours.reference == noon.addingTimeInterval(7265))
    let literals = hours.wordings.compactMap { wording -> String? in
      if case .literal(let text)? = wording.parts.first, wording.parts.count == 1 { text } else { nil }
    }
    #expect(literals == ["2:01:05", "0:00"])
    // Every second, either way, has exactly one wording.
    for second in [0, 1, 3599, 3600, 7264, 7265, 100_000] as [UInt32] {
      for direction in [1, 2] as [UInt8] {
        let matching = hours.wordings.count {
          $0.lowerSeconds <= second && second < $0.upperSeconds && $0.directions & direction != 0
        }
        #expect(matching == 1)
      }
    }
  }

  @Test func `labels follow their style, and unknown symbols are reported`() throws {
    #expect(try texts(Label("Sun", systemImage: "sun.max.fill").labelStyle(.titleOnly)) == ["Sun"])
    #expect(try texts(Label("Sun", symbol: .sun)) == ["sun.max", "Sun"])
    let unknown = try laidOut(Image(systemName: "no.such"), width: 40, height: 40)
    #expect(unknown.problems.first?.message.contains("no.such") == true)
  }

  @Test func `symbols of every scale stay centred on the capitals beside them`() throws {
    for scale in [Image.Scale.small, .medium, .large] {
      let items = try drawn(
        HStack(alignment: .firstTextBaseline) {
          Image(symbol: .sun).imageScale(scale)
          Text("H")
        }.font(.system(size: 20)), width: 100, height: 60)
      #expect(abs(items[0].frame.width - 24 * scale.factor) < 1e-9)
      guard case .glyphs(let text) = items[1].kind else { return }
      let capitals = items[1].frame.minY + text.firstBaseline / 2 - 20 * 0.727 / 2
      #expect(abs(items[0].frame.midY - capitals) < 0.01)
    }
  }

  @Test func `a circular gauge keeps its size, and fills a circular accessory`() throws {
    func widest(_ view: some View, _ family: WidgetFamily = .systemSmall) throws -> Double? {
      try laidOut(view, width: 76, height: 76) { $0.widgetFamily = family }.items.map(\.frame.width).max()
    }
    let gauge = Gauge(value: 0.4) { Text("A") }
    #expect(try widest(gauge.gaugeStyle(.accessoryCircularCapacity)) == 58)
    #expect(try widest(gauge.gaugeStyle(.accessoryCircular)) == 58)
    #expect(try widest(gauge.gaugeStyle(.accessoryCircularCapacity).frame(width: 30, height: 30)) == 58)
    let row = HStack(spacing: 0) {
      gauge
      Spacer(minLength: 40)
    }
    #expect(try widest(row.gaugeStyle(.accessoryCircularCapacity)) == 58)
    #expect(try widest(gauge.gaugeStyle(.accessoryCircularCapacity), .accessoryCircular) == 76)
    #expect(try widest(gauge.gaugeStyle(.accessoryCircularCapacity).frame(width: 30), .accessoryCircular) == 30)
    #expect(try widest(gauge.gaugeStyle(.accessoryCircularCapacity).fittingRings()) == 76)
  }

  @Test func `the bounds of a circular gauge keep a digit's width between them`() throws {
    let gauge = Gauge(value: 71, in: 40...95) {
      EmptyView()
    } currentValueLabel: {
      EmptyView()
    } minimumValueLabel: {
      Text(verbatim: "40")
    } maximumValueLabel: {
      Text(verbatim: "95")
    }
    let words = try laidOut(gauge.gaugeStyle(.accessoryCircular), width: 76, height: 76).items.filter { item in
      if case .glyphs = item.kind { true } else { false }
    }
    let frames = words.map(\.frame).sorted { $0.minX < $1.minX }
    #expect(frames.count == 2 && frames[1].minX - frames[0].maxX >= 7, "\(frames)")
  }

  @Test func `circular progress is as large as a circular gauge`() throws {
    func widest(_ view: some View, _ family: WidgetFamily = .systemSmall) throws -> Double? {
      try laidOut(view, width: 76, height: 76) { $0.widgetFamily = family }.items.map(\.frame.width).max()
    }
    let progress = ProgressView(value: 0.4).progressViewStyle(.circular)
    #expect(try widest(progress) == 58)
    #expect(try widest(progress.frame(width: 30, height: 30)) == 58)
    #expect(try widest(progress, .accessoryCircular) == 76)
    #expect(try widest(progress.fittingRings()) == 76)
  }

  @Test func `gauges clamp, and hide their value in a placeholder`() throws {
    #expect(Share.of(5.0, in: 0...2) == 1 && Share.of(Double.nan, in: 0...1) == 0 && Share.of(1.0, in: 1...1) == 0)
    func fills(_ value: Double, _ reasons: RedactionReasons) throws -> [Double] {
      try drawn(
        Gauge(value: value) { EmptyView() }.redacted(reason: reasons), width: 100, height: 20
      ).compactMap {
        if case .shape(.roundedRectangle(let rect, _), _) = $0.kind { rect.width } else { nil }
      }
    }
    #expect(try fills(0.5, []) == [100, 50])
    #expect(try fills(0.9, .placeholder) == [100])
  }

  @Test func `things to tap show their labels`() throws {
    let view = VStack {
      Link("Door", destination: URL(fileURLWithPath: "/"))
      Button("Light") {}
      Toggle("Fan", isOn: false)
    }
    #expect(try texts(view, height: 100) == ["Door", "Light", "Fan"])
  }

  @Test func `a widget's label is the host's to draw`() throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      for isShown in [true, false] {
        var environment = EnvironmentValues()
        environment.showsWidgetLabel = isShown
        let container = Container()
        let context = ResolveContext(
          environment: environment, typesetter: typesetter, container: container, scale: 2, date: noon, path: 1)
        _ = resolveOne(Circle().widgetLabel("21 %"), in: context)
        #expect((context.parts?.widgetLabel != nil) == isShown)
      }
    }
  }
}
