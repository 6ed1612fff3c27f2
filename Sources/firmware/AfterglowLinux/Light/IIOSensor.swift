import AfterglowCore
import CLinux

/// An industrial I/O (IIO) sensor, read through sysfs (Linux, `Documentation/ABI/testing/sysfs-bus-iio`). A reading can
/// block for seconds, so it is read in a separate process (`SensorReader`).
///
/// Anything but a valid reading is "unknown": a read error, a text that is not a number, a negative or implausible
/// value, a sensor that was removed. A sensor that returns, perhaps under another number, is found again.
public struct IIOSensor {
  /// Where the kernel lists IIO devices.
  public static var devices: UnsafePointer<CChar> { cString("/sys/bus/iio/devices") }

  private let folder: Folder
  private let request: SensorRequest
  /// The entry in the folder, empty while there is no sensor, and the driver's name of the sensor.
  private var entry = ShortText()
  private(set) var name = ShortText()
  private var channel = SensorChannel.input("in_illuminance_input")
  /// Whether this device has been prepared, or needs no preparation.
  private(set) var isPrepared = false

  public init(_ request: SensorRequest) {
    self.request = request
    folder = Folder(request.devices)
  }

  public init(name: UnsafePointer<CChar>, devices: UnsafePointer<CChar> = IIOSensor.devices) {
    self.init(SensorRequest(name: name, devices: devices))
  }

  /// Time between readings, in ms.
  var intervalMs: Int64 { request.quantity.intervalMs }

  /// Whether the last scan found a sensor.
  public var isFound: Bool { !entry.isEmpty }

  /// Blocks for as long as the sensor measures; nil = unknown.
  public mutating func sample() -> Illuminance? { read().illuminance }

  /// Blocks for as long as the sensor measures.
  public mutating func read() -> SensorReading {
    if !isStillThere() && !find() { return SensorReading(.missing) }
    if request.quantity != .light { return readPatiently() }
    if let dark = readingOfDarkChannels() { return dark }
    let reading = readPatiently()
    if reading.illuminance?.millilux == 0 && isBlinded() { return SensorReading(.blinded) }
    return reading
  }

  /// Finds the sensor and configures its chip (`SensorPreparation`). Call it before the process is confined, while
  /// files may still be written. Returns 0 or an errno; 0 for a missing sensor.
  public mutating func prepare() -> Int32 {
    if !isStillThere() && !find() { return 0 }
    isPrepared = true
    if request.quantity != .light { return 0 }
    return SensorPreparation.prepare(entry, name, in: folder)
  }

  /// Opens the driver's light events; nil = not available. Call it after `prepare`.
  ///
  /// - Parameter take: opens the descriptor of a device's events, or returns −errno.
  func openEvents(
    _ take: (ShortText) -> Int32 = { entry in entry.withCString { ag_iio_events($0) } }
  ) -> SensorEvents? {
    if request.quantity != .light || entry.isEmpty { return nil }
    return SensorEvents(of: entry, in: folder, base: channel.eventBase) { take(entry) }
  }

  /// Whether a sensor has appeared since the preparation whose chip needs preparation or has events.
  mutating func wantsPreparation() -> Bool {
    if isStillThere() || !find() { return false }
    return !isPrepared
  }

  /// Whether the entry is still the same device; its number may have been given to another.
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
      guard candidate.hasPrefix("iio:device"),
        let found = SensorChannel(of: candidate, in: folder, request),
        isWanted(candidate)
      else { continue }
      entry = candidate
      name = folder.text(candidate, "name").text
      channel = found
      isPrepared =
        request.quantity != .light
        || !SensorPreparation.isNeeded(name)
          && !SensorEvents.areOffered(by: candidate, in: folder, base: found.eventBase)
      return true
    }
    return false
  }

  private func isWanted(_ candidate: ShortText) -> Bool {
    let wanted = request.name
    return wanted[0] == 0 || candidate.equals(wanted) || folder.text(candidate, "name").text.equals(wanted)
      || folder.text(candidate, "label").text.equals(wanted)
  }

  /// Retries after a short pause if another process may be reading, or the driver is changing its mode.
  private func readPatiently() -> SensorReading {
    var reading = channel.read(entry, in: folder, request.quantity)
    for _ in 0..<IIOSensor.retries {
      if reading.errno != EBUSY && reading.errno != EAGAIN { break }
      ag_sleep_ms(IIOSensor.retryMs)
      reading = channel.read(entry, in: folder, request.quantity)
    }
    return reading
  }

  private static var retries: Int { 3 }
  private static var retryMs: Int64 { 60 }

  /// Reads the counts of a TSL2591 first, and reports darkness for a few of them: its driver divides by the count of
  /// one channel without a check for zero, which in a dark room stops the kernel on some architectures.
  private func readingOfDarkChannels() -> SensorReading? {
    guard name.equals(cString("tsl2591")), channel.isInput else { return nil }
    let (text, status) = folder.text(entry, "in_intensity_both_raw")
    if status < 0 { return SensorReading(.unreadable, errno: -status) }
    guard let counts = text.withCString({ DecimalNumber($0) })?.scaled(to: 0) else { return SensorReading(.notANumber) }
    // At the default gain and time, 18 counts are one lux.
    return counts <= 4 ? SensorReading(Illuminance(millilux: 0)) : nil
  }

  /// Whether a reading of zero is false. Drivers that compute lux from two channels report 0 under strong infrared
  /// light (the LTR-501's from a ratio of 85 %). A zero while a channel has more than a few counts is not darkness.
  private func isBlinded() -> Bool {
    if case .intensity = channel { return false }
    return sees("in_intensity_both_raw") || sees("in_intensity_ir_raw") || sees("in_intensity0_raw")
      || sees("in_intensity_clear_raw") || sees("in_intensity_white_raw") || sees("in_intensity0_both_raw")
      || sees("in_intensity0_ir_raw") || sees("in_intensity_raw")
  }

  private func sees(_ leaf: StaticString) -> Bool {
    let (text, status) = folder.text(entry, leaf)
    guard status > 0, let counts = text.withCString({ DecimalNumber($0) }) else { return false }
    return (counts.scaled(to: 0) ?? 0) >= 100
  }
}
