extension Image {
  /// How large symbols are beside their text.
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
  public func imageScale(_ scale: Image.Scale) -> some View { environment(\.imageScale, scale) }
}
