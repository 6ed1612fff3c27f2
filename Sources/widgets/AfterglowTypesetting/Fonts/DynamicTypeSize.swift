/// The viewer's preferred text size. Text styles follow it by Apple's table (HIG, Typography, iOS), fixed sizes do not.
public enum DynamicTypeSize: String, Hashable, Comparable, Codable, Sendable, CaseIterable {
  case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
  case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5

  /// Whether it is one of the five sizes above `xxxLarge`.
  public var isAccessibilitySize: Bool { self >= .accessibility1 }

  public static func < (one: DynamicTypeSize, other: DynamicTypeSize) -> Bool { one.step < other.step }

  fileprivate var step: Int { Self.allCases.firstIndex(of: self)! }

  /// The nearest one in a range; itself if the range is empty.
  package func clamped(to range: some RangeExpression<DynamicTypeSize>) -> DynamicTypeSize {
    if range.contains(self) { return self }
    let allowed = Self.allCases.filter(range.contains)
    return (allowed.first.map { self < $0 } == true ? allowed.first : allowed.last) ?? self
  }
}

extension Font.TextStyle {
  /// The size in points at a type size (HIG, Typography, iOS): 14 to 53 for body text.
  public func size(at typeSize: DynamicTypeSize) -> Double { sizes[typeSize.step] }

  /// From xSmall to accessibility5 (HIG, Typography, iOS).
  private var sizes: [Double] {
    switch self {
    case .largeTitle: [31, 32, 33, 34, 36, 38, 40, 44, 48, 52, 56, 60]
    case .title: [25, 26, 27, 28, 30, 32, 34, 38, 43, 48, 53, 58]
    case .title2: [19, 20, 21, 22, 24, 26, 28, 34, 39, 44, 50, 56]
    case .title3: [17, 18, 19, 20, 22, 24, 26, 31, 37, 43, 49, 55]
    case .headline, .body: [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]
    case .callout: [13, 14, 15, 16, 18, 20, 22, 26, 32, 38, 44, 51]
    case .subheadline: [12, 13, 14, 15, 17, 19, 21, 25, 30, 36, 42, 49]
    case .footnote: [12, 12, 12, 13, 15, 17, 19, 23, 27, 33, 38, 44]
    case .caption: [11, 11, 11, 12, 14, 16, 18, 22, 26, 32, 37, 43]
    case .caption2: [11, 11, 11, 11, 13, 15, 17, 20, 24, 29, 34, 40]
    }
  }
}
