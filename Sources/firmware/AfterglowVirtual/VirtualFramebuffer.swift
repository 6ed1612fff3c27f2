import AfterglowCore
import AfterglowDevice
import Synchronization

/// Why memory is not a virtual framebuffer, or contains no complete frame.
public enum VirtualFramebufferError: Error, Equatable {
  /// Fewer bytes than a header, or than header and pixels together.
  case tooShort(expectedBytes: Int64, foundBytes: Int64)
  case wrongMagic
  case unknownVersion(UInt32)
  case unknownFormat(fourcc: UInt32)
  /// A size, stride or header size that is not possible for a picture.
  case impossibleGeometry
  /// The destination of a copy is smaller than the pixels.
  case destinationTooSmall(neededBytes: Int, foundBytes: Int)
  /// No complete frame within the allowed attempts: the writer is writing, or exited in the middle.
  case noWholeFrame(attempts: Int32)
}

/// The offsets of the fields in the file header (docs/virtual-framebuffer.md). All numbers are little-endian.
public enum VirtualFramebufferLayout {
  /// "AGLOWFB" and a zero byte, read as a little-endian number.
  public static var magic: UInt64 { 0x0042_4657_4F4C_4741 }
  /// The only version of the format.
  public static var version: UInt32 { 1 }
  /// Offset of the first pixel, in bytes: pixels start on a page boundary.
  public static var headerByteCount: Int { 4096 }
  /// The largest side in pixels that a reader accepts; larger than any panel.
  public static var maximumSide: Int32 { 32_767 }

  /// Set in the flags while the frame is drawn as night.
  public static var flagNight: UInt32 { 1 }
  /// Set in the flags while the frame has reduced luminance.
  public static var flagAlwaysOn: UInt32 { 2 }

  static var magicOffset: Int { 0 }
  static var versionOffset: Int { 8 }
  static var headerSizeOffset: Int { 12 }
  static var widthOffset: Int { 16 }
  static var heightOffset: Int { 20 }
  static var strideOffset: Int { 24 }
  static var fourccOffset: Int { 28 }
  static var physicalWidthOffset: Int { 32 }
  static var physicalHeightOffset: Int { 36 }
  /// Offset of the sequence counter, in bytes.
  public static var sequenceOffset: Int { 40 }
  static var frameCountOffset: Int { 48 }
  static var monotonicOffset: Int { 56 }
  static var realtimeOffset: Int { 64 }
  static var flagsOffset: Int { 72 }

  /// Bytes from one row to the next: whole bytes, rounded up to 4.
  public static func strideBytes(width: Int32, format: PixelFormat) -> Int {
    let bits = Int64(width) * Int64(format.bitsPerPixel)
    return Int((bits + 31) / 32 * 4)
  }

  /// The DRM fourcc of a pixel format (drm_fourcc.h): XR24, AR24, RG16, R8, R1, C4, R2.
  public static func fourcc(of format: PixelFormat) -> UInt32 {
    switch format {
    case .xrgb8888: 0x3432_5258
    case .argb8888: 0x3432_5241
    case .rgb565: 0x3631_4752
    case .gray8: 0x2020_3852
    case .mono1: 0x2020_3152
    case .spectra6: 0x2020_3443
    case .gray2: 0x2020_3252
    }
  }

  /// The pixel format of a fourcc; nil for others.
  public static func format(ofFourcc code: UInt32) -> PixelFormat? {
    switch code {
    case 0x3432_5258: .xrgb8888
    case 0x3432_5241: .argb8888
    case 0x3631_4752: .rgb565
    case 0x2020_3852: .gray8
    case 0x2020_3152: .mono1
    case 0x2020_3443: .spectra6
    case 0x2020_3252: .gray2
    default: nil
    }
  }
}

