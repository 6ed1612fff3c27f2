import Foundation

/// Colours of iOS that an asset catalogue names, such as `systemRedColor`.
enum SystemColorNames {
  private static let colors: [String: UIColor] = [
    "systemRedColor": .systemRed, "systemOrangeColor": .systemOrange, "systemYellowColor": .systemYellow,
    "systemGreenColor": .systemGreen, "systemMintColor": .systemMint, "systemTealColor": .systemTeal,
    "systemCyanColor": .systemCyan, "systemBlueColor": .systemBlue, "systemIndigoColor": .systemIndigo,
    "systemPurpleColor": .systemPurple, "systemPinkColor": .systemPink, "systemBrownColor": .systemBrown,
    "systemGrayColor": .systemGray, "systemGray2Color": .systemGray2, "systemGray3Color": .systemGray3,
    "systemGray4Color": .systemGray4, "systemGray5Color": .systemGray5, "systemGray6Color": .systemGray6,
    "labelColor": .label, "secondaryLabelColor": .secondaryLabel, "tertiaryLabelColor": .tertiaryLabel,
    "separatorColor": .separator, "linkColor": .systemBlue, "systemFillColor": .systemFill,
    "secondarySystemFillColor": .secondarySystemFill, "tertiarySystemFillColor": .tertiarySystemFill,
    "systemBackgroundColor": .systemBackground, "secondarySystemBackgroundColor": .secondarySystemBackground,
    "tertiarySystemBackgroundColor": .tertiarySystemBackground,
    "systemGroupedBackgroundColor": .systemGroupedBackground,
    "secondarySystemGroupedBackgroundColor": .secondarySystemGroupedBackground,
  ]

  /// The values of a colour in light and dark appearance, 0xAARRGGBB; nil for an unknown name.
  static func pair(_ name: String) -> (light: UInt32, dark: UInt32)? {
    guard let color = colors[name].map(Color.init(uiColor:)) else { return nil }
    var environment = EnvironmentValues()
    environment.colorScheme = .light
    let light = color.value(in: environment)
    environment.colorScheme = .dark
    return (light, color.value(in: environment))
  }
}
