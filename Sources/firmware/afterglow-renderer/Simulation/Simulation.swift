import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowEngine
import AfterglowLinux
import AfterglowVirtual

/// `--simulate`: the same loop on a virtual clock, in one process, with only the named files open.
enum Simulation {
  static func run(_ options: Options) -> Int32 {
    if options.confinement.isUnconfined { warnAboutNoConfinement() }
    do throws(IntakeError) {
      return try simulate(options)
    } catch {
      return complain(error.exitCode) { (text: inout TextWriter) in
        text.write(cString: options.panels[0].archivePath!)
        text.write(": ")
        error.write(to: &text)
      }
    }
  }

  private static func simulate(_ options: Options) throws(IntakeError) -> Int32 {
    let file = try openArchive(options.panels[0].archivePath!)
    let plan = try BoardPlan(reading: file)
    do throws(LoadedTrace.Failure) {
      let light = try LoadedTrace(
        for: plan, override: options.panels[0].luxTracePath, millilux: options.panels[0].millilux)
      return try simulate(options, file, plan, light: light)
    } catch {
      return complain(.badData) { (text: inout TextWriter) in
        text.write("lux trace: ")
        error.write(to: &text)
      }
    }
  }

  private static func simulate(
    _ options: Options, _ file: borrowing FileDescriptor, _ plan: borrowing BoardPlan, light: borrowing LoadedTrace
  ) throws(LoadedTrace.Failure) -> Int32 {
    do throws(SystemError) {
      let dump = FileDescriptor(owning: try options.dumpPath.map(create) ?? -1)
      return try simulate(options, file, plan, light: light.trace, dump: dump)
    } catch {
      return complain(.inputOutput, error)
    }
  }

  private static func create(_ path: UnsafePointer<CChar>) throws(SystemError) -> Int32 {
    try FileDescriptor.create(path).release()
  }

  private static func simulate(
    _ options: Options, _ file: borrowing FileDescriptor, _ plan: borrowing BoardPlan, light: LuxTrace,
    dump: borrowing FileDescriptor
  ) throws(SystemError) -> Int32 {
    let window = try ReservedMemory.forLife(byteCount: PanelWindow.byteCount(plan))
    let panel = Panel(plan, window: window, isLive: false, slowness: options.panels[0].slowness)
    let memory = try ReservedMemory.forLife(byteCount: MemoryBudget(plan.board, panel).byteCount)
    var arena = Arena(memory)
    guard var engine = Engine(board: plan.board, arena: &arena),
      let counts = arena.reserve(SimulationCounts.self, count: 1)?.baseAddress
    else { return complainAboutSize() }
    counts.initialize(to: SimulationCounts())
    let byteCount = try readAll(file.number, into: engine.idleBank)
    do throws(ArchiveError) { try engine.adopt(byteCount: byteCount) } catch {
      return complain(.badData) { (text: inout TextWriter) in text.write(error) }
    }
    var clock = CountingClock(
      base: VirtualClock(from: options.from, to: options.to, isTrusted: true, lux: light), counts: counts)
    var observer = SimulationObserver(
      output: try TextWriter(to: 1, memory: ReservedMemory.forLife(byteCount: 1 << 16)), counts: counts,
      printsUpdates: options.printsUpdates,
      account: ProcessMemory())
    let dumpNumber = dump.number
    Lockdown.forgetSetUp()
    let stack = StackProbe(depthBytes: 1 << 16)
    let end = runLoop(
      on: panel, arena: &arena, engine: &engine, clock: &clock, observer: &observer, lux: light.illuminance(atMs: 0),
      override: .automatic
    ) { (_: inout Engine) throws(StartFailure) in
      do throws(SystemError) { try Confinement.enterSimulation(dump: dumpNumber, options.confinement) } catch {
        throw .unconfined(error)
      }
    }
    switch end {
    case .noRoom: return complainAboutSize()
    case .notStarted(let failure): return failure.complain()
    case .loop: break
    }
    counts.pointee.stackBytes = stack.usedByteCount
    counts.pointee.archiveBytes = Int64(byteCount)
    counts.pointee.memoryReserved = Int64(memory.count + window.count)
    observer.finish()
    if dump.number >= 0 { try dump.write(all: UnsafeRawBufferPointer(window)) }
    // The filter does not permit releasing anything any more.
    Process.exitNow(observer.failure == 0 ? ExitCode.done.rawValue : ExitCode.inputOutput.rawValue)
  }
}

/// Totals of a simulation, for its last line.
struct SimulationCounts: BitwiseCopyable {
  var updates: Int64 = 0
  var pixelsDamaged: Int64 = 0
  var pixelsChanged: Int64 = 0
  /// The hashes of all frames, combined in order.
  var hash: UInt64 = 0
  var archiveBytes: Int64 = 0
  var memoryReserved: Int64 = 0
  var stackBytes: Int64 = 0
  /// The peak after 1,000 updates, when all memory that is ever used has been touched.
  var residentKiBWhenWarm: Int64 = 0
  /// Wake-ups because something was due.
  var wakeUps: Int64 = 0
  /// Of these, the ones after which nothing was presented.
  var idleWakeUps: Int64 = 0
  var sensorPolls: Int64 = 0
  var updatesAtLastWake: Int64 = -1
}

/// Counts why the loop woke up.
struct CountingClock: ~Copyable, Clock {
  private var base: VirtualClock
  private let counts: UnsafeMutablePointer<SimulationCounts>

  init(base: consuming VirtualClock, counts: UnsafeMutablePointer<SimulationCounts>) {
    self.base = base
    self.counts = counts
  }

  mutating func now() -> Moment { base.now() }

  mutating func pause(until time: MonotonicInstant, signal: Int32) { base.pause(until: time, signal: signal) }

  mutating func wait(until wakeUp: WakeUp, idleBank: UnsafeMutableRawBufferPointer) -> Wake {
    // The steps of a refresh are part of one update.
    if wakeUp.isForDisplay { return base.wait(until: wakeUp, idleBank: idleBank) }
    if counts.pointee.updatesAtLastWake == counts.pointee.updates { counts.pointee.idleWakeUps += 1 }
    counts.pointee.updatesAtLastWake = -1
    let wake = base.wait(until: wakeUp, idleBank: idleBank)
    switch wake {
    case .due:
      counts.pointee.wakeUps += 1
      counts.pointee.updatesAtLastWake = counts.pointee.updates
    case .light: counts.pointee.sensorPolls += 1
    default: break
    }
    return wake
  }
}
