/// The sizes of text styles (docs/rules.md, rule 18): those of a handheld device, which widgets keep in all places, or
/// the smaller ones of a desk's display, which is read from an arm's length.
public enum TypeTable: String, CaseIterable, Hashable, Codable, Sendable {
  /// HIG, Typography, iOS and iPadOS: body text has 17 pt.
  case iOS
  /// HIG, Typography, macOS: body text has 13 pt. Styles of 10 pt have 11 pt here (docs/rules.md, rule 12).
  case macOS
}

extension Font.TextStyle {
  /// In points. The macOS styles scale like the iOS ones with type sizes for which Apple publishes no table.
  func size(at typeSize: DynamicTypeSize, in table: TypeTable) -> Double {
    switch table {
    case .iOS: size(at: typeSize)
    case .macOS: max(Font.smallestTextPt, (macSize * size(at: typeSize) / size).rounded())
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
