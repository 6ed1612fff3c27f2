import AfterglowViews

/// The screen of a device as a place for widgets: the sizes of its families in points (docs/rules.md, tables T5 to T8).
public struct WidgetHost: Hashable, Sendable {
  /// The size in which a family is laid out and the size in which it is shown; they differ on iPads only
  /// (docs/rules.md, rule 6).
  public struct FamilySize: Hashable, Sendable {
    /// The size for layout, in points.
    public var canvas: Size
    /// The size on the device's screen, in points.
    public var device: Size
  }

  /// The kind of device.
  public var platform: WidgetPlatform
  /// The screens that have these sizes, in points; empty on watches and Vision.
  public var screens: [Size]
  /// The name in scene files, such as `iPhone 430x932` or `Watch 45mm`.
  public var name: String
  var sizes: [WidgetFamily: FamilySize]
  /// A family's physical size in millimetres at 100 % (T7); empty except on Vision.
  var millimetres: [WidgetFamily: Size] = [:]

  /// The size of a family; `nil` if this host does not offer it.
  public func size(of family: WidgetFamily) -> FamilySize? { sizes[family] }
  /// The physical size of a family at 100 % (docs/rules.md, table T7); `nil` except on Vision.
  public func millimetres(of family: WidgetFamily) -> Size? { millimetres[family] }

  init(
    _ platform: WidgetPlatform, _ name: String, screens: [Size] = [], _ sizes: [WidgetFamily: FamilySize],
    millimetres: [WidgetFamily: Size] = [:]
  ) {
    self.platform = platform
    self.name = name
    self.screens = screens
    self.sizes = sizes
    self.millimetres = millimetres
  }
}

extension WidgetHost {
  /// Every row of tables T5 to T8.
  public static let all: [WidgetHost] = iPhones + iPads + [vision] + watches

  /// The host with this name, or with a screen of this name, case-insensitive: `iPhone 430x932`, `iPad 820x1180`,
  /// `Vision`, `Watch 45mm`.
  ///
  /// - Returns: `nil` if the tables have no such row.
  public static func named(_ name: String) -> WidgetHost? {
    let wanted = name.lowercased()
    return all.first { $0.names.contains { $0.lowercased() == wanted } }
  }

  /// The name, and one for each further screen with the same sizes.
  public var names: [String] {
    let others = screens.map { "\(platform.displayName) \(Int(clamping: $0.width))x\(Int(clamping: $0.height))" }
    return [name] + others.filter { $0 != name }
  }

  /// The size of a family on a host; without a host, or where it lacks the family, that of the largest iPhone, of the
  /// iPad that shows its canvas unscaled, of Vision, or of a 45 mm watch, the first that has it.
  public static func size(of family: WidgetFamily, in context: WidgetContext, on host: WidgetHost?) -> FamilySize {
    if let size = host?.size(of: family) { return size }
    let isWatch = context == .watchFace || context == .smartStack
    let preferred = isWatch ? [watches[3]] : [iPhones[0], iPads[4], vision, watches[3]]
    return preferred.lazy.compactMap { $0.size(of: family) }.first ?? same(170, 170)
  }

  private static func same(_ width: Double, _ height: Double) -> FamilySize {
    let size = Size(width: width, height: height)
    return FamilySize(canvas: size, device: size)
  }

  // MARK: T5

  /// Table T5, the largest first. Widgets are laid out at the largest and shrunk for the others (docs/rules.md, rule
  /// 5).
  public static let iPhones: [WidgetHost] = [
    phone(
      [(430, 932), (428, 926)], small: (170, 170), medium: (364, 170), large: (364, 382), circular: (76, 76),
      rectangular: (172, 76), inline: (257, 26)),
    phone(
      [(414, 896)], small: (169, 169), medium: (360, 169), large: (360, 379), circular: (76, 76),
      rectangular: (160, 72), inline: (248, 26)),
    phone(
      [(414, 736)], small: (159, 159), medium: (348, 157), large: (348, 357), circular: (76, 76),
      rectangular: (170, 76), inline: (248, 26)),
    phone(
      [(393, 852), (390, 844)], small: (158, 158), medium: (338, 158), large: (338, 354), circular: (72, 72),
      rectangular: (160, 72), inline: (234, 26)),
    phone(
      [(375, 812), (360, 780)], small: (155, 155), medium: (329, 155), large: (329, 345), circular: (72, 72),
      rectangular: (157, 72), inline: (225, 26)),
    phone(
      [(375, 667)], small: (148, 148), medium: (321, 148), large: (321, 324), circular: (68, 68),
      rectangular: (153, 68), inline: (225, 26)),
    phone(
      [(320, 568)], small: (141, 141), medium: (292, 141), large: (292, 311), circular: nil, rectangular: nil,
      inline: nil),
  ]

  private typealias Pair = (Double, Double)

