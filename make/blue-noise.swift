// Makes Sources/author/AfterglowInk/BlueNoiseMask.swift, the thresholds of docs/ink.md, Blue noise:
//
//   swiftc -O make/blue-noise.swift -o blue-noise
//   ./blue-noise > Sources/author/AfterglowInk/BlueNoiseMask.swift
//
// By void and cluster (R. Ulichney, "The void-and-cluster method for dither array generation", 1993): a tenth of the
// places are spread evenly; then each rank goes to the place that is farthest from those that have one, the largest void,
// and backwards from the tightest cluster. The square has no edges: it continues on the other side.

import Foundation

let side = 64
let count = side * side
/// How much a place counts at a distance: a bell of 1.5 places, as in the paper. By the difference of columns and rows.
let bell: [Double] = (0..<count).map { place in
  let (x, y) = (min(place % side, side - place % side), min(place / side, side - place / side))
  return exp(-Double(x * x + y * y) / (2 * 1.5 * 1.5))
}

/// Places, and how crowded each place is by them.
struct Pattern {
  private(set) var isSet = [Bool](repeating: false, count: count)
  private var crowd = [Double](repeating: 0, count: count)

  mutating func flip(_ place: Int) {
    isSet[place].toggle()
    let sign = isSet[place] ? 1.0 : -1.0
    let (px, py) = (place % side, place / side)
    for y in 0..<side {
      for x in 0..<side {
        crowd[y * side + x] += sign * bell[((y - py) & (side - 1)) * side + ((x - px) & (side - 1))]
      }
    }
  }

  var tightestCluster: Int { (0..<count).filter { isSet[$0] }.max { crowd[$0] < crowd[$1] }! }
  var largestVoid: Int { (0..<count).filter { !isSet[$0] }.min { crowd[$0] < crowd[$1] }! }
}

/// SplitMix64 (G. L. Steele et al., 2014): the same square each time.
var state: UInt64 = 1
func random() -> UInt64 {
  state &+= 0x9E37_79B9_7F4A_7C15
  var z = state
  z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
  z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
  return z ^ z >> 31
}

var first = Pattern()
while first.isSet.count(where: { $0 }) < count / 10 {
  let place = Int(random() % UInt64(count))
  if !first.isSet[place] { first.flip(place) }
}
while true {
  let cluster = first.tightestCluster
  first.flip(cluster)
  let void = first.largestVoid
  first.flip(void)
  if void == cluster { break }
}

var ranks = [Int](repeating: 0, count: count)
let firstCount = first.isSet.count(where: { $0 })
var falling = first
for rank in (0..<firstCount).reversed() {
  let place = falling.tightestCluster
  falling.flip(place)
  ranks[place] = rank
}
var rising = first
for rank in firstCount..<count {
  let place = rising.largestVoid
  rising.flip(place)
  ranks[place] = rank
}

let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_")
print(
  """
  // Made by make/blue-noise.swift.

  extension BlueNoise {
    /// The ranks of a square of 64 by 64 places, row by row, two digits of base 64 each (0 to 9, A to Z, a to z, -, _).
    static let digits: StaticString = \"""
  """)
for row in 0..<2 * side {
  let line = ranks[row * side / 2..<(row + 1) * side / 2].map { "\(digits[$0 / 64])\(digits[$0 % 64])" }.joined()
  print("    \(line)\(row == 2 * side - 1 ? "" : "\\")")
}
print("    \"\"\"\n}")
