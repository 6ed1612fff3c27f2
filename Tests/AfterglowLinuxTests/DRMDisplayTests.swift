import AfterglowCore
import AfterglowDevice
import CLinux
import Testing

@testable import AfterglowLinux

/// The renderer's side without a card: its descriptor is a pipe, whose other end plays the kernel's events.
@Suite struct DRMDisplayTests {
  /// A panel over ordinary memory; closes and frees at the end.
  final class Stand {
    let memory: UnsafeMutableRawBufferPointer
    let reading: Int32
    let writing: Int32

    init() {
      memory = .allocate(byteCount: 2 * 64 * 4 * 16, alignment: 16)
      var ends: InlineArray<2, Int32> = [-1, -1]
      _ = ends.withBytes { ag_pipe($0.assumingMemoryBound(to: Int32.self)) }
      reading = ends[0]
      writing = ends[1]
    }

    deinit {
      memory.deallocate()
      _ = ag_close(reading)
      _ = ag_close(writing)
    }

    func panel(milliHertz: Int32 = 60_000) -> DRMPanel {
      func buffer(_ index: Int) -> DRMBuffer {
        DRMBuffer(
          base: memory.baseAddress! + index * 4096, byteCount: 4096, strideBytes: 256, handle: 1,
          framebuffer: UInt32(10 + index))
      }
      return DRMPanel(
        descriptor: reading, size: PixelSize(width: 64, height: 16), format: .xrgb8888, widthMm: 0, heightMm: 0,
        refreshMilliHertz: milliHertz, name: FixedText("pipe"), isAtomic: true, connector: 1, crtc: 2, plane: 3,
        mode: drm_mode_modeinfo(), modeBlob: 4, properties: DRMProperties(), buffers: [buffer(0), buffer(1)],
        foreignPlanes: InlineArray(repeating: 0), foreignPlaneCount: 0, foreignConnectors: InlineArray(repeating: 0),
        foreignConnectorCount: 0, formerCRTC: 0)
    }

    func send(flip token: UInt64, cutTo count: Int = 32) {
      var event = drm_event_vblank()
      event.base.type = UInt32(DRM_EVENT_FLIP_COMPLETE)
      event.base.length = 32
      event.user_data = token
      _ = ag_write(writing, &event, Int64(count))
    }
  }

  static func whole() -> Damage {
    var damage = Damage()
    damage.insert(PixelRect(x0: 0, y0: 0, x1: 64, y1: 16))
    return damage
  }

  @Test func `a flip that is reported ends the wait at once`() {
    let stand = Stand()
    var display = DRMDisplay(stand.panel())
    display.awaitsFlip = true
    stand.send(flip: display.token)
    let start = ag_boottime_ms()
    display.withBackBuffer { _ in }
    let isWaiting = display.awaitsFlip
    #expect(!isWaiting)
    #expect(display.lossErrno == 0)
    #expect(ag_boottime_ms() - start < 500)
  }

  @Test func `a dead renderer's flip on the same descriptor is not taken for ours`() {
    let stand = Stand()
    var display = DRMDisplay(stand.panel())
    display.awaitsFlip = true
    stand.send(flip: display.token &+ (1 << 32))
    stand.send(flip: display.token)
    display.withBackBuffer { _ in }
    let isWaiting = display.awaitsFlip
    #expect(!isWaiting)
    #expect(display.lossErrno == 0)
  }

  @Test func `a flip that never comes makes the display lost, within its limit`() {
    let stand = Stand()
    var display = DRMDisplay(stand.panel())
    display.awaitsFlip = true
    let start = ag_boottime_ms()
    display.withBackBuffer { _ in }
    let waited = ag_boottime_ms() - start
    #expect(waited >= DRMDisplay.flipLimitMs && waited < DRMDisplay.flipLimitMs + 1_000)
    #expect(throws: DisplayError.lost(operation: .present, errno: ETIMEDOUT)) {
      try display.present(Self.whole(), at: MonotonicInstant(milliseconds: start))
    }
  }

  @Test func `an event that is cut short is not read past its end`() {
    var event = ag_drm_event()
    var bytes = InlineArray<32, UInt8>(repeating: 0)
    bytes[0] = UInt8(DRM_EVENT_FLIP_COMPLETE)
    bytes[4] = 200
    let next = bytes.withBytes { ag_drm_next_event($0, 32, 0, &event) }
    #expect(next == -1)
    #expect(event.is_flip == 0)
    bytes[4] = 4
    #expect(bytes.withBytes { ag_drm_next_event($0, 32, 0, &event) } == -1)
    #expect(bytes.withBytes { ag_drm_next_event($0, 7, 0, &event) } == -1)
  }

  @Test func `a descriptor that is no card makes the first frame a loss with its errno`() {
    let stand = Stand()
    var display = DRMDisplay(stand.panel())
    #expect(throws: DisplayError.lost(operation: .present, errno: ENOTTY)) {
      try display.present(Self.whole(), at: MonotonicInstant(milliseconds: 0))
    }
  }

  @Test(arguments: [(60_000, 16), (50_000, 20), (74_988, 13), (23_976, 41), (1_000_000, 1)])
  func `the next frame is welcome a frame time after the last, where flips are reported at once`(
    _ milliHertz: Int, _ frameTime: Int
  ) {
    let stand = Stand()
    var display = DRMDisplay(stand.panel(milliHertz: Int32(milliHertz)))
    #expect(display.earliestPresent(after: MonotonicInstant(milliseconds: 5)).milliseconds <= 5)
    display.presentedAtMs = 1_000
    let earliest = display.earliestPresent(after: MonotonicInstant(milliseconds: 1_001))
    #expect(earliest.milliseconds == 1_000 + Int64(frameTime))
  }

  @Test func `the back buffer is the one that is not shown, and is only written`() {
    let stand = Stand()
    var display = DRMDisplay(stand.panel())
    #expect(display.properties.bufferAge == 2)
    #expect(display.properties.scanOutLayout == .xrgb8888)
    display.front = 0
    display.withBackBuffer { #expect($0.base == stand.memory.baseAddress! + 4096) }
    display.front = 1
    display.withBackBuffer { #expect($0.base == stand.memory.baseAddress!) }
  }

  @Test func `a driver's buffer that is smaller than its frame is refused`() {
    #expect(DRMCard.isPlausible(strideBytes: 3_200, byteCount: 1_536_000, rowBytes: 3_200, rows: 480))
    #expect(!DRMCard.isPlausible(strideBytes: 3_199, byteCount: 1_536_000, rowBytes: 3_200, rows: 480))
    #expect(!DRMCard.isPlausible(strideBytes: 3_200, byteCount: 1_535_999, rowBytes: 3_200, rows: 480))
    #expect(!DRMCard.isPlausible(strideBytes: 0, byteCount: 0, rowBytes: 3_200, rows: 480))
    #expect(!DRMCard.isPlausible(strideBytes: .max, byteCount: .max, rowBytes: 3_200, rows: 480))
  }
}
