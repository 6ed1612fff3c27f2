import Afterglow
import AfterglowDocuments
import AfterglowSources
import Foundation

/// A built-in widget. Besides a widget's requirements it names the files of a configuration, their faults, and the
/// pictures that they show. All but kind and page have a default.
protocol BuiltInWidget: Widget {
  associatedtype Intent: WidgetConfigurationIntent

  /// Its name in scenes.
  static var kind: String { get }

  /// Its documentation.
  static var page: WidgetPage { get }

  /// Its own words, in all languages; nil = none.
  static var words: (any WidgetWords.Type)? { get }

  /// Documents and folders that it reads, absolute or relative to the content's folder; an empty name is none.
  static func files(_ content: WidgetContent<Intent>) -> [String]

  /// The sources of its content, if that comes from elsewhere.
  static func sources(_ content: WidgetContent<Intent>) -> [SourceRequest]

  /// Whether its source has not given anything yet.
  static func isAwaited(_ content: WidgetContent<Intent>) -> Bool

  /// Faults of its files.
  ///
  /// - Parameter advice: receives remarks on what is valid but may not be intended, such as a forecast for elsewhere.
  /// - Throws: `DocumentError` when a file cannot be read.
  static func problems(
    _ content: WidgetContent<Intent>, advice: (Problem) -> Void
  ) throws(DocumentError) -> [Problem]

  /// Advice on a configuration that asks for something unknown at a place, that wants one, or that has no effect.
  ///
  /// - Parameter family: nil = not known.
  static func advice(
    _ intent: Intent, at place: Place?, zone: TimeZone, in family: WidgetFamily?
  ) -> ConfigurationRemark?

  /// Files of the pictures that its documents name.
  static func pictures(_ content: WidgetContent<Intent>, in family: WidgetFamily) -> Set<String>

  /// The sources of pictures that its documents name by addresses of the web.
  static func pictureSources(_ content: WidgetContent<Intent>, in family: WidgetFamily) -> [SourceRequest]

  /// Whether touches show its other entries, such as photos.
  static var isLeafedThrough: Bool { get }

  /// Values over those of a configuration with which the widget, in a larger family, shows its details; nil = it has none.
  static var detailConfiguration: [String: ConfigurationValue]? { get }

  /// The widget with its configuration, where name and families depend on it.
  func configured(_ content: WidgetContent<Intent>) -> Self
}

/// A configuration with its surroundings.
struct WidgetContent<Intent: Sendable>: Sendable {
  var intent: Intent
  /// Paths of the files that it names, in the order of `BuiltInWidget.files`, without empty names.
  var files: [String]
  /// Relative names are relative to it.
  var folder: URL?
  /// The panel's place; nil = not given.
  var place: Place?
  var zone: TimeZone
  /// The instant at which it is examined.
  var date: Date
}

extension BuiltInWidget {
  static var words: (any WidgetWords.Type)? { nil }

  static func files(_ content: WidgetContent<Intent>) -> [String] { [] }

  static func sources(_ content: WidgetContent<Intent>) -> [SourceRequest] { [] }

  static func isAwaited(_ content: WidgetContent<Intent>) -> Bool {
    (content.intent as? any SourcedIntent)?.isAwaited(in: content.folder) ?? false
  }

  static func problems(
    _ content: WidgetContent<Intent>, advice: (Problem) -> Void
  ) throws(DocumentError) -> [Problem] { [] }

  static func advice(
    _ intent: Intent, at place: Place?, zone: TimeZone, in family: WidgetFamily?
  ) -> ConfigurationRemark? { nil }

  static func pictures(_ content: WidgetContent<Intent>, in family: WidgetFamily) -> Set<String> { [] }

  static func pictureSources(_ content: WidgetContent<Intent>, in family: WidgetFamily) -> [SourceRequest] { [] }

  static var isLeafedThrough: Bool { false }

  static var detailConfiguration: [String: ConfigurationValue]? { nil }

  func configured(_ content: WidgetContent<Intent>) -> Self { self }

  /// What built-in widgets have in common: the view on the background of its place, with margins of its own, and texts
  /// that begin at one edge with their ink.
  func configuration<Provider: AppIntentTimelineProvider, Content: View>(
    _ name: String, _ description: String, _ provider: Provider,
    view: @escaping @Sendable (Provider.Entry) -> Content
  ) -> ModifiedWidgetConfiguration where Provider.Intent == Intent {
    AppIntentConfiguration(kind: Self.kind, intent: Intent.self, provider: CardProvider(base: provider)) {
      InkAligned(content: CardContent(content: view($0))).containerBackground(.background)
    }
    .configurationDisplayName(name).description(description).contentMarginsDisabled()
  }

  // MARK: Without the type of its configuration

  func intent(_ configuration: [String: ConfigurationValue]) -> Intent? { try? Intent(configuration: configuration) }

  /// nil where the values are no valid configuration.
  func content(_ use: WidgetUse) -> WidgetContent<Intent>? {
    intent(use.configuration).map { intent in
      var content = WidgetContent(
        intent: intent, files: [], folder: use.folder, place: use.place, zone: use.zone, date: use.date)
      content.files = Self.files(content).filter { !$0.isEmpty }.map { FilePath.of($0, in: use.folder) }
      return content
    }
  }

  var detailConfiguration: [String: ConfigurationValue]? { Self.detailConfiguration }

  var isLeafedThrough: Bool { Self.isLeafedThrough }

  func files(_ use: WidgetUse) -> [String] { content(use)?.files ?? [] }

  func sources(_ use: WidgetUse) -> [SourceRequest] { content(use).map(Self.sources) ?? [] }

  func pictures(_ use: WidgetUse, in family: WidgetFamily) -> Set<String> {
    content(use).map { Self.pictures($0, in: family) } ?? []
  }

  func pictureSources(_ use: WidgetUse, in family: WidgetFamily) -> [SourceRequest] {
    content(use).map { Self.pictureSources($0, in: family) } ?? []
  }

  func problems(_ use: WidgetUse, advice: (Problem) -> Void) -> [Problem] {
    guard let content = content(use) else { return [] }
    // Nothing is wrong with what has not come yet.
    if Self.isAwaited(content) { return [] }
    do throws(DocumentError) {
      return try Self.problems(content, advice: advice)
    } catch {
      return error.problems
    }
  }

  func advice(_ use: WidgetUse, zone: TimeZone) -> ConfigurationRemark? {
    intent(use.configuration).flatMap { Self.advice($0, at: use.place, zone: zone, in: use.family) }
  }

  func configured(_ use: WidgetUse) -> any Widget { content(use).map(configured) ?? self }
}
