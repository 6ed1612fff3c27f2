import AfterglowArchive
import AfterglowCore
import AfterglowLinux

/// The parent: opens what is opened and keeps it, reads what is slow, and starts a renderer whenever a panel has none.
///
/// It waits without a limit only when nothing of its own is due: then a signal, an author or a renderer wakes it.
struct Guard: ~Copyable {
  let options: Options
  let signals: SignalSource
  /// In memory of its own, because a seat is changed in place. Kept as long as the process lives.
  private let seats: UnsafeMutableBufferPointer<Seat>
  private let screens: Kept<Screens>
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
    let screens = try Kept(Screens())
    let fileWatch = FileWatch()
    let memory = try ReservedMemory.forLife(byteCount: MemoryLayout<Seat>.stride * options.seatCount)
    let seats = memory.baseAddress!.bindMemory(to: Seat.self, capacity: options.seatCount)
    for index in 0..<options.seatCount {
      var own = options.seats[index]
      own.confinement = options.confinement
      (seats + index).initialize(to: try Seat(own, screens, fileWatch))
    }
    self.options = options
    self.screens = screens
    self.fileWatch = fileWatch
    self.signals = signals
    self.seats = UnsafeMutableBufferPointer(start: seats, count: options.seatCount)
  }

  /// Exit status when no panel can be had. Of several, those that can be had are shown.
  ///
  /// Renderers set themselves up beside the guard's own work: it sets the displays up and looks at the rest of the archives
  /// meanwhile, and hands over only then. What a renderer says is not read before this process is confined itself.
  private mutating func start() -> Int32? {
    Lockdown.raiseMemoryLimit()
    var refusal: Int32?
    for index in 0..<seats.count {
      guard let status = seats[index].start(isAlone: seats.count == 1) else { continue }
      seats[index].exitStatus = status
      refusal = status
    }
    for index in 0..<seats.count where seats[index].exitStatus == nil { seats[index].startRendererIfDue() }
    for index in 0..<seats.count where seats[index].exitStatus == nil {
      guard let status = seats[index].finishStart() else { continue }
      seats[index].exitStatus = status
      refusal = status
    }
    if !hasAnySeat {
      end()
      return refusal
    }
    for index in 0..<seats.count where seats[index].exitStatus == nil {
      // First, so that a clock that starts in a dark room does not begin with a glare.
      seats[index].dim()
      seats[index].beginHandingOver()
    }
    waitForFirstWord()
    screens.pointee.takeConsole()
    return nil
  }

  /// Where guard and renderer share a processor, the first frame comes before the rest of the guard's set-up. What is said
  /// is read later, by a guard that is confined.
  private func waitForFirstWord() {
    var set = PollSet()
    for index in 0..<seats.count where seats[index].exitStatus == nil {
      if let process = seats[index].life.process { _ = set.add(process.socket) }
    }
    if set.count > 0 { set.wait(timeoutMs: Guard.firstWordPatienceMs) }
  }

  private static var firstWordPatienceMs: Int64 { 200 }

  private func end() {
    for index in 0..<seats.count { seats[index].stop() }
    screens.pointee.end()
  }

  private var hasAnySeat: Bool {
    for index in 0..<seats.count where seats[index].exitStatus == nil { return true }
    return false
  }

  private mutating func runUntilStopped() -> Int32 {
    while !isStopping && hasAnySeat {
      for index in 0..<seats.count { seats[index].tend() }
      screens.pointee.takeConsole()
      if !hasAnySeat { break }
      tellServiceManager()
      waitForNews()
    }
    report.stopping()
    end()
    var status = ExitCode.done.rawValue
    for index in 0..<seats.count {
      if let own = seats[index].exitStatus, own != 0 { status = own }
    }
    return isStopping ? ExitCode.done.rawValue : status
  }

  private mutating func waitForNews() {
    var set = PollSet()
    let signalPlace = set.add(signals.descriptor)
    let consolePlace = set.add(screens.pointee.consoleDescriptor)
    let hotplugPlace = set.add(screens.pointee.hotplugDescriptor)
    let filePlace = set.add(fileWatch.descriptor)
    for index in 0..<seats.count { seats[index].watch(&set) }
    let due = nextDueMs()
    set.wait(timeoutMs: due < Int64.max ? due - SystemTime.boottimeMs : nil)
    if set.isReady(signalPlace) { takeSignals() }
    for index in 0..<seats.count { seats[index].take(set) }
    if set.isReady(consolePlace) { takeConsoleRequests() }
    if set.isReady(hotplugPlace) { takeHotplugEvents() }
    if set.isReady(filePlace) { takeFileNews() }
  }

  private func takeFileNews() {
    guard fileWatch.take() else { return }
    // Also of a panel that was given up: its author may bring another archive.
    for index in 0..<seats.count { seats[index].takeFileNews() }
  }

  /// Events of one source that are taken in a turn. Whoever sends without end starves nobody; what is left stays ready.
  private static var eventsPerTurn: Int { 64 }

  private func takeConsoleRequests() {
    for _ in 0..<Guard.eventsPerTurn {
      guard let request = screens.pointee.nextConsoleRequest() else { return }
      switch request {
      case .release:
        for index in 0..<seats.count { seats[index].leaveScreen() }
        screens.pointee.release()
      case .acquire:
        screens.pointee.acquire()
        for index in 0..<seats.count { seats[index].returnToScreen() }
      }
    }
  }

  private func takeHotplugEvents() {
    for _ in 0..<Guard.eventsPerTurn {
      guard let event = screens.pointee.nextHotplugEvent() else { return }
      for index in 0..<seats.count { seats[index].take(event) }
    }
  }

  /// The first moment at which the guard itself has something to do; Int64.max = none.
  private func nextDueMs() -> Int64 {
    var due = report.nextMs
    for index in 0..<seats.count { due = Swift.min(due, seats[index].nextDueMs()) }
    return due
  }

  private mutating func tellServiceManager() {
    var counts: (starting: Int, showing: Int, away: Int, late: Int) = (0, 0, 0, 0)
    for index in 0..<seats.count {
      switch seats[index].state {
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
      case .reload: for index in 0..<seats.count { seats[index].reload() }
      case .childEnded: for index in 0..<seats.count { seats[index].noteDeathOfRenderer() }
      }
    }
  }
}
