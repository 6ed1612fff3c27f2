import AfterglowCore
import AfterglowDevice
import AfterglowVirtual
import Testing

/// A trace in memory that outlives it, or the error of parsing.
func parseTrace(_ bytes: [UInt8], room: Int? = nil) -> Result<[LuxSample], LuxTraceError> {
  bytes.withUnsafeBytes { buffer in
    let memory = UnsafeMutableBufferPointer<LuxSample>.allocate(capacity: room ?? LuxTrace.capacity(for: buffer))
    defer { memory.deallocate() }
    do throws(LuxTraceError) { return .success(Array(try LuxTrace.parse(buffer, into: memory).samples)) } catch {
      return .failure(error)
    }
  }
}

func parseTrace(_ text: String, room: Int? = nil) -> Result<[LuxSample], LuxTraceError> {
  parseTrace(Array(text.utf8), room: room)
}

@Suite struct LuxTraceTests {
  @Test func `lines become samples in milliseconds`() {
    let text = """
      # evening, then a lamp
      0,300
      60.5,12.25   # dusk

      61 , 0.001
      100,
      \t120.0019,9999999999.999\r
      """
    #expect(
      parseTrace(text)
        == .success([
          LuxSample(atMs: 0, illuminance: .init(millilux: 300_000)),
          LuxSample(atMs: 60_500, illuminance: .init(millilux: 12_250)),
          LuxSample(atMs: 61_000, illuminance: .init(millilux: 1)),
          LuxSample(atMs: 100_000, illuminance: nil),
          LuxSample(atMs: 120_001, illuminance: .init(millilux: 9_999_999_999_999)),
        ]))
  }

  @Test(arguments: [
    "seconds,lux\n0,1\n5,", "# evening\n\n\"Zeit (s)\";Licht\r\n0,1\n5,", "\u{FEFF}seconds, lux # as measured\n0,1\n5,",
  ])
  func `a header line is allowed`(text: String) {
    #expect(
      parseTrace(text)
        == .success([
          LuxSample(atMs: 0, illuminance: .init(millilux: 1000)), LuxSample(atMs: 5_000, illuminance: nil),
        ]))
  }

  static let mistakes: [(String, Int32, LuxTraceError.Reason)] = [
    ("", 1, .empty), ("# only\n\n", 3, .empty), ("5", 1, .missingComma), ("0,1\nseconds lux", 2, .missingComma),
    ("0,1,2", 1, .extraField), ("0,1,", 1, .extraField), (",5", 1, .secondsNotANumber),
    ("x,5", 1, .secondsNotANumber), ("seconds,lux\ns,lx\n0,1", 2, .secondsNotANumber), ("seconds,lux\n", 2, .empty),
    ("0,1\nseconds,lux", 2, .secondsNotANumber), ("column 1,column 2\n0,1", 1, .secondsNotANumber),
    ("1.,5", 1, .secondsNotANumber),
    (".5,5", 1, .secondsNotANumber), ("1e3,5", 1, .secondsNotANumber), ("nan,5", 1, .secondsNotANumber),
    ("-1,5", 1, .secondsNegative), ("99999999999,5", 1, .secondsTooLarge), ("1.0000000000,5", 1, .secondsTooLarge),
    ("0,1\n0,2", 2, .secondsNotIncreasing), ("5,1\n\n4.999,2", 3, .secondsNotIncreasing),
    ("0,nan", 1, .luxNotANumber), ("0,NaN", 1, .luxNotANumber), ("0,inf", 1, .luxNotANumber),
    ("0,1 2", 1, .luxNotANumber), ("0,--1", 1, .luxNotANumber), ("0,-0.5", 1, .luxNegative),
    ("0,1\n1,-3", 2, .luxNegative), ("0,10000000000", 1, .luxTooLarge), ("0,1.1234567890", 1, .luxTooLarge),
  ]

  @Test(arguments: mistakes)
  func `a mistake is named with its line`(_ text: String, _ line: Int32, _ reason: LuxTraceError.Reason) {
    #expect(parseTrace(text) == .failure(LuxTraceError(line: line, reason: reason)))
    #expect("\(reason.description)".count > 10)
  }

  @Test func `more lines than room is an error`() {
    #expect(parseTrace("0,1\n1,1\n2,1", room: 2) == .failure(LuxTraceError(line: 3, reason: .tooManyLines)))
  }

  @Test func `any bytes give an ordered trace or an error`() {
    var state: UInt64 = 0x1234_5678_9ABC_DEF1
    func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
    let alphabet = Array("0123456789.,,,\n\n\n#- \r\tx".utf8)
    var parsed = 0
    for round in 0..<20_000 {
      let length = Int(next() % 60)
      let bytes = (0..<length).map { _ in
        round % 4 == 0 ? UInt8(truncatingIfNeeded: next()) : alphabet[Int(next() % UInt64(alphabet.count))]
      }
      if case .success(let samples) = parseTrace(bytes) {
        parsed += 1
        #expect(!samples.isEmpty)
        #expect(samples.allSatisfy { $0.atMs >= 0 && $0.millilux >= -1 })
        #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.atMs < $1.atMs })
      }
    }
    #expect(parsed > 100, "the fuzzer should reach whole traces too")
  }

  @Test func `each value holds until the next and drop-outs are unknown`() {
    let samples = [
      LuxSample(atMs: 1_000, illuminance: .init(millilux: 5)), LuxSample(atMs: 2_000, illuminance: nil),
      LuxSample(atMs: 3_000, illuminance: .init(millilux: 7)),
    ]
    samples.withUnsafeBufferPointer { buffer in
      let trace = LuxTrace(samples: buffer)
      func at(_ ms: Int64) -> Int64? { trace.illuminance(atMs: ms)?.millilux }
      #expect(at(0) == nil && at(999) == nil && at(1_000) == 5 && at(1_999) == 5 && at(2_000) == nil)
      #expect(at(3_000) == 7 && at(1_000_000) == 7)
      #expect(trace.indexOfNext(afterMs: 0) == 0 && trace.indexOfNext(afterMs: 1_000) == 1)
      #expect(trace.indexOfNext(afterMs: 3_000) == 3)
    }
  }
}
