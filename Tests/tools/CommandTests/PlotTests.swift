import Afterglow
import AfterglowCompiler
import AfterglowCore
import Foundation
import Testing

@testable import afterglow_command

/// The picture of `afterglow plot` before it is painted: what of a record it shows, and where its words are.
@Suite struct PlotTests {
  private static let start = 1_795_262_400.0  // 2026-11-21T12:00:00Z

  @Test func `a line of a week has about two values a column, and every peak`() {
    let seconds = 7 * 86_400
    let end = Self.start + Double(seconds)
    var course = Course(from: Self.start, to: end, columns: 1_620)
    let peaks = [4_321, 300_000, 604_799]
    for second in 0..<seconds {
      let value = peaks.contains(second) ? 9_000.0 : 100 + 50 * sin(Double(second) / 5_000)
      course.add(.init(at: Self.start + Double(second), value: value))
    }
    course.finish()
    #expect(course.pieces.count == 1)
    let dots = course.pieces[0]
    #expect(dots.count <= 2 * 1_620 + 2 && dots.count > 1_620)
    #expect(dots.filter { $0.value == 9_000 }.map { Int($0.at - Self.start) } == peaks)
    #expect(zip(dots, dots.dropFirst()).allSatisfy { $0.at <= $1.at })
    // Each column has its lowest and its highest value.
    let column = Double(seconds) / 1_620
    for index in [0, 17, 803, 1_619] {
      let own = dots.filter { Int(($0.at - Self.start) / column) == index }.map(\.value)
      let all = (Int((Double(index) * column).rounded(.up))..<Int((Double(index + 1) * column).rounded(.up)))
        .map { peaks.contains($0) ? 9_000.0 : 100 + 50 * sin(Double($0) / 5_000) }
      #expect(own.min() == all.min() && own.max() == all.max())
    }
  }

  @Test func `a value that holds is a level line, and leaves its column where it was last`() {
    var course = Course(from: 0, to: 100, columns: 10)
    for (at, value) in [(1.0, 5.0), (2, 9), (3, 1), (4, 7)] { course.add(.init(at: at, value: value)) }
    course.hold(to: 80)
    course.finish()
    let dots = course.pieces.flatMap { $0 }
    #expect(dots.map(\.at) == [1, 2, 3, 4, 80] && dots.map(\.value) == [5, 9, 1, 7, 7])
    // A step is upright, up and down.
    var steps = Course(from: 0, to: 100, columns: 10)
    for (at, value) in [(1.0, 5.0), (41, 2), (81, 8)] {
      steps.hold(to: at)
      steps.add(.init(at: at, value: value))
    }
    steps.finish()
    #expect(steps.pieces.map { $0.map(\.value) } == [[5, 5, 2, 2, 8]])
  }

  @Test func `a gap interrupts a line where it can be seen`() {
    var course = Course(from: 0, to: 100, columns: 10)
    course.add(.init(at: 1, value: 5))
    course.interrupt()
    course.hold(to: 12)
    course.add(.init(at: 13, value: 6))
    course.interrupt()
    course.add(.init(at: 60, value: 7))
    course.finish()
    #expect(course.pieces.map { $0.map(\.at) } == [[1, 13], [60]])
  }

