import AfterglowCore
import AfterglowDevice
import AfterglowVirtual
import Testing

@testable import AfterglowEPaper

/// The memory of each controller, as its driver writes it, in a virtual framebuffer.
@Suite struct PlaneBusTests {
  private static let panels = [
    SSD1680.Preset.inch2in13V4.panel, SSD1680.Preset.inch2in9V2Old.panel, SSD1683.Preset.inch4in2V2.panel,
    UC8179.Preset.inch7in5V2.panel, UC8179.Preset.inch7in5V2Old.panel,
    GreyRefreshTests.ssd1680().preset.panel, GreyRefreshTests.ssd1683().preset.panel,
    GreyRefreshTests.uc8179().preset.panel, Spectra6.Preset.inch4in0.panel,
  ]

  /// A panel in a window, for a scene that is turned.
  private final class Rig {
    let controller: AnyController
    let rotation: Rotation
    let window: UnsafeMutableRawBufferPointer
    private let planes: UnsafeMutableRawBufferPointer
    private let driver: UnsafeMutableRawBufferPointer

    init(_ panel: PaperPanel, _ rotation: Rotation) throws {
      controller = try AnyController(panel)
      self.rotation = rotation
      window = .allocate(
        byteCount: VirtualFramebuffer.byteCount(for: Self.size(panel, rotation), format: panel.format!), alignment: 64)
      window.initializeMemory(as: UInt8.self, repeating: 0)
      planes = .allocate(byteCount: PlaneBus.byteCount(panel), alignment: 64)
      driver = .allocate(byteCount: PaperDisplay<AnyController, PlaneBus>.byteCount(controller), alignment: 64)
    }

    deinit {
      window.deallocate()
      planes.deallocate()
      driver.deallocate()
    }

    static func size(_ panel: PaperPanel, _ rotation: Rotation) -> PixelSize {
      let size = panel.size
      return rotation.swapsAxes ? PixelSize(width: size.height, height: size.width) : size
    }

    func makeDisplay() -> PaperDisplay<AnyController, PlaneBus> {
      let framebuffer = VirtualFramebuffer(
        memory: window, size: Self.size(controller.panel, rotation), format: controller.panel.format!)
      let bus = PlaneBus(controller.panel, memory: planes, window: framebuffer, rotation: rotation)
      return PaperDisplay(controller, bus: bus, memory: driver)
    }

    /// A pixel of the window.
    func shown(_ x: Int, _ y: Int) throws -> UInt8 {
      let reader = try VirtualFramebufferReader(memory: UnsafeRawBufferPointer(window))
      let row = VirtualFramebufferLayout.headerByteCount + y * reader.strideBytes
      let bits = Int(controller.bitsPerPixel)
      let shift = UInt8(8 - bits - x * bits % 8)
      return window[row + x * bits / 8] >> shift & UInt8((1 << bits) - 1)
    }
  }

  /// Which pixel is drawn how: each seed differs from the others in part of the panel.
  private func value(_ x: Int, _ y: Int, _ seed: Int, bits: Int32) -> UInt8 {
    let codes: [UInt8] = bits == 1 ? [0, 1] : bits == 2 ? [0, 1, 2, 3] : [0, 1, 2, 3, 5, 6]
    let isChanged = x < 40 && y < 40
    return codes[(x / 3 + y / 5 + (isChanged ? seed : 0)) % codes.count]
  }

  private func draw(_ seed: Int, _ rig: Rig, _ display: inout PaperDisplay<AnyController, PlaneBus>) {
    let size = rig.controller.size
    let bits = rig.controller.bitsPerPixel
    display.withBackBuffer { back in
      let bytes = back.base.assumingMemoryBound(to: UInt8.self)
      for y in 0..<Int(size.height) {
        for x in 0..<Int(size.width) {
          let value = value(x, y, seed, bits: bits)
          let index = y * back.strideBytes + x * Int(bits) / 8
          let shift = UInt8(8 - Int(bits) - x * Int(bits) % 8)
          bytes[index] = bytes[index] & ~(UInt8((1 << bits) - 1) << shift) | value << shift
        }
      }
    }
  }

  @Test(arguments: panels, [Rotation.none, .clockwise90, .clockwise180, .clockwise270])
  func `what a driver writes appears after its refresh, upright, in full and in part`(
    panel: PaperPanel, rotation: Rotation
  ) throws {
    let rig = try Rig(panel, rotation)
    var display = rig.makeDisplay()
    for seed in 0..<3 {
      draw(seed, rig, &display)
      try display.show(at: .init(milliseconds: Int64(seed) * 600_000))
      var unlike = 0
      let size = panel.size
      for (x, y) in [(0, 0), (7, 3), (39, 39), (40, 40), (Int(size.width) - 1, Int(size.height) - 1), (21, 80)] {
        let place =
          switch rotation {
          case .none: (x, y)
          case .clockwise90: (y, Int(size.width) - 1 - x)
          case .clockwise180: (Int(size.width) - 1 - x, Int(size.height) - 1 - y)
          case .clockwise270: (Int(size.height) - 1 - y, x)
          }
        if try rig.shown(place.0, place.1) != value(x, y, seed, bits: rig.controller.bitsPerPixel) { unlike += 1 }
      }
      #expect(unlike == 0, "seed \(seed)")
    }
  }
}
