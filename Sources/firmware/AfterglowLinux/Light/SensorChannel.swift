import AfterglowCore
import CLinux

/// The sensor files that hold the requested quantity, in order of preference.
enum SensorChannel {
  /// In the kernel's unit: the driver has applied its scale, and `_scale` must not be applied again.
  case input(StaticString)
  /// (raw + offset) × scale; the last two are optional.
  case raw(StaticString, offset: StaticString, scale: StaticString)
  /// Counts of light, with the lux per count.
  case intensity(IntensityCalibration)

  /// nil for a device without such a channel. With a calibration, only the channel named by the board is used.
  init?(of entry: ShortText, in folder: Folder, _ request: SensorRequest) {
    switch request.quantity {
    case .light: self.init(lightOf: entry, in: folder, request.calibration)
    case .distance:
      if folder.has(entry, "in_distance_input") {
        self = .input("in_distance_input")
      } else if folder.has(entry, "in_distance_raw") {
        self = .raw("in_distance_raw", offset: "in_distance_offset", scale: "in_distance_scale")
      } else {
        return nil
      }
    case .proximity:
      // A scale would not give a physical unit: the counts are chip-specific.
      if folder.has(entry, "in_proximity_raw") {
        self = .input("in_proximity_raw")
      } else if folder.has(entry, "in_proximity0_raw") {
        self = .input("in_proximity0_raw")
      } else {
        return nil
      }
    }
  }

  private init?(lightOf entry: ShortText, in folder: Folder, _ calibration: IntensityCalibration?) {
    if let calibration {
      guard folder.has(entry, calibration.channel.rawLeaf) else { return nil }
      self = .intensity(calibration)
    } else if folder.has(entry, "in_illuminance_input") {
      self = .input("in_illuminance_input")
    } else if folder.has(entry, "in_illuminance0_input") {
      self = .input("in_illuminance0_input")
    } else if folder.has(entry, "in_illuminance_raw") {
      self = .raw("in_illuminance_raw", offset: "in_illuminance_offset", scale: "in_illuminance_scale")
    } else if folder.has(entry, "in_illuminance0_raw") {
      self = .raw("in_illuminance0_raw", offset: "in_illuminance0_offset", scale: "in_illuminance0_scale")
    } else {
      return nil
    }
  }

  /// The prefix of its event names: `in_illuminance` for `in_illuminance_raw`.
  var eventBase: ShortText {
    let leaf: StaticString =
      switch self {
      case .input(let leaf), .raw(let leaf, _, _): leaf
      case .intensity(let calibration): calibration.channel.rawLeaf
      }
    var count = leaf.utf8CodeUnitCount
    while count > 0 && leaf.utf8Start[count - 1] != 95 { count -= 1 }
    var base = ShortText()
    for index in 0..<Swift.max(0, count - 1) { base.append(byte: leaf.utf8Start[index]) }
    return base
  }

  var isInput: Bool { if case .input = self { true } else { false } }

  /// Blocks for as long as the sensor measures.
  func read(_ entry: ShortText, in folder: Folder, _ quantity: SensorQuantity) -> SensorReading {
    switch self {
    case .input(let leaf): reading(folder.text(entry, leaf), quantity)
    case .raw(let leaf, let offset, let scale):
      reading(
        folder.text(entry, leaf), offset: folder.text(entry, offset), scale: folder.text(entry, scale), quantity)
    case .intensity(let calibration): reading(folder.text(entry, calibration.channel.rawLeaf), calibration, quantity)
    }
  }

  private typealias File = (text: ShortText, status: Int32)

  private func reading(_ file: File, _ quantity: SensorQuantity) -> SensorReading {
    if file.status < 0 { return SensorReading(.unreadable, errno: -file.status) }
    guard let value = number(file) else { return SensorReading(.notANumber) }
    return reading(value, quantity)
  }

  /// A missing offset or scale file has no effect; an unreadable one makes the value unknown.
  private func reading(_ raw: File, offset: File, scale: File, _ quantity: SensorQuantity) -> SensorReading {
    if raw.status < 0 { return SensorReading(.unreadable, errno: -raw.status) }
    guard var value = number(raw) else { return SensorReading(.notANumber) }
    if offset.status != -ENOENT {
      if offset.status < 0 { return SensorReading(.unreadable, errno: -offset.status) }
      guard let amount = number(offset) else { return SensorReading(.notANumber) }
      guard let sum = value.adding(amount) else { return SensorReading(.impossible) }
      value = sum
    }
    if scale.status != -ENOENT {
      if scale.status < 0 { return SensorReading(.unreadable, errno: -scale.status) }
      guard let factor = number(scale) else { return SensorReading(.notANumber) }
      guard let product = value.multiplied(by: factor) else { return SensorReading(.impossible) }
      value = product
    }
    return reading(value, quantity)
  }

  private func reading(
    _ file: File, _ calibration: IntensityCalibration, _ quantity: SensorQuantity
  ) -> SensorReading {
    if file.status < 0 { return SensorReading(.unreadable, errno: -file.status) }
    guard let counts = number(file) else { return SensorReading(.notANumber) }
    let each = DecimalNumber(digits: calibration.microluxPerCount, decimals: 6)
    guard let lux = counts.multiplied(by: each) else { return SensorReading(.impossible) }
    return reading(lux, quantity)
  }

  private func reading(_ number: DecimalNumber, _ quantity: SensorQuantity) -> SensorReading {
    // Half a millilux below zero would round to zero, but is not a valid reading.
    guard number.digits >= 0, let value = number.scaled(to: quantity.decimals), value <= quantity.maximum else {
      return SensorReading(.impossible)
    }
    return SensorReading(value: value)
  }

  private func number(_ file: File) -> DecimalNumber? {
    file.status <= 0 ? nil : file.text.withCString { DecimalNumber($0) }
  }
}
