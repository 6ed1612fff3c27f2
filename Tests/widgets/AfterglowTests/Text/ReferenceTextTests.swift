import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowTypesetting
@testable import AfterglowViews

/// Dates in the words that are usual at their distance.
@Suite struct ReferenceTextTests {
  private func words(_ view: some View) throws -> [String] {
    try laidOut(view, width: 300, height: 60) { $0.moment = noon }.items.compactMap { item in
      switch item.kind {
      case .glyphs(let text): text.text
      case .tick(let tick): "tick \(tick.pattern.name)"
      default: nil
      }
    }
  }

  @Test func `a near date is a distance that ticks, and a far one a date`() throws {
    func reference(_ days: Double, fields: Int = 2) throws -> [String] {
      try words(
        Text(
          .currentDate,
          format: .reference(to: noon + days * 86_400, allowedFields: [.hour, .minute], maxFieldCount: fields)))
    }
    #expect(try reference(0.01) == ["tick reference"])
    #expect(try reference(-3) == ["tick reference"])
    #expect(try reference(39).first?.contains("30 December") == true)
    #expect(try reference(39, fields: 1) == ["December"])
    #expect(try reference(400) == ["December 2027"])
    #expect(try reference(400, fields: 1) == ["2027"])
  }
}
