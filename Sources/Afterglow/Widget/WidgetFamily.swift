/// Size class and place of a widget (WidgetKit's names).
public enum WidgetFamily: String, CaseIterable, Codable, Hashable, Sendable {
  case systemSmall
  case systemMedium
  case systemLarge
  case systemExtraLarge
  case systemExtraLargePortrait
  case accessoryCircular
  case accessoryCorner
  case accessoryRectangular
  case accessoryInline

  /// Whether it is one of the five system families, which have a container background and 16 pt margins.
  public var isSystem: Bool {
    switch self {
    case .systemSmall, .systemMedium, .systemLarge, .systemExtraLarge, .systemExtraLargePortrait: true
    case .accessoryCircular, .accessoryCorner, .accessoryRectangular, .accessoryInline: false
    }
  }
}

/// Sizes in points that a host gives to each family (facts.md T5).
public struct WidgetHost: Equatable, Sendable {
  public var name: String
  /// Screen sizes this row stands for, as Apple lists them.
  public var screens: String
  public var small: Size
  public var medium: Size
  public var large: Size
  /// nil: the host has no accessory families.
  public var circular: Size?
  public var rectangular: Size?
  public var inline: Size?

  init(
    _ screens: String, small: (Double, Double), medium: (Double, Double), large: (Double, Double),
    circular: (Double, Double)? = nil, rectangular: (Double, Double)? = nil, inline: (Double, Double)? = nil
  ) {
    func size(_ pair: (Double, Double)) -> Size { Size(width: pair.0, height: pair.1) }
    name = "iPhone " + screens
    self.screens = screens
    self.small = size(small)
    self.medium = size(medium)
    self.large = size(large)
    self.circular = circular.map(size)
    self.rectangular = rectangular.map(size)
    self.inline = inline.map(size)
  }

  /// nil where this host does not offer the family.
  public func size(of family: WidgetFamily) -> Size? {
    switch family {
    case .systemSmall: small
    case .systemMedium: medium
    case .systemLarge: large
    case .accessoryCircular: circular
    case .accessoryRectangular: rectangular
    case .accessoryInline: inline
    case .systemExtraLarge, .systemExtraLargePortrait, .accessoryCorner: nil
    }
  }

  /// Largest first; rule 5: widgets are laid out at the largest and shrunk.
  public static let iPhones: [WidgetHost] = [
    WidgetHost(
      "430x932, 428x926", small: (170, 170), medium: (364, 170), large: (364, 382), circular: (76, 76),
      rectangular: (172, 76), inline: (257, 26)),
    WidgetHost(
      "414x896", small: (169, 169), medium: (360, 169), large: (360, 379), circular: (76, 76), rectangular: (160, 72),
      inline: (248, 26)),
    WidgetHost(
      "414x736", small: (159, 159), medium: (348, 157), large: (348, 357), circular: (76, 76), rectangular: (170, 76),
      inline: (248, 26)),
    WidgetHost(
      "393x852, 390x844", small: (158, 158), medium: (338, 158), large: (338, 354), circular: (72, 72),
      rectangular: (160, 72), inline: (234, 26)),
    WidgetHost(
      "375x812, 360x780", small: (155, 155), medium: (329, 155), large: (329, 345), circular: (72, 72),
      rectangular: (157, 72), inline: (225, 26)),
    WidgetHost(
      "375x667", small: (148, 148), medium: (321, 148), large: (321, 324), circular: (68, 68), rectangular: (153, 68),
      inline: (225, 26)),
    WidgetHost("320x568", small: (141, 141), medium: (292, 141), large: (292, 311)),
  ]
}
