import Afterglow
import Foundation

/// The sky of a day in which the sun neither rises nor sets.
enum PolarSky: Hashable, Sendable {
  case midnightSun
  case polarNight

  init(isSunUp: Bool) { self = isSunUp ? .midnightSun : .polarNight }

  var word: SharedWord { self == .midnightSun ? .midnightSun : .polarNight }
}

/// The name of a polar sky, in place of the hours of sunrise and sunset.
struct PolarWords: WidgetView {
  let sky: PolarSky
  let points: Double
  var weight = Font.Weight.medium
  /// Shrinks where its place is narrow; else it is as wide as it is.
  var isFitted = true

  var body: some View {
    CapText(text: Text(sky.word.text(in: locale)), size: points, weight: weight, isFitted: isFitted)
      .foregroundStyle(.secondary)
      .accessibilityIdentifier("polar sky")
  }
}
