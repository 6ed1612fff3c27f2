import AfterglowCore
import AfterglowInput
import TestSupport
import Testing

@Suite struct CalibrationMatrixTests {
  private static func parse(_ text: String) -> Result<[Double], CalibrationError> {
    let bytes = Array(text.utf8)
    do throws(CalibrationError) {
      return .success(coefficients(try CalibrationMatrix(parsing: bytes.span)))
    } catch {
      return .failure(error)
    }
  }

  private static func coefficients(_ matrix: CalibrationMatrix) -> [Double] {
    [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f].map { Double($0) / 1_048_576 }
  }

  static let texts: [(String, [Double])] = [
    ("1 0 0 0 1 0", [1, 0, 0, 0, 1, 0]), ("0 -1 1 1 0 0", [0, -1, 1, 1, 0, 0]),
    ("-1 0 1 0 -1 1", [-1, 0, 1, 0, -1, 1]), ("  +1.5 .25 -0.125\t0 1. -.5  ", [1.5, 0.25, -0.125, 0, 1, -0.5]),
    ("1 0 0 0 1 0 and more", [1, 0, 0, 0, 1, 0]), ("1000 0 -1000 0 -1000 0", [1000, 0, -1000, 0, -1000, 0]),
    ("1.0000000000000001 0 0 0 1 0", [1, 0, 0, 0, 1, 0]),
  ]

  @Test(arguments: texts)
  func `six numbers are a matrix`(text: String, numbers: [Double]) {
    #expect(Self.parse(text) == .success(numbers))
  }

  static let mistakes: [(String, Int32, CalibrationError.Reason)] = [
    ("", 1, .missing), ("  ", 1, .missing), ("1 2 3 4 5", 6, .missing), ("banana", 1, .notANumber),
    ("1 2 3 a 5 6", 4, .notANumber), ("0xff 2 3 4 5 6", 1, .notANumber), ("1e0 0 0 0 1 0", 1, .notANumber),
    ("1 nan 0 0 1 0", 2, .notANumber), ("1 - 0 0 1 0", 2, .notANumber), ("1 . 0 0 1 0", 2, .notANumber),
    ("1 --1 0 0 1 0", 2, .notANumber), ("1,0,0,0,1,0", 1, .notANumber), ("1000.1 0 0 0 1 0", 1, .tooLarge),
    ("1 0 -99999999999999999999 0 1 0", 3, .tooLarge), ("0 0 0 0 0 0", 0, .degenerate),
    ("1 2 0 2 4 0", 0, .degenerate),
  ]

  @Test(arguments: mistakes)
  func `a mistake is named with its number`(_ text: String, _ number: Int32, _ reason: CalibrationError.Reason) {
    #expect(Self.parse(text) == .failure(CalibrationError(number: number, reason: reason)))
    #expect("\(reason.description)".hasPrefix("expected "))
  }

  @Test func `udev's file of a device has the matrix as a property`() throws {
    let file = "I:4242\nE:ID_INPUT=1\nE:LIBINPUT_CALIBRATION_MATRIX=0 1 0 -1 0 1\nE:ID_INPUT_TOUCHSCREEN=1\nG:seat\n"
    let bytes = Array(file.utf8)
    let parsed = try CalibrationMatrix.find(inUdevData: bytes.span)
    let found = try #require(parsed)
    #expect(Self.coefficients(found) == [0, 1, 0, -1, 0, 1])
    for other in ["", "\n\n", "E:LIBINPUT_CALIBRATION_MATRI", "S:LIBINPUT_CALIBRATION_MATRIX=1 0 0 0 1 0", "E:A=1"] {
      let bytes = Array(other.utf8)
      let none = try CalibrationMatrix.find(inUdevData: bytes.span)
      #expect(none == nil)
    }
    let cut = Array("E:LIBINPUT_CALIBRATION_MATRIX=1 0 0\nE:A=0 1 0".utf8)
    #expect(throws: CalibrationError(number: 4, reason: .missing)) {
      _ = try CalibrationMatrix.find(inUdevData: cut.span)
    }
  }

  @Test func `any bytes are a matrix or an error`() {
    var random = SeededNumbers(seed: 50)
    let letters = Array("0123456789 .-+\t\nE:LIBINPUT_CALIBRATION_MATRIX=x".utf8)
    var matrixCount = 0
    for _ in 0..<100_000 {
      var bytes = (0..<Int(random.next() % 40)).map { _ in letters[Int(random.next() % UInt64(letters.count))] }
      if random.next() % 2 == 0 { bytes = Array("E:LIBINPUT_CALIBRATION_MATRIX=".utf8) + bytes }
      let parsed = try? CalibrationMatrix(parsing: bytes.span)
      let found = try? CalibrationMatrix.find(inUdevData: bytes.span)
      if parsed != nil || found != nil { matrixCount += 1 }
    }
    #expect(matrixCount < 100_000)
  }

  /// Where a device's value lies on the panel, computed as libinput does, in µm.
  private static func reference(_ raw: (x: Int32, y: Int32), _ traits: DeviceTraits, _ m: [Double]) -> [Double] {
    func part(_ value: Int32, _ range: AxisRange) -> Double {
      (Double(value) - Double(range.minimum) + 0.5) / (Double(range.maximum) - Double(range.minimum) + 1)
    }
    let (x, y) = (part(raw.x, traits.x), part(raw.y, traits.y))
    return [(m[0] * x + m[1] * y + m[2]) * 160_000, (m[3] * x + m[4] * y + m[5]) * 96_000]
  }

  @Test func `a matrix maps parts of the device to parts of the panel, as libinput does`() throws {
    var random = SeededNumbers(seed: 51)
    let texts = [
      "1 0 0 0 1 0", "0 -1 1 1 0 0", "-1 0 1 0 -1 1", "0 1 0 -1 0 1", "-1 0 1 0 1 0", "1.07 0.01 -0.03 -0.02 0.95 0.04",
    ]
    for text in texts {
      let bytes = Array(text.utf8)
      let matrix = try CalibrationMatrix(parsing: bytes.span)
      for _ in 0..<2_000 {
        var traits = DeviceTraits()
        traits.absoluteAxes = 3
        traits.keys.insert(EventCode.touch)
        let least = Int32(random.next() % 4_000) - 2_000
        traits.x = AxisRange(minimum: least, maximum: least + 1 + Int32(random.next() % 20_000))
        traits.y = AxisRange(minimum: -least, maximum: -least + 1 + Int32(random.next() % 20_000))
        let x = traits.x.minimum + Int32(random.next() % UInt64(traits.x.maximum - traits.x.minimum + 1))
        let y = traits.y.minimum + Int32(random.next() % UInt64(traits.y.maximum - traits.y.minimum + 1))
        let rig = InputRig([traits], calibration: matrix)
        for (type, code, value) in [(UInt16(3), UInt16(0), x), (3, 1, y), (1, EventCode.touch, 1), (0, 0, 0)] {
          rig.play(InputEvent(at: MonotonicInstant(milliseconds: 1), type: type, code: code, value: value))
        }
        rig.deliver()
        guard case .press(let point)? = rig.found.first else {
          Issue.record("no press")
          continue
        }
        let expected = Self.reference((x, y), traits, Self.coefficients(matrix))
        let isNear = abs(Double(point.x) - expected[0]) <= 1.5 && abs(Double(point.y) - expected[1]) <= 1.5
        if !isNear { Issue.record("\(text): \(x),\(y) is at \(point), expected \(expected)") }
      }
    }
  }
}
