import AfterglowCore
import Synchronization

/// The header data of a copied frame.
public struct VirtualFrame: Equatable, Sendable {
  /// Even; increases with every frame.
  public var sequence: UInt64
  /// Frames that the writer has presented so far.
  public var frameCount: UInt64
  /// Monotonic time of the frame, in the writer's clock.
  public var monotonic: MonotonicInstant
  /// Civil time of the frame; nil if the writer did not set it.
  public var realtime: Instant?
  public var isNight: Bool
  public var isLuminanceReduced: Bool
}

/// Reads complete frames from a virtual framebuffer while another program may be writing.
public struct VirtualFramebufferReader {
  public let size: PixelSize
  public let format: PixelFormat
  /// From one row to the next.
  public let strideBytes: Int
  /// In micrometres; 0 = unknown.
  public let physicalWidthUm: UInt32
  public let physicalHeightUm: UInt32
  private let base: UnsafeRawPointer
  private let holdsPixels: Bool
  /// From the file's start to its first row.
  public let pixelsOffset: Int

  /// Bytes of all rows.
  public var pixelByteCount: Int { strideBytes * Int(size.height) }

  /// Checks the header against `memory`, which must stay valid and be aligned to 8 bytes. No field of the header is
  /// used unchecked.
  ///
  /// - Throws: `VirtualFramebufferError`.
  public init(memory: UnsafeRawBufferPointer) throws(VirtualFramebufferError) {
    try self.init(header: memory, fileByteCount: Int64(memory.count))
  }

  /// For a file that is read rather than mapped: checks its beginning, `memory`, against its length. Frames cannot be
  /// copied through this reader.
  ///
  /// - Throws: `VirtualFramebufferError`.
  public init(header memory: UnsafeRawBufferPointer, fileByteCount: Int64) throws(VirtualFramebufferError) {
    guard memory.count >= VirtualFramebufferLayout.headerByteCount, let base = memory.baseAddress else {
      throw .tooShort(
        expectedBytes: Int64(VirtualFramebufferLayout.headerByteCount), foundBytes: Int64(memory.count))
    }
    guard base.u64(at: VirtualFramebufferLayout.magicOffset) == VirtualFramebufferLayout.magic else {
      throw .wrongMagic
    }
    atomicMemoryFence(ordering: .acquiring)
    let version = base.u32(at: VirtualFramebufferLayout.versionOffset)
    guard version == VirtualFramebufferLayout.version else { throw .unknownVersion(version) }
    let fourcc = base.u32(at: VirtualFramebufferLayout.fourccOffset)
    guard let format = VirtualFramebufferLayout.format(ofFourcc: fourcc) else { throw .unknownFormat(fourcc: fourcc) }
    let width = base.u32(at: VirtualFramebufferLayout.widthOffset)
    let height = base.u32(at: VirtualFramebufferLayout.heightOffset)
    let stride = base.u32(at: VirtualFramebufferLayout.strideOffset)
    let offset = base.u32(at: VirtualFramebufferLayout.headerSizeOffset)
    let limit = UInt32(VirtualFramebufferLayout.maximumSide)
    guard width > 0, height > 0, width <= limit, height <= limit, stride < 1 << 20, offset < 1 << 20,
      UInt64(stride) * 8 >= UInt64(width) * UInt64(format.bitsPerPixel),
      offset >= UInt32(VirtualFramebufferLayout.flagsOffset + 4)
    else { throw .impossibleGeometry }
    let expected = Int64(offset) + Int64(stride) * Int64(height)
    guard fileByteCount >= expected else {
      throw .tooShort(expectedBytes: expected, foundBytes: fileByteCount)
    }
    holdsPixels = Int64(memory.count) >= expected
    self.base = base
    self.format = format
    size = PixelSize(width: Int32(width), height: Int32(height))
    strideBytes = Int(stride)
    pixelsOffset = Int(offset)
    physicalWidthUm = base.u32(at: VirtualFramebufferLayout.physicalWidthOffset)
    physicalHeightUm = base.u32(at: VirtualFramebufferLayout.physicalHeightOffset)
  }

  /// The current sequence counter; odd while the writer writes.
  public var sequence: UInt64 { sequenceNow() }

  /// Copies one complete frame (`pixelByteCount` bytes), retrying while the writer changes it, at most `attempts`
  /// times.
  ///
  /// - Throws: `VirtualFramebufferError.destinationTooSmall` or `noWholeFrame`.
  public func copyFrame(
    into destination: UnsafeMutableRawBufferPointer, attempts: Int32 = 1_000
  ) throws(VirtualFramebufferError) -> VirtualFrame {
    precondition(holdsPixels)
    guard destination.count >= pixelByteCount, let target = destination.baseAddress else {
      throw .destinationTooSmall(neededBytes: pixelByteCount, foundBytes: destination.count)
    }
    var attempt: Int32 = 0
    while attempt < attempts {
      attempt += 1
      let before = sequenceNow()
      if before & 1 == 1 { continue }
      target.copyMemory(from: base + pixelsOffset, byteCount: pixelByteCount)
      let frame = describe(before)
      // Everything above must be read before the counter is read again.
      atomicMemoryFence(ordering: .acquiring)
      if sequenceNow() == before { return frame }
    }
    throw .noWholeFrame(attempts: attempts)
  }

  private func describe(_ sequence: UInt64) -> VirtualFrame {
    let realtime = Int64(bitPattern: base.u64(at: VirtualFramebufferLayout.realtimeOffset))
    let flags = base.u32(at: VirtualFramebufferLayout.flagsOffset)
    return VirtualFrame(
      sequence: sequence, frameCount: base.u64(at: VirtualFramebufferLayout.frameCountOffset),
      monotonic: MonotonicInstant(
        milliseconds: Int64(bitPattern: base.u64(at: VirtualFramebufferLayout.monotonicOffset))),
      realtime: realtime == Int64.min ? nil : Instant(milliseconds: realtime),
      isNight: flags & VirtualFramebufferLayout.flagNight != 0,
      isLuminanceReduced: flags & VirtualFramebufferLayout.flagAlwaysOn != 0)
  }

  /// Two 32-bit halves, the high one twice: a 64-bit atomic does not exist on every board.
  private func sequenceNow() -> UInt64 {
    let words = UnsafeMutableRawPointer(mutating: base + VirtualFramebufferLayout.sequenceOffset)
      .assumingMemoryBound(to: Atomic<UInt32>.self)
    var high = UInt32(littleEndian: words[1].load(ordering: .acquiring))
    var tries = 0
    while true {
      let low = UInt32(littleEndian: words[0].load(ordering: .acquiring))
      let again = UInt32(littleEndian: words[1].load(ordering: .acquiring))
      // Only a broken writer carries twice within three loads: report "being written" rather than loop.
      if again == high || tries == 8 { return UInt64(high) << 32 | UInt64(low) | (again == high ? 0 : 1) }
      high = again
      tries += 1
    }
  }
}
