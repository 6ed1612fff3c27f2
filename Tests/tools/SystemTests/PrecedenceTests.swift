import Foundation
import TestSupport
import Testing

/// Swift's shifts bind tighter than `*` and `/`, unlike C's: `value / 255 << 8` divides by 65280. Such an expression is
/// written with parentheses, whichever of the two is meant.
@Suite struct PrecedenceTests {
  private static let operand = #"-?[\w.$]+(?:\([^()]*\)|\[[^\[\]]*\])?"#

  /// A multiplication or division next to a shift, with nothing but one operand between them.
  static func slips(in line: String) -> Bool {
    let code = line.replacing(/\/\/.*$/, with: "").replacing(/"(?:\\.|[^"\\])*"/, with: "\"\"")
    return ["(?:[*/%]|&\\*) \(operand) (?:&?<<|&?>>) ", "(?:&?<<|&?>>) \(operand) (?:[*/%]|&\\*) "].contains {
      code.range(of: $0, options: .regularExpression) != nil
    }
  }

  @Test func `no shift stands beside a multiplication or division without parentheses`() throws {
    #expect(Self.slips(in: "((color >> shift & 255) * alpha + 127) / 255 << shift"))
    #expect(Self.slips(in: "let x = a << width * 2 + 1") && Self.slips(in: "x &* key(2) >> 4 "))
    #expect(!Self.slips(in: "(((a >> 8 & 255) * b + 127) / 255) << 16 | c &+ (d &* e) >> 4"))
    for folder in ["Sources", "Tests"] {
      let files = HouseRulesTests.swiftFiles(in: folder)
      try #require(!files.isEmpty)
      var count = 0
      for file in files where file.lastPathComponent != "PrecedenceTests.swift" {
        for (number, line) in SwiftText.shifts(in: try String(contentsOf: file, encoding: .utf8)) {
          #expect(!Self.slips(in: line), "\(file.lastPathComponent):\(number)")
          count += 1
        }
      }
      #expect(count > 100)
    }
  }
}
