import AfterglowCore
import TestSupport
import Testing

@testable import AfterglowVirtual

/// RAM, pixels and BUSY individually, without commands.
@Suite struct SSD1680PartsTests {
  private final class Lent {
    let bytes: UnsafeMutablePointer<UInt8>
    init(_ count: Int) { bytes = .allocate(capacity: count) }
    deinit { bytes.deallocate() }
  }

  @Test func `RAM that was lost holds garbage, and counts what is written again`() {
    let lent = Lent(SSD1680Memory.byteCount)
    let memory = SSD1680Memory(lent.bytes)
    var noise = SimulatedNoise(seed: 3)
    memory.lose(&noise)
    #expect(Set((0..<16).map { memory[0, $0, 7] }).count > 4 && memory.writtenCount(0) == 0)
    memory.write(0xA5, plane: 0, x: 15, y: 249)
    memory.write(0x5A, plane: 1, x: 16, y: 0)
    // Nothing is outside the planes.
    memory.write(0xFF, plane: 0, x: SSD1680Memory.rowBytes, y: 0)
    #expect(memory[0, 15, 249] == 0xA5 && memory.writtenCount(0) == 1)
    #expect(memory[1, 16, 0] == 0x5A && memory.writtenCount(1) == 0, "the panel has 16 bytes a row")
    memory.fill(1, 0x0F)
    #expect(memory.writtenCount(1) == 16 * 250)
    memory.swapPlanes()
    #expect(memory[1, 15, 249] == 0xA5 && memory[0, 15, 249] == 0x0F)
    withExtendedLifetime(lent) {}
  }

  @Test func `differential moves leave residue up to a limit, and a full refresh takes it away`() {
    let lent = Lent(SSD1680Pixels.byteCount)
    let pixels = SSD1680Pixels(lent.bytes)
    #expect(pixels.level(0, 0) == 255 && pixels.level(121, 249) == 255)
    for round in 0..<20 { pixels.move(5, 6, toWhite: round % 2 == 1, isDifferential: true) }
    #expect(pixels.isWhite(5, 6) && pixels.level(5, 6) == 255 - 96)
    var around: PixelPattern { .levels(width: 3, height: 3) { pixels.level(4 + $0, 5 + $1) } }
    #expect(
      around == """
        ###
        #6#
        ###
        """, "its neighbours are other pixels")
    pixels.move(5, 6, toWhite: false, isDifferential: false)
    #expect(
      around == """
        ###
        #.#
        ###
        """)
    withExtendedLifetime(lent) {}
  }

  @Test func `BUSY rises after its lag and stays until the work is over`() {
    var work = SSD1680Work()
    #expect(!work.isBusy(at: 0))
    work.begin(.fill, durationUs: 3_000, lagUs: 100, at: 1_000)
    #expect(!work.isBusy(at: 1_099) && work.isBusy(at: 1_100) && work.untilUs == 4_000)
    // An operation shorter than the lag is visible nevertheless.
    work.begin(.reset, durationUs: 10, lagUs: 200, at: 0)
    #expect(work.untilUs == 250)
    work.end()
    #expect(!work.isBusy(at: 240))
  }
}
