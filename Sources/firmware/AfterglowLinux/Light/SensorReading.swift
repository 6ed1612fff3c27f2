import AfterglowCore
import CLinux

/// Why reading a sensor failed. The light is then unknown, never dark.
public enum SensorFault: UInt8, Sendable {
  case none = 0
  /// There is no such sensor.
  case missing = 1
  /// The driver returned an error; the errno is stored separately.
  case unreadable = 2
  /// The driver's text is not a number: empty, `nan`, a number followed by text.
  case notANumber = 3
  /// Below zero or brighter than the sun: a broken scale, or a register of ones.
  case impossible = 4
  /// Zero while a channel is saturated.
  case blinded = 5
  /// The reading process has sent no report for `SensorReader.silenceMs`.
  case silent = 6
}

/// The result of reading a sensor once.
public struct SensorReading: Equatable, Sendable {
  /// In the unit of its `SensorQuantity`; nil = unknown, for the reason in `fault`.
  public var value: Int64?
  public var fault: SensorFault
  /// Of an `unreadable` fault; otherwise 0.
  public var errno: Int32

  /// For a light sensor.
  public var illuminance: Illuminance? { value.map { Illuminance(millilux: $0) } }

  init(value: Int64) {
    self.value = value
    fault = .none
    errno = 0
  }

  init(_ illuminance: Illuminance) { self.init(value: illuminance.millilux) }

  init(_ fault: SensorFault, errno: Int32 = 0) {
    value = nil
    self.fault = fault
    self.errno = errno
  }
}

/// A reading sent through the pipe from the sensor process to the guard: 64 bytes, written in one call.
struct SensorReport: Sendable, BitwiseCopyable {
  static var byteCount: Int { 64 }

  /// −1 = unknown.
  var value: Int64
  var errno: Int32
  var faultByte: UInt8
  var wordByte: UInt8
  var reserved: UInt16 = 0
  /// The driver's name of the sensor; zeros if it is missing.
  var nameBytes: InlineArray<48, UInt8>

  /// Additional information from the process.
  enum Word: UInt8 {
    case none = 0
    /// The sensor's integration time could not be set, with `errno`: its steps are coarse.
    case coarse = 1
    /// A sensor has appeared that must be prepared first. The process exits; another one, not yet confined, prepares
    /// it.
    case renew = 2
  }

  init(_ reading: SensorReading, name: ShortText) {
    value = reading.value ?? -1
    errno = reading.errno
    faultByte = reading.fault.rawValue
    wordByte = Word.none.rawValue
    nameBytes = InlineArray(repeating: 0)
    // The last byte stays 0.
    for index in 0..<47 { nameBytes[index] = name[index] }
  }

  init(_ word: Word, name: ShortText, errno: Int32 = 0) {
    self.init(SensorReading(.silent, errno: errno), name: name)
    wordByte = word.rawValue
  }

  /// The state before the first report.
  static var nothing: SensorReport { SensorReport(SensorReading(.silent), name: ShortText()) }

  var word: Word { Word(rawValue: wordByte) ?? .none }
  /// Unknown numbers count as `notANumber`.
  var fault: SensorFault { SensorFault(rawValue: faultByte) ?? .notANumber }

  /// Unknown for a fault and for implausible values.
  func believed(_ quantity: SensorQuantity) -> Reading<Int64> {
    fault == .none && value >= 0 && value <= quantity.maximum ? .value(value) : .unknown
  }

  var name: ShortText {
    var name = ShortText()
    for index in 0..<47 {
      if nameBytes[index] == 0 { break }
      name.append(byte: nameBytes[index])
    }
    return name
  }
}
