import AfterglowPanelModels
import Testing

/// Writes recipes down as a recording: what a host sends, and when it waits.
struct RecipeRecorder {
  private(set) var events: [RecordedEvent] = []
  private(set) var nowUs: Int64
  private let hz: Int

  init(hz: Int = 4_000_000, atUs: Int64 = 0) {
    self.hz = hz
    nowUs = atUs
  }

  var recording: PanelRecording {
    // Lines as in a file, so that violations name them.
    PanelRecording(
      events: events.enumerated().map { RecordedEvent(atUs: $1.atUs, $1.action, line: $0 + 1) })
  }

  private mutating func add(_ action: RecordedEvent.Action) { events.append(RecordedEvent(atUs: nowUs, action)) }

  mutating func pause(ms: Int64) { nowUs += ms * 1000 }

  mutating func power(_ isOn: Bool) { add(.power(isOn)) }

  /// RST high, low, high, each for so many ms.
  mutating func reset(_ high: Int64, _ low: Int64, _ after: Int64) {
    add(.reset(true))
    pause(ms: high)
    add(.reset(false))
    pause(ms: low)
    add(.reset(true))
    pause(ms: after)
  }

  mutating func send(_ command: UInt8, _ parameters: [UInt8] = []) {
    transfer([command], isData: false)
    if !parameters.isEmpty { transfer(parameters, isData: true) }
  }

  /// A picture, in transfers of at most 4096 bytes.
  mutating func image(_ command: UInt8, _ bytes: [UInt8]) {
    transfer([command], isData: false)
    for start in stride(from: 0, to: bytes.count, by: 4096) {
      transfer(Array(bytes[start..<min(bytes.count, start + 4096)]), isData: true)
    }
  }

  mutating func data(_ bytes: [UInt8]) { transfer(bytes, isData: true) }

  private mutating func transfer(_ bytes: [UInt8], isData: Bool) {
    add(.dataCommand(isData))
    add(.chipSelect(false))
    add(.write(bytes, hz: hz))
    nowUs += Int64(bytes.count) * 8 * 1_000_000 / Int64(hz) + 10
    add(.chipSelect(true))
  }

  /// The host sleeps for 1 ms, then waits; how long is the panel's choice.
  mutating func wait(_ level: Bool, limit: Int64 = 60) {
    nowUs += 1000
    add(.busyWait(level: level, limitUs: limit * 1_000_000))
  }
}

/// Pictures that no mirroring, shift, negative or exchange of planes leaves as they are.
struct TestPicture: Equatable, Sendable {
  let width: Int
  let height: Int
  /// 0 black to 3 white; on Spectra 6 the code of an ink.
  var pixels: [UInt8]

  /// Coarse noise: each seed gives another picture.
  static func noise(_ size: (Int, Int), seed: UInt64, values: [UInt8] = [0, 3]) -> TestPicture {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    let pixels = (0..<size.0 * size.1).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return values[Int((state >> 33) % 1024) % values.count]
    }
    return TestPicture(width: size.0, height: size.1, pixels: pixels)
  }

  subscript(x: Int, y: Int) -> UInt8 {
    get { pixels[y * width + x] }
    set { pixels[y * width + x] = newValue }
  }

  /// One bit per pixel in padded rows; `isSet` of each value. Padding is set.
  func plane(_ isSet: (UInt8) -> Bool = { $0 == 3 }) -> [UInt8] { plane(x: 0..<width, y: 0..<height, isSet) }

  func plane(x: Range<Int>, y: Range<Int>, _ isSet: (UInt8) -> Bool = { $0 == 3 }) -> [UInt8] {
    var bytes: [UInt8] = []
    for row in y {
      for start in stride(from: x.lowerBound, to: x.upperBound, by: 8) {
        var byte: UInt8 = 0
        for bit in 0..<8 where start + bit >= width || isSet(self[start + bit, row]) { byte |= 0x80 >> UInt8(bit) }
        bytes.append(byte)
      }
    }
    return bytes
  }

  /// Two codes per byte.
  func codes(x: Range<Int>, y: Range<Int>) -> [UInt8] {
    y.flatMap { row in
      stride(from: x.lowerBound, to: x.upperBound, by: 2).map { self[$0, row] << 4 | self[$0 + 1, row] }
    }
  }

  var codes: [UInt8] { codes(x: 0..<width, y: 0..<height) }

  /// With a part of another picture.
  func replacing(x: Range<Int>, y: Range<Int>, from other: TestPicture) -> TestPicture {
    var changed = self
    for row in y { for column in x { changed[column, row] = other[column, row] } }
    return changed
  }
}

extension PanelGlass {
  /// As a test's picture: ghosts apart.
  func seen() -> TestPicture {
    let width = Int(size.width)
    let isInk = pixels.levels.allSatisfy { $0 < 8 }
    let seen = isInk ? pixels.levels : pixels.levels.map { $0 >= 230 ? 3 : $0 >= 110 ? 2 : $0 >= 30 ? 1 : 0 }
    return TestPicture(width: width, height: Int(size.height), pixels: seen)
  }
}

/// One recipe, with what it must show.
struct PanelRecipe: Sendable, CustomTestStringConvertible {
  var name: String
  var panel: PanelDescription
  var recording: PanelRecording
  var expected: TestPicture
  /// What replay mode warns of, and strict mode refuses: nothing for a complete recipe.
  var warnings: Set<PanelViolationKind> = []

  var testDescription: String { "\(panel.name): \(name)" }
}
