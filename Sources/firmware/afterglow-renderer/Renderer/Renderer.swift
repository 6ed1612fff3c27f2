import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowEPaper
import AfterglowEngine
import AfterglowLight
import AfterglowLinux

/// The launch parameters of a new renderer: inherited by the fork, or sent to one that was forked earlier.
struct RendererLaunch: ForkPayload {
  var board: BoardRecord
  var clockTrust: ClockTrustWatch.Rule
  /// Size in bytes of the archive that the guard will send.
  var archiveByteCount: Int64
  /// The light to start with.
  var light: Reading<Illuminance>
  var modeOverride: ModeOverride
  /// The page that the renderer before has shown; −1 = the home page.
  var page: Int32
  /// The panel's white as the hardware dims it.
  var white: PanelWhite
  /// The picture's orbit phase at boot, in ms.
  var orbitPhaseMs: Int64
  /// A process that died may have left the panel refreshing until then; 0 = none did.
  var settlesUntilMs: Int64
  /// When every pixel of the panel was driven last, in boot time; 0 = unknown.
  var lastDriveEndMs: Int64
  /// What the panel's glass has gone through.
  var refreshes: RefreshRecord
  var confinement: ConfinementOptions

  static var packetMagic: UInt32 { 0x314C_4741 }
}

/// The guard's child process: closes everything else, reserves all memory, confines itself, receives the archive from
/// the guard, then runs the loop until the guard stops it or exits.
///
/// Its memory is never released: after the loop the process can only exit.
enum Renderer {
  /// `socket` is the renderer's end of the pair.
  static func run(_ launch: RendererLaunch, on panel: Panel, socket: Int32) -> Int32 {
    do throws(SystemError) { try leaveGuard(keeping: socket, panel) } catch { return complain(.system, error) }
    return live(launch.board, launch: launch, panel: panel, socket: socket)
  }

  /// Runs a renderer that was forked when the guard had read only a file's first bytes, which request a graphics card:
  /// it receives its launch parameters first and then the card, each as soon as it is available. It exits if the board
  /// turns out to differ.
  static func runAhead(for hint: BoardRecord, socket: Int32) -> Int32 {
    do throws(SystemError) { try leaveGuard(keeping: socket, nil) } catch { return complain(.system, error) }
    return live(hint, launch: nil, panel: nil, socket: socket)
  }

  /// Closes all other descriptors of the guard, which would keep authors' connections open after the guard's exit, or
  /// keep devices of other panels open.
  ///
  /// - Throws: `SystemError`.
  private static func leaveGuard(keeping socket: Int32, _ panel: Panel?) throws(SystemError) {
    Process.setName("aglow-renderer")
    Process.takeSignalsOfRenderer()
    var kept = RetainedDescriptors()
    kept.keep(socket)
    panel?.keepDescriptors(&kept)
    try Lockdown.closeDescriptors(except: kept)
  }

  /// - Parameters:
  ///   - launch: nil = the guard sends it.
  ///   - panel: nil = the guard sends it (`PanelPacket`).
  private static func live(
    _ board: BoardRecord, launch: RendererLaunch?, panel: Panel?, socket: Int32
  ) -> Int32 {
    do throws(SystemError) {
      let memory = try ReservedMemory.forLife(byteCount: MemoryBudget(board, panel).byteCount)
      var arena = Arena(memory)
      guard let link = arena.reserve(RendererLink.self, count: 1)?.baseAddress,
        var engine = Engine(board: board, arena: &arena)
      else { return launch == nil ? ExitCode.done.rawValue : complainAboutSize() }
      link.initialize(to: RendererLink())
      let isAhead = launch == nil
      if isAhead { takePictureMemory(of: engine, in: memory) }
      guard let launch = launch ?? receiveLaunch(of: board, from: socket) else { return ExitCode.done.rawValue }
      engine.setWhite(launch.white)
      engine.orbitPhaseMs = launch.orbitPhaseMs
      if launch.page >= 0 { engine.show(page: Int(launch.page)) }
      var clock = try LinuxClock(socket: socket, trust: launch.clockTrust, link: link)
      var observer = LiveObserver(socket: socket, link: link, panel: board.panel)
      if !isAhead {
        // Otherwise the peak would include the set-up's pages together with the loop's.
        Lockdown.forgetSetUp()
        takePictureMemory(of: engine, in: memory)
      }
      ReservedMemory.makeResident(engine.idleMemory(forArchiveOf: launch.archiveByteCount))
      guard let panel = panel ?? PanelPacket.receive(from: socket).map({ .drm($0) }) else {
        return ExitCode.done.rawValue
      }
      let end = runLoop(
        on: panel, arena: &arena, engine: &engine, clock: &clock, observer: &observer,
        lux: launch.light.value, override: launch.modeOverride, past: PanelPast(launch)
      ) { (engine: inout Engine) throws(StartFailure) in
        Lockdown.forgetSetUp()
        do throws(SystemError) { try Confinement.enter(panel, launch.confinement) } catch { throw .unconfined(error) }
        try takeFirstArchive(from: socket, &engine)
      }
      return exitStatus(of: end)
    } catch {
      return complain(.system, error)
    }
  }

