import AfterglowCore
import AfterglowDevice
import AfterglowLinux
import Foundation
import Testing

/// The kernel's timers of the loop's wait, according to /proc.
@Suite struct LinuxClockTests {
  /// A clock that waits on a separate thread, until it is stopped.
  private func whileWaiting(until wakeUp: WakeUp, _ body: () throws -> Void) throws {
    let (guardian, renderer) = try SocketPair.make()
    defer { closeDescriptor(guardian) }
    let ended = DispatchSemaphore(value: 0)
    Thread {
      let link = UnsafeMutablePointer<RendererLink>.allocate(capacity: 1)
      link.initialize(to: RendererLink())
      if var clock = try? LinuxClock(socket: renderer, trust: .always, link: link) {
        let bank = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        while true { if case .stop = clock.wait(until: wakeUp, idleBank: bank) { break } }
      }
      link.deallocate()
      closeDescriptor(renderer)
      ended.signal()
    }.start()
    defer {
      _ = sendPacket(ControlMessage(.stop), to: guardian, waits: true)
      #expect(ended.wait(timeout: .now() + 10) == .success)
    }
    try body()
  }

  /// Timers of this process that are armed for about `seconds` of civil time and end when the clock is set
  /// (TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET).
  private func armedTimers(leftSeconds seconds: ClosedRange<Int64>) -> Int {
    let folder = "/proc/self/fdinfo"
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return entries.count { entry in
      guard let text = try? String(contentsOfFile: "\(folder)/\(entry)", encoding: .utf8),
        text.contains("clockid: 0\n"), text.contains("settime flags: 03\n"),
        let left = text.firstMatch(of: #/it_value: \((\d+), /#).flatMap({ Int64($0.1) })
      else { return false }
      return seconds.contains(left)
    }
  }

  private func isArmed(_ seconds: ClosedRange<Int64>) -> Bool {
    for _ in 0..<500 {
      if armedTimers(leftSeconds: seconds) > 0 { return true }
      usleep(10_000)
    }
    return false
  }

  @Test func `while nothing is due by civil time, a timer that never fires detects that the clock is set`() throws {
    let never = WakeUp(realtime: .distantFuture, monotonic: .distantFuture)
    // The year 2255; clocks can be set to 2232.
    let left = 9_000_000_000 - Int64(Date().timeIntervalSince1970)
    try whileWaiting(until: never.hearingClockSteps) { #expect(isArmed(left - 60...left + 60)) }
  }

  @Test func `what is due by civil time is waited for with a timer that detects clock steps`() throws {
    let due = Instant(milliseconds: (Int64(Date().timeIntervalSince1970) + 1_234_567) * 1000)
    try whileWaiting(until: WakeUp(realtime: due, monotonic: .distantFuture).hearingClockSteps) {
      #expect(isArmed(1_234_500...1_234_600))
    }
  }

  /// Of a display that waits for a line.
  @Test func `a display's signal ends a wait and a pause long before their time`() throws {
    let (guardian, renderer) = try SocketPair.make()
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for descriptor in [guardian, renderer] + ends { closeDescriptor(descriptor) } }
    let link = UnsafeMutablePointer<RendererLink>.allocate(capacity: 1)
    link.initialize(to: RendererLink())
    defer { link.deallocate() }
    var clock = try LinuxClock(socket: renderer, trust: .always, link: link)
    let end = MonotonicInstant(milliseconds: SystemTime.boottimeMs + 600_000)
    let bank = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    #expect(write(ends[1], "x", 1) == 1)
    let wakeUp = WakeUp(realtime: .distantFuture, monotonic: end, isForDisplay: true, signal: ends[0])
    guard case .due = clock.wait(until: wakeUp, idleBank: bank) else {
      Issue.record("woken by something else")
      return
    }
    clock.pause(until: end, signal: ends[0])
    // A line whose chip has gone wakes too: the next look reports it.
    closeDescriptor(ends[1])
    var byte: UInt8 = 0
    #expect(read(ends[0], &byte, 1) == 1)
    clock.pause(until: end, signal: ends[0])
    ends[1] = -1
    #expect(SystemTime.boottimeMs < end.milliseconds - 300_000)
    // Without a signal the time ends it.
    clock.pause(until: MonotonicInstant(milliseconds: SystemTime.boottimeMs + 5), signal: -1)
  }
}
