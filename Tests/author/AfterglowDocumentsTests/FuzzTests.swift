import Testing

@testable import AfterglowDocuments

/// Reproducible random numbers, so that a failure can be repeated.
private struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}

@Suite struct FuzzTests {
  private let yaml = """
    name: "bed 'side'"   # a comment
    size: {width: 800, height: [1, 2]}
    light:
      sensor: trace
      night: {enter: 2, leave: 5}
    widgets:
      - kind: clock
        text: >
          folded
      - {kind: 'weather', file: forecast.json}
    """

  private func open(_ bytes: [UInt8], _ file: String) {
    let collector = ProblemCollector()
    let decoder = StrictDecoder.open(bytes: bytes, file: file, problems: collector)
    #expect(decoder != nil || !collector.isEmpty)
  }

  @Test func `changed bytes never crash the readers`() {
    let json = Array(#"{"a": [1, -2.5e3, "x\u00b0\ud83c\udf27"], "b": {"c": null, "d": true}}"#.utf8)
    var generator = Generator(state: 7)
    for round in 0..<4000 {
      for (original, file) in [(Array(yaml.utf8), "a.yaml"), (json, "a.json")] {
        var bytes = original
        for _ in 0...(round % 4) {
          let place = Int.random(in: 0..<bytes.count, using: &generator)
          switch round % 3 {
          case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
          case 1: bytes.remove(at: place)
          default: bytes.insert(Array("{}[]:,\"'#&*!|>-?\n\t ".utf8).randomElement(using: &generator)!, at: place)
          }
        }
        open(bytes, file)
      }
    }
  }

  @Test func `every cut of a JSON document is refused`() {
    let json = Array(#"{"a": [1, -2.5e3, "x\u00b0"], "b": {"c": null, "d": true}}"#.utf8)
    for count in 0..<json.count {
      let collector = ProblemCollector()
      #expect(StrictDecoder.open(bytes: Array(json[..<count]), file: "a.json", problems: collector) == nil)
      #expect(collector.problems.count == 1)
      #expect(collector.problems.first?.line == 1)
    }
  }
}
