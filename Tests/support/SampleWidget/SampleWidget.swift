// Widgets of a separate program, as written by third parties: one that works, and ones that do not.
import Afterglow
import Foundation

@main
struct Samples: WidgetBundle {
  var body: [any Widget] {
    TideWidget()
    AilingWidget(kind: "crashing", ail: .crashes)
    AilingWidget(kind: "trapping", ail: .traps)
    AilingWidget(kind: "hanging", ail: .hangs)
    AilingWidget(kind: "failing", ail: .throwsError)
    TargetWidget(kind: "smallTargets", side: 30)
    TargetWidget(kind: "largeTargets", side: 48)
    FocusWidget()
    CuriousWidget()
    PortedBundle()
  }
}

struct TideIntent: WidgetConfigurationIntent {
  var harbour = "Lisbon"
  init() {}
}

struct TideEntry: TimelineEntry {
  var date: Date
  var harbour: String
  var metres: Double
}

struct TideProvider: AppIntentTimelineProvider {
  func placeholder(in context: Context) -> TideEntry { TideEntry(date: context.date, harbour: "Harbour", metres: 2) }

  func snapshot(for intent: TideIntent, in context: Context) throws -> TideEntry {
    TideEntry(date: context.date, harbour: intent.harbour, metres: 2.5)
  }

  func timeline(for intent: TideIntent, in context: Context) throws -> Timeline<TideEntry> {
    let entries = (0..<6).map { hour in
      TideEntry(
        date: context.date.addingTimeInterval(Double(hour) * 3600), harbour: intent.harbour,
        metres: 2.5 + Double(hour) / 2)
    }
    return Timeline(entries: entries, policy: .atEnd)
  }
}

struct TideWidget: Widget {
  var body: some WidgetConfiguration {
    AppIntentConfiguration(kind: "tides", intent: TideIntent.self, provider: TideProvider()) { entry in
      VStack(alignment: .leading) {
        Text(entry.harbour).font(.headline).accessibilityIdentifier("harbour")
        Text("\(entry.metres, specifier: "%.1f") m").font(.largeTitle).widgetAccentable()
          .accessibilityIdentifier("height")
        Spacer()
        Text(clock: .hourMinute).font(.caption).foregroundStyle(.secondary).accessibilityIdentifier("now")
      }
      .containerBackground(.background)
    }
    .configurationDisplayName("Tides")
    .description("See how high the water stands.")
    .supportedFamilies([.systemSmall, .systemMedium])
  }
}

/// A button and a link of one size.
struct TargetWidget: Widget {
  struct Entry: TimelineEntry { var date: Date }

  struct Provider: TimelineProvider {
    func placeholder(in context: Context) -> Entry { Entry(date: context.date) }
    func snapshot(in context: Context) throws -> Entry { Entry(date: context.date) }
    func timeline(in context: Context) throws -> Timeline<Entry> {
      Timeline(entries: [Entry(date: context.date)], policy: .never)
    }
  }

  let kind: String
  /// Points.
  let side: Double

  var body: some WidgetConfiguration {
    StaticConfiguration(kind: kind, provider: Provider()) { [side] _ in
      HStack(spacing: 12) {
        Button(action: {}) { Text("On").font(.body).frame(width: side, height: side) }
        Link(destination: URL(fileURLWithPath: "/")) { Text("Go").font(.body).frame(width: side, height: side) }
      }
      .containerBackground(.background)
    }
    .supportedFamilies([.systemSmall])
    .description("Choose what is on.")
  }
}

/// A widget that looks everywhere for what is not meant for it, and writes down what it has seen.
struct CuriousWidget: Widget {
  struct Intent: WidgetConfigurationIntent {
    /// A file in its group's folder for everything that it finds.
    var report = ""
    /// Folders that it knows by name.
    var folders: [String] = []
  }

  struct Entry: TimelineEntry { var date: Date }

  struct Provider: AppIntentTimelineProvider {
    func placeholder(in context: Context) -> Entry { Entry(date: context.date) }
    func snapshot(for intent: Intent, in context: Context) throws -> Entry { Entry(date: context.date) }
    func timeline(for intent: Intent, in context: Context) throws -> Timeline<Entry> {
      if !intent.report.isEmpty {
        let group = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "curious")
        guard let file = group?.appendingPathComponent(intent.report) else { throw CocoaError(.fileNoSuchFile) }
        try CuriousLook(intent.folders).report.write(to: file)
      }
      return Timeline(entries: [Entry(date: context.date)], policy: .never)
    }
  }

  var body: some WidgetConfiguration {
    AppIntentConfiguration(kind: "curious", intent: Intent.self, provider: Provider()) { _ in
      Text("Nothing here").containerBackground(.background)
    }
    .supportedFamilies([.systemSmall])
    .description("See what it should not.")
  }
}

