import AfterglowCore

/// An open line with round caps and joins as one outline: two sides per segment, joins, and caps at the ends.
///
/// The outside of a bend follows the round join; the inside goes through the point where the two sides meet, or through
/// the vertex when the segments are too short for that. Every piece therefore winds the same way, pieces meet along
/// common edges, and no pixel is covered twice by a line that does not cross itself; where it does, coverage is
/// clamped.
struct StrokeEdges: EdgeSource {
  let points: UnsafeBufferPointer<SubpixelPoint>
  let radius: Int64
  let steps: Int64

  /// `width` is at most 1 << 20, so that no product overflows.
  init(points: UnsafeBufferPointer<SubpixelPoint>, width: Int64) {
    self.points = points
    radius = Swift.max(width / 2, 1)
    steps = Outline.stepsOfCircle(radius: radius)
  }

  private func point(_ index: Int) -> SubpixelPoint {
    let limit: Int32 = 1 << 22
    return SubpixelPoint(x: clamp(points[index].x, limit), y: clamp(points[index].y, limit))
  }

  /// The index of the next distinct point after `index`; -1 if there is none.
  private func next(after index: Int) -> Int {
    let here = points[index]
    var at = index + 1
    while at < points.count && (points[at].x == Int32.min || points[at] == here) { at += 1 }
    return at < points.count ? at : -1
  }

  private func firstPoint() -> Int {
    var at = 0
    while at < points.count && points[at].x == Int32.min { at += 1 }
    return at < points.count ? at : -1
  }

  func sendEdges(to scanner: inout Scanner) {
    let first = firstPoint()
    if first < 0 { return }
    var index = first
    var following = next(after: index)
    if following < 0 {
      sendDot(point(first), &scanner)
      return
    }
    let reach = Int32(truncatingIfNeeded: radius) &+ 4
    // The previous segment's vertical range and, once computed, its side.
    var low = Int32.max
    var high = Int32.min
    var before: Side? = nil
    var previous = index
    while following >= 0 {
      let a = point(index)
      let b = point(following)
      let lowHere = Swift.min(a.y, b.y) &- reach
      let highHere = Swift.max(a.y, b.y) &+ reach
      let isNear = scanner.touches(lowHere, highHere)
      // A join reaches along both segments, as far as the inner meeting point.
      let isJoinNear = index != first && scanner.touches(Swift.min(low, lowHere), Swift.max(high, highHere))
      var side: Side? = nil
      if isNear || isJoinNear {
        let here = Side(a, b, radius)
        side = here
        if isNear { sendSegment(a, b, here, isFirst: index == first, isLast: next(after: following) < 0, &scanner) }
        if isJoinNear { sendJoin(a, before ?? Side(point(previous), a, radius), here, &scanner) }
      }
      before = side
      low = lowHere
      high = highHere
      previous = index
      index = following
      following = next(after: following)
    }
  }

  private func sendSegment(
    _ a: SubpixelPoint, _ b: SubpixelPoint, _ side: Side, isFirst: Bool, isLast: Bool, _ scanner: inout Scanner
  ) {
    let normal = side.normal
    scanner.line(a + normal, b + normal)
    scanner.line(b - normal, a - normal)
    if isFirst { sendTurn(a, normal.reversed, normal, &scanner) }
    if isLast { sendTurn(b, normal, normal.reversed, &scanner) }
  }

  private func sendDot(_ centre: SubpixelPoint, _ scanner: inout Scanner) {
    let right = SubpixelPoint(x: Int32(truncatingIfNeeded: radius), y: 0)
    sendTurn(centre, right, right.reversed, &scanner)
    sendTurn(centre, right.reversed, right, &scanner)
  }

  /// A half circle around `centre` from `from` to the opposite point, through the outside.
  private func sendTurn(
    _ centre: SubpixelPoint, _ from: SubpixelPoint, _ to: SubpixelPoint, _ scanner: inout Scanner
  ) {
    sendArc(centre, from, to, direction: -1, isReversed: false, &scanner)
  }

  /// Edges along a circle from one radius vector to another, turning by `direction`.
  private func sendArc(
    _ centre: SubpixelPoint, _ from: SubpixelPoint, _ to: SubpixelPoint, direction: Int64, isReversed: Bool,
    _ scanner: inout Scanner
  ) {
    var last = from
    var step: Int64 = 1
    while step <= steps / 2 {
      let angle = Int32(truncatingIfNeeded: direction * step * 65536 / steps)
      let sine = Turn.fineSine(angle)
      let cosine = Turn.fineCosine(angle)
      let half: Int64 = 1 << 29
      let at = SubpixelPoint(
        x: Int32(truncatingIfNeeded: (Int64(from.x) &* cosine &- Int64(from.y) &* sine &+ half) >> 30),
        y: Int32(truncatingIfNeeded: (Int64(from.x) &* sine &+ Int64(from.y) &* cosine &+ half) >> 30))
      if cross(at, to) * direction <= 0 { break }
      sendEdge(centre, last, at, isReversed, &scanner)
      last = at
      step += 1
    }
    sendEdge(centre, last, to, isReversed, &scanner)
  }

