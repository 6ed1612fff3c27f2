import AfterglowArchive
import AfterglowCore
import AfterglowLinux
import AfterglowVirtual

/// Why an archive's board could not be set up.
enum HomeError: Error {
  case intake(IntakeError)
  case display(DisplayFailure)

  var exitCode: ExitCode {
    switch self {
    case .intake(let error): error.exitCode
    case .display: .noDisplay
    }
  }

  func write(to text: inout TextWriter) {
    switch self {
    case .intake(let error): error.write(to: &text)
    case .display(let error): error.write(to: &text)
    }
  }

  /// The same in a packet.
  func append(to message: inout ControlMessage) {
    switch self {
    case .intake(let error): error.append(to: &message)
    case .display(let error): error.append(to: &message)
    }
  }
}

/// What an archive's board asked for and the guard keeps: its display, while there is one, its devices and its light.
struct SeatHome: ~Copyable {
  let plan: BoardPlan
  private var display: OpenDisplay
  var devices: SeatDevices
  private let light: LoadedTrace
  private let lightStartMs: Int64

  /// Opens everything but the display.
  init(_ plan: consuming BoardPlan, _ options: SeatOptions) throws(HomeError) {
    light = try SeatHome.light(plan, options)
    lightStartMs = SystemTime.boottimeMs
    devices = SeatDevices(plan, readsLight: options.millilux == nil && options.luxTracePath == nil)
    self.plan = plan
    display = .closed
  }

  /// A trace that cannot be had leaves the light unknown; the panel goes on.
  private static func light(_ plan: borrowing BoardPlan, _ options: SeatOptions) throws(HomeError) -> LoadedTrace {
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

  /// Gets the display; what stood there keeps its picture until the first frame.
  mutating func openDisplay(_ options: SeatOptions) throws(DisplayFailure) {
    display = try OpenDisplay.open(plan, options)
  }

  mutating func closeDisplay() { display = .closed }

  var hasDisplay: Bool { display.isOpen }

  /// False once what is drawn can be seen by nobody any more.
  var isDisplayInPlace: Bool { display.isInPlace }

  /// What a renderer draws on; only while the display is open.
  func panel() throws(DisplayFailure) -> Panel {
    try display.panel(plan)
  }

  /// Whether the other home's display cannot be opened while this one's is.
  func sharesDisplay(with other: borrowing SeatHome, _ options: SeatOptions) -> Bool { false }

  /// What the light source says now, in millilux; −1 = unknown.
  func millilux(atMs now: Int64) -> Int64 {
    if let sensed = devices.millilux(atMs: now) { return sensed }
    return light.trace.illuminance(atMs: now - lightStartMs)?.millilux ?? -1
  }

  /// When it next says something else; nil = never.
  func nextLightMs(after now: Int64) -> Int64? {
    let next = light.trace.indexOfNext(afterMs: now - lightStartMs)
    return next < light.trace.samples.count ? lightStartMs + light.trace.samples[next].atMs : nil
  }
}

/// A home in memory of its own, to be changed in place and kept aside.
struct HomeReference {
  private let pointer: UnsafeMutablePointer<SeatHome>

  init(_ home: consuming SeatHome) throws(SystemError) {
    let memory = try ReservedMemory.forLife(byteCount: MemoryLayout<SeatHome>.size)
    pointer = memory.baseAddress!.bindMemory(to: SeatHome.self, capacity: 1)
    pointer.initialize(to: home)
  }

  var pointee: SeatHome {
    unsafeAddress { UnsafePointer(pointer) }
    nonmutating unsafeMutableAddress { pointer }
  }

  /// Closes everything that the home has open.
  func end() {
    pointer.deinitialize(count: 1)
    ReservedMemory.giveBack(UnsafeMutableRawBufferPointer(start: pointer, count: MemoryLayout<SeatHome>.size))
  }
}
