import AfterglowCore
import AfterglowDevice
import AfterglowLinux
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// A bus whose BUSY the test decides, on a clock of its own.
private struct ScriptedBus: ~Copyable, PanelBus {
  final class State {
    var atMs: Int64 = 1_000
    var isBusy = false
    var fails = false
  }

  let state: State
  var maximumTransferByteCount: Int { 4_096 }
  let switchesSupply: Bool

  init(_ state: State, switchesSupply: Bool = true) {
    self.state = state
    self.switchesSupply = switchesSupply
  }

  mutating func transfer(_ bytes: UnsafeRawBufferPointer, isData: Bool) throws(BusError) {
    if state.fails { throw .transfer(errno: 5) }
  }
  mutating func setReset(_ level: Bool) throws(BusError) {}
  mutating func setPower(_ isOn: Bool) throws(BusError) {}
  mutating func busyLevel() throws(BusError) -> Bool { state.isBusy }
  mutating func now() -> MonotonicInstant { MonotonicInstant(milliseconds: state.atMs) }
}

/// What a recorded bus writes.
@Suite struct RecordingPanelBusTests {
  private let path = FileManager.default.temporaryDirectory.path + "/r-\(UInt32.random(in: 0...UInt32.max)).jsonl"
  private let memory = UnsafeMutableRawBufferPointer.allocate(
    byteCount: 65_536, alignment: 8)

  private func lines() -> [String] {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  private func record(
    to descriptor: Int32, switchesSupply: Bool = true, clockHz: UInt32 = 0,
    _ body: (inout RecordingPanelBus<ScriptedBus>, ScriptedBus.State) throws -> Void
  ) throws {
    let state = ScriptedBus.State()
    var bus = RecordingPanelBus(
      ScriptedBus(state, switchesSupply: switchesSupply), to: descriptor, memory: memory, clockHz: clockHz)
    try body(&bus, state)
  }

  private func send(
    _ bytes: [UInt8], isData: Bool, _ bus: inout RecordingPanelBus<ScriptedBus>
  ) throws {
    try bytes.withUnsafeBytes { try bus.transfer($0, isData: isData) }
  }

  private func script(_ bus: inout RecordingPanelBus<ScriptedBus>, _ state: ScriptedBus.State) throws {
    try bus.setPower(true)
    try bus.setReset(false)
    state.atMs = 1_003
    try bus.setReset(true)
    try send([0x12], isData: false, &bus)
    state.isBusy = true
    state.atMs = 1_005
    _ = try bus.busyLevel()
    state.isBusy = false
    state.atMs = 1_012
    _ = try bus.busyLevel()
    try send([0x01], isData: false, &bus)
    try send([0xF9, 0x00], isData: true, &bus)
    state.fails = true
    #expect(throws: BusError.transfer(errno: 5)) { try send([0x55], isData: true, &bus) }
  }

  @Test func `each event is a line, and looks at BUSY are one wait`() throws {
    defer { memory.deallocate() }
    let file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    defer {
      close(file)
      unlink(path)
    }
    try record(to: file, clockHz: 4_000_000) { bus, state in try script(&bus, state) }
    #expect(
      lines() == [
        #"{"t":1.000,"power":1}"#, #"{"t":1.000,"rst":0}"#, #"{"t":1.003,"rst":1}"#, #"{"t":1.003,"dc":0}"#,
        #"{"t":1.003,"write":"12","hz":4000000}"#, #"{"t":1.012,"busy_wait":{"level":0,"limit":90}}"#,
        #"{"t":1.012,"write":"01","hz":4000000}"#, #"{"t":1.012,"dc":1}"#,
        #"{"t":1.012,"write":"F900","hz":4000000}"#,
      ])
  }

  @Test func `a supply that nothing switches is not recorded`() throws {
    defer { memory.deallocate() }
    let file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    defer {
      close(file)
      unlink(path)
    }
    try record(to: file, switchesSupply: false) { bus, state in try script(&bus, state) }
    #expect(lines().first == #"{"t":1.000,"rst":0}"#)
    #expect(lines().last == #"{"t":1.012,"write":"F900"}"#)
  }

  @Test(.enabled(if: access("/dev/full", W_OK) == 0)) func `a full disk ends the recording and nothing else`() throws {
    defer { memory.deallocate() }
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    try record(to: full) { bus, state in try script(&bus, state) }
    try record(to: -1) { bus, state in try script(&bus, state) }
  }
}
