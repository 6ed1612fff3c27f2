import AfterglowCore
import AfterglowDevice

/// When a panel was refreshed last, in the loop's time; nil = not by this process.
public struct RefreshPast: Equatable, Sendable {
  /// The end of the last refresh, or of an attempt that failed.
  public var lastEnd: MonotonicInstant?
  /// The same for those that move every pixel.
  public var lastDriveEnd: MonotonicInstant?
  public var lastFullEnd: MonotonicInstant?
  /// Partial refreshes since then.
  public var partialsSinceDrive: Int32 = 0
  /// Partial refreshes that the glass did not answer.
  public var partialFailures: Int32 = 0
  /// Fast refreshes that ended at once, or did not begin.
  public var fastFailures: Int32 = 0

  public init() {}
}

/// What the pixels of one tile have gone through.
public struct LedgerTile: Equatable, Sendable {
  /// Single pixels that partial refreshes moved to black, and to white, since the last drive. Each may have left a
  /// residue; their difference is what a waveform that is not balanced would have left as charge.
  public fileprivate(set) var movesToBlack: UInt32 = 0
  public fileprivate(set) var movesToWhite: UInt32 = 0
  /// Refreshes that drove the tile, in the panel's life.
  public var refreshes: UInt32 = 0
  /// 1 while it is to be counted.
  fileprivate var mark: UInt32 = 0
  /// When something in it changed last.
  public fileprivate(set) var lastChange = MonotonicInstant(milliseconds: 0)

  /// Pixels that may differ from the picture, at most.
  public var residue: Int64 { Int64(movesToBlack) + Int64(movesToWhite) }
}

/// Refreshes in the panel's life.
public struct RefreshCounts: Equatable, Sendable, BitwiseCopyable {
  /// Drives that the maker's own waveform made.
  public var full: UInt32 = 0
  /// Drives by a shorter waveform.
  public var fast: UInt32 = 0
  /// Drives in four greys, by this process.
  public var grey: UInt32 = 0
  /// Refreshes of a part, without a flash.
  public var partial: UInt32 = 0
  /// Those that failed: what the panel then shows is unknown.
  public var failed: UInt32 = 0

  public init() {}

  /// All attempts together.
  public var total: UInt64 { UInt64(full) + UInt64(grey) + UInt64(fast) + UInt64(partial) + UInt64(failed) }
}

/// What a panel's glass has gone through, tile by tile (docs/panels/refresh.md, Ledger). The memory is the caller's;
/// nothing is allocated.
public struct RefreshLedger: ~Copyable {
  /// A panel has at most so many tiles in each direction.
  public static var tilesPerSide: Int32 { 16 }
  public static var maximumTileCount: Int { 256 }
  /// Bytes of memory that `init` needs; aligned to 8.
  public static var byteCount: Int { maximumTileCount * MemoryLayout<LedgerTile>.stride }

  /// Tiles are whole bytes of a plane of one bit wide; those at the right and lower edge may be smaller.
  public let tileSize: PixelSize
  /// Tiles in a row, at most `tilesPerSide`.
  public let columns: Int32
  /// Rows of tiles, at most `tilesPerSide`.
  public let rows: Int32
  private let size: PixelSize
  private let tiles: UnsafeMutablePointer<LedgerTile>
  public var counts = RefreshCounts()
  public private(set) var past = RefreshPast()

  /// An empty ledger of a panel.
  public init(_ size: PixelSize, memory: UnsafeMutableRawBufferPointer) {
    precondition(memory.count >= RefreshLedger.byteCount)
    self.size = size
    let side = RefreshLedger.tilesPerSide
    tileSize = PixelSize(width: ((size.width + side - 1) / side + 7) / 8 * 8, height: (size.height + side - 1) / side)
    columns = (size.width + tileSize.width - 1) / tileSize.width
    rows = (size.height + tileSize.height - 1) / tileSize.height
    tiles = memory.baseAddress!.bindMemory(to: LedgerTile.self, capacity: RefreshLedger.maximumTileCount)
    tiles.initialize(repeating: LedgerTile(), count: RefreshLedger.maximumTileCount)
  }

