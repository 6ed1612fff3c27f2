import Afterglow
import AfterglowCompiler
import AfterglowSources
import Foundation

/// A file that is touched when the widgets of a kind are to be reloaded, as after an intent: runs of this user's boards watch
/// it as they watch files that a configuration names.
public struct ReloadMark {
  public let path: String

  public init(kind: String) {
    // A widget's program may ask for any; only what can be added has a file of its own.
    let name = WidgetRegistry.isName(kind) ? kind : "_"
    path = URL(fileURLWithPath: SourceFolder.standard.root).deletingLastPathComponent().path + "/reloads/" + name
  }

  /// - Throws: the error of a file operation.
  public func touch() throws {
    let file = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileReplacement.touch(path)
  }

  /// Has the widgets of a program reloaded after one of its intents, and those that the intent asks for.
  ///
  /// - Returns: their kinds, sorted.
  /// - Throws: the error of a file operation.
  @discardableResult
  public static func touch(after outcome: IntentOutcome, of widget: ExtensionWidget) throws -> [String] {
    let siblings = WidgetRegistry.standard.widgets
      .filter { $0.executable.lastPathComponent == widget.executable.lastPathComponent }.map(\.descriptor.kind)
    let kinds = Set(siblings + outcome.reloads).sorted()
    for kind in kinds { try ReloadMark(kind: kind).touch() }
    return kinds
  }
}
