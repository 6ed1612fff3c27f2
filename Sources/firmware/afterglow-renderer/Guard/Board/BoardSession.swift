import AfterglowArchive
import AfterglowCore
import AfterglowLight
import AfterglowLinux
import AfterglowVirtual

/// Why an archive's board could not be set up.
enum SessionError: Error {
  case intake(IntakeError)
  case display(DisplayFailure)

  var exitCode: ExitCode {
    switch self {
    case .intake(let error): error.exitCode
    case .display: .noDisplay
    }
  }

  /// Whether the archive's file does not exist.
  var isMissingFile: Bool {
    if case .intake(.system(let error)) = self { return error.errno == SystemError.noSuchFile }
    return false
  }

  /// Whether the archive itself is invalid.
  var isWrongArchive: Bool {
    switch self {
    case .intake(.archive), .intake(.preset): return true
    default: return false
    }
  }

  func write(to text: inout some TextSink & ~Copyable) {
    switch self {
    case .intake(let error): error.write(to: &text)
    case .display(let error): error.write(to: &text)
    }
  }
}

/// Everything that the guard opens for one board: its display, if it is available, its devices and its light source.
/// Closed when another board replaces it, or with the panel; owned by a `PanelSupervisor`.
struct BoardSession: ~Copyable {
  let plan: BoardPlan
  private(set) var display: OpenDisplay
  private let opener: DisplayOpener
  /// The folder of the display's file; nil = the display is not a file.
  private let folder: RuntimeFolder?
  var devices: BoardDevices
  private let light: LoadedTrace
  private let lightStartMs: Int64
  private var hasHadDisplay = false

  /// Opens everything except the display.
  init(_ plan: consuming BoardPlan, _ options: PanelOptions, _ screens: Box<Screens>) throws(SessionError) {
    light = try BoardSession.light(plan, options)
    lightStartMs = SystemTime.boottimeMs
    // A display file that replaces a device has no backlight, and the machine's must not be changed.
    let hasItsDisplay = options.displayPath == nil || plan.displayKind == .virtualFramebuffer
    devices = BoardDevices(
      plan, readsLight: options.millilux == nil && options.luxTracePath == nil, drivesBacklight: hasItsDisplay)
    display = .closed
    let opener = DisplayOpener(options: options, screens: screens)
    self.opener = opener
    folder = opener.filePath(plan).map { RuntimeFolder(of: $0) }
    self.plan = plan
  }

  deinit {
    display.close(opener.screens)
  }

  /// A trace that cannot be read leaves the light unknown, and the panel keeps running.
  ///
  /// - Throws: `SessionError` when there is not enough memory.
  private static func light(_ plan: borrowing BoardPlan, _ options: PanelOptions) throws(SessionError) -> LoadedTrace {
    do throws(LoadedTrace.Failure) {
      return try LoadedTrace(for: plan, override: options.luxTracePath)
    } catch {
      _ = complain(.done) { (text: inout TextWriter) in
        text.write("lux trace: ")
        error.write(to: &text)
        text.write("; the light stays unknown")
      }
    }
    do throws(LoadedTrace.Failure) { return try LoadedTrace(constant: nil) } catch {
      throw .intake(.system(SystemError("reserve memory", errno: 12)))
    }
  }

  /// Opens the display; the picture on it stays until the first frame. A missing folder of a display file is created
  /// again.
  ///
  /// - Throws: `DisplayFailure`.
  mutating func openDisplay() throws(DisplayFailure) {
    if hasHadDisplay, let folder { do throws(SystemError) { try folder.restore() } catch { throw .system(error) } }
    display = try opener.open(plan)
    hasHadDisplay = true
  }

  /// The display's file, or the socket of a simulated panel, whose removal is noticed; nil = the display is neither.
  var watchedPath: UnsafePointer<CChar>? { display.isWire ? opener.wirePath(plan) : opener.filePath(plan) }

  /// Takes over the connector of a graphics card that another session uses; on failure the other one keeps it.
  ///
  /// - Throws: `DisplayFailure`.
  mutating func takeOverPlace(of other: SessionReference) throws(DisplayFailure) {
    var opener = opener
    opener.place = other.pointee.display.place
    do throws(DisplayFailure) { display = try opener.open(plan) } catch {
      if let place = opener.place { opener.screens.pointee.cards.move(place, to: other.pointee.plan.cardRequest) }
      throw error
    }
    other.pointee.display = .closed
  }

  mutating func closeDisplay() {
    display.close(opener.screens)
    display = .closed
  }

  var hasDisplay: Bool { display.isOpen }

  /// The display for a renderer; only valid while it is open.
  ///
  /// - Throws: `DisplayFailure`.
  func panel() throws(DisplayFailure) -> Panel {
    try display.panel(plan, opener.screens, slowness: opener.options.slowness)
  }

  /// Whether the other session's display cannot be open at the same time as this one's.
  func sharesDisplay(with other: borrowing BoardSession) -> Bool {
    if opener.options.displayPath != nil || opener.options.panelPath != nil && plan.controller != nil { return false }
    return display.isHardware && other.plan.displayKind.isHardware
  }

  /// Whether the other session's display is on the card that this one uses.
  func sharesCard(with other: borrowing BoardSession) -> Bool {
    guard let place = display.place, other.plan.displayKind == .drm || other.plan.displayKind == .automatic else {
      return false
    }
    let path = other.plan[.displayPath]
    return path[0] == 0 || opener.screens.pointee.cards.path(place).equals(path)
  }

  /// The reading of the board's light source.
  func light(atMs now: Int64) -> Reading<Illuminance> {
    devices.light(atMs: now).orElse(Reading(known: light.trace.illuminance(atMs: now - lightStartMs)))
  }

  /// The viewer's distance from the board's distance source.
  func distance(atMs now: Int64) -> Reading<Int64> {
    let settings = plan.board.sensor
    return settings.distanceKind == .constant ? .value(Int64(settings.distanceMm)) : devices.distance(atMs: now)
  }

  /// When the reading of the board's light source next changes; nil = never.
  func nextLightMs(after now: Int64) -> Int64? {
    let next = light.trace.indexOfNext(afterMs: now - lightStartMs)
    return next < light.trace.samples.count ? lightStartMs + light.trace.samples[next].atMs : nil
  }
}

typealias SessionReference = Box<BoardSession>

extension DisplayKind {
  /// Whether the display is a hardware device, which only one program can use.
  var isHardware: Bool {
    switch self {
    case .virtualFramebuffer, .simulatedEPaper: false
    case .drm, .framebuffer, .automatic, .epaper: true
    }
  }
}
