import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowEngine
import AfterglowLinux

/// What the guard gives a new renderer along; all of it is inherited by the fork.
struct RendererLaunch {
  var board: BoardRecord
  var panel: Panel
  var clockTrust: ClockTrustWatch.Rule
  /// Descriptor of the last good archive.
  var archive: Int32
  /// The renderer's end of the socket pair.
  var socket: Int32
  /// The light to begin with, in millilux; −1 = unknown.
  var millilux: Int64
  var modeOverride: ModeOverride
}

/// The guard's child: reserves everything, then steps, paints and waits until the guard is gone or says stop.
enum Renderer {
  static func run(_ launch: RendererLaunch) -> Int32 {
    Process.setName("aglow-renderer")
    Process.takeSignalsOfRenderer()
    do throws(SystemError) {
      let memory = try ReservedMemory(byteCount: MemoryBudget(launch.board, launch.panel.kind).byteCount)
      var arena = Arena(memory.bytes)
      guard let link = arena.reserve(RendererLink.self, count: 1)?.baseAddress,
        var engine = Engine(board: launch.board, arena: &arena)
      else { return complainAboutBudget() }
      link.initialize(to: RendererLink())
      if let refusal = try adopt(launch.archive, &engine) { return refusal }
      var clock = try LinuxClock(socket: launch.socket, trust: launch.clockTrust, link: link)
      var observer = LiveObserver(socket: launch.socket, link: link)
      let hasRun = runLoop(
        on: launch.panel, arena: &arena, engine: &engine, clock: &clock, observer: &observer,
        lux: launch.millilux < 0 ? nil : Illuminance(millilux: launch.millilux), override: launch.modeOverride)
      return hasRun ? ExitCode.done.rawValue : complainAboutBudget()
    } catch {
      return complain(.system, error)
    }
  }

  /// nil when the archive is in use; else the exit status.
  private static func adopt(_ archive: Int32, _ engine: inout Engine) throws(SystemError) -> Int32? {
    let count = try readAll(archive, into: engine.idleBank)
    do throws(ArchiveError) {
      try engine.adopt(byteCount: count)
      return nil
    } catch {
      return complain(.badData) { (text: inout TextWriter) in text.write(error) }
    }
  }
}

func complainAboutBudget() -> Int32 {
  complain(.badData) { (text: inout TextWriter) in
    text.write("the memory budget in the archive's board is too small for its display")
  }
}

/// Tells the guard what the loop does.
struct LiveObserver: ~Copyable, UpdateObserver {
  private let socket: Int32
  private let link: UnsafeMutablePointer<RendererLink>

  init(socket: Int32, link: UnsafeMutablePointer<RendererLink>) {
    self.socket = socket
    self.link = link
  }

  mutating func presented(_ report: borrowing UpdateReport) {
    // A guard that does not read now loses a report, never a frame.
    _ = sendPacket(ControlMessage(report), to: socket, waits: false)
  }

  mutating func refused(_ error: ArchiveError, atByteCount: Int) {
    link.pointee.pendingArchiveByteCount = 0
    var message = ControlMessage(.refused, value: Int64(atByteCount))
    message.append(error)
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
    causes = report.causes
    variant = UInt8(report.variantKey.index)
    isNight = report.isNight
    isAlwaysOn = report.isLuminanceReduced
    for index in 0..<report.damage.count { addDamage(report.damage[index]) }
  }
}