  @inline(__always)
  private func sendEdge(
    _ centre: SubpixelPoint, _ a: SubpixelPoint, _ b: SubpixelPoint, _ isReversed: Bool, _ scanner: inout Scanner
  ) {
    if isReversed { scanner.line(centre + b, centre + a) } else { scanner.line(centre + a, centre + b) }
  }

  private func sendJoin(_ at: SubpixelPoint, _ a: Side, _ b: Side, _ scanner: inout Scanner) {
    let turn = cross(a.normal, b.normal)
    if turn == 0 && dot(a.normal, b.normal) >= 0 {
      scanner.line(at + a.normal, at + b.normal)
      scanner.line(at - b.normal, at - a.normal)
      return
    }
    let inner = meetingPoint(a, b)
    if turn >= 0 {
      // Bends towards the normal: that side is inside.
      scanner.line(at + a.normal, at + inner)
      scanner.line(at + inner, at + b.normal)
      sendArc(at, a.normal.reversed, b.normal.reversed, direction: 1, isReversed: true, &scanner)
    } else {
      sendArc(at, a.normal, b.normal, direction: -1, isReversed: false, &scanner)
      scanner.line(at - b.normal, at - inner)
      scanner.line(at - inner, at - a.normal)
    }
  }

  /// Where the sides on the inside of a bend meet, relative to the vertex, for the + side; (0, 0) if that is beyond
  /// either segment.
  private func meetingPoint(_ a: Side, _ b: Side) -> SubpixelPoint {
    // m = (na + nb) · r² / (r² + na·nb); its component along a segment is |na × nb| · r / (r² + na·nb).
    let square = radius * radius
    let divisor = square + dot(a.normal, b.normal)
    let shortest = Swift.min(a.length, b.length)
    if divisor <= square / 64 || abs(cross(a.normal, b.normal)) * radius / divisor > shortest { return .zero }
    let x = Int64(a.normal.x) + Int64(b.normal.x)
    let y = Int64(a.normal.y) + Int64(b.normal.y)
    return SubpixelPoint(
      x: Int32(truncatingIfNeeded: x * square / divisor), y: Int32(truncatingIfNeeded: y * square / divisor))
  }

  /// A segment's normal (its direction turned clockwise by a quarter on the screen), with the line's radius as its
  /// length.
  private struct Side {
    let normal: SubpixelPoint
    let length: Int64

    init(_ a: SubpixelPoint, _ b: SubpixelPoint, _ radius: Int64) {
      let dx = Int64(b.x) - Int64(a.x)
      let dy = Int64(b.y) - Int64(a.y)
      // Eight more bits of precision, so that short segments keep their direction.
      let fine = Int64(squareRoot(UInt64(dx * dx + dy * dy) << 14))
      length = fine >> 7
      normal = SubpixelPoint(
        x: Side.rounded((-dy * radius) << 7, fine), y: Side.rounded((dx * radius) << 7, fine))
    }

    private static func rounded(_ value: Int64, _ divisor: Int64) -> Int32 {
      let half = divisor >> 1
      return Int32(truncatingIfNeeded: (value < 0 ? value - half : value + half) / Swift.max(divisor, 1))
    }
  }
}

@inline(__always)
func cross(_ a: SubpixelPoint, _ b: SubpixelPoint) -> Int64 { Int64(a.x) * Int64(b.y) - Int64(a.y) * Int64(b.x) }

@inline(__always)
func dot(_ a: SubpixelPoint, _ b: SubpixelPoint) -> Int64 { Int64(a.x) * Int64(b.x) + Int64(a.y) * Int64(b.y) }

extension SubpixelPoint {
  @inline(__always)
  static func + (a: SubpixelPoint, b: SubpixelPoint) -> SubpixelPoint { SubpixelPoint(x: a.x &+ b.x, y: a.y &+ b.y) }
  @inline(__always)
  static func - (a: SubpixelPoint, b: SubpixelPoint) -> SubpixelPoint { SubpixelPoint(x: a.x &- b.x, y: a.y &- b.y) }
  @inline(__always)
  var reversed: SubpixelPoint { SubpixelPoint(x: 0 &- x, y: 0 &- y) }
  static var zero: SubpixelPoint { SubpixelPoint(x: 0, y: 0) }
}
