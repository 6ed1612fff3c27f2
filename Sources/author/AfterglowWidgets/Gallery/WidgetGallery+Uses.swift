import Afterglow
import AfterglowDocuments
import AfterglowSources
import Foundation

extension WidgetGallery {
  /// The widget with its configuration; nil for an unknown kind.
  public func widget(_ use: WidgetUse) -> (any Widget)? {
    let widget = widget(use.kind)
    return (widget as? any BuiltInWidget)?.configured(use) ?? widget
  }

  /// Documents and folders that it depends on.
  public func files(of use: WidgetUse) -> [String] { builtIn(use)?.files(use) ?? [] }

  /// The sources of its content, if that comes from elsewhere.
  public func sources(of use: WidgetUse) -> [SourceRequest] { builtIn(use)?.sources(use) ?? [] }

  /// Files that an added widget's configuration may name: only its program knows which of the texts are files.
  public func programFiles(of use: WidgetUse) -> [String] {
    if builtIn(use) != nil { return [] }
    return Self.texts(in: .object(use.configuration)).map { FilePath.of($0, in: use.folder) }.filter { path in
      FileMark.status(path, followsLinks: true).map { $0.st_mode & S_IFMT != S_IFDIR } ?? true
    }
  }

  /// Files of the pictures that it shows in `family`, where its documents name them.
  public func pictures(of use: WidgetUse, in family: WidgetFamily) -> Set<String> {
    builtIn(use)?.pictures(use, in: family) ?? []
  }

  /// The sources of pictures that it shows in `family`, where its documents name addresses of the web.
  public func pictureSources(of use: WidgetUse, in family: WidgetFamily) -> [SourceRequest] {
    builtIn(use)?.pictureSources(use, in: family) ?? []
  }

  /// Faults of its files.
  ///
  /// - Parameter advice: receives remarks on what is valid but may not be intended.
  public func problems(of use: WidgetUse, advice: (Problem) -> Void = { _ in }) -> [Problem] {
    builtIn(use)?.problems(use, advice: advice) ?? []
  }

  /// Advice on a configuration that asks for something unknown at its place; nil = none.
  public func advice(on use: WidgetUse, zone: TimeZone) -> ConfigurationRemark? {
    builtIn(use)?.advice(use, zone: zone)
  }

  /// Values over those of its configuration with which a widget of a kind shows its details after a touch; nil = it has none.
  public func detailConfiguration(of kind: String) -> [String: ConfigurationValue]? {
    (widget(kind) as? any BuiltInWidget)?.detailConfiguration
  }

  /// Whether touches of a widget of a kind show its other entries.
  public func isLeafedThrough(_ kind: String) -> Bool { (widget(kind) as? any BuiltInWidget)?.isLeafedThrough ?? false }

  /// Whether its provider is a part of this program, which reads nothing but files of this machine.
  public func isBuiltIn(_ kind: String) -> Bool { widget(kind) is any BuiltInWidget }

  private func builtIn(_ use: WidgetUse) -> (any BuiltInWidget)? { widget(use.kind) as? any BuiltInWidget }

  private static func texts(in value: ConfigurationValue) -> [String] {
    switch value {
    case .string(let text): text.isEmpty || text.utf8.count > 1000 || text.contains("\n") ? [] : [text]
    case .array(let values): values.flatMap(texts)
    case .object(let members): members.values.flatMap(texts)
    default: []
    }
  }
}
