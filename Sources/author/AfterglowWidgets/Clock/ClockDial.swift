import Afterglow
import Foundation

/// A dial: ticks, hour and minute hand, and optionally a second hand.
struct ClockDial: WidgetView {
  let side: Double
  var showsSeconds = false
  var zone: TimeZone?
  /// Fewer marks and stronger hands, for small dials.
  var isSimplified = false
  /// From afar, hands matter more than marks.
  var level = LevelOfDetail.default

  var body: some View {
    let isFar = level == .simplified
    let isPlain = isSimplified || isFar
    // In shares of the dial: hands as wide as the hour ticks are long read as one family.
    let hand = side * (isLuminanceReduced ? 0.024 : 0.046) * (isFar ? 1.5 : isSimplified ? 1.3 : 1)
    ZStack {
      if !isPlain {
        DialTicks(isHours: false, width: side * 0.008, length: side * 0.030).fill(.tertiary)
      }
      DialTicks(
        isHours: true, width: side * (isLuminanceReduced ? 0.010 : 0.020) * (isFar ? 1.4 : 1),
        length: side * (isFar ? 0.045 : 0.075)
      )
      .fill(.primary)
      ClockHand(unit: .hour, length: isFar ? 0.62 : 0.52, width: hand, in: zone).foregroundStyle(.primary)
        .accessibilityIdentifier("hour hand")
      // Short of the hours' marks: one that ends a pixel before them looks like a flaw.
      ClockHand(unit: .minute, length: isFar ? 0.84 : 0.78, width: hand, in: zone).foregroundStyle(.primary)
        .accessibilityIdentifier("minute hand")
      if showsSeconds && !isLuminanceReduced && !isPlain {
        ClockHand(unit: .second, length: 0.92, width: side * 0.012, tail: 0.16, in: zone)
          .foregroundStyle(Color.marked(.orange, grey: 200))
          .widgetAccentable()
          .accessibilityIdentifier("second hand")
      }
      Circle().fill(.background).frame(width: side * 0.022, height: side * 0.022)
    }
    .frame(width: side, height: side)
  }
}

/// Twelve or forty-eight marks with round ends in one outline.
private struct DialTicks: Shape {
  let isHours: Bool
  let width: Double
  let length: Double

  var body: some View { PathShape(path(in:)) }

  func path(in rect: CGRect) -> Path {
    let center = Point(x: rect.midX, y: rect.midY)
    let outer = min(rect.width, rect.height) / 2
    var path = Path()
    for index in 0..<60 where (index % 5 == 0) == isHours {
      let angle = Angle.turns(Double(index) / 60)
      path.addCapsule(
        from: center.away(outer - length + width / 2, angle), to: center.away(outer - width / 2, angle),
        width: width)
    }
    return path
  }
}
