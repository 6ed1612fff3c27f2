import AfterglowCore
import AfterglowViews
import Foundation

import struct AfterglowViews.Color

/// The host's own drawings, behind and around widgets.
enum HostChrome {
  /// The lock screen's time, as large as its frame allows: in one line, or hours above minutes in a high frame.
  struct LockClock: View {
    let size: Size
    @Environment(\.isLuminanceReduced) private var isLuminanceReduced

    /// Between the two lines, in shares of their height.
    private static let gap = 0.16
    /// Widths of "00" and "00:00" from the first ink to the last, in shares of the type size.
    private static let pairShare = 1.23
    private static let lineShare = 2.76

    private static func isStacked(_ size: Size) -> Bool { size.height > size.width / 2 }

    private static func points(in size: Size) -> Double {
      isStacked(size)
        ? min(size.height / (2 + gap) / Font.capHeightShare * 0.98, size.width / 1.3)
        // "00:00" in tabular figures is 2.9 em wide.
        : min(size.height / Font.capHeightShare * 0.98, size.width / 2.95)
    }

    /// Width of the widest time in a frame of this size, in points.
    static func inkWidth(in size: Size) -> Double { points(in: size) * (isStacked(size) ? pairShare : lineShare) }

    var body: some View {
      let points = Self.points(in: size)
      Group {
        if Self.isStacked(size) {
          VStack(spacing: points * Font.capHeightShare * Self.gap) {
            line(.hour, points)
            line(.minute, points)
          }
        } else {
          line(.hourMinute, points)
        }
      }
      // The box has the width of two-digit hours; the time is centred in it.
      .multilineTextAlignment(.center)
      .frame(width: size.width, height: size.height)
    }

    private func line(_ format: ClockFormat, _ points: Double) -> some View {
      let font = Font.system(size: points, weight: isLuminanceReduced ? .light : .semibold)
      // The foot of the lock screen is as wide as a line of cells.
      return Text(clock: format)
        .font(format == .hourMinute ? font.monospacedDigit() : font)
        .lineLimit(1)
        .fixedSize()
        .frame(height: points * Font.capHeightShare)
        .accessibilityIdentifier("lockClock")
    }
  }

  /// A watch's face: sixty marks.
  struct Dial: View {
    let side: Double

    var body: some View {
      ZStack {
        DialMarks(isHours: false, length: side * 0.02, width: max(0.6, side * 0.006)).fill(.tertiary)
        DialMarks(isHours: true, length: side * 0.05, width: side * 0.014).fill(.primary)
      }
      .frame(width: side, height: side)
    }
  }

  /// A watch's hands, with a rim in the colour of the face that parts them from what they pass.
  struct Hands: View {
    let side: Double
    let hourLength: Double
    @Environment(\.isLuminanceReduced) private var isLuminanceReduced

    private static let minuteLength = 0.8

    var body: some View {
      let width = side * (isLuminanceReduced ? 0.016 : 0.026)
      let rim = side * 0.012
      let rimLength = 2 * rim / side
      ZStack {
        Group {
          ClockHand(unit: .hour, length: hourLength + rimLength, width: width * 1.25 + 2 * rim)
          ClockHand(unit: .minute, length: Self.minuteLength + rimLength, width: width + 2 * rim)
        }
        .foregroundStyle(.background)
        ClockHand(unit: .hour, length: hourLength, width: width * 1.25).foregroundStyle(.primary)
          .accessibilityIdentifier("hour hand")
        ClockHand(unit: .minute, length: Self.minuteLength, width: width).foregroundStyle(.primary)
          .accessibilityIdentifier("minute hand")
      }
      .frame(width: side, height: side)
    }
  }

  /// The edge around a card of a Smart Stack.
  struct CardEdge: View {
    let radius: Double

    var body: some View {
      RoundedRectangle(cornerRadius: radius).strokeBorder(.tertiary, lineWidth: 1)
        .accessibilityIdentifier("cardEdge")
    }
  }

  /// In place of a widget that cannot be drawn (rule 85): bars of different widths.
  struct Unknown: View {
    var body: some View {
      VStack(alignment: .leading, spacing: 8) {
        HiddenShape(RoundedRectangle(cornerRadius: 4)).frame(width: 64, height: 14)
        HiddenShape(RoundedRectangle(cornerRadius: 4)).frame(width: 96, height: 14)
        HiddenShape(RoundedRectangle(cornerRadius: 4)).frame(width: 44, height: 14)
      }
      .accessibilityIdentifier("unknown")
    }
  }

