import AfterglowCore
import CLinux

/// A light sensor of the kernel's industrial I/O, read through sysfs. A reading can block for seconds, so only a process
/// of its own reads it (`SensorReader`).
///
/// Whatever is not a plain illuminance is "unknown": a read error, a text that is no number, a negative or impossible
/// value, a sensor that has gone. A sensor that comes back, perhaps under another number, is found again.
public struct IIOLightSensor {
  public static var devices: UnsafePointer<CChar> { cString("/sys/bus/iio/devices") }

  /// More than the sun; what exceeds it is a broken scale or a register of ones.
  public static var maximumMillilux: Int64 { 200_000_000 }

  private let folder: Folder
  private let wanted: UnsafePointer<CChar>
  /// The folder's entry, empty while no sensor is there, and what its driver calls it.
  private var entry = ShortText()
  private var name = ShortText()
  private var channel = IlluminanceChannel.input

  /// `name` is what the driver, the device tree's label or the folder calls the device; empty takes the first one that
  /// measures illuminance. Both texts must stay valid.
  public init(name: UnsafePointer<CChar>, devices: UnsafePointer<CChar> = IIOLightSensor.devices) {
    wanted = name
    folder = Folder(devices)
  }

  /// Whether a sensor was there when it was last asked for.
  public var isFound: Bool { !entry.isEmpty }

  /// Blocks for as long as the sensor measures; nil = unknown.
  public mutating func sample() -> Illuminance? {
    if !isStillThere() && !find() { return nil }
    guard let millilux = channel.millilux(of: entry, in: folder) else { return nil }
    if millilux == 0 && isBlinded() { return nil }
    return Illuminance(millilux: millilux)
  }

  /// The same number may be another device by now.
  private func isStillThere() -> Bool {
    if entry.isEmpty { return false }
    let (text, status) = folder.text(entry, "name")
    return status >= 0 && text == name
  }

  private mutating func find() -> Bool {
    entry = ShortText()
    var candidate = ShortText()
    while let next = folder.entry(after: candidate) {
      candidate = next
      guard candidate.hasPrefix("iio:device"), let found = IlluminanceChannel(of: candidate, in: folder),
        isWanted(candidate)
      else { continue }
      entry = candidate
      name = folder.text(candidate, "name").text
      channel = found
      return true
    }
    return false
  }

  private func isWanted(_ candidate: ShortText) -> Bool {
    wanted[0] == 0 || candidate.equals(wanted) || folder.text(candidate, "name").text.equals(wanted)
      || folder.text(candidate, "label").text.equals(wanted)
  }

  /// Drivers that compute lux from two channels answer 0 under strong infrared light (facts: ltr501 from a ratio of 85 %
  /// on). A zero beside a channel that sees light is not darkness; a few counts are noise.
  private func isBlinded() -> Bool {
    sees("in_intensity_both_raw") || sees("in_intensity_ir_raw") || sees("in_intensity0_raw")
      || sees("in_intensity_clear_raw") || sees("in_intensity_white_raw")
  }

  private func sees(_ leaf: StaticString) -> Bool {
    let (text, status) = folder.text(entry, leaf)
    guard status > 0, let counts = text.withCString({ DecimalNumber($0) }) else { return false }
    return (counts.scaled(to: 0) ?? 0) >= 100
  }
}

/// Which files of a sensor give its illuminance, in the order of preference.
enum IlluminanceChannel {
  /// In lux already: the driver has applied its scale, and `_scale` must not be applied again.
  case input, inputWithIndex
  /// (raw + offset) × scale, where the last two are there.
  case raw, rawWithIndex

  /// nil for a device without such a channel.
  init?(of entry: ShortText, in folder: Folder) {
    if folder.has(entry, "in_illuminance_input") {
      self = .input
    } else if folder.has(entry, "in_illuminance0_input") {
      self = .inputWithIndex
    } else if folder.has(entry, "in_illuminance_raw") {
      self = .raw
    } else if folder.has(entry, "in_illuminance0_raw") {
      self = .rawWithIndex
    } else {
      return nil
    }
  }

  /// nil = unknown.
  func millilux(of entry: ShortText, in folder: Folder) -> Int64? {
    let value: DecimalNumber?
    switch self {
    case .input: value = number(folder.text(entry, "in_illuminance_input"))
    case .inputWithIndex: value = number(folder.text(entry, "in_illuminance0_input"))
    case .raw:
      value = scaled(
        number(folder.text(entry, "in_illuminance_raw")), folder.text(entry, "in_illuminance_offset"),
        folder.text(entry, "in_illuminance_scale"))
    case .rawWithIndex:
      value = scaled(
        number(folder.text(entry, "in_illuminance0_raw")), folder.text(entry, "in_illuminance0_offset"),
        folder.text(entry, "in_illuminance0_scale"))
    }
    guard let millilux = value?.scaled(to: 3), millilux >= 0, millilux <= IIOLightSensor.maximumMillilux else {
      return nil
    }
    // Half a millilux below zero rounds to zero, but is no light either.
    return value!.digits < 0 ? nil : millilux
  }

  private func number(_ file: (text: ShortText, status: Int32)) -> DecimalNumber? {
    file.status <= 0 ? nil : file.text.withCString { DecimalNumber($0) }
  }

  /// A file that is not there changes nothing; one that is there and cannot be read makes the value unknown.
  private func scaled(
    _ raw: DecimalNumber?, _ offset: (text: ShortText, status: Int32), _ scale: (text: ShortText, status: Int32)
  ) -> DecimalNumber? {
    guard var value = raw else { return nil }
    if offset.status != -ENOENT {
      guard let amount = number(offset), let sum = value.adding(amount) else { return nil }
      value = sum
    }
    if scale.status != -ENOENT {
      guard let factor = number(scale), let product = value.multiplied(by: factor) else { return nil }
      value = product
    }
    return value
  }
}
