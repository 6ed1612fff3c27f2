/// Why a source's content is not stored, and the last good content stays.
public enum ContentRefusal: Codable, Equatable, Sendable {
  /// The widget's reader cannot read the content. The reason is one sentence.
  case unreadable(String)
  /// Nothing could check the content now, which says nothing about the content: it may be sent again. The reason is one
  /// sentence.
  case unchecked(String)

  /// The reason, in one sentence.
  public var words: String {
    switch self {
    case .unreadable(let words): words
    case .unchecked(let words): "\(words); it was not stored, and may be sent again"
    }
  }
}
