/// Increasing, randomised pauses between attempts, without an end: a thousand panels that lost one server do not return to it
/// together.
public struct RetryPace: Equatable, Sendable {
  /// Pause after the first failure, in ms.
  public static let firstMs: Int64 = 15_000
  /// Longest pause, in ms.
  public static let longestMs: Int64 = 1_800_000
  /// Longest pause while there is no network, in ms.
  public static let longestWithoutNetworkMs: Int64 = 300_000

  public private(set) var failureCount = 0

  /// A source that has not failed yet.
  public init() {}

  /// Notes a failure.
  ///
  /// - Parameters:
  ///   - random: 0 to 1.
  ///   - hasNetwork: whether a server answered.
  /// - Returns: the pause in ms: between half of the step and the whole of it.
  public mutating func failed(random: Double, hasNetwork: Bool) -> Int64 {
    let longest = hasNetwork ? Self.longestMs : Self.longestWithoutNetworkMs
    // Beyond 30 doublings every step is the longest.
    let step = min(longest, Self.firstMs << Int64(min(failureCount, 30)))
    failureCount += 1
    return step / 2 + Int64(Double(step / 2) * min(max(random, 0), 1))
  }

  /// Forgets all failures: the next one waits for the shortest time again.
  public mutating func succeeded() { failureCount = 0 }
}
