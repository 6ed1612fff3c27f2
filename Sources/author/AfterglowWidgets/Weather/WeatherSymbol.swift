import Afterglow

/// The sky as a drawing: filled by day, in outlines under reduced luminance. Shapes, not words, have the meaning, so
/// that it survives in one colour (docs/rules.md, rule 39).
struct WeatherSymbol: WidgetView {
  let condition: WeatherCondition
  let isNight: Bool
  /// In points; the drawing is a little wider than high.
  let height: Double

  var body: some View {
    if isPlaceholder {
      // An unknown sky must not look like one (rule 85), and its disc is no part of one: it comes after as many as a sky has.
      ZStack {
        EmptyView()
        EmptyView()
        EmptyView()
        HiddenShape(Circle()).frame(width: height, height: height)
      }
      .frame(width: height * SkyDisc.aspect, height: height)
    } else {
      sky
    }
  }

  private var sky: some View {
    ZStack {
      switch condition {
      case .clear: luminary(center: Point(x: 0.62, y: 0.5), radius: isNight ? 0.44 : 0.27)
      case .mostlyClear:
        let front = SkyCloud(x: 0.50, y: 0.56, width: 0.70, height: 0.44)
        luminary(
          center: Point(x: 0.52, y: 0.44), radius: isNight ? 0.40 : 0.23, rays: [0, 3, 4, 5, 6, 7], behind: front)
        cloud(front, grey: 235)
      case .partlyCloudy:
        let front = SkyCloud(x: 0.02, y: 0.36, width: 0.97, height: 0.64)
        luminary(
          center: Point(x: 0.88, y: 0.36), radius: isNight ? 0.30 : 0.195, rays: [5, 6, 7, 0, 1], behind: front)
        cloud(front, grey: 235)
      case .cloudy: cloud(SkyCloud(x: 0.05, y: 0.12, width: 1.14, height: 0.76), grey: 235)
      case .fog:
        cloud(SkyCloud(x: 0.14, y: 0.02, width: 0.96, height: 0.62), grey: 215)
        fogLines
      case .drizzle: falling(.drops([0.38, 0.64, 0.90], length: 0.10))
      case .rain: falling(.drops([0.38, 0.64, 0.90], length: 0.20))
      case .heavyRain: falling(.drops([0.27, 0.51, 0.75, 0.99], length: 0.27))
      case .sleet: falling(.mixed)
      case .snow: falling(.flakes)
      case .thunderstorm: falling(.bolt)
      }
    }
    .frame(width: height * SkyDisc.aspect, height: height)
  }

  private var line: Double { height * (isLuminanceReduced ? 0.028 : 0.06) }

  /// Rays of which a cloud would leave only specks are left out.
  private func luminary(
    center: Point, radius: Double, rays: [Int] = Array(0..<8), behind cloud: SkyCloud? = nil
  ) -> some View {
    let front = cloud.map(SkyPart.cloud)
    // Yellow lines on white paper would not be seen.
    let rayColor = inks == .six ? Color.white : Color.yellow
    return ZStack {
      if isNight {
        drawn(.moon(SkyMoon(center: center, radius: radius)), behind: front, Color(hex: 0xF2_E6B8), grey: 235)
      } else {
        drawn(.disc(SkyDisc(center: center, radius: radius)), behind: front, .yellow, grey: 235)
        let lines = SkyRays(eighths: rays, center: center, inner: radius * 1.42, outer: radius * 1.80)
        let style = StrokeStyle(lineWidth: line, lineCap: .round, lineJoin: .round)
        if let front {
          SkyCut(back: .rays(lines), front: front, isLine: true).stroke(marked(rayColor, grey: 235), style: style)
        } else {
          lines.stroke(marked(rayColor, grey: 235), style: style)
        }
      }
    }
  }

  private func cloud(_ shape: SkyCloud, behind front: SkyPart? = nil, grey: UInt8) -> some View {
    drawn(.cloud(shape), behind: front, .gray(grey), grey: grey)
  }

  /// Clouds and snow are light on dark grounds, and dark enough to be visible on light ones.
  private func marked(_ color: Color, grey: UInt8) -> Color {
    let isGrey = color.red == color.green && color.green == color.blue
    if scheme == .light && mode == .fullColor { return isGrey ? .gray(grey - grey / 3) : color.onDark.deepened }
    return Color.marked(color, grey: grey)
  }

