extension Image {
  /// The size of symbols relative to their text: 0.8, 1 and 1.28 times the font's.
  public enum Scale: Hashable, Sendable {
    case small, medium, large

    var factor: Double {
      switch self {
      case .small: 0.8
      case .medium: 1
      case .large: 1.28
      }
    }
  }
}

extension View {
  /// Sets the size of symbols in the view. Pictures are not affected.
  public func imageScale(_ scale: Image.Scale) -> some View { environment(\.imageScale, scale) }
}
