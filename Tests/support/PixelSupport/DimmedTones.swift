import Foundation

/// The colours of a picture before and after it was dimmed.
public struct DimmedTones {
  /// Logarithms of (L + 0.05) of one colour.
  private struct Tone {
    let before: Double
    let after: Double
  }

  private let tones: [Tone]
  /// The number of times that a colour became another one than at a pixel before it.
  public let splitCount: Int
  /// The number of colours that are compared: all of a picture with less than 2,400, and a part of more.
  public var count: Int { tones.count }

  /// - Parameters:
  ///   - before: pixels of the picture, 0xAARRGGBB.
  ///   - after: the same pixels after the picture was dimmed.
  public init(_ before: [UInt32], after: [UInt32]) {
    precondition(before.count == after.count)
    var seen: [UInt32: UInt32] = [:]
    var splitCount = 0
    for index in 0..<before.count {
      // Most pixels are as the one before.
      if index > 0, before[index] == before[index - 1], after[index] == after[index - 1] { continue }
      let other = seen.updateValue(after[index], forKey: before[index])
      if let other, other != after[index] { splitCount += 1 }
    }
    let colors = seen.sorted { $0.key < $1.key }
    tones = stride(from: 0, to: colors.count, by: max(1, colors.count / 1_200)).map {
      Tone(before: Self.tone(colors[$0].key), after: Self.tone(colors[$0].value))
    }
    self.splitCount = splitCount
  }

  private static func tone(_ argb: UInt32) -> Double { log(SeenContrast.luminance(argb) + 0.05) }

  /// Counts the pairs of colours that change their order, and those that lose another share of their contrast.
  ///
  /// - Parameter share: the share of a contrast's logarithm that is to be left, 0 to 1.
  public func faults(share: Double) -> (inverted: Int, off: Int) {
    // Less than a hundredth no code resolves, and 1.5:1 is bent by no rounding (`AlwaysOnCurveTests`).
    let (resolved, judged) = (log(1.016), log(2.0))
    var inverted = 0
    var off = 0
    for index in 0..<tones.count {
      let one = tones[index]
      for place in 0..<index {
        let (before, after) = (one.before - tones[place].before, one.after - tones[place].after)
        if abs(before) > resolved, (before < 0) != (after < 0) { inverted += 1 }
        if abs(before) >= judged, abs(after / before / share - 1) > 0.03 { off += 1 }
      }
    }
    return (inverted, off)
  }
}
