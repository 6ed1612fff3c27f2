import Foundation

/// The matrix that maps a touch device to its panel, in the meaning of libinput: x' = a·x + b·y + c and y' = d·x + e·y + f, in
/// parts of the sides of the device and of the panel as it is built.
struct TouchMatrix: Equatable {
  /// Largest magnitude of a number.
  static let greatest = 1_000.0

  var a = 1.0
  var b = 0.0
  var c = 0.0
  var d = 0.0
  var e = 1.0
  var f = 0.0

  /// The matrix for a device whose axes are exchanged first.
  var swapped: TouchMatrix { TouchMatrix(a: b, b: a, c: c, d: e, e: d, f: f) }

  /// The matrix for a device whose first axis is mirrored first.
  var invertedX: TouchMatrix { TouchMatrix(a: -a, b: b, c: c + a, d: -d, e: e, f: f + d) }

  /// The matrix for a device whose second axis is mirrored first.
  var invertedY: TouchMatrix { TouchMatrix(a: a, b: -b, c: c + b, d: d, e: -e, f: f + e) }

  private var numbers: [Double] { [a, b, c, d, e, f] }

  var isInRange: Bool { numbers.allSatisfy { abs($0) <= Self.greatest } }

  /// Whether the panel becomes a line or a point, as the firmware judges it: in 1/2^20.
  var isDegenerate: Bool {
    func fixed(_ value: Double) -> Int64 { Int64((value * 1_048_576).rounded()) }
    return fixed(a) * fixed(e) == fixed(b) * fixed(d)
  }

  /// The value of `LIBINPUT_CALIBRATION_MATRIX`.
  var text: String { numbers.map(Self.text).joined(separator: " ") }

  private static func text(_ number: Double) -> String {
    var text = String(format: "%.9f", number)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text == "-0" ? "0" : text
  }
}
