import AfterglowCore
import CLinux

/// Why a look at a sensor gave no reading. Whatever it is, the light is then unknown, never dark.
public enum SensorFault: UInt8, Sendable {
  case none = 0
  /// No such sensor is there.
  case missing = 1
  /// The driver refused to read; errno says why.
  case unreadable = 2
  /// The driver's text is no number: empty, `nan`, a number with words behind it.
  case notANumber = 3
  /// Below zero or more than the sun: a broken scale, or a register of ones.
  case impossible = 4
  /// Zero beside a channel that is full of light.
  case blinded = 5
  /// The process that reads has not been heard for a while.
  case silent = 6
}

/// What one look at a sensor gave.
public struct SensorReading: Equatable, Sendable {
  /// In the unit of its `SensorQuantity`; nil = unknown, and `fault` says why.
  public var value: Int64?
  public var fault: SensorFault
  /// Of an `unreadable` one; else 0.
  public var errno: Int32

  /// Of a light sensor.
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

/// A reading as it goes through the pipe from the process that reads to the guard: 64 bytes, written at once.
struct SensorReport: Sendable, BitwiseCopyable {
  static var byteCount: Int { 64 }

  /// −1 = unknown.
  var value: Int64
  var errno: Int32
  var faultByte: UInt8
  var wordByte: UInt8
  var reserved: UInt16 = 0
  /// What the driver calls the sensor; zeroes where it is missing.
  var nameBytes: InlineArray<48, UInt8>

  /// What the process has to say besides.
  enum Word: UInt8 {
    case none = 0
    /// The sensor's time could not be set, `errno` says why: it sees only coarse steps.
    case coarse = 1
    /// A sensor has come that is to be prepared first. The process ends; another one, not yet confined, does that.
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

  /// Of a process that has told nothing yet.
  static var nothing: SensorReport { SensorReport(SensorReading(.silent), name: ShortText()) }

  var word: Word { Word(rawValue: wordByte) ?? .none }
  /// A process that writes anything else is not believed.
  var fault: SensorFault { SensorFault(rawValue: faultByte) ?? .notANumber }

  /// Unknown where it is a fault or cannot be.
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
