import CLinux

/// Events of a light sensor's driver: the light has left the thresholds around the last reading. The sensor is then
/// read at once instead of within a second. Events are an addition to regular reading and never replace it: drivers
/// lose events, and the unit of their thresholds is not always documented.
///
/// All files are opened before the process is confined. After a later error events are disabled, and regular reading
/// continues.
struct SensorEvents {
  /// Readable when there is an event.
  private let descriptor: Int32
  /// The files of the thresholds, and of the events' switches; the last is −1 if one file serves both directions.
  private let rising: Int32
  private let falling: Int32
  private let enables: InlineArray<2, Int32>
  private let unit: EventUnit
  private var isArmed = false
  /// The centre of the thresholds, in 1/1000 of their unit.
  private var centre: Int64 = 0

  /// Thresholds below and above the last reading, × 1000: closer than any change that crosses one of the board's
  /// thresholds.
  static var fallingPermille: Int64 { 800 }
  static var risingPermille: Int64 { 1_250 }
  /// Shortest time between readings when the light flickers around a threshold, in ms.
  static var leastPauseMs: Int64 { 100 }

  /// nil if the driver has no such events, if another program uses them, or without write permission.
  ///
  /// - Parameter take: opens the descriptor of the device's events, or returns −errno.
  init?(of entry: ShortText, in folder: Folder, base: ShortText, take: () -> Int32) {
    func open(_ suffix: StaticString) -> Int32 {
      SensorEvents.leaf(base, suffix).withCString { leaf in
        entry.withCString { ag_open_attribute(folder.path, $0, leaf) }
      }
    }
    rising = open("_thresh_rising_value")
    falling = open("_thresh_falling_value")
    let either = open("_thresh_either_en")
    enables = either >= 0 ? [either, -1] : [open("_thresh_rising_en"), open("_thresh_falling_en")]
    unit = EventUnit(of: entry, in: folder, base)
    let isWhole = rising >= 0 && falling >= 0 && enables[0] >= 0 && (either >= 0 || enables[1] >= 0)
    descriptor = isWhole ? take() : -1
    if descriptor < 0 {
      closeFiles()
      return nil
    }
  }

  /// Whether the driver has such events at all.
  static func areOffered(by entry: ShortText, in folder: Folder, base: ShortText) -> Bool {
    leaf(base, "_thresh_rising_value").withCString { leaf in
      entry.withCString { ag_exists(folder.path, $0, leaf) }
    } == 1
  }

  private static func leaf(_ base: ShortText, _ suffix: StaticString) -> ShortText {
    var leaf = ShortText("events/")
    leaf.append(base)
    leaf.append(suffix)
    return leaf
  }

  /// Sets the thresholds around the last reading if it has moved far from them; false if the driver refuses.
  mutating func arm(around reading: SensorReading) -> Bool {
    guard let now = unit.value(reading) else { return true }
    let away = now > centre ? now - centre : centre - now
    if isArmed && away * 8 <= centre { return true }
    let low = now * SensorEvents.fallingPermille / 1000
    let high = Swift.max(now * SensorEvents.risingPermille / 1000, now + unit.least)
    // Ordered so that the lower threshold never exceeds the upper one.
    let isBrighter = now > centre
    if isBrighter && !write(high, to: rising) { return false }
    if !write(low, to: falling) { return false }
    if !isBrighter && !write(high, to: rising) { return false }
    centre = now
    if isArmed { return true }
    isArmed = true
    return SensorEvents.write("1\n", to: enables[0]) && (enables[1] < 0 || SensorEvents.write("1\n", to: enables[1]))
  }

  private func write(_ value: Int64, to file: Int32) -> Bool {
    var text = FixedText<32>()
    text.append(decimal: value / 1000)
    if unit.hasDecimals {
      text.append(".")
      text.append(byte: UInt8(48 + value / 100 % 10))
      text.append(byte: UInt8(48 + value / 10 % 10))
      text.append(byte: UInt8(48 + value % 10))
    }
    text.append("\n")
    return SensorEvents.write(text, to: file)
  }

  private static func write(_ text: FixedText<32>, to file: Int32) -> Bool {
    let count = Int64(text.count)
    return text.withCString { ag_write(file, $0, count) } == count
  }

  private static func write(_ words: StaticString, to file: Int32) -> Bool { write(FixedText<32>(words), to: file) }

  /// Why `wait` returned.
  enum Wake {
    case time
    case event
    /// The pipe's reader has closed it.
    case end
    /// The device is gone, or its driver sends invalid events.
    case broken
  }

  /// Waits for the timeout, an event or the end of the pipe's reader.
  func wait(pipe: Int32, ms: Int64) -> Wake {
    var entries = InlineArray<2, ag_poll_entry>(repeating: ag_poll_entry(fd: pipe, events: 0, revents: 0))
    entries[1] = ag_poll_entry(fd: descriptor, events: Int16(AG_READABLE), revents: 0)
    let ready = withUnsafeMutablePointer(to: &entries) { pointer in
      ag_poll(UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: ag_poll_entry.self), 2, ms)
    }
    if ready <= 0 { return .time }
    if entries[0].revents != 0 { return .end }
    // Each has 16 bytes; their content is not needed, because the sensor is read next.
    var events = InlineArray<256, UInt8>(repeating: 0)
    let count = withUnsafeMutablePointer(to: &events) { ag_read(descriptor, UnsafeMutableRawPointer($0), 256) }
    return count > 0 ? .event : .broken
  }

  /// Disables the events.
  func close() {
    if isArmed {
      for index in 0..<2 where enables[index] >= 0 { _ = SensorEvents.write("0\n", to: enables[index]) }
    }
    closeDescriptor(descriptor)
    closeFiles()
  }

  private func closeFiles() {
    closeDescriptor(rising)
    closeDescriptor(falling)
    closeDescriptor(enables[0])
    closeDescriptor(enables[1])
  }
}

/// The unit of a driver's thresholds. The kernel's documentation leaves it to the driver; in practice they are counts
/// if the device has counts (`_raw`), and lux otherwise.
private struct EventUnit {
  private let folder: Folder
  private let entry: ShortText
  /// The file of counts; nil = the thresholds are in lux.
  private let raw: ShortText?

  init(of entry: ShortText, in folder: Folder, _ base: ShortText) {
    var leaf = base
    leaf.append("_raw")
    self.folder = folder
    self.entry = entry
    let hasRaw = leaf.withCString { leaf in entry.withCString { ag_exists(folder.path, $0, leaf) } } == 1
    raw = hasRaw ? leaf : nil
  }

  var hasDecimals: Bool { raw == nil }

  /// The smallest difference between two thresholds, × 1000: a count, or a tenth of a lux.
  var least: Int64 { raw == nil ? 100 : 1_000 }

  /// A reading in this unit, × 1000; nil = unknown.
  func value(_ reading: SensorReading) -> Int64? {
    guard let value = reading.value else { return nil }
    guard let raw else { return value }
    var text = ShortText()
    let status = raw.withCString { leaf in
      entry.withCString { name in text.fill { ag_read_text(folder.path, name, leaf, $0, $1) } }
    }
    text.dropLineEnd()
    if status <= 0 { return nil }
    guard let counts = text.withCString({ DecimalNumber($0) })?.scaled(to: 0), counts >= 0, counts < 1 << 40 else {
      return nil
    }
    return counts * 1000
  }
}
