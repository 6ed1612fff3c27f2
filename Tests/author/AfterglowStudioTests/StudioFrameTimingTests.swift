import AfterglowCore
import AfterglowKit
import Foundation
import Testing

@testable import AfterglowStudio

/// How long a frame takes from its request to its bytes, which is printed and not judged: machines differ, and time passes
/// for other reasons too.
@Suite(.serialized) struct StudioFrameTimingTests {
  private static func times(_ rig: StudioRig, _ board: String, _ bodies: [[String: Any]]) throws -> [Duration] {
    try bodies.map { body in
      let begin = ContinuousClock.now
      let status = try rig.ask("POST", "/api/boards/\(board)/frame", body).status
      #expect(status == 200)
      return ContinuousClock.now - begin
    }.sorted()
  }

  @Test(arguments: ["bedside-clock", "wall-display-1080p", "epaper-7in3-spectra6"])
  func `frames follow sliders`(board: String) throws {
    let rig = try StudioRig(board)
    let base: Int64 = 1_795_000_000_000
    func body(_ sequence: Int, minute: Double, lux: Double) -> [String: Any] {
      let instant = Instant(milliseconds: base + Int64(minute * 60_000))
      return [
        "view": "v", "sequence": sequence, "base": sequence - 1, "at": TimeText.utc(instant), "lux": lux,
        "isMoving": true, "hurries": true,
      ]
    }
    _ = try Self.times(rig, board, [body(1, minute: 0, lux: 100)])
    let light = try Self.times(rig, board, (2..<42).map { body($0, minute: 0, lux: 0.01 * pow(1.4, Double($0))) })
    let time = try Self.times(rig, board, (42..<142).map { body($0, minute: Double($0 * 7), lux: 100) })
    let week = try Self.times(rig, board, (142..<182).map { body($0, minute: Double(($0 - 142) * 252), lux: 100) })
    for (name, all) in [("light", light), ("an evening", time), ("a week", week)] {
      print(
        "frame times, \(board), \(name): median \(all[all.count / 2]), p95 \(all[all.count * 95 / 100]), most \(all.last!)"
      )
    }
  }
}
