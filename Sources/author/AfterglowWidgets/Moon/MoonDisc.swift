import Afterglow
import Foundation

/// The moon in its highest position with its present light: a half circle on the side of the sun, and half an ellipse
/// where light and shadow meet. Filled by day, in lines under reduced luminance; on paper the shadow is ink.
struct MoonDisc: WidgetView {
  let entry: MoonEntry
  let side: Double

  var body: some View {
    ZStack {
      if isPlaceholder {
        // A placeholder must not look like a real moon (rule 85).
        HiddenShape(Circle())
      } else if value(\.accessibilityInvertColors) {
        printed
      } else if isLuminanceReduced {
        outlined
      } else if mode != .fullColor {
        plain
      } else if scheme == .light {
        // A bright moon needs a dark sky.
        Circle().fill(Color(hex: 0x1B_2136))
        lit.padding(side * 0.055)
      } else {
        lit
      }
    }
    .frame(width: side, height: side)
    // The sky is not mirrored where the language is read from the right.
    .environment(\.layoutDirection, .leftToRight)
    .accessibilityIdentifier("moon")
  }

  private var light: MoonLight { MoonLight(share: share, direction: entry.light) }
  /// - Parameter inset: the distance kept from the limb, in points.
  private func shadow(inset: Double = 0) -> MoonLight {
    MoonLight(share: 1 - share, direction: .degrees(entry.light.degrees + 180), inset: inset)
  }

  /// The lit share as it is drawn.
  private var share: Double { Self.drawnShare(entry.illumination, pixels: side / value(\.pixelLength)) }

  /// The lit share of a disc: as it is, but a small one shows light and shadow at least three pixels wide, and four from 20 px on,
  /// unless the moon is new or full. Else its limb would cover them.
  ///
  /// - Parameter pixels: the disc's diameter.
  static func drawnShare(_ illumination: Double, pixels: Double) -> Double {
    guard pixels < 28, illumination > 0.02, illumination < 0.98 else { return illumination }
    let least = min(0.5, max(3 / pixels, min(0.2, 4 / pixels)))
    return min(max(illumination, least), 1 - least)
  }

  /// Line width of the shadow's limb.
  private var thin: Double { max(0.8, side * 0.01) }

  /// A face of warm grey with its seas, darker towards the shadow, and the earth's faint light on the rest.
  private var lit: some View {
    let (x, y) = (cos(entry.light.radians) / 2, sin(entry.light.radians) / 2)
    // From where light and shadow meet to the limb.
    let edge = 1 - 2 * share
    // The slant of the light shows most at half moon; a full moon is even, and a crescent too narrow for shades.
    let even = abs(edge)
    let (dark, middle, bright) = (Color(hex: 0xB2_A88E), Color(hex: 0xE6_DCC0), Color(hex: 0xFB_F5E4))
    let sea = Color(hex: 0x5A_5344)
    let night = scheme == .light ? Color(hex: 0x33_394E) : Color(hex: 0x36_3533)
    return ZStack {
      Circle().fill(night)
      Circle().strokeBorder(Color(hex: 0x7C_7970), lineWidth: thin)
      light.fill(
        LinearGradient(
          colors: [
            dark.mixed(with: bright, by: even * 0.8), middle.mixed(with: bright, by: even * 0.7), bright,
          ],
          startPoint: UnitPoint(x: 0.5 + x * edge, y: 0.5 + y * edge), endPoint: UnitPoint(x: 0.5 + x, y: 0.5 + y)))
      // Three times, for a softer shore.
      MoonSeas(isTurned: entry.isTurned).fill(sea).opacity(0.09)
      MoonSeas(isTurned: entry.isTurned, share: 0.92).fill(sea).opacity(0.09)
      MoonSeas(isTurned: entry.isTurned, share: 0.84).fill(sea).opacity(0.09)
      shadow(inset: thin).fill(night)
    }
  }

  /// The moon in the host's colours: the lit part opaque, the rest faint.
  private var plain: some View {
    ZStack {
      Circle().fill(.tertiary).opacity(0.4)
      Circle().strokeBorder(.tertiary, lineWidth: thin)
      light.fill(Color.marked(.white, grey: 235)).widgetAccentable()
    }
  }

  private var outlined: some View {
    let line = max(0.8, side * 0.022)
    return ZStack {
      Circle().strokeBorder(.tertiary, lineWidth: line * 0.7)
      // Two outlines alone would be read as two rings, and a filled disc would light many pixels.
      MoonHatch(light: light).stroke(.tertiary, lineWidth: line * 0.55).padding(line).widgetAccentable()
      light
        .stroke(
          Color.marked(Color(hex: 0xE9_E0C6), grey: 235),
          style: StrokeStyle(lineWidth: line, lineCap: .round, lineJoin: .round)
        )
        .padding(line / 2)
        .widgetAccentable()
    }
  }

  /// As in almanacs: the lit part is the paper's white, the shadow black.
  private var printed: some View {
    let line = max(0.8, side * 0.02)
    return ZStack {
      Circle().strokeBorder(.primary, lineWidth: line)
      shadow().fill(.primary)
    }
  }
}

/// The lit part of a disc.
struct MoonLight: Shape {
  /// The lit share of the disc's area.
  let share: Double
  /// Towards the sun, clockwise from three o'clock.
  let direction: Angle
  /// Distance from the limb, in points; 0 at the line between light and shadow.
  var inset = 0.0

  private static let stepCount = 48

  var body: some View { PathShape(path(in:)) }

