/// The viewer's preferred text size, by the names that SwiftUI had before ``DynamicTypeSize``.
public enum ContentSizeCategory: Hashable, Comparable, CaseIterable, Sendable {
  case extraSmall, small, medium, large, extraLarge, extraExtraLarge, extraExtraExtraLarge
  case accessibilityMedium, accessibilityLarge, accessibilityExtraLarge, accessibilityExtraExtraLarge,
    accessibilityExtraExtraExtraLarge

  /// Whether it is one of the five sizes above `extraExtraExtraLarge`.
  public var isAccessibilityCategory: Bool { self >= .accessibilityMedium }

  /// The category of a type size.
  public init(_ size: DynamicTypeSize) {
    self = zip(Self.allCases, DynamicTypeSize.allCases).first { $0.1 == size }?.0 ?? .large
  }
}

extension DynamicTypeSize {
  /// The type size of a category.
  public init(_ category: ContentSizeCategory) {
    self = zip(Self.allCases, ContentSizeCategory.allCases).first { $0.1 == category }?.0 ?? .large
  }
}

extension EnvironmentValues {
  /// The type size that text styles follow, by its old name: ``EnvironmentValues/dynamicTypeSize``.
  public var sizeCategory: ContentSizeCategory {
    get { ContentSizeCategory(dynamicTypeSize) }
    set { dynamicTypeSize = DynamicTypeSize(newValue) }
  }
}