  @ViewBuilder private func drawn(
    _ part: SkyPart, behind front: SkyPart? = nil, _ color: Color, grey: UInt8
  ) -> some View {
    if let front {
      painted(SkyCut(back: part, front: front, isLine: isLuminanceReduced), color, grey: grey)
    } else {
      painted(part, color, grey: grey)
    }
  }

  @ViewBuilder private func painted(_ shape: some Shape, _ color: Color, grey: UInt8) -> some View {
    let style = marked(color, grey: grey)
    if inks != .shades {
      inked(shape, color)
    } else if isLuminanceReduced {
      shape.stroke(style, style: StrokeStyle(lineWidth: line, lineCap: .round, lineJoin: .round))
    } else {
      shape.fill(style)
    }
  }

  /// In ink a cloud is an outline, before which nothing is seen of what it hides; the sun and what else is bright is black,
  /// or where there is yellow that, with an outline.
  @ViewBuilder private func inked(_ shape: some Shape, _ color: Color) -> some View {
    let isCloud = color.red == color.green && color.green == color.blue
    let outline = StrokeStyle(lineWidth: line * 0.8, lineCap: .round, lineJoin: .round)
    if inks == .six || isCloud {
      ZStack {
        if isCloud { shape.fill(.background) } else { shape.fill(color) }
        shape.stroke(.primary, style: outline)
      }
    } else {
      shape.fill(.primary)
    }
  }

  private var fogLines: some View {
    ForEach(Array([0.78, 0.95].enumerated()), id: \.offset) { index, y in
      SkyLine(from: Point(x: index == 0 ? 0.12 : 0.26, y: y), to: Point(x: index == 0 ? 1.12 : 0.98, y: y))
        .stroke(marked(.gray(170), grey: 170), style: StrokeStyle(lineWidth: line, lineCap: .round, lineJoin: .round))
    }
  }

  /// Rain, snow or lightning below a cloud.
  private enum Fall {
    case drops([Double], length: Double)
    case flakes, mixed, bolt

    /// The part before the cloud.
    var front: SkyPart? { if case .bolt = self { .bolt } else { nil } }
  }

  private func falling(_ fall: Fall) -> some View {
    ZStack {
      cloud(SkyCloud(x: 0.10, y: 0.0, width: 1.04, height: 0.66), behind: fall.front, grey: 215)
      switch fall {
      case .drops(let columns, let length): drops(columns, length: length)
      case .flakes: flakes([0.36, 0.64, 0.92])
      case .mixed:
        drops([0.36, 0.92], length: 0.18)
        flakes([0.64])
      case .bolt: bolt
      }
    }
  }

  /// The lightning; of six inks yellow before its outline, which would leave nothing of it otherwise.
  @ViewBuilder private var bolt: some View {
    if inks == .six {
      SkyPart.bolt.stroke(.primary, style: StrokeStyle(lineWidth: line * 1.6, lineCap: .round, lineJoin: .round))
      SkyPart.bolt.fill(Color.yellow)
    } else {
      drawn(.bolt, .yellow, grey: 245)
    }
  }

  /// Upright in ink, where short slanting lines are crooked.
  private func drops(_ columns: [Double], length: Double) -> some View {
    SkyDrops(columns: columns, length: length, slant: inks == .shades ? 0.14 : 0)
      .stroke(marked(.cyan, grey: 190), style: StrokeStyle(lineWidth: line, lineCap: .round, lineJoin: .round))
  }

  private func flakes(_ columns: [Double]) -> some View {
    SkyFlakes(columns: columns)
      .stroke(
        marked(.white, grey: 245), style: StrokeStyle(lineWidth: line * 0.75, lineCap: .round, lineJoin: .round))
  }
}

extension Color {
  /// A light colour as it is on white: three quarters of its light.
  fileprivate var deepened: Color {
    func part(_ value: UInt8) -> UInt8 { UInt8((Double(value) * 0.88).rounded()) }
    return Color(red: part(red), green: part(green), blue: part(blue), alpha: alpha)
  }
}
