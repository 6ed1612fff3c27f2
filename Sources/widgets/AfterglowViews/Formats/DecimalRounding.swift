import Foundation

/// The rule by which all views, widgets and documents round the numbers of their content: half away from zero in the decimal
/// form that people read, without a sign before zero. Formatters get numbers that are rounded by it.
package enum DecimalRounding {
  /// Numbers from this one on are not rounded: their decimals are beyond what a number holds.
  package static let limit = 1e15

  /// A number below the limit with so many places after a point, and a hyphen before a negative one.
  package static func text(_ number: Double, places: Int) -> String {
    var figures = DecimalFigures(of: abs(number))
    figures.round(to: places)
    let sign = number < 0 && !figures.isZero ? "-" : ""
    return sign + figures.whole + (places > 0 ? "." + figures.fraction(places) : "")
  }

  /// The rounded number itself; a number beyond the limit, or one that is not finite, is unchanged.
  package static func rounded(_ number: Double, places: Int) -> Double {
    abs(number) < limit ? Double(text(number, places: places)) ?? number : number
  }

  /// A number with so many figures that are not zeros at its beginning, such as 13,000 of 12,500 with two.
  package static func rounded(_ number: Double, figures count: Int) -> Double {
    let unit = pow(10, floor(log10(abs(number))) - Double(count - 1))
    return unit.isNormal && (number / unit).isFinite ? rounded(number / unit, places: 0) * unit : number
  }
}

/// The decimal figures of a number that is not negative.
private struct DecimalFigures {
  private var values: [Int]
  /// How many of them stand before the decimal mark; negative for zeros behind it.
  private var point: Int

  /// - Parameter magnitude: a finite number; the fewest figures that distinguish it from its neighbours.
  init(of magnitude: Double) {
    // Read by bytes: a forecast writes hundreds of numbers.
    let written = magnitude.description
    let end = written.utf8.firstIndex(of: UInt8(ascii: "e")) ?? written.endIndex
    let mantissa = written.utf8[..<end]
    let mark = mantissa.firstIndex(of: UInt8(ascii: ".")) ?? end
    values = mantissa.compactMap { (0x30...0x39).contains($0) ? Int($0) - 0x30 : nil }
    point = mantissa.distance(from: mantissa.startIndex, to: mark) + (Int(written[end...].dropFirst()) ?? 0)
  }

  var isZero: Bool { values.allSatisfy { $0 == 0 } }

  mutating func round(to places: Int) {
    let count = point + places
    guard count >= 0 else {
      values = []
      return
    }
    let isUp = count < values.count && values[count] >= 5
    values = (0..<count).map { $0 < values.count ? values[$0] : 0 }
    guard isUp else { return }
    var index = count - 1
    while index >= 0, values[index] == 9 {
      values[index] = 0
      index -= 1
    }
    if index >= 0 {
      values[index] += 1
    } else {
      values.insert(1, at: 0)
      point += 1
    }
  }

  /// The figures before the decimal mark, at least a zero.
  var whole: String { point > 0 ? Self.text(values[..<min(point, values.count)]) : "0" }

  /// The figures behind the decimal mark of a number that is rounded to so many places.
  func fraction(_ places: Int) -> String {
    let zeros = String(repeating: "0", count: min(max(-point, 0), places))
    return zeros + Self.text(values[min(max(point, 0), values.count)...])
  }

  private static func text(_ values: ArraySlice<Int>) -> String {
    String(decoding: values.map { UInt8($0) + 0x30 }, as: UTF8.self)
  }
}
