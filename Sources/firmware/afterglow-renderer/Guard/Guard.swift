import AfterglowArchive
import AfterglowCore
import AfterglowLinux

/// The parent process: opens and owns all devices, does the slow reading, and starts a renderer whenever a panel has
/// none.
///
/// It waits without a timeout only if nothing of its own is due: then a signal, an author or a renderer wakes it.
struct Guard: ~Copyable {
  let options: Options
  let signals: SignalSource
  /// One for each panel, at stable addresses, because supervisors are changed in place. Never released.
  private let supervisors: UnsafeMutableBufferPointer<PanelSupervisor>
  private let screens: Box<Screens>
  private let fileWatch: FileWatch
  private var report = ServiceReport()
  private var isStopping = false

  static func run(_ options: Options) -> Int32 {
    Process.setName("aglow-guard")
    do throws(SystemError) {
      var keeper = try Guard(options)
      if let refusal = keeper.start() { return refusal }
      if options.confinement.isUnconfined {
        warnAboutNoConfinement()
      } else {
        do throws(SystemError) { try Lockdown.confineGuard() } catch {
          keeper.end()
          return complainAboutConfinement(error)
        }
      }
      return keeper.runUntilStopped()
    } catch {
      return complain(.inputOutput, error)
    }
  }

  private init(_ options: Options) throws(SystemError) {
    let signals = try SignalSource()
    let screens = try Box(Screens())
    let fileWatch = FileWatch()
    let memory = try ReservedMemory.forLife(byteCount: MemoryLayout<PanelSupervisor>.stride * options.panelCount)
    let supervisors = memory.baseAddress!.bindMemory(to: PanelSupervisor.self, capacity: options.panelCount)
    for index in 0..<options.panelCount {
      var own = options.panels[index]
      own.confinement = options.confinement
      own.isAlone = options.panelCount == 1
      (supervisors + index).initialize(to: try PanelSupervisor(own, screens, fileWatch))
    }
    self.options = options
    self.screens = screens
    self.fileWatch = fileWatch
    self.signals = signals
    self.supervisors = UnsafeMutableBufferPointer(start: supervisors, count: options.panelCount)
  }

  /// Starts all panels. With several panels, those that can be opened are shown.
  ///
  /// Renderers set themselves up while the guard opens the displays and validates the rest of the archives; only then
  /// does it send archives to them. Renderers' messages are not read before this process is confined.
  ///
  /// - Returns: an exit status if no panel can be shown.
  private mutating func start() -> Int32? {
    Lockdown.raiseMemoryLimit()
    var refusal: Int32?
    for index in 0..<supervisors.count {
      guard let status = supervisors[index].start(isAlone: supervisors.count == 1) else { continue }
      supervisors[index].exitStatus = status
      refusal = status
    }
    for index in 0..<supervisors.count where supervisors[index].exitStatus == nil {
      supervisors[index].startRendererIfDue()
    }
    for index in 0..<supervisors.count where supervisors[index].exitStatus == nil {
      guard let status = supervisors[index].finishStart() else { continue }
      supervisors[index].exitStatus = status
      refusal = status
    }
    if !hasRunningPanel {
      end()
      return refusal
    }
    for index in 0..<supervisors.count where supervisors[index].exitStatus == nil {
      // First, so that a clock that starts in a dark room does not start bright.
      supervisors[index].dim()
      supervisors[index].beginHandingOver()
    }
    waitForFirstMessage()
    screens.pointee.takeConsole()
    return nil
  }

  /// Waits for the first message of a renderer: if both share a processor, the first frame takes precedence over the
  /// rest of the guard's set-up. The message is read later, when the guard is confined.
  private func waitForFirstMessage() {
    var set = PollSet()
    for index in 0..<supervisors.count where supervisors[index].exitStatus == nil {
      if let process = supervisors[index].life.process { _ = set.add(process.socket) }
    }
    if set.count > 0 { set.wait(timeoutMs: Guard.firstMessageLimitMs) }
  }

  private static var firstMessageLimitMs: Int64 { 200 }

