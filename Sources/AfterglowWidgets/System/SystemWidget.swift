import Afterglow
import Foundation

/// The settings of the board's own state in a scene.
struct SystemIntent: WidgetConfigurationIntent {
  /// The file system that is watched.
  var disk = "/"
  /// Degrees Celsius or Fahrenheit.
  var temperature = TemperatureScale.celsius

  /// The scale of the temperature.
  enum TemperatureScale: String, ConfigurationChoice { case celsius, fahrenheit }

  func validate() throws(ConfigurationError) {
    guard disk.hasPrefix("/") else {
      throw ConfigurationError(path: ["disk"], message: "expected a path such as /, found \"\(disk)\"")
    }
  }
}

extension SystemReading.PowerTrouble {
  var word: SystemWord {
    switch self {
    case .tooLow: .powerTooLow
    case .wasLow: .powerWasLow
    case .slowedDown: .slowedDown
    }
  }
}

/// The board's state at one date.
struct SystemEntry: TimelineEntry {
  var date: Date
  var intent: SystemIntent
  var state: SystemReading
  var displaySize: Size
}

/// Makes one entry, and is asked for the next after five minutes.
struct SystemProvider: AppIntentTimelineProvider {
  private static let sample = SystemReading(
    temperatureCelsius: 48, memory: .init(totalByteCount: 4_000_000_000, availableByteCount: 2_520_000_000),
    disks: [.init(path: "/", totalByteCount: 32_000_000_000, availableByteCount: 24_960_000_000)],
    interfaces: [.init(name: "eth0", isUp: true, isWireless: false, receivedByteCount: 0, sentByteCount: 0)],
    load: [0.48], processorCount: 4, uptimeSeconds: 36 * 86_400, model: "Raspberry Pi 5")

  func placeholder(in context: Context) -> SystemEntry { placeholder(for: SystemIntent(), in: context) }

  func placeholder(for intent: SystemIntent, in context: Context) -> SystemEntry {
    SystemEntry(date: context.date, intent: intent, state: Self.sample, displaySize: context.displaySize)
  }

  func snapshot(for intent: SystemIntent, in context: Context) throws -> SystemEntry {
    let state = context.isPreview ? Self.sample : SystemReader(disks: [intent.disk]).read()
    return SystemEntry(date: context.date, intent: intent, state: state, displaySize: context.displaySize)
  }

  func timeline(for intent: SystemIntent, in context: Context) throws -> Timeline<SystemEntry> {
    Timeline(entries: [try snapshot(for: intent, in: context)], policy: .after(context.date.addingTimeInterval(300)))
  }
}

/// The state of the board itself.
struct SystemWidget: BuiltInWidget {
  typealias Intent = SystemIntent

  static let kind = "system"
  static var words: (any WidgetWords.Type)? { SystemWord.self }
  var body: some WidgetConfiguration {
    configuration("System", "Check how the board itself is doing.", SystemProvider()) { SystemView(entry: $0) }
      .supportedFamilies([
        .systemSmall, .systemMedium, .systemLarge, .accessoryCircular, .accessoryRectangular, .accessoryInline,
      ])
  }
}

/// Temperature large; memory, disk and load as bars.
struct SystemView: WidgetView {
  let entry: SystemEntry

  var body: some View {
    switch family {
    case _ where level == .simplified && family.isSystem: glance
    case .systemMedium: medium
    case .systemLarge: large
    case .accessoryCircular: circular
    case .accessoryRectangular: rectangular
    case .accessoryInline: inline
    default: small
    }
  }

  private var width: Double { entry.displaySize.room(inside: margins).width }
  private var height: Double { entry.displaySize.room(inside: margins).height }
  private var state: SystemReading { entry.state }

  private var temperature: String {
    guard let celsius = state.temperatureCelsius else { return "–" }
    return Temperature.text(entry.intent.temperature == .celsius ? celsius : celsius * 9 / 5 + 32) + "°"
  }

  /// One of memory, disk and load, as a bar.
  private struct Bar: Identifiable {
    var word: SystemWord
    var share: Double
    var name: String
    var words: String
    /// The same in every language.
    var id: String { word.rawValue }
  }