  /// Touches all of the picture's memory at once, because all of it is drawn into.
  private static func takePictureMemory(of engine: borrowing Engine, in memory: UnsafeMutableRawBufferPointer) {
    ReservedMemory.lockOnTouch(memory)
    ReservedMemory.makeResident(engine.pictureMemory)
  }

  /// The launch parameters, if they are for the board that memory was reserved for; nil if the guard does not need this
  /// renderer.
  private static func receiveLaunch(of board: BoardRecord, from socket: Int32) -> RendererLaunch? {
    guard let launch = ForkPacket<RendererLaunch>.receive(from: socket)?.payload else { return nil }
    return launch.board.isIdentical(to: board) ? launch : nil
  }

  private static func exitStatus(of end: PanelEnd) -> Int32 {
    switch end {
    case .loop(.stopped): ExitCode.done.rawValue
    // The observer has reported the reason to the guard.
    case .loop(.displayLost): ExitCode.displayLost.rawValue
    case .noRoom: complainAboutSize()
    case .notStarted(let failure): failure.complain()
    }
  }

  /// Waits for the guard's first message. Archives that it sends to a new renderer have been validated, by the guard or
  /// by the previous renderer.
  ///
  /// - Throws: `StartFailure`.
  private static func takeFirstArchive(from socket: Int32, _ engine: inout Engine) throws(StartFailure) {
    while true {
      switch receivePacket(from: socket) {
      case .message(let message, let passed):
        if message.kind == .newArchive { return try resume(with: FileDescriptor(owning: passed), &engine) }
        closeDescriptor(passed)
        if message.kind == .stop { throw .unneeded }
        if message.kind == .white { engine.setWhite(message.white) }
      case .closed, .failed: throw .unneeded
      case .foreign: break
      case .nothing:
        var set = PollSet()
        _ = set.add(socket)
        set.wait(timeoutMs: nil)
      }
    }
  }

  private static func resume(with file: consuming FileDescriptor, _ engine: inout Engine) throws(StartFailure) {
    let count: Int
    do throws(SystemError) { count = try file.read(into: engine.idleBank) } catch { throw .system(error) }
    do throws(ArchiveError) { try engine.resume(byteCount: count) } catch { throw .archive(error) }
  }
}

/// Why a renderer exits before its loop.
enum StartFailure: Error {
  /// The process could not be confined.
  case unconfined(SystemError)
  /// The display's memory cannot be mapped.
  case display(DisplaySetupError)
  case system(SystemError)
  case archive(ArchiveError)
  /// The guard is gone, or does not need this renderer.
  case unneeded

  /// Reports it and returns the exit status.
  func complain() -> Int32 {
    switch self {
    case .unconfined(let error): complainAboutConfinement(error)
    case .display(let error):
      afterglow_renderer.complain(.noDisplay) { (text: inout TextWriter) in error.write(to: &text) }
    case .system(let error): afterglow_renderer.complain(.system, error)
    case .archive(let error): afterglow_renderer.complain(.badData) { (text: inout TextWriter) in text.write(error) }
    case .unneeded: ExitCode.done.rawValue
    }
  }
}

func complainAboutSize() -> Int32 {
  complain(.badData) { (text: inout TextWriter) in
    text.write("the archive's board and its display do not fit together: another panel, or too little memory")
  }
}

