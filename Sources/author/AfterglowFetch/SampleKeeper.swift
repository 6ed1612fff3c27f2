import AfterglowSources
import Foundation

/// Keeps the past of numbers that services only have the present of: a day, written when their content is.
struct SampleKeeper {
  let folder: SourceFolder

  /// Between two samples, in seconds: a day has at most 288 and the newest.
  static let spacingSeconds: Int64 = 300
  static let keptSeconds: Int64 = 86_400

  struct Sample: Equatable {
    var seconds: Int64
    var value: Double
  }

  /// Adds what new content says.
  ///
  /// - Parameter confirmedAtMs: until when the value before is known to have held.
  func add(_ requests: [SampleRequest], in bytes: [UInt8], _ key: String, confirmedAtMs: Int64?, nowMs: Int64) {
    for request in requests {
      guard let value = request.read(bytes), value.isFinite else { continue }
      let path = folder.samples(key, request.name)
      var samples = Self.read(path)
      if let last = samples.last, let held = confirmedAtMs.map({ $0 / 1000 }), held >= last.seconds,
        held < nowMs / 1000
      {
        // Between two contents the old value held, instead of moving towards the new one.
        Self.add(Sample(seconds: held, value: last.value), to: &samples)
      }
      Self.add(Sample(seconds: nowMs / 1000, value: value), to: &samples)
      let lines = samples.map { "\($0.seconds),\($0.value)\n" }.joined()
      // A line that a power cut has shortened would be another number.
      try? SourceStore.replace(path, with: Array(lines.utf8), isDurable: true)
    }
  }

  /// Closer than the spacing only the newest is kept; those of a clock that was ahead go, and those older than a day.
  static func add(_ sample: Sample, to samples: inout [Sample]) {
    while let last = samples.last, last.seconds >= sample.seconds { samples.removeLast() }
    let count = samples.count
    if count >= 2, samples[count - 1].seconds - samples[count - 2].seconds < spacingSeconds,
      sample.seconds - samples[count - 2].seconds < 2 * spacingSeconds
    {
      samples.removeLast()
    }
    samples.append(sample)
    // The last one before the day says what held when it began.
    let begin = sample.seconds - keptSeconds
    if let first = samples.lastIndex(where: { $0.seconds <= begin }) { samples.removeSubrange(..<first) }
  }

  static func read(_ path: String) -> [Sample] {
    guard let bytes = try? RegularFile.read(path, limit: 64 << 10) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: ",")
      guard parts.count == 2, let seconds = Int64(parts[0]), let value = Double(parts[1]), value.isFinite else {
        return nil
      }
      return Sample(seconds: seconds, value: value)
    }
  }
}
