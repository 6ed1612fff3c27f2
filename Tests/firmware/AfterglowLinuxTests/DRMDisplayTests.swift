import AfterglowCore
import AfterglowDevice
import Testing

@testable import AfterglowLinux

/// The renderer's side without a card: its descriptor is a socket, whose other end sends the kernel's events.
@Suite struct DRMDisplayTests {
  /// A panel over ordinary memory; closes and frees at the end.
  final class Stand {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * 4096, alignment: 16)
    let ends: (card: Int32, kernel: Int32)

    init() throws {
      let pair = try SocketPair.make()
      ends = (pair.0, pair.1)
    }

    deinit {
      memory.deallocate()
      closeDescriptor(ends.card)
      closeDescriptor(ends.kernel)
    }

    func panel(milliHertz: Int32 = 60_000) -> DRMPanel {
      func buffer(_ index: Int) -> DRMBuffer {
        DRMBuffer(
          base: memory.baseAddress! + index * 4096, byteCount: 4096, strideBytes: 256, handle: 1,
          framebuffer: UInt32(10 + index))
      }
      var panel = DRMPanel(
        descriptor: ends.card, card: ends.card, size: PixelSize(width: 64, height: 16), format: .xrgb8888,
        name: FixedText("socket"), isAtomic: true, buffers: [buffer(0), buffer(1)])
      panel.refreshMilliHertz = milliHertz
      return panel
    }

    func send(flip token: UInt64) throws {
      let end = FileDescriptor(owning: ends.kernel)
      let event = DRMDisplayTests.flipEvent(token)
      event.withUnsafeBytes { bytes in #expect(throws: Never.self) { try end.write(all: bytes) } }
      _ = end.release()
    }
  }

  /// In the kernel's layout: type 2, length, token, seconds, microseconds, sequence, CRTC.
  static func flipEvent(_ token: UInt64, type: UInt32 = 2, length: UInt32 = 32) -> [UInt32] {
    [type, length, UInt32(truncatingIfNeeded: token), UInt32(token >> 32), 1, 2, 3, 4]
  }

  static func whole() -> Damage {
    var damage = Damage()
    damage.insert(PixelRect(x0: 0, y0: 0, x1: 64, y1: 16))
    return damage
  }

  @Test func `a flip that is reported ends the wait at once`() throws {
    let stand = try Stand()
    var display = DRMDisplay(stand.panel())
    display.awaitsFlip = true
    try stand.send(flip: display.token)
    let start = SystemTime.boottimeMs
    display.withBackBuffer { _ in }
    let isWaiting = display.awaitsFlip
    #expect(!isWaiting)
    #expect(display.lossErrno == 0)
    #expect(SystemTime.boottimeMs - start < 500)
  }

  @Test func `a dead renderer's flip on the same descriptor is not taken for ours`() throws {
    let stand = try Stand()
    var display = DRMDisplay(stand.panel())
    display.awaitsFlip = true
    try stand.send(flip: display.token &+ (1 << 32))
    try stand.send(flip: display.token)
    display.withBackBuffer { _ in }
    let isWaiting = display.awaitsFlip
    #expect(!isWaiting)
    #expect(display.lossErrno == 0)
  }

  @Test func `a flip that never comes makes the display lost, within its limit`() throws {
    let stand = try Stand()
    var display = DRMDisplay(stand.panel())
    display.awaitsFlip = true
    let start = SystemTime.boottimeMs
    display.withBackBuffer { _ in }
    let waited = SystemTime.boottimeMs - start
    #expect(waited >= DRMDisplay.flipLimitMs && waited < DRMDisplay.flipLimitMs + 1_000)
    #expect(throws: DisplayError.lost(operation: .present, errno: 110)) {
      try display.present(Self.whole(), at: MonotonicInstant(milliseconds: start))
    }
  }

  @Test func `only the end of this very flip counts`() {
    func reports(_ words: [UInt32], count: Int? = nil) -> Bool {
      words.withUnsafeBytes { bytes in
        DRMDisplay.reportsFlip(UnsafeRawBufferPointer(rebasing: bytes[0..<(count ?? bytes.count)]), token: 77)
      }
    }
    #expect(reports(Self.flipEvent(77)))
    #expect(reports(Self.flipEvent(5) + Self.flipEvent(77)))
    #expect(!reports(Self.flipEvent(78)))
    // A vertical blank that was not requested.
    #expect(!reports(Self.flipEvent(77, type: 1)))
    // Events with a length beyond the end of the data, or of zero.
    #expect(!reports(Self.flipEvent(77, length: 200)))
    #expect(!reports(Self.flipEvent(77, length: 4)))
    #expect(!reports(Self.flipEvent(77), count: 31))
    #expect(!reports(Self.flipEvent(77), count: 7))
    #expect(!reports([], count: 0))
  }

  @Test func `a descriptor that is no card makes the first frame a loss with its errno`() throws {
    let stand = try Stand()
    var display = DRMDisplay(stand.panel())
    #expect(throws: DisplayError.lost(operation: .present, errno: 25)) {
      try display.present(Self.whole(), at: MonotonicInstant(milliseconds: 0))
    }
  }

  @Test(arguments: [(60_000, 16), (50_000, 20), (74_988, 13), (23_976, 41), (1_000_000, 1)])
  func `the next frame is welcome a frame time after the last, where flips are reported at once`(
    _ milliHertz: Int, _ frameTime: Int
  ) throws {
    let stand = try Stand()
    var display = DRMDisplay(stand.panel(milliHertz: Int32(milliHertz)))
    #expect(display.earliestPresent(after: MonotonicInstant(milliseconds: 5)).milliseconds <= 5)
    display.presentedAtMs = 1_000
    let earliest = display.earliestPresent(after: MonotonicInstant(milliseconds: 1_001))
    #expect(earliest.milliseconds == 1_000 + Int64(frameTime))
  }

  @Test func `the back buffer is the one that is not shown, and is only written`() throws {
    let stand = try Stand()
    var display = DRMDisplay(stand.panel())
    #expect(display.properties.bufferAge == 2)
    #expect(display.properties.scanOutLayout == .xrgb8888)
    display.front = 0
    display.withBackBuffer { #expect($0.base == stand.memory.baseAddress! + 4096) }
    display.front = 1
    display.withBackBuffer { #expect($0.base == stand.memory.baseAddress!) }
  }

  @Test func `a driver's buffer that is smaller than its frame is refused`() throws {
    #expect(DRMCard.isPlausible(strideBytes: 3_200, byteCount: 1_536_000, rowBytes: 3_200, rows: 480))
    #expect(!DRMCard.isPlausible(strideBytes: 3_199, byteCount: 1_536_000, rowBytes: 3_200, rows: 480))
    #expect(!DRMCard.isPlausible(strideBytes: 3_200, byteCount: 1_535_999, rowBytes: 3_200, rows: 480))
    #expect(!DRMCard.isPlausible(strideBytes: 0, byteCount: 0, rowBytes: 3_200, rows: 480))
    #expect(!DRMCard.isPlausible(strideBytes: .max, byteCount: .max, rowBytes: 3_200, rows: 480))
  }
}
