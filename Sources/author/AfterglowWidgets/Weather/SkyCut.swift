import Afterglow
import Synchronization

/// A part of the weather's drawings that stands behind another, or before it.
enum SkyPart: SkyShape, Hashable {
  case disc(SkyDisc)
  case moon(SkyMoon)
  case cloud(SkyCloud)
  case bolt
  case rays(SkyRays)

  func outline(_ sky: SkyFrame) -> Path {
    switch self {
    case .disc(let disc): disc.outline(sky)
    case .moon(let moon): moon.outline(sky)
    case .cloud(let cloud): cloud.outline(sky)
    case .bolt: SkyBolt().outline(sky)
    case .rays(let rays): rays.outline(sky)
    }
  }
}

/// A part as far as nothing stands before it, with a gap around what does. The gap is left out and not painted over: on
/// glass no paint is that of the ground.
struct SkyCut: SkyShape, Hashable {
  let back: SkyPart
  let front: SkyPart
  /// Whether its outline is drawn instead of its area.
  let isLine: Bool

  /// Between the two, in shares of the drawing's height.
  private static let gap = 0.055
  /// The round end of a ray, which is longer than its line by that.
  private static let cap = 0.03
  /// Made once: a forecast has hundreds of drawings of a few kinds.
  private static let known = Mutex<[SkyCut: Path]>([:])

  func outline(_ sky: SkyFrame) -> Path {
    let path = Self.known.withLock { $0[self] } ?? madeAndKept()
    return path.moved { sky.point($0.x / Self.height, $0.y / Self.height) }
  }

  /// Two threads may make the same one; while it is made, others are found.
  private func madeAndKept() -> Path {
    let path = made()
    Self.known.withLock { $0[self] = path }
    return path
  }

  /// Curves are as fine as drawings of this height, in points, need them.
  private static let height = 200.0

  private func made() -> Path {
    let frame = SkyFrame(rect: Rect(x: 0, y: 0, width: Self.aspect * Self.height, height: Self.height))
    let before = front.outline(frame)
    var gap = Self.gap
    if case .rays = back { gap += Self.cap }
    let style = StrokeStyle(lineWidth: 2 * gap * Self.height, lineCap: .round, lineJoin: .round)
    let whole = back.outline(frame)
    let fronts = [before, before.strokedPath(style)]
    return isLine ? whole.lines(behind: fronts) : whole.area(behind: fronts)
  }
}
