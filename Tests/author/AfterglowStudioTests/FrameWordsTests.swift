import AfterglowCore
import Foundation
import PixelSupport
import TestSupport
import Testing

@testable import AfterglowStudio

/// What a page is sent brings it to the very picture, whatever picture it is.
@Suite struct FrameWordsTests {
  /// A row of stretches as pictures have them: of one colour, of small steps, of noise, of what was there before.
  private static func row(_ width: Int, over old: [UInt32], _ random: inout SeededNumbers) -> [UInt32] {
    var row: [UInt32] = []
    var color = UInt32.random(in: 0...0xFF_FFFF, using: &random)
    while row.count < width {
      let (kind, length) = (Int.random(in: 0..<5, using: &random), Int.random(in: 1...60, using: &random))
      let fill = UInt32.random(in: 0...0xFF_FFFF, using: &random)
      for _ in 0..<min(length, width - row.count) {
        switch kind {
        case 0: color = fill
        case 1: color = UInt32.random(in: 0...0xFF_FFFF, using: &random)
        case 2: color = old[row.count]
        // Also steps that are just too large, and those to either end of a channel.
        default: color = step(color, kind == 3 ? -2...1 : -3...2, &random)
        }
        row.append(color)
      }
    }
    return row
  }

  private static func step(_ color: UInt32, _ range: ClosedRange<Int>, _ random: inout SeededNumbers) -> UInt32 {
    [16, 8, 0].reduce(0) { result, shift in
      let channel = Int(color >> UInt32(shift) & 255) + Int.random(in: range, using: &random)
      return result << 8 | UInt32(min(255, max(0, channel)))
    }
  }

  @Test(arguments: [false, true]) func `words of random pictures bring the page to them`(isWhole: Bool) {
    var random = SeededNumbers(seed: isWhole ? 7 : 8)
    var (kinds, bytes) = (Set<UInt32>(), 0)
    for _ in 0..<400 {
      let (width, height) = (Int.random(in: 1...150, using: &random), Int.random(in: 1...6, using: &random))
      let old = (0..<(width * height)).map { _ in UInt32.random(in: 0...0xFF_FFFF, using: &random) }
      let new = (0..<height).flatMap { Self.row(width, over: Array(old[($0 * width)...].prefix(width)), &random) }
      let sent = FrameWords.bytes(width: width, height: height) { words in
        for y in 0..<height {
          let pixels = (y * width)..<((y + 1) * width)
          new.withUnsafeBufferPointer { new in
            old.withUnsafeBufferPointer { old in
              words.add(
                UnsafeBufferPointer(rebasing: new[pixels]),
                over: isWhole ? nil : UnsafeBufferPointer(rebasing: old[pixels]))
            }
          }
        }
      }
      let words = FrameWordsReader.words(sent)
      #expect(Int(words[0]) == words.count - 1 && words.count <= (width + 3) * height + 4)
      var shown = isWhole ? Array(repeating: 0xFF00FF, count: width * height) : old
      let read = FrameWordsReader.apply(words[1...], to: &shown)
      #expect(read.at == words.count && read.pixels <= width * height && read.isSound)
      #expect(shown == new, "\(width) × \(height)")
      if let first = words.dropFirst().first { kinds.insert(first >> 30) }
      bytes += sent.count
    }
    #expect(bytes > 0 && kinds.isSuperset(of: isWhole ? [1, 2] : [0, 1, 2]))
  }

  @Test func `a photograph's first frame has a third of its pixels' bytes`() throws {
    let rig = try StudioRig("wall-display-1080p")
    let answer = try rig.ask(
      "POST", "/api/boards/wall-display-1080p/frame", ["view": "v", "sequence": 1, "at": "2026-11-21T09:41:00Z"])
    #expect(answer.status == 200)
    #expect(answer.body.count < 1920 * 1080 * 4 / 3, "\(answer.body.count)")
  }

  /// The first board's, for a page that does not know yet what there is.
  @Test func `the frame that a page begins with is that of the first board`() throws {
    let rig = try StudioRig("bedside-clock")
    let body: [String: Any] = ["view": "v", "sequence": 1, "at": "2026-11-21T09:41:00Z"]
    let first = try rig.ask("POST", "/api/frame", body)
    #expect(first.status == 200)
    let other = try rig.ask("POST", "/api/boards/bedside-clock/frame", body.merging(["view": "other"]) { $1 })
    var (one, two) = (StudioFrameTests.Page(), StudioFrameTests.Page())
    try one.take(first)
    try two.take(other)
    #expect(one.canvas == two.canvas)
    #expect(try rig.ask("GET", "/api/frame").status == 405)
  }
}