  private var bars: [Bar] {
    func name(_ word: SystemWord) -> String { word.text(in: locale) }
    func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
    return [
      state.memory.map { Bar(word: .memory, share: $0.usedShare, name: name(.memory), words: percent($0.usedShare)) },
      state.disks.first.map { Bar(word: .disk, share: $0.usedShare, name: name(.disk), words: percent($0.usedShare)) },
      state.loadShare.map { Bar(word: .load, share: min(1, $0), name: name(.load), words: percent($0)) },
    ].compactMap { $0 }
  }

  /// Type size of the temperature from across the room.
  private func far(in room: GlanceRoom) -> Double {
    room.points(figures: max(1, temperature.count - 1), and: 0.48)
  }

  private func hero(_ points: Double) -> some View {
    let points = min(points, GlanceRoom.near(far(in: GlanceRoom(entry.displaySize, margins))))
    return CapText(
      text: Text(temperature), size: points, weight: heroWeight
    )
    .foregroundStyle(.primary).accessibilityIdentifier("temperature")
  }

  private func bar(_ bar: Bar, _ width: Double, _ points: Double) -> some View {
    VStack(spacing: points * 0.3) {
      HStack(spacing: 4) {
        Text(bar.name).font(.system(size: points, weight: .medium)).foregroundStyle(.secondary).lineLimit(1)
        Spacer(minLength: 0)
        Text(bar.words).font(.system(size: points, weight: .medium)).monospacedDigit().foregroundStyle(.primary)
          .lineLimit(1)
      }
      ZStack(alignment: .leading) {
        Capsule().fill(.tertiary).opacity(0.6).frame(width: width, height: points * (isLuminanceReduced ? 0.12 : 0.36))
        Capsule().fill(.primary).widgetAccentable()
          .frame(width: max(points * 0.36, width * bar.share), height: points * (isLuminanceReduced ? 0.12 : 0.36))
      }
    }
    .frame(width: width)
    .accessibilityIdentifier(bar.id)
  }

  /// What is wrong, or how long all has been well.
  @ViewBuilder private func caption(_ points: Double) -> some View {
    if let trouble = state.powerTrouble {
      warning(.warning, Text(trouble.word.text(in: locale)), points, isFitted: true)
    } else if state.isConnected == false {
      warning(.wifiOff, Text(SystemWord.noNetwork.text(in: locale)), points, isFitted: false)
    } else if let uptime = state.uptimeSeconds {
      Text(SystemWord.upFor.text(Self.duration(uptime, locale), in: locale)).font(.system(size: points))
        .foregroundStyle(.secondary).lineLimit(1)
        .accessibilityIdentifier("uptime")
    }
  }

  private func warning(_ symbol: Symbol, _ words: Text, _ points: Double, isFitted: Bool) -> some View {
    HStack(spacing: points * 0.35) {
      Image(symbol: symbol).font(.system(size: points))
      words.font(.system(size: points, weight: .semibold)).lineLimit(1)
        .minimumScaleFactor(isFitted ? min(1, 11 / points) : 1)
    }
    .foregroundStyle(.primary)
    .accessibilityIdentifier("trouble")
  }

  /// In the largest unit of which there are a few.
  static func duration(_ seconds: Double, _ locale: Locale) -> String {
    let minutes = Int(seconds / 60)
    let (unit, width): (Duration.UnitsFormatStyle.Unit, Duration.UnitsFormatStyle.UnitWidth) =
      minutes < 60 ? (.minutes, .abbreviated) : minutes < 48 * 60 ? (.hours, .abbreviated) : (.days, .wide)
    let whole = minutes < 60 ? minutes * 60 : minutes < 48 * 60 ? minutes / 60 * 3600 : minutes / 1440 * 86_400
    return Duration.seconds(whole).formatted(
      Duration.UnitsFormatStyle(allowedUnits: [unit], width: width).locale(locale))
  }

  /// How warm the board is, and what is wrong with it.
  private var glance: some View {
    let room = GlanceRoom(entry.displaySize, margins, typeSize: typeSize)
    return GlanceLayout(room) {
      if state.powerTrouble != nil || state.isConnected == false {
        caption(room.words)
      } else {
        GlanceWords(text: state.model ?? "", points: room.words, symbol: state.model == nil ? .thermometer : nil)
      }
    } fact: {
      GlanceFact(text: temperature, points: far(in: room), name: "temperature")
    }
  }

  /// On a line of its own, which gives way to the mark of an old reading's age.
  private func lastLine(_ points: Double, _ width: Double) -> some View {
    ZStack(alignment: .leading) {
      Text(" ").font(.system(size: points)).hidden()
      caption(points)
    }
    .frame(width: width, alignment: .leading)
    .givesWayToAgeMark(min(points, 14), alignment: .leading)
  }

