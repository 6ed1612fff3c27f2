import AfterglowKit
import AfterglowWidgets
import Foundation

/// A package of a widget to begin with.
struct NewWidget {
  /// As scenes name it.
  let kind: String
  /// The name of its types and of the package.
  private let type: String
  /// The path to a clone of Afterglow, and the name by which packages know it.
  private let clone: (path: String, identity: String)

  /// Modules that Afterglow has, or that a widget may import.
  static let modules: Set = [
    "ActivityKit", "Afterglow", "AppIntents", "Charts", "Combine", "Dispatch", "Foundation", "FoundationEssentials",
    "FoundationNetworking", "Glibc", "Intents", "OSLog", "Observation", "Swift", "SwiftUI", "Testing", "UIKit",
    "UserNotifications", "WidgetKit", "XCTest",
  ]

  /// - Throws: `Failure` if a widget cannot have the name.
  init(name: String, clone: URL, folder: String) throws(Failure) {
    let words = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(String.init)
    guard let first = words.first?.first, first.isLetter else {
      throw Failure(.usage, "\(name): expected a name that begins with a letter from a to z, for the widget's types")
    }
    kind = words.joined(separator: "-").lowercased()
    type = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    if WidgetGallery.builtIn.kinds.contains(kind) {
      throw Failure(.usage, "\(name): expected another name; \"\(kind)\" is a built-in widget")
    }
    if Self.modules.contains(type) {
      throw Failure(.usage, "\(name): expected another name; a module is called \(type) already")
    }
    let parent = URL(fileURLWithPath: folder).standardizedFileURL.deletingLastPathComponent()
    let isBeside = clone.deletingLastPathComponent().path == parent.path
    self.clone = (isBeside ? "../" + clone.lastPathComponent : clone.path, clone.lastPathComponent)
  }

  var source: String { "Sources/\(type)/\(type).swift" }

  var files: [String: String] {
    ["Package.swift": manifest, source: widget, ".gitignore": ".build\n"]
  }

  private var manifest: String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "\(type)",
      dependencies: [.package(path: "\(clone.path)")],
      targets: [
        .executableTarget(name: "\(type)", dependencies: [.product(name: "Afterglow", package: "\(clone.identity)")])
      ])

    """
  }

  private var widget: String {
    """
    import Afterglow

    /// What a scene can set: `configuration: {title: Tea, goal: 4}`.
    struct \(type)Settings: WidgetConfigurationIntent {
      @Parameter(title: "Title", default: "Water") var title: String
      @Parameter(title: "Goal", default: 8, inclusiveRange: (1, 99)) var goal: Int
    }

    /// What a `Button(intent:)` asks for, and `afterglow widgets perform \(kind) AddIntent` does.
    struct AddIntent: AppIntent {
      static let title: LocalizedStringResource = "Count one more"
      func perform() async throws -> some IntentResult {
        UserDefaults.standard.set(\(type)Entry(date: .now).count + 1, forKey: \(type)Entry(date: .now).day)
        return .result()
      }
    }

    struct \(type)Entry: TimelineEntry {
      let date: Date
      var settings = \(type)Settings()
      var day: String { date.formatted(date: .numeric, time: .omitted) }
      var count: Int { UserDefaults.standard.integer(forKey: day) }
    }

    /// Says when the view changes: now, and at midnight, with the new day. Then it is asked again.
    struct \(type)Provider: AppIntentTimelineProvider {
      func placeholder(in context: Context) -> \(type)Entry { .init(date: context.date) }
      func snapshot(for settings: \(type)Settings, in context: Context) -> \(type)Entry {
        .init(date: context.date, settings: settings)
      }
      func timeline(for settings: \(type)Settings, in context: Context) -> Timeline<\(type)Entry> {
        let midnight = Calendar.current.startOfDay(for: context.date.addingTimeInterval(86_400))
        return Timeline(entries: [context.date, midnight].map { .init(date: $0, settings: settings) }, policy: .atEnd)
      }
    }

    struct \(type)View: View {
      let entry: \(type)Entry
      var body: some View {
        let share = min(1, Double(entry.count) / Double(entry.settings.goal))
        Button(intent: AddIntent()) {
          ZStack {
            Circle().stroke(.tertiary, lineWidth: 10)
            Circle().trim(from: 0, to: share).stroke(.cyan, style: .init(lineWidth: 10, lineCap: .round)).rotationEffect(.degrees(-90))
            VStack(spacing: 8) {
              Text(entry.count, format: .number).font(.system(size: 44, weight: .semibold))
              Text(entry.settings.title).font(.footnote).foregroundStyle(.secondary)
            }
          }
        }
        .padding(5).containerBackground(.fill.tertiary, for: .widget)
      }
    }

    @main struct \(type)Widget: Widget {
      var body: some WidgetConfiguration {
        AppIntentConfiguration(kind: "\(kind)", intent: \(type)Settings.self, provider: \(type)Provider()) {
          \(type)View(entry: $0)
        }
        .configurationDisplayName("\(type)").description("Count towards the goal of a day.").supportedFamilies([.systemSmall])
      }
    }

    #Preview(as: .systemSmall) { \(type)Widget() } timeline: { \(type)Entry(date: .now) }

    """
  }
}
