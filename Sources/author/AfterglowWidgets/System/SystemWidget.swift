import Afterglow
import AfterglowDocuments
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
    // What has no sensor gets no place.
    let state = SystemReader(disks: [intent.disk]).read()
    var sample = Self.sample
    if state.temperatureCelsius == nil { sample.temperatureCelsius = nil }
    if state.load.isEmpty { sample.load = [] }
    return SystemEntry(date: context.date, intent: intent, state: sample, displaySize: context.displaySize)
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

  static func problems(
    _ content: WidgetContent<SystemIntent>, advice: (Problem) -> Void
  ) throws(DocumentError) -> [Problem] {
    let disk = content.intent.disk
    if !FileManager.default.fileExists(atPath: disk) {
      let words = "the system's \"disk\" \(disk) does not exist on this machine and is not shown"
      advice(Problem(file: disk, message: words, keys: ["disk"]))
    }
    return []
  }

  var body: some WidgetConfiguration {
    configuration("System", "Check how the board itself is doing.", SystemProvider()) { SystemView(entry: $0) }
      .supportedFamilies([
        .systemSmall, .systemMedium, .systemLarge, .accessoryCircular, .accessoryRectangular, .accessoryInline,
      ])
  }
}

/// A figure of the board with its name: the first one large, others as bars. At most four, and none that the board does
/// not report.
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

  /// One of temperature, memory, disk and load.
  private struct Fact: Identifiable {
    var word: SystemWord
    /// Of its gauge, 0 to 1.
    var share: Double
    var text: String
    /// Next to the digits: a degree sign or percent sign, in shares of the type size.
    var signShare: Double
    /// The same in every language.
    var id: String { word.rawValue }
    /// Figures that have room, so that one more moves nothing.
    var digitCount: Int { max(2, text.count { $0.isNumber }) }
  }

  private var facts: [Fact] {
    func percent(_ word: SystemWord, _ share: Double) -> Fact {
      Fact(
        word: word, share: min(1, max(0, share)), text: Figures.percent(share, in: locale),
        signShare: Figures.percentShare(in: locale))
    }
    return [
      state.temperatureCelsius.map(temperature), state.memory.map { percent(.memory, $0.usedShare) },
      state.disks.first.map { percent(.disk, $0.usedShare) }, state.loadShare.map { percent(.load, $0) },
    ].compactMap { $0 }
  }

  private func temperature(_ celsius: Double) -> Fact {
    let shown = entry.intent.temperature == .celsius ? celsius : celsius * 9 / 5 + 32
    // From a cool 30 °C to the 85 °C at which boards slow down.
    return Fact(
      word: .temperature, share: min(1, max(0.02, (celsius - 30) / 55)),
      text: Temperature.text(shown, in: locale) + "°",
      signShare: 0.48)
  }

  private func name(_ fact: Fact) -> String { fact.word.text(in: locale) }

  /// Type size of the first figure from across the room.
  private func far(_ fact: Fact, in room: GlanceRoom) -> Double {
    room.points(figures: fact.digitCount, and: fact.signShare)
  }

  /// The first figure under its name.
  @ViewBuilder private func hero(_ size: Double, label: Double) -> some View {
    if let fact = facts.first {
      let points = min(size, GlanceRoom.near(far(fact, in: GlanceRoom(entry.displaySize, margins))))
      VStack(alignment: .leading, spacing: label * 0.7) {
        CapText(text: Text(name(fact)), size: label, weight: .medium).foregroundStyle(.secondary)
          .accessibilityIdentifier("label")
        Text(fact.text).font(.system(size: points, weight: heroWeight)).lineLimit(1).fixedSize()
          .frame(height: points * HeroGrid.capShare)
          .foregroundStyle(.primary).accessibilityIdentifier(fact.id)
      }
    }
  }

  private func bar(_ fact: Fact, _ width: Double, _ points: Double) -> some View {
    VStack(spacing: points * 0.55) {
      HStack(spacing: 0) {
        CapText(text: Text(name(fact)), size: points, weight: .medium).foregroundStyle(.secondary)
        Spacer(minLength: 0)
        Text(fact.text).font(.system(size: points, weight: .medium)).lineLimit(1)
          .frame(height: points * HeroGrid.capShare)
          .foregroundStyle(.primary)
      }
      ShareBar(share: fact.share, width: width, height: points * 0.36)
    }
    .frame(width: width)
    .accessibilityIdentifier(fact.id)
  }

  private var bars: [Fact] { Array(facts.dropFirst()) }

  /// What is wrong.
  @ViewBuilder private func warning(_ points: Double) -> some View {
    if let trouble = state.powerTrouble {
      warning(.warning, Text(trouble.word.text(in: locale)), points, isFitted: true)
    } else if state.isConnected == false {
      warning(.wifiOff, Text(SystemWord.noNetwork.text(in: locale)), points, isFitted: false)
    }
  }

  private var isTroubled: Bool { state.powerTrouble != nil || state.isConnected == false }

  private func warning(_ symbol: Symbol, _ words: Text, _ points: Double, isFitted: Bool) -> some View {
    HStack(spacing: points * 0.5) {
      Image(symbol: symbol).font(.system(size: points))
      words.font(.system(size: points, weight: .semibold)).lineLimit(1)
        .minimumScaleFactor(isFitted ? min(1, 11 / points) : 1)
    }
    .foregroundStyle(.primary)
    .accessibilityIdentifier("trouble")
  }

  /// In the largest unit of which there are a few.
  static func duration(_ seconds: Double, _ locale: Locale) -> String {
    let minutes = min(Int(seconds / 60), 1 << 40)
    let (unit, width): (Duration.UnitsFormatStyle.Unit, Duration.UnitsFormatStyle.UnitWidth) =
      minutes < 60 ? (.minutes, .abbreviated) : minutes < 48 * 60 ? (.hours, .abbreviated) : (.days, .wide)
    let whole = minutes < 60 ? minutes * 60 : minutes < 48 * 60 ? minutes / 60 * 3600 : minutes / 1440 * 86_400
    return Duration.seconds(Int64(whole)).formatted(
      Duration.UnitsFormatStyle(allowedUnits: [unit], width: width).locale(locale))
  }

  /// From which share a figure is more urgent than the first.
  private static let urgent = 0.85

  /// What is nearly used up, else how warm the board is.
  private var mostUrgent: Fact? {
    let fullest = facts.max { $0.share < $1.share }
    return fullest.map { $0.share >= Self.urgent } == true ? fullest : facts.first
  }

  /// The most urgent figure under its name, or what is wrong.
  private var glance: some View {
    let room = GlanceRoom(entry.displaySize, margins, typeSize: typeSize)
    let fact = mostUrgent
    return GlanceLayout(room) {
      if isTroubled {
        warning(room.words)
      } else {
        GlanceWords(text: fact.map(name) ?? "", points: room.words)
      }
    } fact: {
      if let fact { GlanceFact(text: fact.text, points: far(fact, in: room), name: fact.id) }
    }
  }

  /// What is wrong, else other words, on a line that gives way to the mark of an old reading's age.
  private func line(_ words: String?, _ points: Double, _ width: Double) -> some View {
    ZStack(alignment: .leading) {
      if isTroubled {
        warning(points)
      } else if let words {
        Text(words).font(.system(size: points, weight: .semibold)).lineLimit(1).shrinkable(from: points)
          .foregroundStyle(.secondary).accessibilityIdentifier("name")
      }
    }
    .frame(width: width, height: points * 1.21, alignment: .leading)
    .givesWayToAgeMark(min(points, 14), alignment: .leading)
  }

  private var small: some View {
    let growth = typeSize.growth(upTo: 1.22)
    let points = max(11, height * 0.082 * growth)
    let uptime = state.uptimeSeconds.map { SystemWord.upFor.text(Self.duration($0, locale), in: locale) }
    return VStack(alignment: .leading, spacing: 0) {
      // Larger words leave the figure less room.
      hero(height * (0.32 - 0.35 * max(0, growth - 1)), label: points)
      Spacer(minLength: 4)
      VStack(spacing: points) {
        ForEach(Array(bars.prefix(2))) { bar($0, width, points) }
      }
      Spacer(minLength: 4)
      ZStack(alignment: .leading) {
        if isTroubled {
          warning(points)
        } else if let uptime {
          Text(uptime).font(.system(size: points)).foregroundStyle(.secondary).lineLimit(1)
            .accessibilityIdentifier("uptime")
        }
      }
      .frame(width: width, height: points * 1.21, alignment: .leading)
      .givesWayToAgeMark(min(points, 14), alignment: .leading)
    }
    .frame(width: width, height: height, alignment: .leading)
    .padding(margins)
  }

  private var medium: some View {
    let points = max(11, height * 0.096 * typeSize.growth(upTo: 1.3))
    let left = width * 0.42
    return HStack(spacing: 20) {
      VStack(alignment: .leading, spacing: 0) {
        hero(height * 0.52, label: points)
        Spacer(minLength: 0)
        line(state.model, points, left)
      }
      .frame(width: left, height: height, alignment: .leading)
      VStack(spacing: 0) {
        ForEach(bars) { fact in
          if fact.id != bars.first?.id { Spacer(minLength: 0) }
          bar(fact, width - left - 20, points)
        }
      }
      .frame(height: height, alignment: .top)
    }
    .padding(margins)
  }

  private var large: some View {
    let growth = typeSize.growth(upTo: 1.22)
    let points = max(11, max(13, height * 0.05) * growth)
    return VStack(alignment: .leading, spacing: 0) {
      // The line of a board that does not report its name stays free.
      line(state.model, points, width)
      Spacer(minLength: 0)
      VStack(alignment: .leading, spacing: points * 1.1) {
        hero(height * (0.39 - 0.4 * max(0, growth - 1)), label: points)
        if let fact = facts.first { ShareBar(share: fact.share, width: width, height: points * 0.36) }
      }
      Spacer(minLength: 0)
      VStack(spacing: points * 1.35) {
        ForEach(bars) { bar($0, width, points) }
      }
    }
    .frame(width: width, height: height, alignment: .leading)
    .padding(margins)
  }

  private var circular: some View {
    let side = min(entry.displaySize.width, entry.displaySize.height)
    let fact = facts.first
    let points = min(side * 0.32, side * 0.72 / (Double(fact?.digitCount ?? 1) * 0.6 + (fact?.signShare ?? 0) * 0.7))
    return ZStack {
      if let fact {
        ShareArc(share: fact.share, side: side)
        Text(fact.text).font(.system(size: points, weight: .semibold)).lineLimit(1).fixedSize()
          // The sign hangs next to figures that stand in the middle.
          .offset(x: fact.word == .temperature ? points * 0.1 : 0)
          .foregroundStyle(.primary).accessibilityIdentifier(fact.id)
        Image(symbol: fact.word == .temperature ? .thermometer : .gauge).font(.system(size: max(11, side * 0.2)))
          .foregroundStyle(.secondary).givesWayToAgeMark(side * 0.15, hasWords: false).offset(y: side * 0.35)
      }
    }
    .frame(width: side, height: side)
    .frame(width: entry.displaySize.width, height: entry.displaySize.height)
  }

  private var rectangular: some View {
    let points = max(11, entry.displaySize.height * 0.2)
    return VStack(alignment: .leading, spacing: points * 0.75) {
      ForEach(Array(facts.prefix(2))) { fact in
        HStack(spacing: 0) {
          Text(name(fact)).font(.system(size: points)).foregroundStyle(.secondary).lineLimit(1)
          Spacer(minLength: 0)
          HStack(spacing: points * 0.4) {
            if fact.id == facts.first?.id { AgeMarkRoom(points: points * 0.9) }
            Text(fact.text).font(.system(size: points, weight: .semibold)).lineLimit(1).foregroundStyle(.primary)
              .widgetAccentable(fact.id == facts.first?.id)
              .accessibilityIdentifier(fact.id)
          }
        }
        .frame(height: points * HeroGrid.capShare)
      }
      if isTroubled {
        warning(points).frame(height: points * HeroGrid.capShare)
      } else if let third = facts.dropFirst(2).first {
        HStack(spacing: 0) {
          Text(name(third)).font(.system(size: points)).foregroundStyle(.secondary).lineLimit(1)
            .shrinkable(from: points)
          Spacer(minLength: 0)
          Text(third.text).font(.system(size: points, weight: .semibold)).lineLimit(1).foregroundStyle(.primary)
            .accessibilityIdentifier(third.id)
        }
        .frame(height: points * HeroGrid.capShare)
      }
    }
    .frame(width: entry.displaySize.width, height: entry.displaySize.height, alignment: .leading)
  }

  private var inline: some View {
    let points = max(11, entry.displaySize.height * 0.6)
    let words = facts.prefix(2).map { $0.word == .temperature ? $0.text : "\(name($0)) \($0.text)" }
    return HStack(spacing: points * 0.35) {
      InlineSymbol(symbol: state.temperatureCelsius == nil ? nil : .thermometer, points: points)
      Text(words.joined(separator: " · ")).font(.system(size: points, weight: .medium)).lineLimit(1)
    }
    .frame(width: entry.displaySize.width, height: entry.displaySize.height)
  }
}