  @Test func `of spans that are too short to be told apart the longest is shown`() {
    let changes = [(0.0, 0), (100.0, 1), (101.0, 2), (103.0, 1), (104.0, 0), (200.0, 2), (200.0, 1)]
      .map { (at: $0.0, key: $0.1) }
    let found = Stretch.between(changes, end: 300, least: 5)
    #expect(
      found == [
        Stretch(from: 0, to: 100, key: 0), Stretch(from: 100, to: 104, key: 2), Stretch(from: 104, to: 200, key: 0),
        Stretch(from: 200, to: 300, key: 1),
      ])
    // A short one alone stays.
    #expect(Stretch.between([(at: 0, key: 0), (at: 50, key: 1), (at: 51, key: 0)], end: 99, least: 5).count == 3)
    let flicker = (0..<100_000).map { (at: Double($0), key: $0 % 3) }
    #expect(Stretch.between(flicker, end: 100_000, least: 100).count <= 2_000)
  }

  // MARK: the picture

  private typealias Reading = (lux: Double?, mode: String, reason: String)

  private func repeated(_ reading: Reading, _ count: Int) -> [Reading] { Array(repeating: reading, count: count) }

  /// A record of these readings, one every `spacing` seconds.
  private func record(
    _ lights: [Reading], spacing: Double, luminance: Double? = 20
  ) throws -> SimulationRecord {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func time(_ second: Double) -> String {
      Date(timeIntervalSince1970: Self.start + second).formatted(.iso8601)
    }
    let end = time(Double(lights.count) * spacing)
    var lines = [
      #"{"board":"Bedside clock","zone":"Europe/Lisbon","night":[2,5],"alwaysOn":[15,30],"filterTimeConstant":2,"#
        + #""peakLuminance":250,"from":"\#(time(0))","to":"\#(end)"}"#
    ]
    for (index, light) in lights.enumerated() {
      let lux = light.lux.map { "\($0)" } ?? "null"
      lines.append(
        #"{"t":"\#(time(Double(index) * spacing))","mode":"\#(light.mode)","reason":"\#(light.reason)","lux":\#(lux),"#
          + #""room":\#(lux),"own":0}"#)
    }
    try Data(lines.joined(separator: "\n").utf8).write(to: folder.appending(path: "light.jsonl"))
    let frame = #"{"t":"\#(time(0))","luminance":\#(luminance.map { "\($0)" } ?? "null")}"#
    try Data(frame.utf8).write(to: folder.appending(path: "events.jsonl"))
    return try SimulationRecord(folder: folder.path)
  }

  private func words(_ record: SimulationRecord) throws -> [LayoutNode] {
    let zone = try #require(TimeZone(identifier: record.head.zone))
    let compiled = try PlotPicture(record, title: record.head.board, zone: zone).compile()
    #expect(compiled.notices == [])
    // The same words again in each look.
    var seen: Set<String> = []
    return compiled.compiled.layout.nodes.filter { node in
      node.slot == "plot" && node.text != nil && seen.insert("\(node.text ?? "") \(node.framePx)").inserted
    }
  }

  private func expectSeparate(_ words: [LayoutNode]) {
    let page = Rect(x: 0, y: 0, width: Double(PlotLook.widthPx), height: Double(PlotLook.heightPx))
    for (index, word) in words.enumerated() {
      let frame = word.framePx
      #expect(!word.isCut && frame.minX >= 0 && frame.minY >= 0 && frame.maxX <= page.maxX && frame.maxY <= page.maxY)
      #expect((word.fontSizePt ?? 0) >= 11)
      for other in words[(index + 1)...] {
        let (a, b) = (frame, other.framePx)
        let isApart = a.maxX <= b.minX || b.maxX <= a.minX || a.maxY <= b.minY + 4 || b.maxY <= a.minY + 4
        #expect(isApart, "\(word.text ?? "") lies over \(other.text ?? "")")
      }
    }
  }

  @Test func `every word of a plot is there, and none lies over another`() throws {
    let day = repeated((300.0, "day", "light"), 30)
    let none = repeated((nil, "day", "heldLight"), 20)
    let dim = repeated((8.0, "alwaysOn", "schedule"), 30)
    let night = repeated((0.0, "night", "override"), 30)
    let brief: [Reading] = [(0, "day", "presence")]
    let shown = try words(record(day + none + dim + night + brief, spacing: 324))
    let texts = Set(shown.compactMap(\.text))
    let expected = [
      "Bedside clock", "Sat 21 Nov 2026, 12:00 to 21:59 in Europe/Lisbon", "Light", "lx", "sensor",
      "without the panel's own light, smoothed", "always-on 15 to 30", "night 2 to 5", "0.1", "1", "10", "100", "1,000",
      "no reading", "Mode", "day", "always-on", "night", "held", "schedule", "asked for", "Panel",
      "mean luminance of a frame, cd/m²", "12:00", "21:00",
    ]
    #expect(texts.isSuperset(of: expected), "\(Set(expected).subtracting(texts)) of \(texts)")
    expectSeparate(shown)
  }

  @Test func `a panel that emits nothing says so`() throws {
    let lights = repeated((300.0, "day", "light"), 10)
    let shown = try words(record(lights, spacing: 60, luminance: nil))
    #expect(shown.contains { $0.text == "this panel emits nothing" })
    expectSeparate(shown)
  }

  /// Every reading is different, and modes and reasons change all the time.
  @Test func `a week of restless readings is drawn whole`() throws {
    let modes = ["day", "alwaysOn", "night"]
    let reasons = ["light", "schedule", "presence", "override", "heldLight", "nothing"]
    var lights: [Reading] = []
    for index in 0..<60_480 {
      let lux = pow(10, 2 + 3 * sin(Double(index) * 1.7))
      lights.append((index % 97 == 0 ? nil : lux, modes[index / 7 % 3], reasons[index / 5 % 6]))
    }
    expectSeparate(try words(record(lights, spacing: 10)))
  }
}
