import AfterglowLinux
import Foundation
import Testing

@Suite struct DecimalNumberTests {
  @Test(arguments: [
    ("0", 0, 0), ("249", 249, 0), ("0.832300", 8323, 4), ("65535", 65535, 0), ("-0.500000", -5, 1), ("-12", -12, 0),
    ("0.000000", 0, 0), ("83865.600000", 838_656, 1), ("007", 7, 0), ("9223372036854775807", Int.max, 0),
    ("0.000000001", 1, 9),
  ])
  func `a number is kept exactly`(text: String, digits: Int, decimals: Int32) {
    #expect(DecimalNumber(text) == DecimalNumber(digits: Int64(digits), decimals: decimals))
  }

  @Test(arguments: [
    "", " ", "-", ".", "1.", ".5", "-.5", "1.2.3", "1,5", "+5", "5 ", " 5", "5\n", "0x10", "1e3", "nan", "-nan", "inf",
    "12a", "--1", "1-", "9223372036854775808", "99999999999999999999", "0.99999999999999999999", "20 dB", "1 2 3", "١",
  ])
  func `anything else is no number`(text: String) {
    #expect(DecimalNumber(text) == nil)
  }

  @Test func `random numbers round to thousandths like decimal arithmetic does`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let whole = Int64.random(in: 0...2_000_000, using: &random)
      let places = Int.random(in: 1...9, using: &random)
      var fraction = ""
      for _ in 0..<places { fraction += String(Int.random(in: 0...9, using: &random)) }
      let text = (Bool.random(using: &random) ? "-" : "") + "\(whole).\(fraction)"
      var value = Decimal(string: text)! * 1000
      var rounded = Decimal()
      NSDecimalRound(&rounded, &value, 0, .plain)
      if DecimalNumber(text)?.scaled(to: 3) != Int64(truncating: rounded as NSNumber) { Issue.record("\(text)") }
    }
  }

  @Test func `random bytes are a number exactly when they spell one`() {
    let alphabet = Array("0123456789.- +eE\n\0x".utf8)
    for _ in 0..<50_000 {
      let bytes = (0..<Int.random(in: 0...8)).map { _ in alphabet.randomElement()! }
      let text = bytes.prefix { $0 != 0 }
      let spelled = String(decoding: text, as: UTF8.self)
      let isNumber = spelled.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil
      let parsed = (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer {
        DecimalNumber($0.baseAddress!)
      }
      if (parsed != nil) != isNumber { Issue.record("\(spelled)") }
    }
  }

  @Test func `sums and products are exact, and too large ones are none`() throws {
    let raw = try #require(DecimalNumber("16384"))
    let scale = try #require(DecimalNumber("0.074200"))
    #expect(raw.multiplied(by: scale) == DecimalNumber(digits: 12_156_928, decimals: 4))
    #expect(raw.adding(try #require(DecimalNumber("-0.25"))) == DecimalNumber(digits: 1_638_375, decimals: 2))
    let huge = try #require(DecimalNumber("9223372036854775807"))
    #expect(huge.multiplied(by: DecimalNumber(digits: 2, decimals: 0)) == nil)
    #expect(huge.adding(DecimalNumber(digits: 1, decimals: 0)) == nil)
    #expect(huge.scaled(to: 3) == nil)
  }
}