/// Everything that a process can read of others: files, environments, memory and descriptors.
private struct CuriousLook {
  private(set) var report = Data()

  init(_ folders: [String]) {
    note("environment", Data(ProcessInfo.processInfo.environment.description.utf8))
    let parent = getppid()
    for process in ["self", "\(parent)"] {
      for file in ["environ", "cmdline"] { note("\(process) \(file)", read("/proc/\(process)/\(file)")) }
      for descriptor in names("/proc/\(process)/fd") {
        note("\(process) fd \(descriptor)", Data(target("/proc/\(process)/fd/\(descriptor)").utf8))
      }
    }
    // Those that were inherited, whatever /proc says.
    for descriptor in Int32(3)..<64 {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = pread(descriptor, &bytes, bytes.count, 0)
      if count > 0 { note("descriptor \(descriptor)", Data(bytes[..<count])) }
    }
    let home = ProcessInfo.processInfo.environment["HOME"] ?? "/root"
    for folder in folders + ["\(home)/.config/afterglow/secrets", "/etc/afterglow/secrets"] {
      for way in ["", "/proc/\(parent)/root", "/proc/self/root", "/proc/\(parent)/cwd/../../../../../.."] {
        for name in names(way + folder) + ["one", "two", "three", "four", "five"] {
          note("\(way + folder)/\(name)", read("\(way + folder)/\(name)"))
        }
      }
      let link = NSTemporaryDirectory() + "way-\(getpid())"
      symlink(folder, link)
      for name in ["one", "two", "three", "four", "five"] { note("\(link)/\(name)", read("\(link)/\(name)")) }
      unlink(link)
      rename(folder, folder + "-moved")
      note("moved", read(folder + "-moved/one"))
      rename(folder + "-moved", folder)
    }
    lookIntoMemory(of: parent)
  }

  private mutating func note(_ what: String, _ found: Data?) {
    report += Data("== \(what): \(found.map { "\($0.count) bytes" } ?? "nothing")\n".utf8)
    if let found { report += found + Data("\n".utf8) }
  }

  private func read(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }
  private func names(_ folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }
  private func target(_ link: String) -> String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) ?? ""
  }

  /// What it has written to and read from the heap.
  private mutating func lookIntoMemory(of process: pid_t) {
    let memory = open("/proc/\(process)/mem", O_RDONLY)
    note("memory", memory < 0 ? nil : Data())
    guard memory >= 0, let maps = read("/proc/\(process)/maps") else { return }
    for line in String(decoding: maps, as: UTF8.self).split(separator: "\n") where line.contains("rw-p") {
      let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt64($0, radix: 16) }
      guard ends.count == 2 else { continue }
      var bytes = [UInt8](repeating: 0, count: Int(min(ends[1] - ends[0], 1 << 24)))
      let count = pread(memory, &bytes, bytes.count, off_t(truncatingIfNeeded: ends[0]))
      if count > 0 { report += Data(bytes[..<count]) }
    }
    close(memory)
  }
}

/// A widget with faults.
struct AilingWidget: Widget {
  enum Ail: Sendable { case crashes, traps, hangs, throwsError }

  struct Entry: TimelineEntry { var date: Date }

  struct Provider: TimelineProvider {
    let ail: Ail
    func placeholder(in context: Context) -> Entry { Entry(date: context.date) }
    func snapshot(in context: Context) throws -> Entry { Entry(date: context.date) }
    func timeline(in context: Context) throws -> Timeline<Entry> {
      struct NoWater: Error, CustomStringConvertible { var description: String { "the gauge is dry" } }
      if ail == .throwsError { throw NoWater() }
      return Timeline(entries: [Entry(date: context.date)], policy: .never)
    }
  }

  let kind: String
  let ail: Ail

  var body: some WidgetConfiguration {
    StaticConfiguration(kind: kind, provider: Provider(ail: ail)) { [ail] _ in AilingView(ail: ail) }
      .supportedFamilies([.systemSmall])
      .description("See what happens.")
  }
}

private struct AilingView: View {
  let ail: AilingWidget.Ail

  var body: some View {
    switch ail {
    case .crashes: fatalError("as asked")
    case .traps: return Text("\(overflowingTank(UInt8(ProcessInfo.processInfo.arguments.count)))")
    case .hangs: while true { sleep(60) }
    case .throwsError: break
    }
    return Text("never shown")
  }
}

/// A sum that its type cannot hold, for which Swift ends a program without a message.
@inline(never) private func overflowingTank(_ level: UInt8) -> UInt8 { 255 + level }
