/// Parts of lines by length.
enum Polyline {
  static func length(_ points: [Point]) -> Double {
    zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }

  /// A closed contour ends at its start.
  static func line(_ contour: Path.Contour) -> [Point] {
    guard contour.isClosed, let first = contour.points.first else { return contour.points }
    return contour.points + [first]
  }

  /// Between two fractions of the length of all contours together.
  static func part(of contours: [Path.Contour], from: Double, to: Double) -> [Path.Contour] {
    let lines = contours.map(line)
    let total = lines.reduce(0) { $0 + length($1) }
    var position = 0.0
    var parts: [Path.Contour] = []
    for line in lines {
      let own = length(line)
      let piece = part(of: line, from: from * total - position, to: to * total - position)
      if piece.count > 1 { parts.append(Path.Contour(points: piece)) }
      position += own
    }
    return parts
  }

  /// Between two distances from the start.
  static func part(of line: [Point], from: Double, to: Double) -> [Point] {
    var result: [Point] = []
    var position = 0.0
    for (a, b) in zip(line, line.dropFirst()) {
      let length = a.distance(to: b)
      defer { position += length }
      if length == 0 || position + length <= from || position >= to { continue }
      if result.isEmpty { result.append(a.mixed(with: b, max(0, from - position) / length)) }
      result.append(a.mixed(with: b, min(1, (to - position) / length)))
    }
    return result
  }

  /// The drawn parts of a dashed line; the whole line if the pattern has no or too many dashes.
  static func dashes(_ line: [Point], pattern: [Double], phase: Double) -> [[Point]] {
    let sum = pattern.reduce(0, +)
    let total = length(line)
    guard sum > 0.01, pattern.allSatisfy({ $0 >= 0 }), sum.isFinite, phase.isFinite,
      total / sum * Double(pattern.count) < 1000
    else { return [line] }
    // An odd pattern is repeated once, so that strokes and gaps alternate.
    let steps = pattern.count % 2 == 0 ? pattern : pattern + pattern
    var position = -(phase.truncatingRemainder(dividingBy: steps.reduce(0, +)))
    if position > 0 { position -= steps.reduce(0, +) }
    var dashes: [[Point]] = []
    var index = 0
    while position < total {
      let end = position + steps[index % steps.count]
      if index % 2 == 0, end > 0 {
        let dash = part(of: line, from: max(0, position), to: min(end, total))
        if dash.count > 1 { dashes.append(dash) }
      }
      position = end
      index += 1
    }
    return dashes
  }
}
