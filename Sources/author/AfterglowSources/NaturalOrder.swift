/// Sorts names naturally: numbers by their value, letters case-insensitively.
public enum NaturalOrder {
  /// Whether `a` comes before `b`.
  public static func areInOrder(_ a: String, _ b: String) -> Bool {
    let left = Array(a.lowercased().unicodeScalars)
    let right = Array(b.lowercased().unicodeScalars)
    var i = 0
    var j = 0
    while i < left.count, j < right.count {
      if isDigit(left[i]), isDigit(right[j]) {
        let first = digits(left, &i)
        let second = digits(right, &j)
        if first.count != second.count { return first.count < second.count }
        if first != second { return first.lexicographicallyPrecedes(second) }
      } else {
        if left[i] != right[j] { return left[i].value < right[j].value }
        i += 1
        j += 1
      }
    }
    if left.count - i != right.count - j { return left.count - i < right.count - j }
    // The same except for case and leading zeros: still a total order.
    return a < b
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  /// The digits of a number without its leading zeros.
  private static func digits(_ scalars: [Unicode.Scalar], _ index: inout Int) -> [UInt32] {
    var found: [UInt32] = []
    while index < scalars.count, isDigit(scalars[index]) {
      if !found.isEmpty || scalars[index] != "0" { found.append(scalars[index].value) }
      index += 1
    }
    return found
  }
}