  /// In place of content that has never come: why, small and calm.
  struct Notice: View {
    let notice: ContentNotice
    let family: WidgetFamily
    /// Content margins for a widget that disables its own; zero for others.
    let margins: EdgeInsets

    private static let points = 13.0
    private static let smallPoints = 11.0

    var body: some View {
      let isSmall = family == .accessoryCircular || family == .accessoryCorner
      let points = isSmall ? Self.smallPoints : Self.points
      Text(isSmall ? notice.shortWords : notice.words)
        .font(.system(size: points, weight: .medium))
        .lineLimit(family == .accessoryInline ? 1 : 3)
        .minimumScaleFactor(Self.smallPoints / points)
        .multilineTextAlignment(.center)
        .foregroundStyle(.secondary)
        .accessibilityIdentifier("notice")
        .padding(margins)
    }
  }

  /// The edge of a pane of glass: lit at the top left, and less at the bottom right.
  struct GlassRim: View {
    let shape: RoundedRectangle

    var body: some View {
      let light = [0.42, 0.14, 0.06, 0.06, 0.2].map { Color(white: 1, opacity: $0) }
      shape.strokeBorder(
        LinearGradient(colors: light, startPoint: UnitPoint(x: 0.2, y: 0), endPoint: UnitPoint(x: 0.8, y: 1)),
        lineWidth: 0.85)
    }
  }

  private struct DialMarks: Shape {
    let isHours: Bool
    let length: Double
    let width: Double

    func path(in rect: CGRect) -> Path {
      let center = Point(x: rect.midX, y: rect.midY)
      let outer = min(rect.width, rect.height) / 2
      var path = Path()
      for index in 0..<60 where (index % 5 == 0) == isHours {
        let angle = Double(index) / 60 * 2 * .pi
        let (c, s) = (cos(angle), sin(angle))
        func point(_ distance: Double, _ side: Double) -> Point {
          Point(x: center.x + distance * c - side * s, y: center.y + distance * s + side * c)
        }
        path.addLines([
          point(outer - length, -width / 2), point(outer, -width / 2), point(outer, width / 2),
          point(outer - length, width / 2),
        ])
        path.closeSubpath()
      }
      return path
    }
  }

  struct Part {
    var frame: Rect
    var radius: Double
    var argb: UInt32
  }

  /// The shadow and frame of an elevated widget: a soft shadow of translucent shapes, widest first, then the frame.
  static func mounting(
    of widget: Rect, radius: Double, frameWidth: Double, isTilted: Bool, frameColor: UInt32
  ) -> [Part] {
    let frame = widget.insetBy(dx: -frameWidth, dy: -frameWidth)
    let outer = radius + frameWidth
    let depth = min(widget.width, widget.height) * 0.07
    let steps = 12
    var parts = (1...steps).reversed().map { step in
      let spread = depth * Double(step) / Double(steps)
      // Light comes from above; a widget on a table leans back and casts a longer shadow.
      let fall = depth * (isTilted ? 0.8 : 0.45)
      let shadow = frame.insetBy(dx: -spread, dy: -spread)
      return Part(
        frame: Rect(x: shadow.minX, y: shadow.minY + fall, width: shadow.width, height: shadow.height),
        radius: outer + spread, argb: 0x0D00_0000)
    }
    if frameWidth > 0 { parts.append(Part(frame: frame, radius: outer, argb: frameColor)) }
    return parts
  }

  /// The inside of a cut-out (rule 59): its upper edge casts a shadow, its lower edge is lit.
  struct Recess: View {
    let shape: RoundedRectangle
    let size: Size

    private static let steps = 7

    var body: some View {
      let depth = min(size.width, size.height) * 0.055
      ZStack {
        ForEach(1...Self.steps, id: \.self) { step in
          stroke([0.2, 0.09, 0.05], .black, width: depth * Double(step) / Double(Self.steps))
        }
        stroke([0, 0.02, 0.24], .white, width: 0.9)
      }
    }

    private func stroke(_ opacities: [Double], _ color: Color, width: Double) -> some View {
      let fading = LinearGradient(colors: opacities.map(color.opacity), startPoint: .top, endPoint: .bottom)
      return shape.strokeBorder(fading, lineWidth: width)
    }
  }
}

extension Rect {
  /// A rectangle of pixels in points.
  init(_ rect: PixelRect, scale: Double) {
    self.init(
      x: Double(rect.x0) / scale, y: Double(rect.y0) / scale, width: Double(rect.width) / scale,
      height: Double(rect.height) / scale)
  }
}
