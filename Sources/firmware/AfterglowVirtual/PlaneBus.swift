import AfterglowCore
import AfterglowDevice

/// A clock in real time, for a simulated panel in a running program.
public struct PanelTime {
  /// Monotonic time in ms.
  public var monotonicMs: @convention(c) () -> Int64

  public init(monotonicMs: @escaping @convention(c) () -> Int64) { self.monotonicMs = monotonicMs }
}

/// A bus to the memory of an e-paper controller, which is shown as a virtual framebuffer at the end of each refresh. It
/// checks no rule: the strict models are on the author's side (docs/panels/models.md).
///
/// Without a `PanelTime` its time is virtual: transfers advance it, and `synchronise` follows the loop's.
public struct PlaneBus: ~Copyable, PanelBus {
  private var memory: PlaneMemory
  private var window: VirtualFramebuffer?
  private let rotation: Rotation
  private let realTime: PanelTime?
  private let slowness: Int64
  private var nowUs: Int64 = 0
  /// The end of the refresh that is under way; nil = none is.
  private var refreshEndUs: Int64?

  /// Bytes of memory that `init` needs.
  public static func byteCount(_ panel: PaperPanel) -> Int { PlaneMemory.byteCount(panel) }

  /// - Parameters:
  ///   - panel: of a known controller.
  ///   - memory: at least `byteCount` bytes, which stay valid.
  ///   - window: of the scene's size, which is the panel's after `rotation`; another size stays empty.
  ///   - slowness: how many times longer a refresh takes.
  public init(
    _ panel: PaperPanel, memory: UnsafeMutableRawBufferPointer, window: consuming VirtualFramebuffer,
    rotation: Rotation = .none, slowness: UInt8 = 1, realTime: PanelTime? = nil
  ) {
    let count = PlaneMemory.byteCount(panel)
    precondition(memory.count >= count)
    self.memory = PlaneMemory(panel, memory.baseAddress!.bindMemory(to: UInt8.self, capacity: count))
    self.window = consume window
    self.rotation = rotation
    self.slowness = Int64(slowness)
    self.realTime = realTime
  }

  public var maximumTransferByteCount: Int { 4_096 }

  /// Never throws.
  public mutating func transfer(_ bytes: UnsafeRawBufferPointer, isData: Bool) throws(BusError) {
    // 4 MHz.
    nowUs += Int64(bytes.count) * 2
    catchUp()
    if memory.receive(bytes, isData: isData) { refreshEndUs = nowUs + 1_000 * memory.traits.refreshMs * slowness }
  }

  /// Never throws.
  public mutating func setReset(_ level: Bool) throws(BusError) {
    catchUp()
    if !level {
      memory.reset()
      refreshEndUs = nil
    }
  }

  /// Never throws.
  public mutating func setPower(_ isOn: Bool) throws(BusError) { catchUp() }

  /// Never throws.
  public mutating func busyLevel() throws(BusError) -> Bool {
    catchUp()
    let busyLevel = memory.traits.family.busyLevel
    return (refreshEndUs != nil) == busyLevel
  }

  public mutating func now() -> MonotonicInstant {
    catchUp()
    return MonotonicInstant(milliseconds: nowUs / 1000)
  }

  public mutating func synchronise(with now: MonotonicInstant) {
    if realTime == nil { nowUs = Swift.max(nowUs, now.milliseconds &* 1000) }
    catchUp()
  }

  private mutating func catchUp() {
    if let realTime { nowUs = Swift.max(nowUs, realTime.monotonicMs() &* 1000) }
    guard let refreshEndUs, nowUs >= refreshEndUs else { return }
    self.refreshEndUs = nil
    memory.endRefresh()
    show()
  }

  private mutating func show() {
    guard var open = window.take() else { return }
    let properties = open.properties
    let panel = memory.panel.size
    let size =
      rotation.swapsAxes ? PixelSize(width: panel.height, height: panel.width) : panel
    if properties.size == size {
      open.withBackBuffer { back in
        for y in 0..<Int(size.height) {
          let row = back.base + y * back.strideBytes
          for x in 0..<Int(size.width) { put(value(x, y, size), in: row, x: x, properties.format) }
        }
      }
      var damage = Damage()
      damage.insert(PixelRect(size))
      do throws(DisplayError) {
        try open.present(damage, at: MonotonicInstant(milliseconds: nowUs / 1000))
      } catch {}
    }
    window = consume open
  }

  /// A pixel of the scene, which has this size, in the panel's format.
  private func value(_ x: Int, _ y: Int, _ size: PixelSize) -> UInt8 {
    let width = Int(size.width)
    let height = Int(size.height)
    return switch rotation {
    case .none: memory.value(x, y)
    case .clockwise90: memory.value(height - 1 - y, x)
    case .clockwise180: memory.value(width - 1 - x, height - 1 - y)
    case .clockwise270: memory.value(y, width - 1 - x)
    }
  }

  private func put(_ value: UInt8, in row: UnsafeMutableRawPointer, x: Int, _ format: PixelFormat) {
    if format == .spectra6 {
      let old = row.load(fromByteOffset: x >> 1, as: UInt8.self)
      let new = x & 1 == 0 ? old & 0x0F | (value << 4) : old & 0xF0 | value
      row.storeBytes(of: new, toByteOffset: x >> 1, as: UInt8.self)
    } else if format == .gray2 {
      let shift = UInt8(6 - 2 * (x & 3))
      let old = row.load(fromByteOffset: x >> 2, as: UInt8.self)
      row.storeBytes(of: old & ~(3 << shift) | value << shift, toByteOffset: x >> 2, as: UInt8.self)
    } else if format == .mono1 {
      let mask = UInt8(0x80) >> UInt8(x & 7)
      let old = row.load(fromByteOffset: x >> 3, as: UInt8.self)
      row.storeBytes(of: value == 0 ? old & ~mask : old | mask, toByteOffset: x >> 3, as: UInt8.self)
    }
  }
}
