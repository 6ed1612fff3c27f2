import Afterglow
import Foundation

/// Land as dots, in daylight and in the night: the whole map where the place is wide, else the globe as it is seen from above
/// home.
struct WorldFace: WidgetView {
  let room: FaceRoom
  let time: FaceTime
  let light: EarthLight

  var body: some View {
    switch room.shape {
    case .wide: wide
    case .tall: tall
    case .round: round
    }
  }

  private var weight: Font.Weight { isNight ? .light : isLuminanceReduced ? .thin : .regular }

  private var wide: some View {
    // A low place has a smaller map, so that the time has its height.
    let height = min(room.width * WorldMap.share, room.height - room.side * 0.24)
    let cap = min(room.height - height - room.side * 0.07, room.side * 0.24)
    let points = min(cap / HeroGrid.capShare, room.width * 0.42 / 2.86)
    return VStack(spacing: 0) {
      HStack(alignment: .bottom, spacing: 0) {
        time.line(points, weight).foregroundStyle(.primary).multilineTextAlignment(.leading)
        Spacer(minLength: 0)
        if !isNight && time.clock.intent.date {
          time.dayLine(room.words).foregroundStyle(.secondary)
            .multilineTextAlignment(.trailing)
            .frame(width: room.width * 0.56, alignment: .trailing)
        }
      }
      .frame(width: room.width)
      Spacer(minLength: 0)
      WorldMap(light: light).frame(width: height / WorldMap.share, height: height)
    }
    .frame(width: room.width, height: room.height)
  }

  private var tall: some View {
    let hasDate = time.clock.intent.date
    let date = hasDate ? room.words * HeroGrid.capShare : 0
    let gaps = room.side * (hasDate ? 0.24 : 0.12)
    let globe = min(room.width, (room.height - gaps - date) / (1 + HeroGrid.capShare / 2.86))
    let points = globe / 2.86
    return VStack(spacing: room.side * 0.12) {
      time.line(points, weight).foregroundStyle(.primary)
      WorldGlobe(light: light).frame(width: globe, height: globe)
      if !isNight && hasDate {
        time.dayLine(room.words).foregroundStyle(.secondary).frame(width: room.width)
      }
    }
    .multilineTextAlignment(.center)
  }

  private var round: some View {
    let side = room.side
    return VStack(spacing: side * 0.055) {
      WorldGlobe(light: light).frame(width: side * 0.64, height: side * 0.64)
      time.line(side * 0.19, weight).foregroundStyle(.primary)
    }
    .multilineTextAlignment(.center)
    .frame(width: side, height: side)
  }
}

/// How dark the night is: the land in it is dimmer by a layer for each twilight.
private struct NightShade: WidgetView {
  let path: (Double) -> Path

  var body: some View {
    ForEach([0.0, -9.0], id: \.self) { height in
      path(height).fill(.background).opacity(isLuminanceReduced ? 0.6 : 0.52)
    }
  }
}

/// The place where the panel hangs.
private struct HomeMark: WidgetView {
  let side: Double

  var body: some View {
    let color = Color.marked(Color(hex: 0xFF_9F2E), grey: 255, scheme)
    ZStack {
      Circle().fill(.background).frame(width: side * 1.7, height: side * 1.7)
      Circle().fill(color).frame(width: side, height: side).widgetAccentable()
    }
    .accessibilityIdentifier("home")
  }
}

/// Degrees are as long everywhere: from 81° N to 57° S.
private struct WorldMap: WidgetView {
  let light: EarthLight

  static let share = Double(LandMask.rows.count) / Double(LandMask.columnCount)

  /// The positions of dots, and the part of the earth that one stands for.
  private struct Plan {
    let lattice: DotLattice
    let columns: Int
    let rows: Int
    /// Distance of the first column from the left edge, in points.
    let left: Double
    /// Distance from dot to dot in degrees.
    let degrees: Double

    init(_ size: Size, share: Double, pixel: Double) {
      lattice = DotLattice(across: size.width, most: LandMask.columnCount, share: share, pixel: pixel)
      columns = lattice.count(size.width)
      degrees = 360 / Double(columns)
      rows = min(lattice.count(size.height + lattice.pitch * 0.5), Int((LandMask.north - LandMask.south) / degrees))
      left = ((size.width - Double(columns) * lattice.pitch) / 2 / pixel).rounded(.down) * pixel
    }

    /// Distance of a meridian from the left edge, in points.
    func x(_ longitude: Double) -> Double { left + (longitude + 180) / degrees * lattice.pitch }
    /// Distance of a parallel from the upper edge, in points.
    func y(_ latitude: Double) -> Double { (LandMask.north - latitude) / degrees * lattice.pitch }

    var dots: [Point] {
      var dots: [Point] = []
      for row in 0..<rows {
        let north = LandMask.north - Double(row) * degrees
        let y = Double(row) * lattice.pitch + lattice.middle
        for column in 0..<columns {
          let west = Double(column) * degrees - 180
          guard LandMask.isLand(north: north, west: west, size: degrees) else { continue }
          dots.append(Point(x: left + Double(column) * lattice.pitch + lattice.middle, y: y))
        }
      }
      return dots
    }
  }

