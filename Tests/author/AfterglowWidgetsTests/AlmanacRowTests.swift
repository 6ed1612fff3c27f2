import AfterglowCore
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// The list of the face `almanac`, which has the place that its date leaves.
@Suite struct AlmanacRowTests {
  /// Four events of a day, each at a place, in a file that is written once.
  private static func calendar() throws -> URL {
    let file = FileManager.default.temporaryDirectory.appending(path: "almanac-rows.ics")
    let events = ["11", "13", "16", "20"].map { hour in
      [
        "BEGIN:VEVENT", "UID:\(hour)", "DTSTART:20261121T\(hour)0000Z", "DURATION:PT1H", "SUMMARY:Walk", "LOCATION:Foz",
        "END:VEVENT",
      ]
    }
    let lines = ["BEGIN:VCALENDAR", "VERSION:2.0"] + events.flatMap { $0 } + ["END:VCALENDAR", ""]
    try Data(lines.joined(separator: "\r\n").utf8).write(to: file, options: .atomic)
    return file
  }

  /// Frames of the first entry, which ends with the number of events that it does not list.
  private static func frames(_ name: String, in compiled: CompiledScene) throws -> [Rect] {
    let end = try #require(compiled.layout.nodes.firstIndex { $0.name == "more" })
    return compiled.layout.nodes[...end].filter { $0.name == name }.map(\.framePx)
  }

  @Test func `rows under a date spread over their place`() throws {
    let compiled = try ClockFaceTests.compile(
      .almanac, width: 400, height: 480, configuration: ["calendar": .string(try Self.calendar().path)])
    let titles = try Self.frames("title", in: compiled)
    let places = try Self.frames("place", in: compiled)
    try #require(titles.count >= 2 && places.count == titles.count)
    let height = titles[0].height
    for (place, next) in zip(places, titles.dropFirst()) {
      // A rule stands in the middle. The frames have the leading of their lines in them.
      #expect(next.minY - place.maxY >= 0.6 * height, "\(next.minY - place.maxY) after \(place.maxY)")
    }
    let more = try #require(try Self.frames("more", in: compiled).last)
    #expect(480 - more.maxY < 2.5 * height, "\(more.maxY)")
  }
}
