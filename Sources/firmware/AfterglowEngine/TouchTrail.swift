import AfterglowCore
import AfterglowInput

/// A finger that is down in a touch test.
struct TestedFinger: Equatable, BitwiseCopyable {
  var device: UInt8
  var place: UInt8
  var at: PixelPoint
}

/// The fingers of a touch test, and the last points on their ways.
struct TouchTrail: BitwiseCopyable {
  static var pointCapacity: Int { 64 }
  static var fingerCapacity: Int { 10 }

  /// Until when contacts are drawn and have no effect; nil = they have their effect.
  private(set) var until: MonotonicInstant?
  private var points = InlineArray<64, PixelPoint>(repeating: PixelPoint(x: 0, y: 0))
  private var firstPoint = 0
  private(set) var pointCount = 0
  private var fingers = InlineArray<10, TestedFinger?>(repeating: nil)

  /// Begins or extends a test.
  mutating func extend(until time: MonotonicInstant) { until = time }

  /// Ends the test.
  mutating func end() { self = TouchTrail() }

  /// The point at `index`, oldest first; `index` must be below `pointCount`.
  func point(_ index: Int) -> PixelPoint { points[(firstPoint + index) % TouchTrail.pointCapacity] }

  /// The finger at `index`, below `fingerCapacity`; nil = none.
  func finger(_ index: Int) -> TestedFinger? { fingers[index] }

  /// Adds a point, which takes the place of the oldest one.
  ///
  /// - Returns: the point that is gone.
  mutating func add(_ point: PixelPoint) -> PixelPoint? {
    if pointCount < TouchTrail.pointCapacity {
      points[(firstPoint + pointCount) % TouchTrail.pointCapacity] = point
      pointCount += 1
      return nil
    }
    let gone = points[firstPoint]
    points[firstPoint] = point
    firstPoint = (firstPoint + 1) % TouchTrail.pointCapacity
    return gone
  }

  /// Puts a finger down or moves it. Fingers beyond the capacity leave points only.
  ///
  /// - Returns: where it was.
  mutating func put(_ finger: TestedFinger) -> PixelPoint? {
    let before = lift(device: finger.device, place: finger.place)
    for index in 0..<TouchTrail.fingerCapacity where fingers[index] == nil {
      fingers[index] = finger
      break
    }
    return before
  }

  /// Removes a finger that came up.
  ///
  /// - Returns: where it was; nil = it was not down.
  mutating func lift(device: UInt8, place: UInt8) -> PixelPoint? {
    for index in 0..<TouchTrail.fingerCapacity {
      guard let finger = fingers[index], finger.device == device, finger.place == place else { continue }
      fingers[index] = nil
      return finger.at
    }
    return nil
  }

  /// Removes one of a device's fingers.
  ///
  /// - Parameter device: its number, or `InputChange.everyDevice`.
  /// - Returns: where it was; nil = the device has no finger down.
  mutating func liftOne(of device: UInt8) -> PixelPoint? {
    for index in 0..<TouchTrail.fingerCapacity {
      guard let finger = fingers[index], device == InputChange.everyDevice || finger.device == device else { continue }
      fingers[index] = nil
      return finger.at
    }
    return nil
  }
}
