import AfterglowCore
import AfterglowLight

extension LightMode {
  /// The modes by the names that boards, scripts, logs and pages use, from the brightest to the darkest.
  public static let named: [(String, LightMode)] = [("day", .day), ("alwaysOn", .alwaysOn), ("night", .night)]

  public var name: String { Self.named[Int(rank)].0 }

  /// The names in words, such as `day, alwaysOn or night`.
  public static let choices = ModeNames.choices(named.map(\.0))
}

extension ModeOverride {
  /// The modes that can be requested: `automatic`, and those of `LightMode.named`.
  public static let named: [(String, ModeOverride)] = [
    ("automatic", .automatic), (LightMode.day.name, .day), (LightMode.alwaysOn.name, .alwaysOn),
    (LightMode.night.name, .night),
  ]

  /// - Returns: nil for an unknown name.
  public init?(named name: String) {
    guard let mode = Self.named.first(where: { $0.0 == name })?.1 else { return nil }
    self = mode
  }

  /// The names in words, such as `automatic, day, alwaysOn or night`.
  public static let choices = ModeNames.choices(named.map(\.0))
}

private enum ModeNames {
  static func choices(_ names: [String]) -> String {
    names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }
}
