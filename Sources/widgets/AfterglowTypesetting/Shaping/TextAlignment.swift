/// The alignment of the lines of a text to each other, and of a ticking text in its widest form.
public enum TextAlignment: Hashable, Codable, Sendable {
  case leading, center, trailing
}
