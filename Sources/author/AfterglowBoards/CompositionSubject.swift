import AfterglowCompiler
import AfterglowWidgets
import Foundation

/// The work on a widget, as a composing process reports it, and the reason why the work is forbidden.
struct CompositionSubject {
  private let item: SceneSettings.Item
  private let use: WidgetUse
  private let folder: String
  private let paths: [String]

  init(_ item: SceneSettings.Item, _ use: WidgetUse, _ folder: String, paths: some Sequence<String>) {
    self.item = item
    self.use = use
    self.folder = URL(fileURLWithPath: folder).standardizedFileURL.path
    self.paths = paths.sorted()
  }

  /// The report. Only composing processes need it.
  var subject: CompositionMark.Subject {
    let sources = WidgetGallery.standard.sources(of: use).map(\.source.publicName)
    let names = sources.isEmpty ? paths.map { $0.split(separator: "/").last.map(String.init) ?? $0 } : sources
    return CompositionMark.Subject(
      folder: folder, slot: item.identifier, kind: item.kind, phase: .reading,
      source: names.prefix(3).joined(separator: ", "),
      configuration: ContentFingerprint.of(item.configuration) + " " + item.family.rawValue, paths: paths)
  }

  /// The content that ended a process and has not changed since; nil = the widget may be composed. Changed content is
  /// released.
  var setAside: SetAsideContent? {
    guard let known = SetAsideShelf.content(folder, item.identifier) else { return nil }
    var now = subject
    now.paths = known.subject.paths
    if known.subject.kind == item.kind, ContentFingerprint.of(now) == known.fingerprint { return known }
    SetAsideShelf.remove(folder, item.identifier)
    return nil
  }

  /// The precaution by which everything but clocks is set aside; nil = there is none, or the widget's content has changed
  /// since.
  var precaution: SetAsideContent? {
    guard let precaution = SetAsideShelf.precaution, item.kind != "clock",
      !SetAsideShelf.isReleased(folder, item.identifier)
    else { return nil }
    let content = SetAsideContent(
      subject: subject, fingerprint: ContentFingerprint.of(subject), version: "", reason: precaution,
      sinceMs: Int64(Date().timeIntervalSince1970 * 1000), isPrecaution: true)
    SetAsideShelf.add(content)
    return content
  }
}
