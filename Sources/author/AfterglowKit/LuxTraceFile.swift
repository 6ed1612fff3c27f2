import AfterglowCore
import AfterglowVirtual

/// A lux trace read from a file, in memory that lives as long as this object.
package final class LuxTraceFile: @unchecked Sendable {
  private let memory: UnsafeMutableBufferPointer<LuxSample>
  package let trace: LuxTrace

  private static let maximumByteCount = 16 << 20

  package convenience init(path: String) throws {
    try self.init(bytes: Files.read(path, limit: Self.maximumByteCount), name: path)
  }

  /// - Throws: `Failure` with the first invalid line, after the name.
  package init(bytes: [UInt8], name: String) throws {
    let memory = UnsafeMutableBufferPointer<LuxSample>.allocate(
      capacity: bytes.withUnsafeBytes { LuxTrace.capacity(for: $0) })
    do {
      trace = try bytes.withUnsafeBytes { try LuxTrace.parse($0, into: memory) }
    } catch let error as LuxTraceError {
      memory.deallocate()
      throw Failure(.badInput, "\(name):\(error.line): \(error.reason.description)")
    }
    self.memory = memory
  }

  deinit { memory.deallocate() }

  /// From its beginning to the last line.
  package var seconds: Double { Double(trace.samples[trace.samples.count - 1].atMs) / 1000 }

  /// Some of its lines, for a picture: seconds and lux, which is nil where there is no reading.
  ///
  /// - Parameter count: about how many at most.
  package func thinned(to count: Int) -> [[Double?]] {
    stride(from: 0, to: trace.samples.count, by: max(1, trace.samples.count / count)).map { index in
      let sample = trace.samples[index]
      return [Double(sample.atMs) / 1000, sample.illuminance.map { Double($0.millilux) / 1000 }]
    }
  }
}

/// The light of a room over time, from an instant on: what a panel shows depends on all of it until then.
package struct LuxEvening: Sendable {
  package var trace: LuxTraceFile
  package var from: Instant

  package init(_ trace: LuxTraceFile, from: Instant) {
    self.trace = trace
    self.from = from
  }

  /// The reading at an instant; nil before the first one and during drop-outs.
  package func lux(at instant: Instant) -> Illuminance? {
    trace.trace.illuminance(atMs: instant.milliseconds - from.milliseconds)
  }

  /// The reading at an instant, and when the next one is.
  package func reading(_ instant: Instant) -> (lux: Illuminance?, until: Instant?) {
    let ms = instant.milliseconds - from.milliseconds
    let next = trace.trace.indexOfNext(afterMs: ms)
    let until =
      next < trace.trace.samples.count ? Instant(milliseconds: from.milliseconds + trace.trace.samples[next].atMs) : nil
    return (lux(at: instant), until)
  }
}
