import AfterglowCore
import AfterglowDevice
import CLinux

/// A bus that also writes what crosses its wires to a file, as JSON lines (docs/panels/recordings.md).
///
/// Looks at BUSY that follow each other become one wait. A write that fails, as on a full disk, ends the recording and
/// nothing else; so does a file of 1 GiB, which is as much as can be read again.
public struct RecordingPanelBus<Base: PanelBus & ~Copyable>: ~Copyable, PanelBus {
  private var base: Base
  private var recorder: WireRecorder

  /// Bytes of memory that a recording needs: a line of the longest transfer.
  public static var byteCount: Int { WireRecorder.byteCount }

  /// - Parameters:
  ///   - descriptor: an open file, which stays the caller's; negative = nothing is recorded.
  ///   - memory: at least `byteCount` bytes, which stay valid; not used without a file.
  ///   - clockHz: of the bus, for the recording; 0 = unknown.
  public init(
    _ base: consuming Base, to descriptor: Int32, memory: UnsafeMutableRawBufferPointer, clockHz: UInt32 = 0
  ) {
    self.base = base
    recorder = WireRecorder(descriptor, memory, clockHz)
  }

  public var maximumTransferByteCount: Int { base.maximumTransferByteCount }
  public var switchesSupply: Bool { base.switchesSupply }
  public var busySignal: Int32 { base.busySignal }

  /// - Throws: what the recorded bus throws; bytes that were not sent are not recorded.
  public mutating func transfer(_ bytes: UnsafeRawBufferPointer, isData: Bool) throws(BusError) {
    try base.transfer(bytes, isData: isData)
    if recorder.isOpen { recorder.noteTransfer(bytes, isData: isData, atMs: base.now().milliseconds) }
  }

  /// - Throws: what the recorded bus throws.
  public mutating func setReset(_ level: Bool) throws(BusError) {
    try base.setReset(level)
    if recorder.isOpen { recorder.noteLine("rst", level, atMs: base.now().milliseconds) }
  }

  /// - Throws: what the recorded bus throws.
  public mutating func setPower(_ isOn: Bool) throws(BusError) {
    try base.setPower(isOn)
    if recorder.isOpen && base.switchesSupply { recorder.noteLine("power", isOn, atMs: base.now().milliseconds) }
  }

  /// - Throws: what the recorded bus throws.
  public mutating func busyLevel() throws(BusError) -> Bool {
    let level = try base.busyLevel()
    if recorder.isOpen { recorder.noteLook(level, atMs: base.now().milliseconds) }
    return level
  }

  public mutating func now() -> MonotonicInstant { base.now() }

  public mutating func synchronise(with now: MonotonicInstant) { base.synchronise(with: now) }
}

/// Writes the lines of a recording, each with one call.
struct WireRecorder {
  /// A transfer of 16,384 bytes, and what is around it.
  static var byteCount: Int { 2 * 16_384 + 256 }
  /// As much as `afterglow panel-sim` reads, in bytes.
  private static var maximumFileByteCount: Int64 { 1 << 30 }
  /// The limit that waits are recorded with, in s: no panel's refresh may take longer. Drivers do not say theirs to
  /// their bus.
  private static var waitLimitSeconds: Int64 { 90 }

  private let memory: UnsafeMutableRawBufferPointer
  private let clockHz: UInt32
  private var descriptor: Int32
  private var used = 0
  private var fileByteCount: Int64 = 0
  private var isData: Bool?
  /// The last look at BUSY, which the next event ends.
  private var look: (level: Bool, atMs: Int64)?

  init(_ descriptor: Int32, _ memory: UnsafeMutableRawBufferPointer, _ clockHz: UInt32) {
    self.descriptor = memory.count >= WireRecorder.byteCount ? descriptor : -1
    self.memory = memory
    self.clockHz = clockHz
  }

  var isOpen: Bool { descriptor >= 0 }

  mutating func noteLook(_ level: Bool, atMs time: Int64) { look = (level, time) }

  mutating func noteLine(_ name: StaticString, _ level: Bool, atMs time: Int64) {
    endWait()
    begin(time)
    putKey(name)
    put(level)
    end()
  }

  mutating func noteTransfer(_ bytes: UnsafeRawBufferPointer, isData: Bool, atMs time: Int64) {
    endWait()
    if self.isData != isData { noteLine("dc", isData, atMs: time) }
    self.isData = isData
    if bytes.isEmpty || 2 * bytes.count + 256 > memory.count { return }
    begin(time)
    putKey("write")
    put("\"")
    for byte in bytes {
      put(WireRecorder.digit(byte >> 4))
      put(WireRecorder.digit(byte & 15))
    }
    put("\"")
    if clockHz > 0 {
      put(",")
      putKey("hz")
      put(decimal: Int64(clockHz))
    }
    end()
  }

  private mutating func endWait() {
    guard let (level, time) = look else { return }
    look = nil
    begin(time)
    putKey("busy_wait")
    put("{")
    putKey("level")
    put(level)
    put(",")
    putKey("limit")
    put(decimal: WireRecorder.waitLimitSeconds)
    put("}")
    end()
  }

  // MARK: text

  private mutating func begin(_ atMs: Int64) {
    used = 0
    put("{\"t\":")
    put(decimal: atMs / 1000)
    put(".")
    let fraction = atMs % 1000
    put(UInt8(48 + fraction / 100))
    put(UInt8(48 + fraction / 10 % 10))
    put(UInt8(48 + fraction % 10))
    put(",")
  }

  private mutating func end() {
    put("}\n")
    if fileByteCount + Int64(used) > WireRecorder.maximumFileByteCount {
      descriptor = -1
      return
    }
    var done = 0
    while done < used {
      let count = ag_write(descriptor, memory.baseAddress! + done, Int64(used - done))
      if count <= 0 {
        descriptor = -1
        return
      }
      done += Int(count)
    }
    fileByteCount += Int64(used)
  }

  private mutating func putKey(_ name: StaticString) {
    put("\"")
    put(name)
    put("\":")
  }

  private mutating func put(_ level: Bool) { put(UInt8(level ? 49 : 48)) }

  private mutating func put(_ text: StaticString) {
    for index in 0..<text.utf8CodeUnitCount { put(text.utf8Start[index]) }
  }

  private mutating func put(decimal value: Int64) {
    var power: Int64 = 1
    while value / power >= 10 { power *= 10 }
    while power > 0 {
      put(UInt8(48 + value / power % 10))
      power /= 10
    }
  }

  private mutating func put(_ byte: UInt8) {
    memory[used] = byte
    used += 1
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 55 + value }
}
