import AfterglowViews
import Foundation

// What widgets and the views that they share with an app use of UIKit. The module `UIKit` has it under that name.

/// Light or dark appearance.
public enum UIUserInterfaceStyle: Int, Hashable, Sendable { case unspecified, light, dark }

extension UIUserInterfaceStyle {
  /// The style of an appearance.
  public init(_ colorScheme: ColorScheme?) {
    self =
      switch colorScheme {
      case .light: .light
      case .dark: .dark
      case nil: .unspecified
      }
  }
}

/// The kind of a device.
public enum UIUserInterfaceIdiom: Int, Hashable, Sendable {
  case unspecified = -1
  case phone = 0
  case pad = 1
  case tv = 2
  case carPlay = 3
  case mac = 5
  case vision = 6
}

/// Appearance, type size and resolution around a view.
public final class UITraitCollection: Sendable {
  public let userInterfaceStyle: UIUserInterfaceStyle
  public let preferredContentSizeCategory: UIContentSizeCategory
  /// Pixels per point.
  public let displayScale: CGFloat

  /// The traits around the view whose body is being evaluated; elsewhere those of a dark scene.
  public static var current: UITraitCollection {
    let environment = EnvironmentValues.ofBody
    return UITraitCollection(
      style: UIUserInterfaceStyle(environment.colorScheme),
      category: UIContentSizeCategory(environment.dynamicTypeSize), scale: environment.displayScale)
  }

  private init(style: UIUserInterfaceStyle, category: UIContentSizeCategory, scale: CGFloat) {
    userInterfaceStyle = style
    preferredContentSizeCategory = category
    displayScale = scale
  }

  public convenience init() { self.init(style: .unspecified, category: .unspecified, scale: 0) }
  public convenience init(userInterfaceStyle: UIUserInterfaceStyle) {
    self.init(style: userInterfaceStyle, category: .unspecified, scale: 0)
  }
  public convenience init(preferredContentSizeCategory: UIContentSizeCategory) {
    self.init(style: .unspecified, category: preferredContentSizeCategory, scale: 0)
  }
  public convenience init(displayScale: CGFloat) {
    self.init(style: .unspecified, category: .unspecified, scale: displayScale)
  }

  /// The kind of device (``UIDevice``).
  public var userInterfaceIdiom: UIUserInterfaceIdiom { UIDevice.current.userInterfaceIdiom }
}

/// The viewer's preferred text size.
public struct UIContentSizeCategory: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let unspecified = UIContentSizeCategory(rawValue: "_UICTContentSizeCategoryUnspecified")
  public static let extraSmall = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXS")
  public static let small = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryS")
  public static let medium = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryM")
  public static let large = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryL")
  public static let extraLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXL")
  public static let extraExtraLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXXL")
  public static let extraExtraExtraLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXXXL")
  public static let accessibilityMedium = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryAccessibilityM")
  public static let accessibilityLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryAccessibilityL")
  public static let accessibilityExtraLarge = UIContentSizeCategory(
    rawValue: "UICTContentSizeCategoryAccessibilityXL")
  public static let accessibilityExtraExtraLarge = UIContentSizeCategory(
    rawValue: "UICTContentSizeCategoryAccessibilityXXL")
  public static let accessibilityExtraExtraExtraLarge = UIContentSizeCategory(
    rawValue: "UICTContentSizeCategoryAccessibilityXXXL")

  /// From the smallest to the largest, as ``DynamicTypeSize`` has them.
  private static let all = [
    extraSmall, small, medium, large, extraLarge, extraExtraLarge, extraExtraExtraLarge, accessibilityMedium,
    accessibilityLarge, accessibilityExtraLarge, accessibilityExtraExtraLarge, accessibilityExtraExtraExtraLarge,
  ]

  /// The category of a type size.
  public init(_ size: DynamicTypeSize) {
    self = zip(Self.all, DynamicTypeSize.allCases).first { $0.1 == size }?.0 ?? .large
  }

  /// The category by SwiftUI's name of it.
  public init(_ category: ContentSizeCategory?) {
    self = category.map { UIContentSizeCategory(DynamicTypeSize($0)) } ?? .unspecified
  }

  /// Whether it is one of the five sizes above `extraExtraExtraLarge`.
  public var isAccessibilityCategory: Bool { self >= .accessibilityMedium }

  /// The type size of the category; `large` for an unknown one.
  var typeSize: DynamicTypeSize {
    zip(DynamicTypeSize.allCases, Self.all).first { $0.1 == self }?.0 ?? .large
  }

  public static func < (one: UIContentSizeCategory, other: UIContentSizeCategory) -> Bool {
    (all.firstIndex(of: one) ?? -1) < (all.firstIndex(of: other) ?? -1)
  }
}

extension DynamicTypeSize {
  /// The type size of a category; `nil` for an unknown one.
  public init?(_ category: UIContentSizeCategory) {
    guard UIContentSizeCategory(category.typeSize) == category else { return nil }
    self = category.typeSize
  }
}

extension ColorScheme {
  /// The appearance of a style; `nil` if it is unspecified.
  public init?(_ style: UIUserInterfaceStyle) {
    switch style {
    case .unspecified: return nil
    case .light: self = .light
    case .dark: self = .dark
    }
  }
}