  var body: some View {
    GeometryReader { geometry in
      let plan = Plan(Size(geometry.size), share: isLuminanceReduced ? 0.46 : 0.7, pixel: value(\.pixelLength))
      ZStack {
        DotField(plan.dots, diameter: plan.lattice.diameter).foregroundStyle(.primary).accessibilityIdentifier("land")
        NightShade { night($0, plan, Size(geometry.size)) }
        if let home = light.home, home.latitude < LandMask.north, home.latitude > LandMask.south {
          HomeMark(side: plan.lattice.pitch * 1.7).position(x: plan.x(home.longitude), y: plan.y(home.latitude))
        }
      }
      .environment(\.layoutDirection, .leftToRight)
    }
  }

  private func night(_ height: Double, _ plan: Plan, _ size: Size) -> Path {
    let edge = stride(from: -180.0, through: 180, by: 7.5).map { meridian in
      let latitude = light.edge(longitude: meridian, height: height)
      return Point(x: plan.x(meridian), y: min(size.height, max(0, plan.y(latitude))))
    }
    let pole = light.isNightNorth ? 0 : size.height
    return Path {
      $0.addLines(edge)
      $0.addLine(to: Point(x: plan.x(180), y: pole))
      $0.addLine(to: Point(x: plan.x(-180), y: pole))
      $0.closeSubpath()
    }
  }
}

/// The half of the earth that is turned to the viewer, who is far above home.
private struct WorldGlobe: WidgetView {
  let light: EarthLight

  /// The most dots across the disc.
  private static let rowCount = 46

  private var latitude: Double { min(60, max(-60, light.home?.latitude ?? 20)) }
  private var longitude: Double { light.home?.longitude ?? 0 }

  var body: some View {
    GeometryReader { geometry in
      let radius = min(geometry.size.width, geometry.size.height) / 2
      let lattice = DotLattice(
        across: 2 * radius, most: Self.rowCount, share: isLuminanceReduced ? 0.46 : 0.7, pixel: value(\.pixelLength))
      ZStack {
        Circle().strokeBorder(.tertiary, lineWidth: max(0.6, radius * 0.008))
          .frame(width: 2 * radius, height: 2 * radius)
        DotField(dots(radius, lattice), diameter: lattice.diameter).foregroundStyle(.primary)
          .accessibilityIdentifier("land")
        NightShade { night($0, radius) }
        if let home = light.home { mark(home, radius, lattice.pitch) }
      }
      .environment(\.layoutDirection, .leftToRight)
    }
  }

  private func mark(_ home: Place, _ radius: Double, _ pitch: Double) -> some View {
    let turn = home.latitude - latitude
    return HomeMark(side: pitch * 1.5).position(x: radius, y: radius - sine(turn) * radius * 0.97)
  }

  /// Even on the disc, each row moved by half a step against the next.
  private func dots(_ radius: Double, _ lattice: DotLattice) -> [Point] {
    let middle = lattice.snapped(radius)
    let rows = Int(radius / lattice.rowPitch)
    return (-rows...rows).flatMap { row -> [Point] in
      let y = Double(row) * lattice.rowPitch
      let half = Int(radius / lattice.pitch) + 1
      return (-half...half).compactMap { column -> Point? in
        let x = Double(column) * lattice.pitch + (row % 2 == 0 ? 0 : lattice.half)
        guard x * x + y * y < radius * radius * 0.97, isLand(x / radius, y / radius) else { return nil }
        return Point(x: middle + x, y: middle + y)
      }
    }
  }

  private func isLand(_ x: Double, _ y: Double) -> Bool {
    let z = (1 - x * x - y * y).squareRoot()
    let north = -y * cosine(latitude) + z * sine(latitude)
    let out = z * cosine(latitude) + y * sine(latitude)
    return LandMask.isLand(
      latitude: asin(north) * 180 / .pi, longitude: longitude + atan2(x, out) * 180 / .pi)
  }

  /// The circle along which the sun stands at a height is seen as an ellipse, of which the limb closes what is dark.
  private func night(_ height: Double, _ radius: Double) -> Path {
    let sun = light.direction(overLatitude: latitude, longitude: longitude)
    let aside = max(1e-6, (sun.x * sun.x + sun.y * sun.y).squareRoot())
    let (ux, uy) = (sun.x / aside, sun.y / aside)
    // Along the sun's direction, and across it.
    func point(_ along: Double, _ across: Double) -> Point {
      Point(
        x: radius + (along * ux - across * uy) * radius, y: radius + (along * uy + across * ux) * radius)
    }
    let (level, spread) = (sine(height), cosine(height))
    // Of the circle, the part that is turned to the viewer: where its z is above zero.
    let turn = min(1, max(-1, -level * sun.z / (spread * aside)))
    let half = acos(turn)
    if half < 1e-6 || half > .pi - 1e-6 {
      return sun.z < 0 ? Path(ellipseIn: Rect(x: 0, y: 0, width: 2 * radius, height: 2 * radius)) : Path()
    }
    let arc = (0...24).map { step -> Point in
      let angle = half * (2 * Double(step) / 24 - 1)
      return point(level * aside - spread * sun.z * cos(angle), spread * sin(angle))
    }
    // Back round the limb, away from the sun.
    let (from, to) = (atan2(spread * sin(half), level * aside - spread * sun.z * cos(half)), 2 * Double.pi)
    let limb = (1..<24).map { step -> Point in
      let angle = from + (to - 2 * from) * Double(step) / 24
      return point(cos(angle), sin(angle))
    }
    return Path {
      $0.addLines(arc + limb)
      $0.closeSubpath()
    }
  }
}