/// Sends the loop's reports to the guard.
struct LiveObserver: ~Copyable, UpdateObserver {
  private let socket: Int32
  private let link: UnsafeMutablePointer<RendererLink>
  /// The e-paper panel that the board names; all 0 for other displays.
  private let panel: PaperPanel

  init(socket: Int32, link: UnsafeMutablePointer<RendererLink>, panel: PaperPanel) {
    self.socket = socket
    self.link = link
    self.panel = panel
  }

  mutating func presented(_ report: borrowing UpdateReport) {
    // If the guard does not read, a report is lost, never a frame.
    _ = sendPacket(ControlMessage(report), to: socket, waits: false)
  }

  mutating func refused(_ error: ArchiveError, atByteCount: Int) {
    link.pointee.pendingArchiveByteCount = 0
    var message = ControlMessage(.refused, value: Int64(atByteCount))
    message.write(error)
    _ = sendPacket(message, to: socket, waits: false)
  }

  mutating func refreshed(_ record: borrowing RefreshRecord) {
    _ = sendPacket(ControlMessage(record), to: socket, waits: false)
  }

  mutating func commanded(_ command: ActionCommand) {
    // If the guard does not read, the control returns to its state after two seconds, with a mark.
    _ = sendPacket(ControlMessage(command), to: socket, waits: false)
  }

  mutating func presentFailed(_ error: DisplayError, retryAt: MonotonicInstant) {
    var message = ControlMessage(.displayFailed)
    message.append(error, of: panel)
    _ = sendPacket(message, to: socket, waits: false)
  }
}

extension ControlMessage {
  /// A presented update as a packet.
  init(_ report: borrowing UpdateReport) {
    self.init(.updated)
    realtimeMs = report.moment.realtime.milliseconds
    nextRealtimeMs = report.nextWakeUp.realtime.milliseconds
    nextMonotonicMs = report.nextWakeUp.monotonic.milliseconds
    pixelsDamaged = report.pixelsDamaged
    pixelsChanged = report.pixelsChanged
    frameHash = report.frameHash
    bytesWritten = UInt32(clamping: report.bytesWritten)
    causes = report.causes
    variant = UInt8(report.variantKey.index)
    isNight = report.isNight
    isAlwaysOn = report.isLuminanceReduced
    reason = report.reason.rawValue
    isClockUntrusted = !report.moment.isTrusted
    page = report.page.page
    pageCount = report.page.count
    for index in 0..<report.damage.count { addDamage(report.damage[index]) }
  }

  /// Appends why a display did not accept a frame; `value` is its `DisplayTrouble`.
  ///
  /// - Parameter panel: the e-paper panel that the board names.
  mutating func append(_ error: DisplayError, of panel: PaperPanel) {
    value = DisplayTrouble(error).rawValue
    switch error {
    case .lost(let operation, let errno):
      write("the display is lost: ")
      write(SystemError(operation.words, errno: errno))
    case .system(let operation, let errno): write(SystemError(operation.words, errno: errno))
    case .bus(let errno): write(SystemError("talk to the display's controller", errno: errno))
    case .busyTimeout(let isBusy, let waitedMs):
      write(isBusy ? "the display's controller was still busy after " : "BUSY did not follow a refresh within ")
      write(Int64(waitedMs))
      write(
        isBusy
          ? " ms: BUSY does not end; is the panel colder than 0 °C? In the cold a refresh takes longer"
          : " ms: is the panel powered, and is its BUSY line this one?")
    case .busyAfterReset(let waitedMs):
      write("the display's controller was still busy after ")
      write(Int64(waitedMs))
      write(" ms: BUSY does not end after a reset; is the panel powered, and the one that the board names?")
    case .partialFailed(let waitedMs):
      write("the panel did not answer a partial refresh (")
      write(Int64(waitedMs))
      write(" ms): this glass has no partial waveform; is it ")
      write(panel.olderName ?? "the panel that the board names")
      write("?")
    case .tooEarly: write("the display may not be refreshed yet")
    }
  }
}

extension DisplayOperation {
  /// Completes the sentence "cannot …".
  var words: StaticString {
    switch self {
    case .open: "open the display"
    case .map: "map the display's memory"
    case .resize: "set the display's size"
    case .write: "write to the display"
    case .present: "show a frame on the display"
    case .power: "switch the display on or off"
    }
  }
}
