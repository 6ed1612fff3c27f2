/// Replaces the arena of AfterglowCore while fuzzing: each piece is a separate allocation, so that the address
/// sanitizer detects an overrun from one piece into the next, which a single region would hide. Pieces are reused, for
/// speed.
public struct Arena: ~Copyable {
  public let byteCount: Int
  public private(set) var usedByteCount = 0
  private var pieces: [(size: Int, start: UnsafeMutableRawPointer)] = []

  public init(_ region: UnsafeMutableRawBufferPointer) { byteCount = region.count }

  public init(byteCount: Int) { self.byteCount = byteCount }

  public mutating func reserve<T: BitwiseCopyable>(_ type: T.Type, count: Int) -> UnsafeMutableBufferPointer<T>? {
    let start = (usedByteCount + 63) & ~63
    let (size, overflow) = MemoryLayout<T>.stride.multipliedReportingOverflow(by: count)
    if overflow || count < 0 || size > byteCount - start { return nil }
    usedByteCount = start + size
    let piece = idlePieces[size]?.popLast() ?? UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
    piece.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    pieces.append((size, piece))
    return UnsafeMutableBufferPointer(start: piece.bindMemory(to: type, capacity: count), count: count)
  }

  deinit {
    for piece in pieces {
      if piece.size >= keptFrom {
        idlePieces[piece.size, default: []].append(piece.start)
      } else {
        piece.start.deallocate()
      }
    }
  }
}

/// Large pieces, by size: the engine requests only a few sizes of them.
nonisolated(unsafe) private var idlePieces: [Int: [UnsafeMutableRawPointer]] = [:]
private let keptFrom = 1 << 15
