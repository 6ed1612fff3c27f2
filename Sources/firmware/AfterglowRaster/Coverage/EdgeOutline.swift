import AfterglowCore

/// A shape that sends its edges to a scanner, once for every band.
protocol EdgeSource {
  func sendEdges(to scanner: inout Scanner)
}

/// Closed contours whose points are transformed on the way to the scanner; x = Int32.min ends a contour.
protocol ContourEdges: EdgeSource {
  var points: UnsafeBufferPointer<SubpixelPoint> { get }
  func moved(_ p: SubpixelPoint) -> SubpixelPoint
}

extension ContourEdges {
  func sendEdges(to scanner: inout Scanner) {
    var first = SubpixelPoint(x: Int32.min, y: 0)
    var previous = first
    for index in 0..<points.count {
      let raw = points[index]
      if raw.x == Int32.min {
        if first.x != Int32.min { scanner.line(previous, first) }
        first = raw
      } else {
        let point = moved(raw)
        if first.x == Int32.min { first = point } else { scanner.line(previous, point) }
        previous = point
      }
    }
    if first.x != Int32.min { scanner.line(previous, first) }
  }
}

/// Closed contours of points; a point whose x is Int32.min ends one.
struct PolygonEdges: ContourEdges {
  let points: UnsafeBufferPointer<SubpixelPoint>
  let offset: SubpixelPoint

  @inline(__always)
  func moved(_ p: SubpixelPoint) -> SubpixelPoint {
    let limit: Int32 = 1 << 22
    return SubpixelPoint(x: clamp(p.x, limit) &+ offset.x, y: clamp(p.y, limit) &+ offset.y)
  }
}

/// The same, rotated around the origin and then translated, such as a clock's hand.
struct RotatedEdges: ContourEdges {
  let points: UnsafeBufferPointer<SubpixelPoint>
  let centre: SubpixelPoint
  /// In 1/2^30.
  let sine: Int64
  let cosine: Int64

  @inline(__always)
  func moved(_ p: SubpixelPoint) -> SubpixelPoint {
    let limit: Int32 = 1 << 22
    let x = Int64(clamp(p.x, limit))
    let y = Int64(clamp(p.y, limit))
    let half: Int64 = 1 << 29
    return SubpixelPoint(
      x: Int32(truncatingIfNeeded: (x &* cosine &- y &* sine &+ half) >> 30) &+ centre.x,
      y: Int32(truncatingIfNeeded: (x &* sine &+ y &* cosine &+ half) >> 30) &+ centre.y)
  }
}

/// Points of one shape, in scratch memory. Points beyond the capacity are dropped; all shapes stay below it.
struct Outline {
  /// An arc needs at most two sides of 1,024 steps and two caps of 512.
  static var capacity: Int { 3200 }

  let memory: UnsafeMutablePointer<SubpixelPoint>
  private(set) var count = 0

  init(_ memory: UnsafeMutablePointer<SubpixelPoint>) { self.memory = memory }

  var points: UnsafeBufferPointer<SubpixelPoint> { UnsafeBufferPointer(start: memory, count: count) }

  mutating func append(_ p: SubpixelPoint) {
    if count == Outline.capacity { return }
    memory[count] = p
    count += 1
  }

  mutating func endContour() { append(SubpixelPoint(x: Int32.min, y: 0)) }

  /// Steps of a full circle so that a chord stays within 1/32 px of it: π · sqrt(r / (2 · 8/256 px)), at most 1,024.
  static func stepsOfCircle(radius: Int64) -> Int64 {
    let exact = Int64(squareRoot(UInt64(Swift.max(radius, 0)) * 158)) / 16 + 8
    return Swift.min((exact + 3) & ~3, 1024)
  }

  /// Points on a circle from angle `start` over `sweep` (1/65536 turn, either sign), both ends included.
  mutating func appendArc(centre: SubpixelPoint, radius: Int64, start: Int64, sweep: Int64) {
    let circle = Outline.stepsOfCircle(radius: radius)
    let size = Swift.min(abs(sweep), 65536)
    let steps = Swift.max(1, (circle * size + 65535) / 65536)
    for step in 0...steps {
      let angle = Int32(truncatingIfNeeded: start &+ sweep * step / steps)
      append(
        SubpixelPoint(
          x: centre.x &+ Turn.scaled(radius, by: Turn.fineCosine(angle)),
          y: centre.y &+ Turn.scaled(radius, by: Turn.fineSine(angle))))
    }
  }

  /// Part of a ring; `radius` is to the centre line of the stroke.
  mutating func appendArcStroke(
    centre: SubpixelPoint, radius: Int64, width: Int64, start: Int64, sweep: Int64, roundCaps: Bool
  ) {
    let outer = radius + width / 2
    let inner = outer - width
    if sweep >= 65536 || sweep <= -65536 {
      appendArc(centre: centre, radius: outer, start: 0, sweep: 65536)
      endContour()
      if inner > 0 { appendArc(centre: centre, radius: inner, start: 65536, sweep: -65536) }
      return
    }
    let from = sweep < 0 ? start + sweep : start
    let size = abs(sweep)
    appendArc(centre: centre, radius: outer, start: from, sweep: size)
    if roundCaps { appendCap(centre: centre, radius: radius, width: width, at: from + size, start: from + size) }
    if inner > 0 {
      appendArc(centre: centre, radius: inner, start: from + size, sweep: -size)
    } else {
      append(centre)
    }
    if roundCaps { appendCap(centre: centre, radius: radius, width: width, at: from, start: from + 32768) }
  }

  private mutating func appendCap(centre: SubpixelPoint, radius: Int64, width: Int64, at angle: Int64, start: Int64) {
    let end = Int32(truncatingIfNeeded: angle)
    let middle = SubpixelPoint(
      x: centre.x &+ Turn.scaled(radius, by: Turn.fineCosine(end)),
      y: centre.y &+ Turn.scaled(radius, by: Turn.fineSine(end)))
    appendArc(centre: middle, radius: width / 2, start: start, sweep: 32768)
  }

  mutating func appendRoundedRectangle(_ r: SubpixelRect, radius: Subpixels) {
    let far = Int64(radius)
    appendArc(centre: SubpixelPoint(x: r.x0 + radius, y: r.y0 + radius), radius: far, start: 32768, sweep: 16384)
    appendArc(centre: SubpixelPoint(x: r.x1 - radius, y: r.y0 + radius), radius: far, start: 49152, sweep: 16384)
    appendArc(centre: SubpixelPoint(x: r.x1 - radius, y: r.y1 - radius), radius: far, start: 0, sweep: 16384)
    appendArc(centre: SubpixelPoint(x: r.x0 + radius, y: r.y1 - radius), radius: far, start: 16384, sweep: 16384)
  }
}
