import AfterglowCore
import AfterglowDevice
import AfterglowPanelModels
import Testing

/// A model as a bus, and the flashes that a viewer of it sees.
@Suite struct ModelPanelBusTests {
  @Test func `bytes take time on the bus, and a longer transfer than spidev's is refused`() throws {
    let panel = SimulatedPanel(.panel2in13V4)
    var bus = ModelPanelBus(panel)
    try bus.setPower(true)
    try bus.setReset(false)
    bus.synchronise(with: MonotonicInstant(milliseconds: 10))
    try bus.setReset(true)
    bus.synchronise(with: MonotonicInstant(milliseconds: 40))
    try [UInt8](repeating: 0x7F, count: 1).withUnsafeBytes { try bus.transfer($0, isData: false) }
    #expect(panel.nowUs == 40_002)
    let long = [UInt8](repeating: 0, count: 4_097)
    #expect(throws: BusError.transfer(errno: 90)) { try long.withUnsafeBytes { try bus.transfer($0, isData: true) } }
    // The loop's clock never turns the panel's back.
    bus.synchronise(with: MonotonicInstant(milliseconds: 20))
    #expect(panel.nowUs == 40_002)
  }

  @Test func `a full refresh flashes, and a differential one does not`() throws {
    let panel = SimulatedPanel(.panel2in13V4)
    let rest = panel.seenGeneration
    #expect(panel.seenPicture() == panel.glass.picture())
    // Another panel of a known controller has a model of its size.
    var record = PaperPanel()
    record.controller = PaperController.uc8179.rawValue
    record.glass = 1
    record.widthPx = 640
    record.heightPx = 384
    let other = try #require(PanelDescription.of(record))
    #expect(other.size == PixelSize(width: 640, height: 384))
    #expect(other.rules.first { $0.command == 0x61 }?.values == [[2, 0x80, 1, 0x80]])
    #expect(panel.seenGeneration == rest)
    record.controller = 9
    #expect(PanelDescription.of(record) == nil)
  }
}
