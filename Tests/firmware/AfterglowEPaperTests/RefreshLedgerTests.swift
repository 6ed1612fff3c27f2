import AfterglowCore
import AfterglowDevice
import Testing

@testable import AfterglowEPaper

/// A generator with a fixed seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed &* 2 &+ 1 }
  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

/// Two planes and a ledger in memory of their own.
private final class LedgerRig {
  let size: PixelSize
  let bits: Int32
  let old: UnsafeMutablePointer<UInt8>
  let new: UnsafeMutablePointer<UInt8>
  let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: RefreshLedger.byteCount, alignment: 64)
  let rowByteCount: Int
  var ledger: RefreshLedger

  init(_ size: PixelSize, bits: Int32 = 1) {
    self.size = size
    self.bits = bits
    rowByteCount = (Int(size.width) * Int(bits) + 7) / 8
    let count = rowByteCount * Int(size.height)
    old = .allocate(capacity: count)
    new = .allocate(capacity: count)
    old.initialize(repeating: 0xFF, count: count)
    new.initialize(repeating: 0xFF, count: count)
    ledger = RefreshLedger(size, memory: memory)
  }

  deinit {
    old.deallocate()
    new.deallocate()
    memory.deallocate()
  }

  var pair: PlanePair { PlanePair(old: old, new: new, size: size, bitsPerPixel: bits) }

  func flip(_ x: Int, _ y: Int) { new[y * rowByteCount + x / 8] ^= 0x80 >> UInt8(x % 8) }
  func take() { old.update(from: new, count: rowByteCount * Int(size.height)) }
  func isChanged(_ x: Int, _ y: Int) -> Bool {
    (old[y * rowByteCount + x / 8] ^ new[y * rowByteCount + x / 8]) >> UInt8(7 - x % 8) & 1 == 1
  }
  func partial(atMs: Int64) {
    ledger.notePartial(pair, at: MonotonicInstant(milliseconds: atMs))
    ledger.noteEnd(.partial, at: MonotonicInstant(milliseconds: atMs + 500))
    take()
  }
  func end(_ kind: RefreshKind, atMs: Int64) { ledger.noteEnd(kind, at: MonotonicInstant(milliseconds: atMs)) }
  func tile(_ x: Int, _ y: Int) -> LedgerTile {
    ledger[y / Int(ledger.tileSize.height) * Int(ledger.columns) + x / Int(ledger.tileSize.width)]
  }
}

@Suite struct RefreshLedgerTests {
  static let sizes = [
    PixelSize(width: 122, height: 250), PixelSize(width: 128, height: 296), PixelSize(width: 400, height: 300),
    PixelSize(width: 800, height: 480), PixelSize(width: 1200, height: 1600), PixelSize(width: 8, height: 2),
  ]

  @Test(arguments: sizes)
  func `tiles cover the panel, each pixel once`(_ size: PixelSize) {
    let rig = LedgerRig(size)
    let tile = rig.ledger.tileSize
    #expect(tile.width % 8 == 0 && rig.ledger.tileCount <= RefreshLedger.maximumTileCount)
    #expect(rig.ledger.columns * tile.width >= size.width && (rig.ledger.columns - 1) * tile.width < size.width)
    #expect(rig.ledger.rows * tile.height >= size.height && (rig.ledger.rows - 1) * tile.height < size.height)
  }

