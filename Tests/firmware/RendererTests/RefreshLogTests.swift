import AfterglowDevice
import AfterglowLinux
import Foundation
import Testing

@testable import afterglow_renderer

/// What a guard keeps of a panel's refreshes.
@Suite struct RefreshLogTests {
  private let folder: URL
  private var state: String { folder.appending(path: "kitchen").path }

  init() throws {
    folder = URL(fileURLWithPath: NSTemporaryDirectory()).appending(path: "refreshes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func message(full: UInt32, partial: UInt32, failed: UInt32 = 1) -> ControlMessage {
    var record = RefreshRecord()
    (record.columns, record.rows) = (16, 15)
    record.full = full
    record.fast = 3
    record.partial = partial
    record.failed = failed
    for index in 0..<240 { record.shares[index] = UInt8(index) }
    return ControlMessage(record)
  }

  private func opened() -> RefreshLog {
    // As an argument of the program, the path outlives the log.
    let text = state.utf8CString
    let path = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.count)
    _ = path.initialize(from: text)
    return RefreshLog(path: UnsafePointer(path.baseAddress!))
  }

  @Test func `a report is saved within the hour and at a stop, and the next guard goes on`() throws {
    var log = opened()
    #expect(log.record.total == 0 && log.nextMs == .max)
    let before = SystemTime.boottimeMs
    log.note(message(full: 2, partial: 10), realtimeMs: 1_000)
    log.note(message(full: 2, partial: 11), realtimeMs: 61_000)
    #expect(log.nextMs > before && log.nextMs <= before + 3_600_000 + 1_000)
    log.saveIfDue()
    #expect(!FileManager.default.fileExists(atPath: state + ".refreshes"), "not yet")
    log.save()
    #expect(log.nextMs == .max)
    let next = opened()
    #expect(next.record.full == 2 && next.record.fast == 3 && next.record.partial == 11 && next.record.failed == 1)
    #expect(next.record.sinceMs == 1_000 && next.record.untilMs == 61_000)
    #expect(next.record.columns == 16 && next.record.rows == 15 && next.record.shares[200] == 200)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["kitchen.refreshes"])
    try FileManager.default.removeItem(at: folder)
  }

  @Test func `a drive or a failure is remembered for the next renderer, a partial refresh is not`() {
    var log = opened()
    #expect(log.lastDriveEndMs == 0)
    let before = SystemTime.boottimeMs
    log.note(message(full: 1, partial: 0), realtimeMs: 1_000)
    #expect(log.lastDriveEndMs >= before && log.lastDriveEndMs <= SystemTime.boottimeMs)
    log.forgetDrive()
    log.note(message(full: 1, partial: 1), realtimeMs: 61_000)
    #expect(log.lastDriveEndMs == 0)
    log.note(message(full: 2, partial: 1), realtimeMs: 99_000)
    #expect(log.lastDriveEndMs > 0)
    log.forgetDrive()
    log.note(message(full: 2, partial: 1, failed: 2), realtimeMs: 99_000)
    #expect(log.lastDriveEndMs > 0)
    try? FileManager.default.removeItem(at: folder)
  }

  @Test func `a file with one wrong bit, or one that is too short, counts for nothing`() throws {
    var log = opened()
    log.note(message(full: 7, partial: 40), realtimeMs: 5)
    log.save()
    let file = URL(fileURLWithPath: state + ".refreshes")
    let good = try Data(contentsOf: file)
    #expect(good.count == RefreshRecord.byteCount)
    for index in stride(from: 0, to: good.count, by: 7) {
      var bad = good
      bad[index] ^= 1 << UInt8(index % 8)
      try bad.write(to: file)
      #expect(opened().record.total == 0, "byte \(index)")
    }
    try good.prefix(100).write(to: file)
    #expect(opened().record.total == 0)
    try good.write(to: file)
    #expect(opened().record.total == 51)
    try FileManager.default.removeItem(at: folder)
  }

  @Test func `without a file nothing is due`() {
    var log = RefreshLog(path: nil)
    log.note(message(full: 1, partial: 0), realtimeMs: 5)
    #expect(log.nextMs == .max && log.record.full == 1)
    log.save()
  }
}
