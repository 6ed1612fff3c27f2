import Afterglow

/// What widgets show.
enum ShownContent: String, CaseIterable {
  /// The real content.
  case live
  /// What a gallery shows.
  case sample

  /// For people.
  var title: String {
    switch self {
    case .live: "The real content"
    case .sample: "Sample"
    }
  }

  func apply(to scene: inout PanelScene) {
    switch self {
    case .live: break
    case .sample: scene.style.isPreview = true
    }
  }
}
