import AfterglowLinux

/// When to try again to get a display that is not to be had: at once, then ever more rarely, each second at the least.
struct DisplayBackoff {
  private(set) var tryAtMs: Int64 = 0
  private var delayMs: Int64 = 0
  /// Whether its absence was told.
  private(set) var hasBeenSpokenOf = false

  static var shortestMs: Int64 { 50 }
  static var longestMs: Int64 { 1_000 }

  /// The display is gone: look for it now.
  mutating func noteLoss(nowMs: Int64) {
    // One that comes back and is lost again at once must not be looked for without a pause.
    tryAtMs = nowMs + delayMs
    delayMs = Swift.min(DisplayBackoff.longestMs, Swift.max(DisplayBackoff.shortestMs, 2 * delayMs))
  }

  /// It could not be had. True the first time in a row: that is said.
  mutating func noteFailure(nowMs: Int64) -> Bool {
    delayMs = Swift.min(DisplayBackoff.longestMs, Swift.max(DisplayBackoff.shortestMs, 2 * delayMs))
    tryAtMs = nowMs + delayMs
    defer { hasBeenSpokenOf = true }
    return !hasBeenSpokenOf
  }

  /// A frame is on it. True when its absence was spoken of.
  mutating func notePresented() -> Bool {
    delayMs = 0
    defer { hasBeenSpokenOf = false }
    return hasBeenSpokenOf
  }

  /// Something happened outside that may have brought it back.
  mutating func tryNow(nowMs: Int64) { tryAtMs = Swift.min(tryAtMs, nowMs) }

  mutating func noteSpoken() { hasBeenSpokenOf = true }
}

// A seat and its display: get it, lose it, get it back.
extension Seat {
  /// A display that is away is looked for, for as long as it takes; that it is away is said once.
  mutating func openDisplayIfDue() {
    let now = SystemTime.boottimeMs
    guard home != nil, home?.pointee.hasDisplay != true, archives.lastGood >= 0, now >= displayBackoff.tryAtMs else {
      return
    }
    do throws(DisplayFailure) {
      try home!.pointee.openDisplay(options)
      rendererBackoff.tryNow(nowMs: now)
    } catch {
      if displayBackoff.noteFailure(nowMs: now) {
        say { (text: inout TextWriter) in
          error.write(to: &text)
          text.write("; trying again until it is there")
        }
      }
    }
  }

  /// The renderer found that nothing can be shown on the display any more, or we found it ourselves.
  mutating func loseDisplay(_ reason: StaticString) {
    home?.pointee.closeDisplay()
    displayBackoff.noteLoss(nowMs: SystemTime.boottimeMs)
    if !displayBackoff.hasBeenSpokenOf {
      displayBackoff.noteSpoken()
      say { (text: inout TextWriter) in
        text.write(reason)
        text.write("; setting the display up again")
      }
    }
  }

  /// What is drawn must be where others see it.
  mutating func checkDisplayIsInPlace() {
    guard let renderer, home?.pointee.isDisplayInPlace == false else { return }
    Process.kill(renderer.identifier)
    loseDisplay("the display file is gone")
  }
}
