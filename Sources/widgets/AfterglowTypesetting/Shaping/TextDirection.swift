import CPango
import Foundation

/// The direction of a layout. In a right-to-left layout, every part of a container is at its mirrored position; charts,
/// clock faces and pictures are not mirrored.
public enum LayoutDirection: Hashable, CaseIterable, Sendable {
  case leftToRight, rightToLeft

  /// The direction in which the locale's language is written: from right to left for Arabic, Hebrew, Persian and Urdu.
  public init(_ locale: Locale) {
    self = locale.language.characterDirection == .rightToLeft ? .rightToLeft : .leftToRight
  }
}

/// Which way a text runs by itself: as its first letter does (UAX 9, P2).
package enum TextDirection {
  case leftToRight, rightToLeft
  /// Figures and signs alone: as what surrounds it.
  case neutral

  package init(of text: String) {
    switch ag_find_base_direction(text, Int32(text.utf8.count)) {
    case PANGO_DIRECTION_LTR: self = .leftToRight
    case PANGO_DIRECTION_RTL: self = .rightToLeft
    default: self = .neutral
    }
  }
}
