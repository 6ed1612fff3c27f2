import Afterglow
import AfterglowDocuments
import AfterglowSources
import Foundation

/// A widget of the house. Beside what every widget is it tells which files a configuration names, what is wrong with them,
/// and which pictures they show. All but its kind and page has a default.
protocol BuiltInWidget: Widget {
  associatedtype Intent: WidgetConfigurationIntent

  /// What a scene calls it.
  static var kind: String { get }

  /// What the pages say of it.
  static var page: WidgetPage { get }

  /// What it says itself.
  static var words: (any WidgetWords.Type)? { get }

  /// Documents and folders that it reads, as they are written; an empty name is none.
  static func files(_ intent: Intent) -> [String]

  /// What is wrong with its files.
  /// - Parameter advice: takes what is not wrong but may not be meant, such as a forecast for elsewhere.
  static func problems(
    _ content: WidgetContent<Intent>, advice: (Problem) -> Void
  ) throws(DocumentError) -> [Problem]

  /// What a configuration asks for that nobody knows at a place.
  static func advice(_ intent: Intent, at place: Place, zone: TimeZone) -> String?

  /// Files of the pictures that its documents name.
  static func pictures(_ content: WidgetContent<Intent>, in family: WidgetFamily) -> Set<String>

  /// The widget as it is configured, where name and families depend on it.
  func configured(_ content: WidgetContent<Intent>) -> Self
}

/// A configuration and what it stands beside.
struct WidgetContent<Intent: Sendable>: Sendable {
  var intent: Intent
  /// Paths of what it names, in the order of `files`, those without a name left out.
  var files: [String]
  /// What relative names mean.
  var folder: URL?
  /// Where the panel hangs; nil = not said.
  var place: Place?
}

extension BuiltInWidget {
  static var words: (any WidgetWords.Type)? { nil }

  static func files(_ intent: Intent) -> [String] { [] }

  static func problems(
    _ content: WidgetContent<Intent>, advice: (Problem) -> Void
  ) throws(DocumentError) -> [Problem] { [] }

  static func advice(_ intent: Intent, at place: Place, zone: TimeZone) -> String? { nil }

  static func pictures(_ content: WidgetContent<Intent>, in family: WidgetFamily) -> Set<String> { [] }

  func configured(_ content: WidgetContent<Intent>) -> Self { self }

  /// What built-in widgets have in common: the view on the background of its place, with margins of its own.
  func configuration<Provider: AppIntentTimelineProvider, Content: View>(
    _ name: String, _ description: String, _ provider: Provider,
    view: @escaping @Sendable (Provider.Entry) -> Content
  ) -> ModifiedWidgetConfiguration where Provider.Intent == Intent {
    AppIntentConfiguration(kind: Self.kind, intent: Intent.self, provider: provider) {
      view($0).containerBackground(.background)
    }
    .configurationDisplayName(name).description(description).contentMarginsDisabled()
  }

  // MARK: Without the type of its configuration

  func intent(_ configuration: [String: ConfigurationValue]) -> Intent? { try? Intent(configuration: configuration) }

  /// nil where the values are no configuration.
  func content(_ use: WidgetUse) -> WidgetContent<Intent>? {
    intent(use.configuration).map { intent in
      let files = Self.files(intent).filter { !$0.isEmpty }.map { FilePath.of($0, in: use.folder) }
      return WidgetContent(intent: intent, files: files, folder: use.folder, place: use.place)
    }
  }

  func files(_ use: WidgetUse) -> [String] { content(use)?.files ?? [] }

  func pictures(_ use: WidgetUse, in family: WidgetFamily) -> Set<String> {
    content(use).map { Self.pictures($0, in: family) } ?? []
  }

  func problems(_ use: WidgetUse, advice: (Problem) -> Void) -> [Problem] {
    guard let content = content(use) else { return [] }
    do throws(DocumentError) {
      return try Self.problems(content, advice: advice)
    } catch {
      return error.problems
    }
  }

  func advice(_ use: WidgetUse, zone: TimeZone) -> String? {
    guard let place = use.place, let intent = intent(use.configuration) else { return nil }
    return Self.advice(intent, at: place, zone: zone)
  }

  func configured(_ use: WidgetUse) -> any Widget { content(use).map(configured) ?? self }
}
