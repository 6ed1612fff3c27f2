import AfterglowCore
import AfterglowDevice
import CLinux

/// A packet of the wire to a simulated panel (docs/panels/wire.md): 16 bytes, and for some kinds more.
public struct WirePacket: Equatable, Sendable, BitwiseCopyable {
  /// What a packet says.
  public enum Kind: UInt8, Sendable {
    /// The first packet: the format's version in `value`, then the panel's 32 bytes.
    case hello = 0
    /// Bytes of one transfer follow; `value` is the level of D/C.
    case transfer = 1
    /// `value` is the level of RST.
    case reset = 2
    /// `value`: 1 switches the supply on.
    case supply = 3
    /// Asks for the level of BUSY; the answer is one byte, 0 or 1.
    case askBusy = 4
  }

  /// `Kind`.
  public var kind: UInt8
  public var value: UInt8
  public var reserved0: UInt16
  public var reserved1: UInt32
  /// Time of the event in µs since boot (CLOCK_BOOTTIME), little-endian; never less than before.
  public var atUs: Int64

  public init(_ kind: Kind, value: UInt8, atUs: Int64) {
    self.kind = kind.rawValue
    self.value = value
    reserved0 = 0
    reserved1 = 0
    self.atUs = atUs
  }

  public static var byteCount: Int { 16 }
  /// Of this format.
  public static var version: UInt8 { 1 }
  /// The most bytes that follow a packet's 16.
  public static var maximumDataByteCount: Int { 4096 }
}

/// The connection to a simulated panel, owned by the guard. It outlives renderers, as a real panel's bus does.
public struct PanelWire: ~Copyable {
  /// The connected socket, for a renderer to inherit.
  public let descriptor: Int32
  /// When it was connected, in boot time in ms: an earlier guard may have left the panel refreshing.
  public let openedAtMs = SystemTime.boottimeMs

  /// Connects to the program that hosts the panel, and names the panel.
  ///
  /// - Throws: `DisplaySetupError`: `noDevice` where no program hosts one.
  public static func open(
    _ path: UnsafePointer<CChar>, panel: PaperPanel
  ) throws(DisplaySetupError) -> PanelWire {
    let connected = ag_connect(path, 0)
    if connected < 0 {
      throw DisplaySetupError(
        connected == -EPERM || connected == -EACCES ? .permission : .noDevice, device: FixedText(cString: path),
        operation: "connect to the simulated panel", errno: -connected,
        advice: "`afterglow run BOARD` hosts one while it runs")
    }
    let wire = PanelWire(connected)
    var hello = (
      WirePacket(.hello, value: WirePacket.version, atUs: SystemTime.boottimeMs * 1000), panel
    )
    let sent = withUnsafeBytes(of: &hello) { ag_send(connected, $0.baseAddress!, Int64($0.count), -1, 0) }
    if sent < 0 {
      throw DisplaySetupError(
        .noDevice, device: FixedText(cString: path), operation: "greet the simulated panel",
        errno: Int32(truncatingIfNeeded: -sent))
    }
    return wire
  }

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { closeDescriptor(descriptor) }

  /// False once the panel's host has gone.
  public var isInPlace: Bool { ag_has_hung_up(descriptor) == 0 }
}

/// A bus over a `PanelWire`. A host that is gone, or silent for half a second, is a lost panel.
public struct WireBus: ~Copyable, PanelBus {
  private let descriptor: Int32
  private let memory: UnsafeMutableRawBufferPointer

  /// Bytes of memory that `init` needs.
  public static var byteCount: Int { WirePacket.byteCount + WirePacket.maximumDataByteCount }
  /// Less than a renderer has to answer its guard.
  private static var patienceMs: Int64 { 500 }

  /// - Parameter memory: at least `byteCount` bytes, aligned to 8, which stay valid.
  public init(_ descriptor: Int32, memory: UnsafeMutableRawBufferPointer) {
    precondition(memory.count >= WireBus.byteCount)
    self.descriptor = descriptor
    self.memory = memory
  }

  public var maximumTransferByteCount: Int { WirePacket.maximumDataByteCount }

  /// - Throws: `BusError.transfer` with ENODEV when the host is gone, EMSGSIZE beyond `maximumTransferByteCount`.
  public mutating func transfer(_ bytes: UnsafeRawBufferPointer, isData: Bool) throws(BusError) {
    if bytes.count > WirePacket.maximumDataByteCount { throw .transfer(errno: EMSGSIZE) }
    if let base = bytes.baseAddress {
      (memory.baseAddress! + WirePacket.byteCount).copyMemory(from: base, byteCount: bytes.count)
    }
    if !send(.transfer, value: isData, dataByteCount: bytes.count) { throw .transfer(errno: ENODEV) }
  }

  /// - Throws: `BusError.line` with ENODEV when the host is gone.
  public mutating func setReset(_ level: Bool) throws(BusError) {
    if !send(.reset, value: level) { throw .line(errno: ENODEV) }
  }

  /// - Throws: `BusError.line` with ENODEV when the host is gone.
  public mutating func setPower(_ isOn: Bool) throws(BusError) {
    if !send(.supply, value: isOn) { throw .line(errno: ENODEV) }
  }

  /// - Throws: `BusError.line` with ENODEV when the host is gone or does not answer.
  public mutating func busyLevel() throws(BusError) -> Bool {
    if !send(.askBusy, value: false) { throw .line(errno: ENODEV) }
    let deadline = SystemTime.boottimeMs + WireBus.patienceMs
    while true {
      var answer: UInt8 = 0
      var passed: Int32 = -1
      let count = ag_receive(descriptor, &answer, 1, &passed)
      if passed >= 0 { _ = ag_close(passed) }
      if count == 1 && answer <= 1 { return answer == 1 }
      let left = deadline - SystemTime.boottimeMs
      if count != -Int64(EAGAIN) || left <= 0 { throw .line(errno: ENODEV) }
      wait(Int16(AG_READABLE), left)
    }
  }

  /// `CLOCK_BOOTTIME`.
  public mutating func now() -> MonotonicInstant { MonotonicInstant(milliseconds: SystemTime.boottimeMs) }

  /// Whether the packet was sent, with the data that is in memory behind it.
  private func send(_ kind: WirePacket.Kind, value: Bool, dataByteCount: Int = 0) -> Bool {
    let packet = WirePacket(kind, value: value ? 1 : 0, atUs: SystemTime.boottimeMs * 1000)
    memory.storeBytes(of: packet, as: WirePacket.self)
    let deadline = SystemTime.boottimeMs + WireBus.patienceMs
    while true {
      let sent = ag_send(
        descriptor, memory.baseAddress!, Int64(WirePacket.byteCount + dataByteCount), -1, 0)
      if sent >= 0 { return true }
      let left = deadline - SystemTime.boottimeMs
      if sent != -Int64(EAGAIN) || left <= 0 { return false }
      wait(Int16(AG_WRITABLE), left)
    }
  }

  private func wait(_ events: Int16, _ timeoutMs: Int64) {
    var entry = ag_poll_entry(fd: descriptor, events: events, revents: 0)
    _ = ag_poll(&entry, 1, timeoutMs)
  }
}
