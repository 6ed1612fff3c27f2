/// The sensor that a board requests. Its texts must stay valid.
public struct SensorRequest: @unchecked Sendable {
  /// The driver's name, the device tree's label or the folder's name; empty selects the first sensor that measures
  /// `quantity`.
  public var name: UnsafePointer<CChar>
  /// The kernel's folder of devices; tests pass a different one.
  public var devices: UnsafePointer<CChar>
  /// For chips that count light without a conversion to lux; nil = the sensor reports lux itself.
  public var calibration: IntensityCalibration?
  public var quantity: SensorQuantity

  public init(
    name: UnsafePointer<CChar>, devices: UnsafePointer<CChar> = IIOSensor.devices,
    calibration: IntensityCalibration? = nil, quantity: SensorQuantity = .light
  ) {
    self.name = name
    self.devices = devices
    self.calibration = calibration
    self.quantity = quantity
  }
}

/// The lux per count, for a chip that reports counts only, measured in place behind its window with a lux meter. Gain
/// and integration time remain the driver's, and its scale, which for some is a gain, is not applied.
public struct IntensityCalibration: Equatable, Sendable {
  public var channel: IntensityChannel
  /// Lux × 10⁻⁶ for one count of `in_intensity_CHANNEL_raw`.
  public var microluxPerCount: Int64

  public init(channel: IntensityChannel, microluxPerCount: Int64) {
    self.channel = channel
    self.microluxPerCount = microluxPerCount
  }

  /// From an archive's fields; nil for a sensor that reports lux itself.
  public init?(channelByte: UInt8, microluxPerCount: Int64) {
    guard let channel = IntensityChannel(rawValue: channelByte) else { return nil }
    self.init(channel: channel, microluxPerCount: microluxPerCount)
  }
}

/// What an intensity channel is sensitive to, by the kernel's names (`in_intensity_NAME_raw`).
public enum IntensityChannel: UInt8, Sendable {
  case clear = 1
  case both = 2
  case white = 3
  case green = 4
  /// A single channel without a name.
  case plain = 5

  var rawLeaf: StaticString {
    switch self {
    case .clear: "in_intensity_clear_raw"
    case .both: "in_intensity_both_raw"
    case .white: "in_intensity_white_raw"
    case .green: "in_intensity_green_raw"
    case .plain: "in_intensity_raw"
    }
  }
}