  private var small: some View {
    let points = max(11, height * 0.082 * typeSize.growth(upTo: 1.25))
    return VStack(alignment: .leading, spacing: 0) {
      hero(height * 0.34)
      Spacer(minLength: 4)
      VStack(spacing: points * 0.62) {
        ForEach(Array(bars.prefix(2))) { bar($0, width, points) }
      }
      Spacer(minLength: 4)
      lastLine(points, width)
    }
    .frame(width: width, height: height, alignment: .leading)
    .padding(margins)
  }

  private var medium: some View {
    let points = max(11, height * 0.092 * typeSize.growth(upTo: 1.35))
    return HStack(spacing: 20) {
      VStack(alignment: .leading, spacing: 0) {
        hero(height * 0.44)
        Spacer(minLength: 0)
        lastLine(points, width * 0.4)
      }
      .frame(width: width * 0.4, height: height, alignment: .leading)
      VStack(spacing: points * 0.95) {
        ForEach(bars) { bar($0, width * 0.6 - 20, points) }
      }
    }
    .padding(margins)
  }

  private var large: some View {
    let points = max(11, max(13, height * 0.046) * typeSize.growth(upTo: 1.6))
    return VStack(alignment: .leading, spacing: 0) {
      // The line of a board that does not report its name stays free.
      Text(state.model ?? " ").font(.system(size: points, weight: .semibold)).foregroundStyle(.secondary).lineLimit(1)
        .accessibilityIdentifier("name")
      Spacer(minLength: 0)
      hero(height * 0.26)
      Spacer(minLength: 0)
      VStack(spacing: points * 1.1) {
        ForEach(bars) { bar($0, width, points) }
      }
      Spacer(minLength: 0)
      lastLine(points, width)
    }
    .frame(width: width, height: height, alignment: .leading)
    .padding(margins)
  }

  private var circular: some View {
    let side = min(entry.displaySize.width, entry.displaySize.height)
    let line = side * (isLuminanceReduced ? 0.05 : 0.085)
    // From a cool 30 °C to the 85 °C at which boards slow down.
    let share = state.temperatureCelsius.map { min(1, max(0.02, ($0 - 30) / 55)) } ?? 0
    return ZStack {
      Arc(start: .degrees(135), sweep: .degrees(270))
        .stroke(.tertiary, style: StrokeStyle(lineWidth: line, lineCap: .round)).opacity(0.7).padding(line / 2)
      if share > 0 {
        Arc(start: .degrees(135), sweep: .degrees(270 * share))
          .stroke(.primary, style: StrokeStyle(lineWidth: line, lineCap: .round)).padding(line / 2).widgetAccentable()
      }
      CapText(text: Text(temperature), size: side * 0.32, weight: .semibold).foregroundStyle(.primary)
        .accessibilityIdentifier("temperature")
      AgeMarkRoom(points: side * 0.15).offset(y: side * 0.35)
    }
    .frame(width: side, height: side)
    .frame(width: entry.displaySize.width, height: entry.displaySize.height)
  }

  private var rectangular: some View {
    let points = max(11, entry.displaySize.height * 0.18)
    return VStack(alignment: .leading, spacing: points * 0.5) {
      HStack(spacing: points * 0.6) {
        CapText(text: Text(temperature), size: points * 1.6, weight: .semibold).foregroundStyle(.primary)
        caption(points)
          .frame(maxWidth: .infinity, alignment: .leading)
          .givesWayToAgeMark(alignment: .leading)
      }
      ForEach(Array(bars.prefix(2))) { bar in
        Text("\(bar.name) \(bar.words)").font(.system(size: points)).foregroundStyle(.secondary).lineLimit(1)
      }
    }
    .frame(width: entry.displaySize.width, height: entry.displaySize.height, alignment: .leading)
  }

  private var inline: some View {
    let points = max(11, entry.displaySize.height * 0.6)
    return HStack(spacing: points * 0.35) {
      InlineSymbol(symbol: .thermometer, points: points)
      Text([temperature, bars.first.map { "\($0.name) \($0.words)" }].compactMap { $0 }.joined(separator: " · "))
        .font(.system(size: points, weight: .medium)).lineLimit(1)
    }
    .frame(width: entry.displaySize.width, height: entry.displaySize.height)
  }
}
