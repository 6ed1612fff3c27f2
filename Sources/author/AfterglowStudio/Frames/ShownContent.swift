import Afterglow
import AfterglowCompiler
import AfterglowWidgets

/// What widgets show: their content, or what they have to bear.
enum ShownContent: String, CaseIterable {
  /// The real content.
  case live
  /// What a gallery shows.
  case sample
  case longest, empty, stale, failing, placeholder, redacted

  /// For people.
  var title: String {
    switch self {
    case .live: "The real content"
    case .sample: "Sample"
    case .longest: "Words twice as long"
    case .empty: "Nothing in its files"
    case .stale: "No update for a day"
    case .failing: "Provider fails"
    case .placeholder: "No content yet"
    case .redacted: "Private content hidden"
    }
  }

  func apply(to scene: inout PanelScene) {
    switch self {
    case .live: break
    case .sample: scene.style.isPreview = true
    case .empty:
      for index in scene.slots.indices {
        EmptyContent.apply(to: &scene.slots[index].configuration, of: scene.slots[index].widget.descriptor.kind)
      }
    case .longest, .stale, .failing, .placeholder, .redacted:
      scene.style.contentTrial = ContentTrial(rawValue: rawValue)
    }
  }
}
