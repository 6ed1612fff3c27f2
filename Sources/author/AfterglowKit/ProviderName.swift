/// The name `TimelineProvider` in a target with functions of its own called `snapshot` or `timeline`.
///
/// Afterglow's protocol has functions of these names, which WidgetKit's has not. In a provider they would hide the target's own.
enum ProviderName {
  /// The declaration that gives the name to a protocol without these functions; none where the sources do not need it.
  static func declarations(for sources: [String]) -> [String] {
    let hidden = #/(?:^|\n)(?:(?:@\w+|private|fileprivate|internal|public)[ \t]+)*func[ \t]+(?:snapshot|timeline)\b/#
    let provider = #/\bTimelineProvider\b/#
    // A provider with the functions of Afterglow's protocol needs that one.
    let asynchronous = #/\bfunc[ \t]+(?:snapshot|timeline)[ \t]*\([ \t]*in\b/#
    let own = #/\b(?:protocol|typealias)[ \t]+TimelineProvider\b/#
    guard sources.contains(where: { $0.contains(hidden) }), sources.contains(where: { $0.contains(provider) }),
      !sources.contains(where: { $0.contains(asynchronous) || $0.contains(own) })
    else { return [] }
    return [declaration]
  }

  private static let declaration = """
    // This module has functions that those of Afterglow's TimelineProvider would hide. WidgetKit's has none of their names.

    #if canImport(SwiftUI)
      typealias TimelineProvider = SwiftUI.CallbackTimelineProvider
    #else
      typealias TimelineProvider = Afterglow.CallbackTimelineProvider
    #endif

    """
}
