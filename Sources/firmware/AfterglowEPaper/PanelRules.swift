/// What a panel's maker asks of its refreshes (docs/panels/refresh.md, Rules). A *drive* is a refresh that moves every
/// pixel: a full or a fast one.
public struct PanelRules: Equatable, Sendable {
  /// From the end of a drive to the start of the next, in ms.
  public var driveIntervalMs: Int64
  /// From the end of any refresh to the start of the next, in ms.
  public var leastIntervalMs: Int64
  /// Partial refreshes after which a drive must follow; 0 = the panel has none.
  public var partialsPerDrive: Int32
  /// From the end of a full refresh to the start of the next, at most, in ms.
  public var longestRestMs: Int64
  /// From the end of a refresh to deep sleep, in ms. Until then the controller stands by with its high voltage off.
  public var standbyMs: Int64
  /// In °C. Outside of `coldest...hottest` nothing is refreshed; below `coldestForced` nothing by a waveform that was
  /// not chosen for the measured temperature: that leaves full refreshes.
  public var coldest: Int32 = 0
  public var coldestForced: Int32 = 10
  /// In °C; nothing is refreshed above it.
  public var hottest: Int32 = 50
  /// The shortest part of a night in which one change is drawn, in ms; 0 = a dark room is as a lit one, flashes included.
  public var darkIntervalMs: Int64
  /// Partial refreshes that a lit room leaves for the moment in which it becomes dark.
  public var darkReserve: Int32 = 0
  /// From the end of a full refresh to the start of the next in a lit room, at most, in ms: shorter than `longestRestMs`
  /// where a night may follow.
  public var litRestMs: Int64 = 23 * 3_600_000

  /// Those of Waveshare and of its panels' specifications; the hour that a day lacks is a margin for a loop that wakes
  /// rarely.
  public static var maker: PanelRules {
    PanelRules(
      driveIntervalMs: 180_000, leastIntervalMs: 0, partialsPerDrive: 5, longestRestMs: 23 * 3_600_000,
      standbyMs: 65 * 60_000, darkIntervalMs: 3_600_000)
  }

  /// Those of panels without a partial waveform.
  public static var makerOfDrives: PanelRules {
    var rules = maker
    rules.partialsPerDrive = 0
    rules.standbyMs = 0
    return rules
  }

  /// A board's own interval, for every refresh (law 8).
  public func with(intervalMs: Int64) -> PanelRules {
    var rules = self
    rules.driveIntervalMs = intervalMs
    rules.leastIntervalMs = intervalMs
    return rules
  }

  /// A board's wish to see changes in a dark room as soon as in a lit one.
  public var flashingInDark: PanelRules {
    var rules = self
    rules.darkIntervalMs = 0
    return rules
  }

  /// The rules of a board that may get dark: no refresh of the day becomes due in its night, and a sensor's night, which
  /// comes unannounced, finds a partial refresh left.
  public func expecting(_ night: PaperNight) -> PanelRules {
    if night == .none || darkIntervalMs == 0 { return self }
    var rules = self
    rules.litRestMs = Swift.min(litRestMs, 12 * 3_600_000)
    rules.darkReserve = night == .sensed && partialsPerDrive > 1 ? 1 : 0
    return rules
  }

  /// The rules of glass that does not answer partial refreshes.
  var withoutPartials: PanelRules {
    var rules = self
    rules.partialsPerDrive = 0
    rules.darkReserve = 0
    rules.standbyMs = 0
    return rules
  }

  /// Partial refreshes between two drives in a lit room.
  var litPartials: Int32 { partialsPerDrive - darkReserve }

  /// The longest that a change waits in a lit room when one comes as often as it can, in ms: partial refreshes are
  /// spaced so that they last until a drive is permitted.
  public var longestWaitMs: Int64 {
    if partialsPerDrive == 0 { return Swift.max(driveIntervalMs, leastIntervalMs) }
    return Swift.max(driveIntervalMs - paceMs * Int64(litPartials - 1), leastIntervalMs)
  }

  /// How long after a drive each further partial refresh is permitted: the first at once, the second after one pace.
  var paceMs: Int64 { driveIntervalMs / Int64(darkReserve > 0 ? litPartials : litPartials + 1) }
}

/// Whether and how a board's room becomes dark.
public enum PaperNight: Sendable {
  /// Never, as far as the board knows.
  case none
  /// By the clock.
  case scheduled
  /// By a sensor, at any time.
  case sensed

  public init(isSensed: Bool, isScheduled: Bool) { self = isSensed ? .sensed : isScheduled ? .scheduled : .none }
}
