import Foundation
import Testing

/// Swift's shifts bind tighter than `*` and `/`, unlike C's: `value / 255 << 8` divides by 65280. Such an expression is
/// written with parentheses, whichever of the two is meant.
@Suite struct PrecedenceTests {
  private static let operand = #"-?[\w.$]+(?:\([^()]*\)|\[[^\[\]]*\])?"#

  /// A multiplication or division next to a shift, with nothing but one operand between them.
  static func slips(in line: String) -> Bool {
    // Few lines shift, and expressions take long.
    let shift = zip(line.utf8, line.utf8.dropFirst()).contains { $0 == $1 && [0x3C, 0x3E].contains($0) }
    if !shift { return false }
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
      for file in files {
        for (number, line) in try String(contentsOf: file, encoding: .utf8).split(
          separator: "\n", omittingEmptySubsequences: false
        ).enumerated() {
          #expect(
            !Self.slips(in: String(line)) || file.lastPathComponent == "PrecedenceTests.swift",
            "\(file.lastPathComponent):\(number + 1)")
        }
      }
    }
  }
}