/// A panel in memory, usually a mapped file, from which other programs can read complete frames
/// (docs/virtual-framebuffer.md).
///
/// The sequence counter is a seqlock: odd while pixels or header change. Only its low half is written atomically: the
/// high half changes while the low half is odd, so that a 64-bit load never sees a false even value, on 32-bit boards
/// too.
public struct VirtualFramebuffer: ~Copyable, Display {
  private let base: UnsafeMutableRawPointer
  private let size: PixelSize
  private let format: PixelFormat
  private let strideBytes: Int
  private var frameCount: UInt64
  private var realtimeMs: Int64
  private var flags: UInt32

  /// Whether the memory already contained a framebuffer of the same geometry, whose picture is preserved.
  public let isReattached: Bool

  /// Bytes that a framebuffer of this geometry needs: header and pixels.
  public static func byteCount(for size: PixelSize, format: PixelFormat) -> Int {
    VirtualFramebufferLayout.headerByteCount
      + VirtualFramebufferLayout.strideBytes(width: size.width, format: format) * Int(size.height)
  }

  /// Attaches to `memory`, which must stay valid, be aligned to 8 bytes and hold `byteCount(for:format:)` bytes.
  ///
  /// Memory that already contains this geometry keeps its picture, frame count and sequence until the first new frame;
  /// anything else is cleared to zero (black, transparent). Physical size is in micrometres, 0 = unknown.
  public init(
    memory: UnsafeMutableRawBufferPointer, size: PixelSize, format: PixelFormat,
    physicalWidthUm: UInt32 = 0, physicalHeightUm: UInt32 = 0
  ) {
    let byteCount = VirtualFramebuffer.byteCount(for: size, format: format)
    precondition(size.width > 0 && size.height > 0 && memory.count >= byteCount)
    let base = memory.baseAddress!
    precondition(UInt(bitPattern: base) % 8 == 0)
    self.base = base
    self.size = size
    self.format = format
    strideBytes = VirtualFramebufferLayout.strideBytes(width: size.width, format: format)
    isReattached = VirtualFramebuffer.holds(base, size: size, format: format)
    if !isReattached {
      // The magic is written last, so that a reader that maps the file meanwhile does not accept an incomplete header.
      memory.storeBytes(of: 0, toByteOffset: 0, as: UInt64.self)
      atomicMemoryFence(ordering: .releasing)
      (base + 8).initializeMemory(as: UInt8.self, repeating: 0, count: byteCount - 8)
    }
    frameCount = UInt64(
      littleEndian: base.load(fromByteOffset: VirtualFramebufferLayout.frameCountOffset, as: UInt64.self))
    realtimeMs = Int64.min
    flags = 0
    base.put(physicalWidthUm, at: VirtualFramebufferLayout.physicalWidthOffset)
    base.put(physicalHeightUm, at: VirtualFramebufferLayout.physicalHeightOffset)
    if !isReattached {
      base.put(VirtualFramebufferLayout.version, at: VirtualFramebufferLayout.versionOffset)
      base.put(UInt32(VirtualFramebufferLayout.headerByteCount), at: VirtualFramebufferLayout.headerSizeOffset)
      base.put(UInt32(size.width), at: VirtualFramebufferLayout.widthOffset)
      base.put(UInt32(size.height), at: VirtualFramebufferLayout.heightOffset)
      base.put(UInt32(strideBytes), at: VirtualFramebufferLayout.strideOffset)
      base.put(VirtualFramebufferLayout.fourcc(of: format), at: VirtualFramebufferLayout.fourccOffset)
      base.put(realtimeMs, at: VirtualFramebufferLayout.realtimeOffset)
      atomicMemoryFence(ordering: .releasing)
      base.put(VirtualFramebufferLayout.magic, at: VirtualFramebufferLayout.magicOffset)
    }
  }

  public var properties: DisplayProperties {
    DisplayProperties(size: size, format: format, isEmissive: !format.isInk, bufferAge: 1, minimumRefreshIntervalMs: 0)
  }

