/// A copy of bytes whose base is aligned to 64, as archives require.
public final class AlignedBytes {
  private let memory: UnsafeMutableRawBufferPointer

  public init(_ bytes: [UInt8]) {
    memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
    memory.copyBytes(from: bytes)
  }

  deinit { memory.deallocate() }

  /// Valid as long as this object lives: use `withExtendedLifetime`, because its last use is not sufficient.
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory) }
}
