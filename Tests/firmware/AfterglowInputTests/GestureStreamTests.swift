import AfterglowCore
import AfterglowInput
import TestSupport
import Testing

/// Properties of random strokes.
@Suite struct GestureStreamTests {
  struct Sample {
    var at: Int64
    var position: PanelPoint
  }

  /// A finger's way, put down at its first sample and lifted at `end`.
  struct Stroke {
    var samples: [Sample]
    var end: Int64
  }

  private static func point(near centre: PanelPoint, within reach: Int32, _ random: inout SeededNumbers) -> PanelPoint {
    let span = UInt64(2 * reach + 1)
    return PanelPoint(
      x: centre.x + Int32(random.next() % span) - reach, y: centre.y + Int32(random.next() % span) - reach)
  }

  private static func stroke(_ random: inout SeededNumbers) -> Stroke {
    let start = point(near: PanelPoint(x: 80_000, y: 48_000), within: 40_000, &random)
    let reach = [Int32(500), 2_000, 4_000, 30_000][Int(random.next() % 4)]
    let longest = [UInt64(20), 60, 200][Int(random.next() % 3)]
    var stroke = Stroke(samples: [Sample(at: 1_000, position: start)], end: 0)
    for _ in 0..<Int(random.next() % 12) {
      let at = stroke.samples[stroke.samples.count - 1].at + Int64(random.next() % longest)
      stroke.samples.append(Sample(at: at, position: point(near: start, within: reach, &random)))
    }
    stroke.end = stroke.samples[stroke.samples.count - 1].at + Int64(random.next() % longest)
    return stroke
  }

  private static func isBeyond(_ a: PanelPoint, _ b: PanelPoint) -> Bool {
    let x = Double(b.x) - Double(a.x)
    let y = Double(b.y) - Double(a.y)
    return (x * x + y * y).squareRoot() > 2_500
  }

  private static func contact(_ phase: TouchContact.Phase, _ sample: Sample) -> InputChange {
    .contact(
      TouchContact(
        device: 0, place: 0, phase: phase, position: sample.position, at: MonotonicInstant(milliseconds: sample.at)))
  }

  /// The changes of a stroke.
  private static func changes(_ stroke: Stroke) -> [InputChange] {
    var changes = [contact(.began, stroke.samples[0])]
    changes += stroke.samples.dropFirst().map { contact(.moved, $0) }
    var last = stroke.samples[stroke.samples.count - 1]
    last.at = stroke.end
    return changes + [contact(.ended, last)]
  }

  private static func play(_ stroke: Stroke) -> InputRig {
    let rig = InputRig([])
    for change in changes(stroke) { rig.follow(change) }
    return rig
  }

  @Test func `of 100,000 strokes beyond the slop none presses the region on which it began`() {
    var random = SeededNumbers(seed: 45)
    var count = 0
    while count < 100_000 {
      let stroke = Self.stroke(&random)
      let start = stroke.samples[0]
      // One that is still until the press is a long one has pressed before it moves.
      guard let beyond = stroke.samples.first(where: { Self.isBeyond(start.position, $0.position) }),
        beyond.at < start.at + 500
      else { continue }
      count += 1
      let rig = Self.play(stroke)
      let fires = rig.found.contains { gesture in
        switch gesture {
        case .tap, .longPress: true
        default: false
        }
      }
      if fires || !rig.balance.problems.isEmpty || !rig.balance.isAtRest { Issue.record("\(stroke)") }
    }
  }

  @Test func `a stroke is a tap, a long press or a drag by its distances and times alone`() {
    var random = SeededNumbers(seed: 46)
    var counts: [String: Int] = [:]
    for _ in 0..<50_000 {
      let stroke = Self.stroke(&random)
      let start = stroke.samples[0]
      let beyond = stroke.samples.first { Self.isBeyond(start.position, $0.position) }
      let rig = Self.play(stroke)
      let last = stroke.samples[stroke.samples.count - 1].position
      var expected: [Gesture] = [.press(start.position)]
      let name: String
      if let beyond, beyond.at < start.at + 500 {
        expected.append(.pressEnded)
        name = "drag"
      } else if stroke.end >= start.at + 500 {
        expected.append(.longPress(start.position))
        name = "long press"
      } else {
        expected.append(.tap(from: start.position, to: last))
        name = "tap"
      }
      counts[name, default: 0] += 1
      if Array(rig.found.prefix(2)) != expected { Issue.record("\(stroke): \(rig.found)") }
      if name != "drag" && rig.found.count != 2 { Issue.record("\(stroke): \(rig.found)") }
    }
    #expect(counts.count == 3 && counts.values.allSatisfy { $0 > 1_000 }, "\(counts)")
  }

  @Test func `a swipe is long or fast enough, along one axis, and not on the way back`() {
    var random = SeededNumbers(seed: 47)
    var swipes = 0
    for _ in 0..<50_000 {
      let stroke = Self.stroke(&random)
      guard case .swipe(let direction, let start)? = Self.play(stroke).found.last else { continue }
      swipes += 1
      let last = stroke.samples[stroke.samples.count - 1].position
      let x = Double(last.x) - Double(start.x)
      let y = Double(last.y) - Double(start.y)
      let ways: [SwipeDirection: Double] = [.left: -x, .right: x, .up: -y, .down: y]
      let along: Double = ways[direction] ?? 0
      let across = direction == .left || direction == .right ? y.magnitude : x.magnitude
      let isAlong = along > 0 && along >= 1.5 * across
      if !isAlong || !Self.isBeyond(start, last) { Issue.record("\(stroke)") }
      // A finger that has rested for the window of speed has none.
      let hasRested = stroke.end - stroke.samples[stroke.samples.count - 1].at >= 100
      if hasRested && along < 8_000 { Issue.record("\(stroke)") }
    }
    #expect(swipes > 1_000)
  }

  @Test func `gestures do not depend on how often the time is passed on`() {
    var random = SeededNumbers(seed: 48)
    for _ in 0..<5_000 {
      let stroke = Self.stroke(&random)
      let often = InputRig([])
      var time = stroke.samples[0].at
      for change in Self.changes(stroke) {
        while time < change.at.milliseconds {
          often.advance(to: MonotonicInstant(milliseconds: time))
          time += 7
        }
        often.follow(change)
      }
      if Self.play(stroke).found != often.found { Issue.record("\(stroke)") }
    }
  }
}
