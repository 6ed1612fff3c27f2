import Afterglow

/// Finds links, buttons and toggles that are too small for a finger, and buttons and toggles that nothing can press
/// (docs/rules.md, rules 79 and 83).
enum GuideTargets {
  /// Minimum side in points. The guide for widgets gives no number; this is the size that Apple's guidelines require
  /// for controls in general.
  static let leastPt = 44.0

  static func findings(in targets: [TapTarget], slot: String) -> [GuideFinding] {
    untouched(targets, slot) + small(targets, slot)
  }

  /// Panels draw the labels of buttons and toggles, and take no touch yet.
  private static func untouched(_ targets: [TapTarget], _ slot: String) -> [GuideFinding] {
    [TapTarget.Kind.button, .toggle].filter { kind in targets.contains { $0.kind == kind } }.map { kind in
      GuideFinding(
        rule: .touch, slot: slot,
        message: "a \(kind.rawValue), and touch is not available on a panel yet: it shows its label and does nothing")
    }
  }

  private static func small(_ targets: [TapTarget], _ slot: String) -> [GuideFinding] {
    targets.filter { min($0.framePt.width, $0.framePt.height) < leastPt - 0.5 }.prefix(3).map { target in
      let size = "\(Int(target.framePt.width.rounded()))×\(Int(target.framePt.height.rounded())) pt"
      return GuideFinding(
        rule: .targetSize, slot: slot,
        message: "a \(target.kind.rawValue) of \(size); expected \(Int(leastPt))×\(Int(leastPt)) pt or more, with room "
          + "around its label")
    }
  }
}
