import AfterglowArchive
import AfterglowCore
import AfterglowLinux
import AfterglowVirtual

/// A lux trace that was read from a file, or a constant as a trace of one line.
/// Kept as long as the process lives.
struct LoadedTrace {
  let trace: LuxTrace

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

  /// A year of one reading a minute, with room to spare.
  private static var maximumByteCount: Int64 { 1 << 24 }

  init(reading path: UnsafePointer<CChar>) throws(Failure) {
    let bytes: UnsafeRawBufferPointer
    do throws(SystemError) { bytes = try LoadedTrace.read(path) } catch { throw .system(error) }
    let samples = try LoadedTrace.reserve(LuxTrace.capacity(for: bytes))
    do throws(LuxTraceError) {
      trace = try LuxTrace.parse(bytes, into: samples)
    } catch {
      throw .trace(error)
    }
  }

  /// The same reading from the start; nil = a board without a sensor, which is never heard of.
  init(constant illuminance: Illuminance?) throws(Failure) {
    let samples = try LoadedTrace.reserve(1)
    samples[0] = LuxSample(atMs: 0, illuminance: illuminance)
    trace = LuxTrace(
      samples: UnsafeBufferPointer(rebasing: UnsafeBufferPointer(samples)[0..<(illuminance == nil ? 0 : 1)]))
  }

  private static func read(_ path: UnsafePointer<CChar>) throws(SystemError) -> UnsafeRawBufferPointer {
    let file = try FileDescriptor.open(forReading: path)
    let size = try file.byteCount()
    if size > LoadedTrace.maximumByteCount { throw SystemError("take the trace", errno: SystemError.tooLarge) }
    let text = try ReservedMemory.forLife(byteCount: Int(size) + 1)
    let count = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: text[0..<Int(size)]))
    return UnsafeRawBufferPointer(rebasing: text[0..<count])
  }

  private static func reserve(_ count: Int) throws(Failure) -> UnsafeMutableBufferPointer<LuxSample> {
    do throws(SystemError) {
      return try ReservedMemory.forLife(byteCount: count * MemoryLayout<LuxSample>.stride).bindMemory(
        to: LuxSample.self)
    } catch {
      throw .system(error)
    }
  }

  /// The trace named on the command line, else what the board names.
  init(for plan: BoardPlan, override: UnsafePointer<CChar>?, millilux: Int64? = nil) throws(Failure) {
    if let millilux {
      self = try LoadedTrace(constant: Illuminance(millilux: millilux))
      return
    }
    if let override {
      self = try LoadedTrace(reading: override)
      return
    }
    switch plan.lightSource {
    case .none, .iio: self = try LoadedTrace(constant: nil)
    case .constant: self = try LoadedTrace(constant: Illuminance(millilux: Int64(plan.board.constantMillilux)))
    case .trace: self = try LoadedTrace(reading: plan.lightSourcePath)
    }
  }
}
