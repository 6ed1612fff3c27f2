/// The difference of two pictures of white on black, of the same size.
public struct CoverComparison: Sendable {
  /// The number of pixels that are not black in one of them.
  public let touchedCount: Int
  /// The mean difference of these pixels' codes, 0 to 255.
  public let meanDifference: Double

  /// - Parameters:
  ///   - one: pixels of a picture, of which the lowest eight bits are compared.
  ///   - other: as many pixels of the other picture.
  public init(_ one: [UInt32], _ other: [UInt32]) {
    var (sum, touched) = (0, 0)
    for (a, b) in zip(one, other) where a & 255 != 0 || b & 255 != 0 {
      sum += abs(Int(a & 255) - Int(b & 255))
      touched += 1
    }
    touchedCount = touched
    meanDifference = Double(sum) / Double(max(touched, 1))
  }
}
