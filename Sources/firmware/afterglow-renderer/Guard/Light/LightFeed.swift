import AfterglowArchive
import AfterglowCore
import AfterglowLinux
import AfterglowVirtual

/// A lux trace read from a file, or a constant as a trace of one line.
struct LoadedTrace: ~Copyable {
  let trace: LuxTrace
  private let memory: ReservedMemory

  /// Why a trace could not be loaded.
  enum Failure: Error {
    case system(SystemError)
    case trace(LuxTraceError)

    func write(to text: inout TextWriter) {
      switch self {
      case .system(let error): text.write(error)
      case .trace(let error):
        text.write("line ")
        text.write(Int64(error.line))
        text.write(": ")
        text.write(error.reason.description)
      }
    }
  }

  init(reading path: UnsafePointer<CChar>) throws(Failure) {
    let text: TraceText
    do throws(SystemError) { text = try TraceText(path) } catch { throw .system(error) }
    let memory = try LoadedTrace.reserve(LuxTrace.capacity(for: text.bytes))
    do throws(LuxTraceError) {
      trace = try LuxTrace.parse(text.bytes, into: memory.bytes.bindMemory(to: LuxSample.self))
    } catch {
      throw .trace(error)
    }
    self.memory = memory
  }

  /// A constant reading; nil = no readings, for a board without a sensor.
  ///
  /// - Throws: `Failure.system` when there is not enough memory.
  init(constant illuminance: Illuminance?) throws(Failure) {
    let memory = try LoadedTrace.reserve(1)
    let samples = memory.bytes.bindMemory(to: LuxSample.self)
    samples[0] = LuxSample(atMs: 0, illuminance: illuminance)
    trace = LuxTrace(
      samples: UnsafeBufferPointer(rebasing: UnsafeBufferPointer(samples)[0..<(illuminance == nil ? 0 : 1)]))
    self.memory = memory
  }

  private static func reserve(_ count: Int) throws(Failure) -> ReservedMemory {
    do throws(SystemError) {
      return try ReservedMemory(byteCount: Swift.max(1, count) * MemoryLayout<LuxSample>.stride)
    } catch {
      throw .system(error)
    }
  }

  /// The trace named on the command line, otherwise the board's.
  ///
  /// - Throws: `Failure` when it cannot be read.
  init(for plan: borrowing BoardPlan, override: UnsafePointer<CChar>?, millilux: Int64? = nil) throws(Failure) {
    if let millilux {
      self = try LoadedTrace(constant: Illuminance(millilux: millilux))
      return
    }
    if let override {
      self = try LoadedTrace(reading: override)
      return
    }
    switch plan.lightSource {
    case .none, .iio, .external: self = try LoadedTrace(constant: nil)
    case .constant: self = try LoadedTrace(constant: Illuminance(millilux: Int64(plan.board.constantMillilux)))
    case .trace: self = try LoadedTrace(reading: plan[.lightSourcePath])
    }
  }
}

/// The text of a trace while it is parsed.
private struct TraceText: ~Copyable {
  /// One reading per minute for a year, with a margin.
  private static var maximumByteCount: Int64 { 1 << 24 }

  private let memory: ReservedMemory
  private let byteCount: Int

  init(_ path: UnsafePointer<CChar>) throws(SystemError) {
    let file = try FileDescriptor.open(forReading: path)
    let size = try file.byteCount()
    if size > TraceText.maximumByteCount { throw SystemError("take the trace", errno: SystemError.tooLarge) }
    let text = try ReservedMemory(byteCount: Int(size) + 1)
    byteCount = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: text.bytes[0..<Int(size)]))
    memory = text
  }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory.bytes[0..<byteCount]) }
}
