import AfterglowCompiler
import AfterglowWidgets
import Foundation

/// The report of a composing process on its work on a widget, and whether that work is forbidden.
struct CompositionSubject {
  private let item: SceneSettings.Item
  private let use: WidgetUse
  private let folder: String
  private let paths: [String]

  init(_ item: SceneSettings.Item, _ use: WidgetUse, _ folder: String, _ paths: some Sequence<String>) {
    self.item = item
    self.use = use
    self.folder = URL(fileURLWithPath: folder).standardizedFileURL.path
    self.paths = paths.sorted()
  }

  /// Made when it is asked for: only composing processes need it.
  var subject: CompositionMark.Subject {
    let sources = WidgetGallery.standard.sources(of: use).map(\.source.publicName)
    let names = sources.isEmpty ? paths.map { $0.split(separator: "/").last.map(String.init) ?? $0 } : sources
    return CompositionMark.Subject(
      folder: folder, slot: item.identifier, kind: item.kind, phase: .reading,
      source: names.prefix(3).joined(separator: ", "),
      configuration: ContentFingerprint.of(item.configuration) + " " + item.family.rawValue, paths: paths)
  }

  /// Why it may not be composed: its content ended a process and has not changed since. What has changed is tried again.
  var setAside: SetAsideContent? {
    guard let known = SetAsideShelf.content(folder, item.identifier) else { return nil }
    var now = subject
    now.paths = known.subject.paths
    if known.subject.kind == item.kind, ContentFingerprint.of(now) == known.fingerprint { return known }
    SetAsideShelf.remove(folder, item.identifier)
    return nil
  }

  /// Why it may not be composed although nothing is known of it: everything but clocks is set aside.
  var precaution: SetAsideContent? {
    guard let precaution = SetAsideShelf.precaution, item.kind != "clock",
      !SetAsideShelf.isReleased(folder, item.identifier)
    else { return nil }
    let content = SetAsideContent(
      subject: subject, fingerprint: ContentFingerprint.of(subject), version: "", reason: precaution,
      sinceMs: Int64(Date().timeIntervalSince1970 * 1000), pictureMs: SetAsideShelf.pictureMs(item.identifier),
      isPrecaution: true)
    SetAsideShelf.add(content)
    return content
  }
}
