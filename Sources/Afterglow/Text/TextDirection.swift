import CPango

/// Which way a text runs by itself: as its first letter does (UAX 9, P2).
enum TextDirection {
  case leftToRight, rightToLeft
  /// Figures and signs alone: as what surrounds it.
  case neutral

  init(of text: String) {
    switch ag_find_base_direction(text, Int32(text.utf8.count)) {
    case PANGO_DIRECTION_LTR: self = .leftToRight
    case PANGO_DIRECTION_RTL: self = .rightToLeft
    default: self = .neutral
    }
  }
}
