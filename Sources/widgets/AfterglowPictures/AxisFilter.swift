/// The weights for resampling one axis. Shrinking takes the mean of the area that each new pixel covers; enlarging
/// interpolates the two nearest pixels. Neither has negative weights, so there is no ringing.
struct AxisFilter {
  let count: Int
  /// The first source pixel of each new one, and the start of its weights; both are ascending.
  private(set) var first: [Int] = []
  private(set) var offsets: [Int] = [0]
  private(set) var weights: [Float] = []

  /// - Parameters:
  ///   - start: start of the requested part, in source pixels of an axis of `sourceCount`.
  ///   - length: the part's length, in source pixels.
  ///   - count: new pixels.
  ///   - band: those of them that are computed; nil = all.
  init(sourceCount: Int, start: Double, length: Double, count: Int, band: Range<Int>? = nil) {
    let band = band ?? 0..<count
    self.count = band.count
    first.reserveCapacity(band.count)
    offsets.reserveCapacity(band.count + 1)
    let step = length / Double(count)
    for index in band {
      if step > 1 {
        cover(from: start + Double(index) * step, to: start + Double(index + 1) * step, sourceCount)
      } else {
        mix(at: start + (Double(index) + 0.5) * step - 0.5, sourceCount)
      }
      offsets.append(weights.count)
    }
  }

  private mutating func cover(from lower: Double, to upper: Double, _ sourceCount: Int) {
    let begin = min(max(Int(lower), 0), sourceCount - 1)
    let end = min(max(Int(upper.rounded(.up)), begin + 1), sourceCount)
    let shares = (begin..<end).map { max(0, min(Double($0 + 1), upper) - max(Double($0), lower)) }
    let sum = shares.reduce(0, +)
    first.append(begin)
    weights += shares.map { Float(sum > 0 ? $0 / sum : 1 / Double(shares.count)) }
  }

  private mutating func mix(at place: Double, _ sourceCount: Int) {
    let clamped = min(max(place, 0), Double(sourceCount - 1))
    let begin = Int(clamped)
    let share = clamped - Double(begin)
    first.append(begin)
    weights += share > 0 && begin + 1 < sourceCount ? [Float(1 - share), Float(share)] : [1]
  }

  /// One past the last source pixel of a new pixel.
  func end(_ index: Int) -> Int { first[index] + offsets[index + 1] - offsets[index] }

  /// The new pixels to which a source pixel contributes.
  func targets(of source: Int) -> Range<Int> {
    let lower = partition { end($0) > source }
    return lower..<Swift.max(lower, partition { first[$0] > source })
  }

  func weight(_ index: Int, of source: Int) -> Float { weights[offsets[index] + source - first[index]] }

  /// The first index for which `isBehind` is true.
  private func partition(_ isBehind: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBehind(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
