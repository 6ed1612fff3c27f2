/// Start and end of stacked bars and areas: those at the same position are stacked, negative ones downwards.
struct ChartStack {
  /// By mark: start and end along the value axis; nil for marks that are not stacked.
  private(set) var ranges: [Int: ClosedRange<Double>] = [:]
  private(set) var values: [PlottedValue] = []
  /// Whether the values are shares, so that the marks' own are not on the axis.
  private(set) var isNormalized = false

  private struct Place: Hashable {
    var kind: ChartMark.Kind
    /// The only one of bars with one value.
    var value: PlottedValue?
    var group: PlottedValue?
  }

  init(_ marks: [ChartMark], isHorizontal: Bool) {
    var places: [Place: [Int]] = [:]
    var lengths: [Int: Double] = [:]
    for (index, mark) in marks.enumerated() where mark.kind == .bar || mark.kind == .area {
      guard mark.yStart == nil, mark.xStart == nil, let value = (isHorizontal ? mark.x : mark.y)?.position else {
        continue
      }
      let place = Place(kind: mark.kind, value: isHorizontal ? mark.y : mark.x, group: mark.group)
      places[place, default: []].append(index)
      lengths[index] = value
    }
    for members in places.values { stack(members, marks, lengths) }
    isNormalized = marks.contains { $0.stacking == .normalized && ($0.kind == .bar || $0.kind == .area) }
    values = ranges.sorted { $0.key < $1.key }.flatMap { [.number($0.value.lowerBound), .number($0.value.upperBound)] }
  }

  private mutating func stack(_ members: [Int], _ marks: [ChartMark], _ lengths: [Int: Double]) {
    let sum = members.reduce(0) { $0 + abs(lengths[$1] ?? 0) }
    var tops: (above: Double, below: Double) = (0, 0)
    for index in members {
      var length = lengths[index] ?? 0
      var base = length < 0 ? tops.below : tops.above
      switch marks[index].stacking {
      case .standard: break
      case .normalized: length = sum > 0 ? length / sum : 0
      case .center:
        length = abs(length)
        base = tops.above == 0 ? -sum / 2 : tops.above
      case .unstacked: base = 0
      }
      ranges[index] = min(base, base + length)...max(base, base + length)
      if length < 0 { tops.below = base + length } else { tops.above = base + length }
    }
  }
}
