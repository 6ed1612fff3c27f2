/// Supply and sleep, and the charge pumps that a refresh needs.
struct SSD1680Power {
  /// The controller's power state.
  enum State { case off, inReset, awake, asleepKeepingRAM, asleepLosingRAM }

  var state = State.off
  var clockIsOn = false
  var analogIsOn = false
  /// Since when pumps have been running unused, in µs; −1 = they are off.
  var idleSinceUs: Int64 = -1

  var isPumping: Bool { analogIsOn || clockIsOn }

  mutating func stopPumps() {
    clockIsOn = false
    analogIsOn = false
  }
}

/// The RST line; low resets.
struct SSD1680ResetLine {
  var level = true
  var edgeUs: Int64 = 0
  /// The wait after a reset is over, or was recorded as too short.
  var mayCommand = true
}

/// The operation that keeps the controller busy, and its duration.
struct SSD1680Work {
  /// The operation that ends when BUSY falls.
  enum Operation { case none, reset, activation, fill }

  private(set) var operation = Operation.none
  private var fromUs: Int64 = 0
  private(set) var untilUs: Int64 = 0
  /// The sequence that `20` runs, until BUSY falls.
  var activation = SSD1680Activation()

  /// - Parameter lagUs: from the trigger to BUSY.
  mutating func begin(_ operation: Operation, durationUs: Int64, lagUs: Int64, at nowUs: Int64) {
    self.operation = operation
    fromUs = nowUs + lagUs
    untilUs = Swift.max(nowUs + durationUs, fromUs + 50)
  }

  func isBusy(at nowUs: Int64) -> Bool { operation != .none && nowUs >= fromUs }

  mutating func end() { operation = .none }
}

/// The refreshes so far, for the rules about their frequency and order.
struct SSD1680Refreshes {
  /// Refreshes that changed the panel.
  var fullCount: Int64 = 0
  var partialCount: Int64 = 0
  /// −1 = none yet, or its end was recorded as too long ago.
  var lastFullEndUs: Int64 = -1
  var partialsSinceFull: Int32 = 0
  var hasShownSinceWake = false
}
