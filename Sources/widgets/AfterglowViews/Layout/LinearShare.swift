/// How a stack, or a grid along one axis, divides its length among its children: by priority; within one, the least
/// flexible first, and each gets an equal share of what is left then.
struct LinearShare {
  struct Part {
    var minimum = 0.0
    var maximum = 0.0
    var priority = 0.0
  }

  /// - Parameters:
  ///   - total: the length to divide, without gaps; finite.
  ///   - measure: the length that a child takes of a proposal.
  static func lengths(_ parts: [Part], total: Double, measure: (_ part: Int, _ offer: Double) -> Double) -> [Double] {
    let order = parts.indices.sorted { a, b in
      if parts[a].priority != parts[b].priority { return parts[a].priority > parts[b].priority }
      let flexA = parts[a].maximum - parts[a].minimum
      let flexB = parts[b].maximum - parts[b].minimum
      return flexA == flexB ? a < b : flexA < flexB
    }
    // Minimum lengths of all children of lower priority than the current one, and how many of its own remain.
    var reserved = parts.reduce(0) { $0 + $1.minimum }
    var lengths = [Double](repeating: 0, count: parts.count)
    var remaining = max(0, total)
    var position = 0
    while position < order.count {
      let priority = parts[order[position]].priority
      let end = order[position...].firstIndex { parts[$0].priority != priority } ?? order.count
      for index in order[position..<end] { reserved -= parts[index].minimum }
      for place in position..<end {
        let index = order[place]
        let offer = max(0, remaining - max(0, reserved)) / Double(end - place)
        lengths[index] = measure(index, offer)
        remaining = max(0, remaining - lengths[index])
      }
      position = end
    }
    return lengths
  }
}