  @Test(arguments: sizes)
  func `the change's box is the smallest of whole bytes, and counts every pixel`(_ size: PixelSize) {
    var generator = SeededGenerator(UInt64(size.width))
    for round in 0..<40 {
      let rig = LedgerRig(size)
      var expected: Set<Int> = []
      for _ in 0..<(round % 7) {
        let (x, y) = (
          Int.random(in: 0..<Int(size.width), using: &generator),
          Int.random(in: 0..<Int(size.height), using: &generator)
        )
        if expected.insert(y * Int(size.width) + x).inserted { rig.flip(x, y) }
      }
      let change = rig.pair.change
      #expect(change.pixelCount == Int64(expected.count))
      #expect(change.isEmpty == expected.isEmpty)
      if expected.isEmpty { continue }
      let (columns, rows) = (expected.map { $0 % Int(size.width) }, expected.map { $0 / Int(size.width) })
      #expect(
        change.box
          == PixelRect(
            x0: Int32(columns.min()! / 8 * 8), y0: Int32(rows.min()!),
            x1: Swift.min(size.width, Int32(columns.max()! / 8 * 8 + 8)), y1: Int32(rows.max()! + 1)))
    }
  }

  @Test func `colours of four bits are counted as pixels`() {
    let rig = LedgerRig(PixelSize(width: 20, height: 10), bits: 4)
    rig.new[10 * 3 + 2] = 0xF1
    rig.new[10 * 3 + 4] = 0x12
    let change = rig.pair.change
    #expect(change.pixelCount == 3)
    #expect(change.box == PixelRect(x0: 4, y0: 3, x1: 10, y1: 4))
  }

  /// A second bookkeeping, pixel by pixel.
  @Test func `moves are counted by tile and direction until a drive`() {
    var generator = SeededGenerator(7)
    let size = PixelSize(width: 122, height: 250)
    let rig = LedgerRig(size)
    var moves = [Int: (black: Int, white: Int)]()
    for step in 0..<200 {
      for _ in 0..<5 {
        rig.flip(Int.random(in: 0..<122, using: &generator), Int.random(in: 0..<250, using: &generator))
      }
      if step % 9 == 8 {
        rig.take()
        rig.end(step % 2 == 0 ? .full : .fast, atMs: Int64(step) * 1000)
        moves = [:]
      } else {
        for y in 0..<250 {
          for x in 0..<122 where rig.isChanged(x, y) {
            let isBlack = rig.new[y * 16 + x / 8] >> UInt8(7 - x % 8) & 1 == 0
            let tile = y / 16 * 16 + x / 8
            moves[tile, default: (0, 0)].black += isBlack ? 1 : 0
            moves[tile, default: (0, 0)].white += isBlack ? 0 : 1
          }
        }
        rig.partial(atMs: Int64(step) * 1000)
      }
      #expect(rig.ledger.past.partialsSinceDrive == Int32(step % 9 == 8 ? 0 : step % 9 + 1))
      for index in 0..<rig.ledger.tileCount {
        let expected = moves[index] ?? (0, 0)
        let tile = rig.ledger[index]
        if Int(tile.movesToBlack) != expected.black || Int(tile.movesToWhite) != expected.white {
          Issue.record("step \(step), tile \(index)")
        }
      }
      #expect(rig.ledger.residue == Int64(moves.values.reduce(0) { $0 + $1.black + $1.white }))
    }
    #expect(rig.ledger.counts.total == 200)
  }

  @Test func `a tile counts a partial refresh once, and every drive`() {
    let rig = LedgerRig(PixelSize(width: 800, height: 480))
    rig.end(.full, atMs: 0)
    for x in 100..<110 { rig.flip(x, 50) }
    rig.partial(atMs: 60_000)
    rig.end(.fast, atMs: 300_000)
    #expect(rig.tile(105, 50).refreshes == 3)
    #expect(rig.tile(700, 400).refreshes == 2)
    #expect(rig.tile(105, 50).lastChange.milliseconds == 60_000)
    #expect(rig.ledger.past.lastFullEnd?.milliseconds == 0)
    #expect(rig.ledger.past.lastDriveEnd?.milliseconds == 300_000)
  }

  @Test func `a record continues in the next process`() {
    let size = PixelSize(width: 800, height: 480)
    let rig = LedgerRig(size)
    for minute in 0..<700 {
      rig.flip(100 + minute % 300, 50)
      if minute % 6 == 0 { rig.end(.full, atMs: Int64(minute)) } else { rig.partial(atMs: Int64(minute)) }
    }
    rig.ledger.noteFailure(at: MonotonicInstant(milliseconds: 700))
    var record = rig.ledger.record
    record.seal()
    #expect(record.isWhole && record.total == 701 && record.failed == 1)
    let next = LedgerRig(size)
    next.ledger.restore(record)
    #expect(next.ledger.counts == rig.ledger.counts && next.ledger.past == RefreshPast())
    for index in 0..<rig.ledger.tileCount {
      let (before, after) = (Int(rig.ledger[index].refreshes), Int(next.ledger[index].refreshes))
      #expect(abs(before - after) <= 701 / 255 + 1, "tile \(index): \(before), \(after)")
    }
    #expect(next.ledger.record.shares[0] == record.shares[0])
    let other = LedgerRig(PixelSize(width: 122, height: 250))
    other.ledger.restore(record)
    #expect(other.ledger[0].refreshes == 0 && other.ledger.counts.full == record.full)
  }

  @Test func `a failure counts, and postpones the next drive`() {
    let rig = LedgerRig(PixelSize(width: 128, height: 296))
    rig.ledger.noteFailure(at: MonotonicInstant(milliseconds: 5_000))
    #expect(rig.ledger.counts.failed == 1)
    #expect(rig.ledger.past.lastDriveEnd?.milliseconds == 5_000 && rig.ledger.past.lastFullEnd == nil)
  }
}
