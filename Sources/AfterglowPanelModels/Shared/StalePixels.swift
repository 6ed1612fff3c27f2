/// How far the plane of the old picture is from what the panel shows.
struct StalePixels {
  private var count = 0
  private var wrongCount = 0

  /// Compares one pixel; `old` and `new` are whether the planes have it white.
  mutating func compare(old: Bool, new: Bool, level: UInt8) {
    if old == level.isWhiteLevel && !level.isGreyLevel { return }
    count += 1
    if old == new { wrongCount += 1 }
  }

  /// Reports what differs in the plane that `command` writes: a ghost remains, or a pixel stays wrong.
  func note(of command: UInt8, in context: PanelContext) {
    if count == 0 { return }
    context.note(
      .plane, expected: "plane \(hexText(command)) as the panel shows",
      found: "\(count) pixels differ, and \(wrongCount) of them stay wrong", isTolerated: wrongCount == 0)
  }
}
