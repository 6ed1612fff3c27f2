import AfterglowCore
import AfterglowVirtual

/// A lux trace read from a file, in memory that lives as long as this object.
package final class LuxTraceFile {
  private let memory: UnsafeMutableBufferPointer<LuxSample>
  package let trace: LuxTrace

  private static let maximumByteCount = 16 << 20

  package init(path: String) throws {
    let bytes = try Files.read(path, limit: Self.maximumByteCount)
    let memory = UnsafeMutableBufferPointer<LuxSample>.allocate(
      capacity: bytes.withUnsafeBytes { LuxTrace.capacity(for: $0) })
    do {
      trace = try bytes.withUnsafeBytes { try LuxTrace.parse($0, into: memory) }
    } catch let error as LuxTraceError {
      memory.deallocate()
      throw Failure(.badInput, "\(path):\(error.line): \(error.reason.description)")
    }
    self.memory = memory
  }

  deinit { memory.deallocate() }
}