  private static func phone(
    _ screens: [Pair], small: Pair, medium: Pair, large: Pair, circular: Pair?, rectangular: Pair?,
    inline: Pair?
  ) -> WidgetHost {
    let rows: [(WidgetFamily, Pair?)] = [
      (.systemSmall, small), (.systemMedium, medium), (.systemLarge, large), (.accessoryCircular, circular),
      (.accessoryRectangular, rectangular), (.accessoryInline, inline),
    ]
    let sizes = rows.compactMap { family, pair in pair.map { (family, same($0.0, $0.1)) } }
    return WidgetHost(
      .iPhone, "iPhone \(Int(clamping: screens[0].0))x\(Int(clamping: screens[0].1))",
      screens: screens.map { Size(width: $0.0, height: $0.1) }, Dictionary(uniqueKeysWithValues: sizes))
  }

  // MARK: T6

  /// Table T6: canvas and device sizes. Sizes of lock screen accessories are not published; they are the largest
  /// iPhone's.
  public static let iPads: [WidgetHost] = [
    pad(
      [(768, 1024), (744, 1133)], small: (141, 120), medium: (305.5, 141, 260, 120), large: (305.5, 260),
      extraLarge: (634.5, 305.5, 540, 260)),
    pad(
      [(810, 1080)], small: (146, 124), medium: (320.5, 146, 272, 124), large: (320.5, 272),
      extraLarge: (669, 320.5, 568, 272)),
    pad(
      [(820, 1180), (834, 1194)], small: (155, 136), medium: (342, 155, 300, 136), large: (342, 300),
      extraLarge: (715.5, 342, 628, 300)),
    pad(
      [(834, 1112)], small: (150, 132), medium: (327.5, 150, 288, 132), large: (327.5, 288),
      extraLarge: (682, 327.5, 600, 288)),
    pad(
      [(954, 1373), (970, 1389)], small: (162, 162), medium: (350, 162, 350, 162), large: (350, 350),
      extraLarge: (726, 350, 726, 350)),
    pad(
      [(1024, 1366)], small: (170, 160), medium: (378.5, 170, 356, 160), large: (378.5, 356),
      extraLarge: (795, 378.5, 748, 356)),
    pad(
      [(1192, 1590)], small: (188, 188), medium: (412, 188, 412, 188), large: (412, 412),
      extraLarge: (860, 412, 860, 412)),
  ]

  private typealias Four = (Double, Double, Double, Double)

  /// Small and large are squares: canvas side, device side. Medium and extra large: canvas, then device. The lock
  /// screen's accessories have no published sizes on iPads; they are the largest iPhone's, our choice.
  private static func pad(
    _ screens: [Pair], small: Pair, medium: Four, large: Pair, extraLarge: Four
  ) -> WidgetHost {
    func square(_ pair: Pair) -> FamilySize { oblong((pair.0, pair.0, pair.1, pair.1)) }
    func oblong(_ four: Four) -> FamilySize {
      FamilySize(canvas: Size(width: four.0, height: four.1), device: Size(width: four.2, height: four.3))
    }
    return WidgetHost(
      .iPad, "iPad \(Int(clamping: screens[0].0))x\(Int(clamping: screens[0].1))",
      screens: screens.map { Size(width: $0.0, height: $0.1) },
      [
        .systemSmall: square(small), .systemMedium: oblong(medium), .systemLarge: square(large),
        .systemExtraLarge: oblong(extraLarge), .accessoryCircular: same(76, 76),
        .accessoryRectangular: same(172, 76), .accessoryInline: same(257, 26),
      ])
  }

  // MARK: T7

  /// Table T7: sizes in points and in millimetres.
  public static let vision = WidgetHost(
    .vision, "Vision",
    [
      .systemSmall: same(158, 158), .systemMedium: same(338, 158), .systemLarge: same(338, 354),
      .systemExtraLarge: same(450, 338), .systemExtraLargePortrait: same(338, 450),
    ],
    millimetres: [
      .systemSmall: Size(width: 268, height: 268), .systemMedium: Size(width: 574, height: 268),
      .systemLarge: Size(width: 574, height: 600), .systemExtraLarge: Size(width: 763, height: 574),
      .systemExtraLargePortrait: Size(width: 574, height: 763),
    ])

  // MARK: T8

  /// Table T8: cards of the Smart Stack, by the case in millimetres. Sizes of complications are not published; they are
  /// derived from the card's height.
  public static let watches: [WidgetHost] = [
    watch(40, 152, 69.5), watch(41, 165, 72.5), watch(44, 173, 76.5), watch(45, 184, 80.5), watch(49, 191, 81.5),
  ]

  /// The Smart Stack's card is the rectangular family's size. Sizes of round complications are not published; they are
  /// as high as two lines of the card, our choice.
  private static func watch(_ mm: Int, _ width: Double, _ height: Double) -> WidgetHost {
    WidgetHost(
      .watch, "Watch \(mm)mm",
      [
        .accessoryRectangular: same(width, height), .accessoryCircular: same(height * 0.62, height * 0.62),
        .accessoryCorner: same(height * 0.56, height * 0.56), .accessoryInline: same(width, 22),
      ])
  }
}
