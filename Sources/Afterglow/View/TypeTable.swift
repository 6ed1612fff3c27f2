/// The sizes of text styles (docs/rules.md, rule 18): those of a handheld device, which widgets keep wherever they are
/// shown, or the smaller ones of a desk's display, which is read from an arm's length.
public enum TypeTable: String, CaseIterable, Hashable, Codable, Sendable {
  /// HIG, Typography, iOS and iPadOS: body text has 17 pt.
  case iOS
  /// HIG, Typography, macOS: body text has 13 pt. What has 10 pt there has 11 pt here (docs/rules.md, rule 12).
  case macOS
}

extension Font.TextStyle {
  /// In points. A desk's styles grow as the others do with a type size that Apple has no such table for.
  func size(at typeSize: DynamicTypeSize, in table: TypeTable) -> Double {
    switch table {
    case .iOS: size(at: typeSize)
    case .macOS: max(PanelLayout.smallestTextPt, (macSize * size(at: typeSize) / size).rounded())
    }
  }

  private var macSize: Double {
    switch self {
    case .largeTitle: 26
    case .title: 22
    case .title2: 17
    case .title3: 15
    case .headline, .body: 13
    case .callout: 12
    case .subheadline: 11
    case .footnote, .caption, .caption2: 10
    }
  }
}