  /// Sets the state that the next `present` writes to the header for readers.
  public mutating func noteState(realtime: Instant, isNight: Bool, isLuminanceReduced: Bool) {
    realtimeMs = realtime.milliseconds
    flags =
      (isNight ? VirtualFramebufferLayout.flagNight : 0)
      | (isLuminanceReduced ? VirtualFramebufferLayout.flagAlwaysOn : 0)
  }

  /// Passes the visible pixels to `body`; until it returns, readers see no complete frame.
  public mutating func withBackBuffer<Result>(_ body: (BackBuffer) -> Result) -> Result {
    beginWriting()
    let result = body(
      BackBuffer(base: base + VirtualFramebufferLayout.headerByteCount, strideBytes: strideBytes))
    endWriting()
    return result
  }

  /// Writes frame count, times and flags to the header. Never throws.
  public mutating func present(_ damage: borrowing Damage, at now: MonotonicInstant) throws(DisplayError) {
    frameCount &+= 1
    beginWriting()
    base.put(frameCount, at: VirtualFramebufferLayout.frameCountOffset)
    base.put(now.milliseconds, at: VirtualFramebufferLayout.monotonicOffset)
    base.put(realtimeMs, at: VirtualFramebufferLayout.realtimeOffset)
    base.put(flags, at: VirtualFramebufferLayout.flagsOffset)
    endWriting()
  }

  public func earliestPresent(after now: MonotonicInstant) -> MonotonicInstant { now }

  /// Nothing to power off: the last picture stays in memory.
  public mutating func close() {}

  private func beginWriting() {
    let low = base.sequenceLow.pointee.load(ordering: .relaxed)
    base.sequenceLow.pointee.store((UInt32(littleEndian: low) | 1).littleEndian, ordering: .relaxed)
    // The odd value must be visible before any pixel changes.
    atomicMemoryFence(ordering: .releasing)
  }

  private func endWriting() {
    let low = UInt32(littleEndian: base.sequenceLow.pointee.load(ordering: .relaxed))
    let next = low &+ 1
    if next == 0 {
      let offset = VirtualFramebufferLayout.sequenceOffset + 4
      let high = UInt32(littleEndian: base.load(fromByteOffset: offset, as: UInt32.self))
      base.put(high &+ 1, at: offset)
    }
    base.sequenceLow.pointee.store(next.littleEndian, ordering: .releasing)
  }

  private static func holds(_ base: UnsafeMutableRawPointer, size: PixelSize, format: PixelFormat) -> Bool {
    let header = UnsafeRawPointer(base)
    return header.u64(at: VirtualFramebufferLayout.magicOffset) == VirtualFramebufferLayout.magic
      && header.u32(at: VirtualFramebufferLayout.versionOffset) == VirtualFramebufferLayout.version
      && header.u32(at: VirtualFramebufferLayout.headerSizeOffset)
        == UInt32(VirtualFramebufferLayout.headerByteCount)
      && header.u32(at: VirtualFramebufferLayout.widthOffset) == UInt32(size.width)
      && header.u32(at: VirtualFramebufferLayout.heightOffset) == UInt32(size.height)
      && header.u32(at: VirtualFramebufferLayout.strideOffset)
        == UInt32(VirtualFramebufferLayout.strideBytes(width: size.width, format: format))
      && header.u32(at: VirtualFramebufferLayout.fourccOffset) == VirtualFramebufferLayout.fourcc(of: format)
  }
}

extension UnsafeMutableRawPointer {
  fileprivate func put<T: FixedWidthInteger & BitwiseCopyable>(_ value: T, at offset: Int) {
    storeBytes(of: value.littleEndian, toByteOffset: offset, as: T.self)
  }

  fileprivate var sequenceLow: UnsafeMutablePointer<Atomic<UInt32>> {
    (self + VirtualFramebufferLayout.sequenceOffset).assumingMemoryBound(to: Atomic<UInt32>.self)
  }
}

extension UnsafeRawPointer {
  func u32(at offset: Int) -> UInt32 { UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
  func u64(at offset: Int) -> UInt64 { UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }
}