  public var tileCount: Int { Int(columns) * Int(rows) }

  /// A tile by its number, row by row.
  public subscript(_ index: Int) -> LedgerTile {
    precondition(index >= 0 && index < tileCount)
    return tiles[index]
  }

  /// Continues what was counted before this process. The tiles of another panel begin at 0.
  public mutating func restore(_ record: RefreshRecord) {
    counts.full = record.full
    counts.fast = record.fast
    counts.partial = record.partial
    counts.failed = record.failed
    if record.columns != columns || record.rows != rows { return }
    for index in 0..<tileCount {
      tiles[index].refreshes = UInt32(clamping: (Int64(record.shares[index]) * record.total + 127) / 255)
    }
  }

  /// What is kept over restarts, without dates.
  public var record: RefreshRecord {
    var record = RefreshRecord()
    record.columns = UInt16(columns)
    record.rows = UInt16(rows)
    // Both move every pixel, by a waveform of the maker's.
    record.full = counts.full &+ counts.grey
    record.fast = counts.fast
    record.partial = counts.partial
    record.failed = counts.failed
    let total = Swift.max(1, record.total)
    for index in 0..<tileCount {
      record.shares[index] = UInt8(clamping: (Int64(tiles[index].refreshes) * 255 + total / 2) / total)
    }
    return record
  }

  /// Pixels that may differ from the picture, at most.
  public var residue: Int64 {
    var sum: Int64 = 0
    for index in 0..<tileCount { sum += tiles[index].residue }
    return sum
  }

  // MARK: what happens

  /// A partial refresh begins, which moves what differs. It counts from here on, because it may be cut off.
  public mutating func notePartial(_ planes: PlanePair, at now: MonotonicInstant) {
    let tiles = tiles
    let (width, height, columns) = (tileSize.width, tileSize.height, columns)
    // Of four greys a partial refresh moves black and white only: one bit of each pixel is enough.
    let mask: UInt8 = planes.bitsPerPixel == 2 ? 0x55 : 0xFF
    planes.forEachDifference { pixels, old, new in
      let index = Int(pixels.y0 / height * columns + pixels.x0 / width)
      tiles[index].movesToBlack &+= UInt32((old & ~new & mask).nonzeroBitCount)
      tiles[index].movesToWhite &+= UInt32((new & ~old & mask).nonzeroBitCount)
      tiles[index].mark = 1
      tiles[index].lastChange = now
    }
    for index in 0..<tileCount where tiles[index].mark == 1 {
      tiles[index].mark = 0
      tiles[index].refreshes &+= 1
    }
    past.partialsSinceDrive += 1
  }

  /// A refresh of this kind has ended.
  public mutating func noteEnd(_ kind: RefreshKind, at now: MonotonicInstant) {
    past.lastEnd = now
    switch kind {
    case .partial:
      counts.partial &+= 1
      return
    case .fast: counts.fast &+= 1
    case .full, .grey:
      if kind == .grey { counts.grey &+= 1 } else { counts.full &+= 1 }
      past.lastFullEnd = now
    }
    past.lastDriveEnd = now
    past.partialsSinceDrive = 0
    for index in 0..<tileCount {
      tiles[index].movesToBlack = 0
      tiles[index].movesToWhite = 0
      tiles[index].refreshes &+= 1
    }
  }

  /// Another process's refresh ended, which may have been a drive: it was counted there.
  public mutating func noteEarlierDrive(at time: MonotonicInstant) {
    past.lastEnd = Swift.max(time, past.lastEnd ?? time)
    past.lastDriveEnd = Swift.max(time, past.lastDriveEnd ?? time)
  }

  /// A refresh has failed. The next one is as far away as after a drive, because it may have been one.
  public mutating func noteFailure(at now: MonotonicInstant) {
    counts.failed &+= 1
    past.lastEnd = now
    past.lastDriveEnd = now
    past.partialsSinceDrive = 0
  }

  /// A refresh by a shorter waveform was not answered.
  mutating func noteUnanswered(_ kind: RefreshKind) {
    if kind == .partial { past.partialFailures += 1 }
    if kind == .fast { past.fastFailures += 1 }
  }
}