  func path(in rect: CGRect) -> Path {
    let middle = Point(x: rect.midX, y: rect.midY)
    let radius = min(rect.width, rect.height) / 2
    // Seen from the side the terminator is a circle; its half axis is the cosine of the phase angle.
    let axis = 1 - 2 * share
    let (ahead, aside) = (cos(direction.radians), sin(direction.radians))
    func point(_ x: Double, _ y: Double) -> Point {
      Point(x: middle.x + x * ahead - y * aside, y: middle.y + x * aside + y * ahead)
    }
    func meeting(_ angle: Double) -> Double { radius * axis * cos(angle) }
    func limb(_ angle: Double) -> Double {
      let (free, y) = (radius - inset, radius * sin(angle))
      return abs(y) < free ? max((free * free - y * y).squareRoot(), meeting(angle)) : meeting(angle)
    }
    let angles = (0...Self.stepCount).map { (Double($0) / Double(Self.stepCount) - 0.5) * .pi }
    var path = Path()
    path.addLines(
      angles.map { point(limb($0), radius * sin($0)) }
        + angles.reversed().dropFirst().dropLast().map { point(meeting($0), radius * sin($0)) })
    path.closeSubpath()
    return path
  }
}

/// Lines across the lit part of a disc, towards the sun.
private struct MoonHatch: Shape {
  let light: MoonLight

  /// Distance between two lines: at least so many points, and such a share of the disc's diameter.
  private static let (leastPitch, pitchShare) = (4.0, 0.075)

  var body: some View { PathShape(path(in:)) }

  func path(in rect: CGRect) -> Path {
    let middle = Point(x: rect.midX, y: rect.midY)
    let radius = min(rect.width, rect.height) / 2
    let pitch = max(Self.leastPitch, 2 * radius * Self.pitchShare)
    let (ahead, aside) = (cos(light.direction.radians), sin(light.direction.radians))
    func point(_ x: Double, _ y: Double) -> Point {
      Point(x: middle.x + x * ahead - y * aside, y: middle.y + x * aside + y * ahead)
    }
    var path = Path()
    let count = Int(clamping: (radius / pitch).rounded(.down))
    for line in -count...count {
      let y = Double(line) * pitch
      let limb = max(0, radius * radius - y * y).squareRoot()
      // Half an ellipse, as in the outline.
      let meeting = limb * (1 - 2 * light.share)
      if limb - meeting > pitch / 2 { path.addLines([point(meeting, y), point(limb, y)]) }
    }
    return path
  }
}

/// The large dark plains of the moon's near side: round on the sphere, and so narrower towards the limb.
struct MoonSeas: Shape {
  /// Whether north is below.
  let isTurned: Bool
  /// How much of each sea's radius is drawn.
  var share = 1.0

  /// Degrees east and north of the middle, and radius.
  private struct Sea {
    let longitude: Double
    let latitude: Double
    let radius: Double

    init(_ longitude: Double, _ latitude: Double, _ radius: Double) {
      (self.longitude, self.latitude, self.radius) = (longitude, latitude, radius)
    }
  }

  /// Imbrium, Serenitatis, Tranquillitatis, Crisium; Fecunditatis, Nectaris, Vaporum, Insularum; Procellarum (three parts),
  /// Cognitum; Nubium, Humorum, Frigoris (three parts).
  private static let seas = [
    Sea(-16, 33, 18), Sea(18, 28, 11), Sea(31, 8.5, 14), Sea(59, 17, 8.5),  //
    Sea(51, -6, 12.5), Sea(35, -15, 6), Sea(3, 13, 4), Sea(-29, 7, 9),  //
    Sea(-53, 34, 12), Sea(-56, 14, 16), Sea(-47, -4, 11), Sea(-23, -9, 8),  //
    Sea(-16, -21, 11), Sea(-39, -24, 7), Sea(-26, 57, 4), Sea(-6, 58, 4), Sea(16, 56, 4),
  ]
  private static let stepCount = 32

  var body: some View { PathShape(path(in:)) }

  func path(in rect: CGRect) -> Path {
    let side = min(rect.width, rect.height) / 2 * (isTurned ? -1 : 1)
    var path = Path()
    for (index, sea) in Self.seas.enumerated() {
      path.addLines(
        (0..<Self.stepCount).map { step in
          let seen = Self.shore(sea, .turns(Double(step) / Double(Self.stepCount)), share, number: index)
          return Point(x: rect.midX + seen.x * side, y: rect.midY - seen.y * side)
        })
      path.closeSubpath()
    }
    return path
  }

  /// A point of a sea's shore as it is seen, in shares of the moon's radius eastwards and northwards.
  private static func shore(_ sea: Sea, _ angle: Angle, _ share: Double, number: Int) -> (x: Double, y: Double) {
    let (bearing, own) = (angle.radians, Double(number) * 1.7)
    // No shore is a circle.
    let uneven = 1 + 0.09 * sin(2 * bearing + own) + 0.06 * sin(3 * bearing + 2.1 * own)
    let radius = Angle.degrees(sea.radius * share * uneven).radians
    let (longitude, latitude) = (Angle.degrees(sea.longitude).radians, Angle.degrees(sea.latitude).radians)
    let (east, north) = (sin(radius) * cos(bearing), sin(radius) * sin(bearing))
    return (
      x: cos(radius) * cos(latitude) * sin(longitude) + east * cos(longitude) - north * sin(latitude) * sin(longitude),
      y: cos(radius) * sin(latitude) + north * cos(latitude)
    )
  }
}

extension Color {
  fileprivate func mixed(with other: Color, by share: Double) -> Color {
    func part(_ a: UInt8, _ b: UInt8) -> UInt8 {
      let (from, to) = (Double(a), Double(b))
      return UInt8(clamping: (from + (to - from) * share).rounded())
    }
    return Color(red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue))
  }
}
