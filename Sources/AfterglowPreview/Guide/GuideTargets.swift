import Afterglow

/// Finds links, buttons and toggles that are too small for a finger (docs/rules.md, rule 83).
enum GuideTargets {
  /// Minimum side in points. The guide for widgets gives no number; this is the size that Apple's guidelines require
  /// for controls in general.
  static let leastPt = 44.0

  static func findings(in targets: [TapTarget], slot: String) -> [GuideFinding] {
    targets.filter { min($0.framePt.width, $0.framePt.height) < leastPt - 0.5 }.prefix(3).map { target in
      let size = "\(Int(target.framePt.width.rounded()))×\(Int(target.framePt.height.rounded())) pt"
      return GuideFinding(
        rule: .targetSize, slot: slot,
        message: "a \(target.kind.rawValue) of \(size); expected \(Int(leastPt))×\(Int(leastPt)) pt or more, with room "
          + "around its label")
    }
  }
}
