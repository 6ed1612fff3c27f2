import AfterglowCore
import AfterglowInput
import AfterglowLight
import AfterglowRaster

// A touch test: for a while contacts are drawn above the picture and have no effect, so that an owner sees where the panel
// believes the finger to be. E-paper shows nothing of it, because each point would cost a refresh.
extension Engine {
  /// Draws contacts until `time`, instead of acting on them; a time in the past ends that. Takes effect with the next `step`.
  public mutating func testTouches(until time: MonotonicInstant) {
    guard let touch else { return }
    if time <= moment.monotonic { return endTouchTest() }
    if touch.pointee.trail.until == nil { endTouches() }
    touch.pointee.trail.extend(until: time)
  }

  /// Whether a change of an input device is drawn and has no effect.
  func isTested(_ change: InputChange) -> Bool {
    guard let until = touch?.pointee.trail.until else { return false }
    return change.at < until
  }

  /// Draws a change.
  mutating func drawTest(of change: InputChange) {
    guard let touch else { return }
    switch change {
    case .contact(let contact):
      let pixel = Engine.near(Engine.surface(of: board).pixel(at: contact.position))
      let offset = touch.pointee.glass.offset
      let point = PixelPoint(x: pixel.x - offset.x, y: pixel.y - offset.y)
      let finger = TestedFinger(device: contact.device, place: contact.place, at: point)
      switch contact.phase {
      case .began, .moved: damageTrail(touch.pointee.trail.put(finger))
      case .ended, .cancelled:
        forget(change)
        damageTrail(touch.pointee.trail.lift(device: contact.device, place: contact.place))
      }
      damageTrail(touch.pointee.trail.add(point))
      damageTrail(point)
    case .cancelled(let device, _):
      forget(change)
      while let point = touch.pointee.trail.liftOne(of: device) { damageTrail(point) }
    default: break
    }
  }

  /// Follows the end of what was down before the test, so that it does not count as down afterwards, without an effect.
  private mutating func forget(_ change: InputChange) {
    guard let touch else { return }
    if touch.pointee.gestures.take(change).count > 0 { endTouches() }
  }

  /// Ends a test whose time is over.
  mutating func followTouchTest() {
    if let until = touch?.pointee.trail.until, moment.monotonic >= until { endTouchTest() }
  }

  private mutating func endTouchTest() {
    guard let touch, touch.pointee.trail.until != nil else { return }
    for index in 0..<touch.pointee.trail.pointCount { damageTrail(touch.pointee.trail.point(index)) }
    for index in 0..<TouchTrail.fingerCapacity { damageTrail(touch.pointee.trail.finger(index)?.at) }
    touch.pointee.trail.end()
  }

  /// A pixel that is near enough to the panel to be calculated with.
  private static func near(_ pixel: PixelPoint) -> PixelPoint {
    let most = 2 * PixelSize.maximumSide
    return PixelPoint(x: Swift.max(-most, Swift.min(most, pixel.x)), y: Swift.max(-most, Swift.min(most, pixel.y)))
  }

  // MARK: Picture

  /// Pixels of a length on the panel, 1 or more.
  private func pixels(micrometres: Int64) -> Int32 {
    let surface = Engine.surface(of: board)
    return Int32(clamping: Swift.max(1, micrometres * Int64(surface.sizePx.width) / Int64(surface.widthMicrometres)))
  }

  /// The ring around a finger is 14 mm wide, so that it is seen around the finger.
  private var ringPx: Int32 { Swift.max(6, Swift.min(512, pixels(micrometres: 7_000))) }

  private mutating func damageTrail(_ point: PixelPoint?) {
    guard let point, showsPresses else { return }
    causes |= UpdateCause.touch
    let reach = ringPx + 1
    let box = PixelRect(x0: point.x - reach, y0: point.y - reach, x1: point.x + reach + 1, y1: point.y + reach + 1)
    damage.insert(box.intersection(scene))
  }

  /// Paints the points and the rings of a test above everything else.
  mutating func paintTrail() {
    guard let touch, touch.pointee.trail.until != nil, showsPresses else { return }
    let trail = touch.pointee.trail
    let dark = Ink.solid(stage.painted(.black, role: .background, mode: mode))
    let bright = Ink.solid(stage.painted(.white, role: .primary, mode: mode))
    let dot = Swift.max(2, Swift.min(ringPx / 3, pixels(micrometres: 1_000)))
    for index in 0..<trail.pointCount {
      disc(at: trail.point(index), radius: dot, dark)
      disc(at: trail.point(index), radius: Swift.max(1, dot * 2 / 3), bright)
    }
    let width = Swift.max(1, ringPx / 8)
    for index in 0..<TouchTrail.fingerCapacity {
      guard let finger = trail.finger(index) else { continue }
      ring(at: finger.at, radius: ringPx - 3 * width / 2, width: 3 * width, dark)
      ring(at: finger.at, radius: ringPx - 3 * width / 2, width: width, bright)
    }
  }

  private static func middle(of pixel: PixelPoint) -> SubpixelPoint {
    SubpixelPoint(x: pixel.x << 8 + 128, y: pixel.y << 8 + 128)
  }

  private mutating func disc(at point: PixelPoint, radius: Int32, _ ink: Ink) {
    let (centre, reach) = (Engine.middle(of: point), radius << 8)
    let box = SubpixelRect(
      x0: centre.x - reach, y0: centre.y - reach, x1: centre.x + reach, y1: centre.y + reach)
    painter.fillRoundedRectangle(box, radius: reach, ink)
  }

  private mutating func ring(at point: PixelPoint, radius: Int32, width: Int32, _ ink: Ink) {
    painter.fillArc(
      centre: Engine.middle(of: point), radius: radius << 8, width: width << 8, start: 0, sweep: 65_536,
      roundCaps: false, ink)
  }
}
