import Foundation

/// From one time or figure to another.
package enum RangeText {
  /// In one order wherever it stands. By themselves figures and a dash run as what surrounds them, which put the end first
  /// next to Hebrew words. A range of figures alone runs from left to right, as each of its times does; where times hold words
  /// of Arabic, it runs as these do.
  package static func text(_ start: String, _ end: String, dash: String = " – ", in locale: Locale) -> String {
    guard LayoutDirection(locale) == .rightToLeft else { return start + dash + end }
    let isolate = TextDirection(of: start + end) == .rightToLeft ? "\u{2067}" : "\u{2066}"
    // Isolated from what surrounds it, and the times from each other (UAX 9, LRI, RLI, FSI and PDI).
    return "\(isolate)\u{2068}\(start)\u{2069}\(dash)\u{2068}\(end)\u{2069}\u{2069}"
  }
}