  private func end() {
    for index in 0..<supervisors.count { supervisors[index].life.askToStop(nowMs: SystemTime.boottimeMs) }
    for index in 0..<supervisors.count { supervisors[index].stop() }
    screens.pointee.end()
  }

  private var hasRunningPanel: Bool {
    for index in 0..<supervisors.count where supervisors[index].isRunning { return true }
    return false
  }

  private mutating func runUntilStopped() -> Int32 {
    while !isStopping && hasRunningPanel {
      for index in 0..<supervisors.count { supervisors[index].tend() }
      screens.pointee.takeConsole()
      if !hasRunningPanel { break }
      notifyServiceManager()
      waitForNews()
    }
    report.stopping()
    end()
    var status = ExitCode.done.rawValue
    for index in 0..<supervisors.count {
      if let own = supervisors[index].exitStatus, own != 0 { status = own }
    }
    return isStopping ? ExitCode.done.rawValue : status
  }

  private mutating func waitForNews() {
    var set = PollSet()
    let signalPlace = set.add(signals.descriptor)
    let consolePlace = set.add(screens.pointee.consoleDescriptor)
    let hotplugPlace = set.add(screens.pointee.hotplugDescriptor)
    let filePlace = set.add(fileWatch.descriptor)
    for index in 0..<supervisors.count { supervisors[index].watch(&set) }
    let due = nextDueMs()
    set.wait(timeoutMs: due < Int64.max ? due - SystemTime.boottimeMs : nil)
    if set.isReady(signalPlace) { takeSignals() }
    for index in 0..<supervisors.count { supervisors[index].take(set) }
    if set.isReady(consolePlace) { takeConsoleRequests() }
    if set.isReady(hotplugPlace) { takeHotplugEvents() }
    if set.isReady(filePlace) { takeFileNews() }
  }

  private func takeFileNews() {
    guard fileWatch.take() else { return }
    // Also for a panel that has failed: its author may send another archive.
    for index in 0..<supervisors.count { supervisors[index].takeFileNews() }
  }

  /// Maximum number of events read from one source per iteration, so that a source that sends continuously cannot block
  /// the others.
  private static var eventsPerTurn: Int { 64 }

  private func takeConsoleRequests() {
    for _ in 0..<Guard.eventsPerTurn {
      guard let request = screens.pointee.nextConsoleRequest() else { return }
      switch request {
      case .release:
        for index in 0..<supervisors.count { supervisors[index].leaveScreen() }
        screens.pointee.release()
      case .acquire:
        screens.pointee.acquire()
        for index in 0..<supervisors.count { supervisors[index].returnToScreen() }
      }
    }
  }

  private func takeHotplugEvents() {
    for _ in 0..<Guard.eventsPerTurn {
      guard let event = screens.pointee.nextHotplugEvent() else { return }
      for index in 0..<supervisors.count { supervisors[index].take(event) }
    }
  }

  /// When the guard has something to do; Int64.max = never.
  private func nextDueMs() -> Int64 {
    var due = report.nextMs
    for index in 0..<supervisors.count { due = Swift.min(due, supervisors[index].nextDueMs()) }
    return due
  }

  private mutating func notifyServiceManager() {
    var counts: (starting: Int, showing: Int, away: Int, late: Int) = (0, 0, 0, 0)
    for index in 0..<supervisors.count {
      switch supervisors[index].state {
      case .idle: break
      case .starting: counts.starting += 1
      case .showing: counts.showing += 1
      case .withoutDisplay: counts.away += 1
      case .late: counts.late += 1
      }
    }
    report.note(
      starting: counts.starting, showing: counts.showing, away: counts.away, late: counts.late,
      nowMs: SystemTime.boottimeMs)
  }

  private mutating func takeSignals() {
    for _ in 0..<Guard.eventsPerTurn {
      guard let signal = signals.next() else { return }
      switch signal {
      case .stop: isStopping = true
      case .reload: for index in 0..<supervisors.count { supervisors[index].reload() }
      case .childEnded: for index in 0..<supervisors.count { supervisors[index].noteDeathOfRenderer() }
      }
    }
  }
}
