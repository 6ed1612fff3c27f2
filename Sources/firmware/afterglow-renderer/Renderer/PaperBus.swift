import AfterglowCore
import AfterglowDevice
import AfterglowEPaper
import AfterglowLinux
import AfterglowVirtual

/// An e-paper panel of a renderer: its controller, and how it is reached.
struct PaperSetup {
  /// How a panel is reached.
  enum Link {
    /// spidev and GPIO lines.
    case wiring(PanelBusWiring)
    /// The socket of the program that hosts a simulated panel.
    case wire(Int32, openedAtMs: Int64)
    /// The controller's memory in this process, shown in a virtual framebuffer. Without a `PanelTime` its clock follows
    /// the loop's.
    case planes(PanelWindow, PanelTime?)
  }

  let controller: AnyController
  let link: Link
  /// nil = by the maker's rules.
  let minimumRefreshIntervalMs: Int64?
  /// Whether the board asks for refreshes in a dark room as in a lit one.
  var flashesInDark = false
  /// How the board's room becomes dark.
  var night = PaperNight.none
  /// The file that gets a recording of the wires; −1 = none.
  var recording: Int32 = -1

  typealias Bus = RecordingPanelBus<PaperBus>
  typealias Driver = PaperDisplay<AnyController, Bus>

  /// Bytes of the renderer's memory that bus and driver need.
  var byteCount: Int {
    // The arena aligns each of the three.
    Driver.byteCount(controller) + linkByteCount + recordingByteCount + 512
  }

  private var linkByteCount: Int {
    switch link {
    case .wiring: 64
    case .wire: WireBus.byteCount
    case .planes: PlaneBus.byteCount(controller.panel)
    }
  }

  private var recordingByteCount: Int { recording < 0 ? 64 : Bus.byteCount }

  /// The driver on its bus; nil where the arena has no room.
  func makeDriver(_ arena: inout Arena, _ past: PanelPast) -> Driver? {
    guard let linkMemory = arena.reserve(UInt64.self, count: (linkByteCount + 7) / 8),
      let recordingMemory = arena.reserve(UInt8.self, count: recordingByteCount),
      let memory = arena.reserve(UInt64.self, count: (Driver.byteCount(controller) + 7) / 8)
    else { return nil }
    let base = PaperBus(link, controller.panel, memory: UnsafeMutableRawBufferPointer(linkMemory))
    let bus = Bus(
      base, to: recording, memory: UnsafeMutableRawBufferPointer(recordingMemory), clockHz: link.clockHz)
    return Driver(
      controller, bus: bus, memory: UnsafeMutableRawBufferPointer(memory),
      minimumRefreshIntervalMs: minimumRefreshIntervalMs, flashesInDark: flashesInDark, night: night,
      record: past.record, lastDriveEnd: past.lastDriveEnd, settlesUntil: past.settlesUntil)
  }
}

extension PaperSetup.Link {
  /// Of the bus; 0 = it has none.
  var clockHz: UInt32 {
    switch self {
    case .wiring(let wiring): wiring.clockHz
    case .wire, .planes: 0
    }
  }
}

/// The bus of an e-paper panel, whichever it is: one type, so that driver and loop exist once.
struct PaperBus: ~Copyable, PanelBus {
  private var wiring: LinuxPanelBus?
  private var wire: WireBus?
  private var planes: PlaneBus?
  let maximumTransferByteCount: Int
  let switchesSupply: Bool
  let busySignal: Int32

  init(_ link: PaperSetup.Link, _ panel: PaperPanel, memory: UnsafeMutableRawBufferPointer) {
    wiring = nil
    wire = nil
    planes = nil
    switch link {
    case .wiring(let descriptors):
      let bus = LinuxPanelBus(descriptors)
      maximumTransferByteCount = bus.maximumTransferByteCount
      switchesSupply = bus.switchesSupply
      busySignal = bus.busySignal
      wiring = consume bus
    case .wire(let descriptor, _):
      maximumTransferByteCount = WirePacket.maximumDataByteCount
      switchesSupply = true
      busySignal = -1
      wire = WireBus(descriptor, memory: memory)
    case .planes(let window, let time):
      maximumTransferByteCount = WirePacket.maximumDataByteCount
      switchesSupply = true
      busySignal = -1
      planes = PlaneBus(
        panel, memory: memory, window: window.framebuffer, rotation: window.rotation, slowness: window.slowness,
        realTime: time)
    }
  }

  mutating func transfer(_ bytes: UnsafeRawBufferPointer, isData: Bool) throws(BusError) {
    try wiring?.transfer(bytes, isData: isData)
    try wire?.transfer(bytes, isData: isData)
    try planes?.transfer(bytes, isData: isData)
  }

  mutating func setReset(_ level: Bool) throws(BusError) {
    try wiring?.setReset(level)
    try wire?.setReset(level)
    try planes?.setReset(level)
  }

  mutating func setPower(_ isOn: Bool) throws(BusError) {
    try wiring?.setPower(isOn)
    try wire?.setPower(isOn)
    try planes?.setPower(isOn)
  }

  mutating func busyLevel() throws(BusError) -> Bool {
    if let level = try wiring?.busyLevel() { return level }
    if let level = try wire?.busyLevel() { return level }
    return try planes?.busyLevel() ?? false
  }

  mutating func now() -> MonotonicInstant {
    planes?.now() ?? MonotonicInstant(milliseconds: SystemTime.boottimeMs)
  }

  mutating func synchronise(with now: MonotonicInstant) { planes?.synchronise(with: now) }
}
