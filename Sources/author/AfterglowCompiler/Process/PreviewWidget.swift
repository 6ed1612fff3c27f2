import AfterglowViews
import Foundation

/// One entry of a preview that the program of an added widget declares, as a widget that a host draws.
package struct PreviewWidget: Widget {
  private let executable: URL
  private let number: Int
  private let entry: Int
  private let about: ExtensionPreview

  /// - Throws: ``CompileError`` if the program cannot be started, or does not reply within 20 s.
  package static func all(of executable: URL) throws -> (widgets: [PreviewWidget], leftOut: Int) {
    let process = try ExtensionProcess(executable: executable)
    defer { process.end() }
    guard
      case .previews(let found, let leftOut) = try process.ask(
        .previews, seconds: ExtensionProcess.timelineSeconds, fonts: nil)
    else { throw CompileError("\(executable.path) does not say which previews it has") }
    let widgets = found.enumerated().flatMap { number, about in
      (0..<max(1, about.entryCount)).map {
        PreviewWidget(executable: executable, number: number, entry: $0, about: about)
      }
    }
    return (widgets, leftOut)
  }

  /// The name of the preview, with the number of its entry if there are several.
  package var name: String { about.entryCount > 1 ? "\(about.name) \(entry + 1)" : about.name }
  package var family: WidgetFamily { about.family }

  package var body: ModifiedWidgetConfiguration {
    let session = ExtensionSession(executable: executable, preview: about)
    let shown: @Sendable (TimelineProviderContext) throws -> ErasedEntry = { [number, entry] context in
      try session.preview(number, entry: entry, in: context)
    }
    return ModifiedWidgetConfiguration(
      descriptor: WidgetDescriptor(
        kind: about.kind ?? about.name, displayName: name, description: "", supportedFamilies: [family],
        contentMarginsDisabled: about.contentMarginsDisabled, checkConfiguration: { _ throws(ConfigurationError) in },
        placeholder: { _, context in ErasedEntry(date: context.date) { AnyView(HostChrome.Unknown()) } },
        snapshot: { _, context in try shown(context) },
        timeline: { _, context in WidgetTimeline(entries: [try shown(context)], policy: .never) }))
  }
}
