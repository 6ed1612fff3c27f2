extension Duration {
  /// A computed number of seconds as a duration: zero for what is not a number, and at most some 30,000 years for what is
  /// beyond them. The standard library's conversion ends the program for both.
  package static func clamping(seconds: Double) -> Duration {
    .seconds(seconds.isNaN ? 0 : min(max(seconds, -1e12), 1e12))
  }
}
