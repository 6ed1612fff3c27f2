import AfterglowTimeline

extension ZoneDescription {
  /// Calls `body` with a view of this zone.
  func withView<R, E: Error>(_ body: (ZoneView) throws(E) -> R) throws(E) -> R {
    let copy = UnsafeMutableBufferPointer<ZoneTransition>.allocate(capacity: transitions.count)
    defer { copy.deallocate() }
    _ = copy.initialize(from: transitions)
    return try body(
      ZoneView(transitions: UnsafeBufferPointer(copy), initialOffsetSeconds: initialOffsetSeconds, rule: rule))
  }
}
