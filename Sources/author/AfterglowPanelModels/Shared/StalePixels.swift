/// How far the plane of the old picture is from what the panel shows.
struct StalePixels {
  private var count = 0
  private var wrongCount = 0
  private var greyCount = 0

  /// Compares one pixel; `old` and `new` are whether the planes have it white, and `isSent` whether it was sent for this
  /// refresh. One that a refresh in greys left between black and white is not to be sent, and to be held.
  mutating func compare(old: Bool, new: Bool, level: UInt8, isSent: Bool) {
    if level.isGreyLevel {
      if isSent || old != new { greyCount += 1 }
      return
    }
    if old == level.isWhiteLevel { return }
    count += 1
    if old == new { wrongCount += 1 }
  }

  /// Reports what differs in the plane that `command` writes: a ghost remains, or a pixel stays wrong.
  func note(of command: UInt8, in context: PanelContext) {
    if greyCount > 0 {
      context.note(
        .grey, expected: "a refresh of every pixel before a partial one of greys",
        found: "\(greyCount) pixels between black and white")
    }
    if count == 0 { return }
    context.note(
      .plane, expected: "plane \(hexText(command)) as the panel shows",
      found: "\(count) pixels differ, and \(wrongCount) of them stay wrong", isTolerated: wrongCount == 0)
  }
}
