import CLinux

/// A kernel backlight (`/sys/class/backlight`), owned by the guard (docs/panels/backlight.md). Its files are opened at
/// set-up, so that it can be set after privileges are dropped; `close` restores what was set before.
///
/// Writing needs root or the group that udev gives these files (`video`).
public struct Backlight {
  /// Where the kernel lists backlights.
  public static var folder: UnsafePointer<CChar> { cString("/sys/class/backlight") }

  /// The meaning of a brightness value (Linux, `Documentation/ABI/testing/sysfs-class-backlight`, `scale`).
  public enum Scale: Sendable {
    /// Proportional to light: the program applies a perceptual curve.
    case linear
    /// The driver applies a curve: equal steps look equal.
    case perceptual
    /// Not reported; treated as linear.
    case unknown
  }

  public private(set) var name: ShortText
  /// `max_brightness`, at least 1.
  public let maximumBrightness: Int64
  public let scale: Scale
  private let brightnessFile: Int32
  private let powerFile: Int32
  /// The brightness before this program set any, 0 to `maximumBrightness`.
  public private(set) var initialBrightness: Int64
  /// nil when the device has no such file.
  private var initialPower: Int64?

  /// Opens a backlight. Texts must stay valid.
  ///
  /// - Parameters:
  ///   - wanted: a device's name; the path of a folder with a `brightness` and a `max_brightness`, such as an LED's; or
  ///     "auto": the one whose parent is `connector`, else the only one of the best type (firmware, then platform, then
  ///     raw).
  ///   - connector: such as eDP-1; "" = not known.
  public static func open(
    _ wanted: UnsafePointer<CChar>, connector: UnsafePointer<CChar>,
    folder path: UnsafePointer<CChar> = Backlight.folder
  ) throws(BacklightError) -> Backlight {
    if wanted[0] == 47 { return try Backlight(at: wanted) }
    let folder = Folder(path)
    if strcmp(wanted, cString("auto")) == 0 {
      return try Backlight(BacklightSearch(folder, connector: connector).best(), in: folder)
    }
    var entry = ShortText()
    while let next = folder.entry(after: entry) {
      entry = next
      if entry.equals(wanted) { return try Backlight(entry, in: folder) }
    }
    throw BacklightError(.notFound, device: wanted, errno: ENODEV)
  }

  /// Like `open`, but nil if "auto" finds none: most screens have no backlight.
  ///
  /// - Throws: `BacklightError` with the device and the step that failed.
  public static func find(
    _ wanted: UnsafePointer<CChar>, connector: UnsafePointer<CChar>,
    folder path: UnsafePointer<CChar> = Backlight.folder
  ) throws(BacklightError) -> Backlight? {
    do throws(BacklightError) {
      return try open(wanted, connector: connector, folder: path)
    } catch {
      if error.step == .notFound && strcmp(wanted, cString("auto")) == 0 { return nil }
      throw error
    }
  }

  private init(at path: UnsafePointer<CChar>) throws(BacklightError) {
    self = try Backlight(ShortText(), in: Folder(path))
    var last = path
    var index = 0
    while path[index] != 0 {
      if path[index] == 47 && path[index + 1] != 0 { last = path + index + 1 }
      index += 1
    }
    name = ShortText(cString: last)
  }

  private init(_ entry: ShortText, in folder: Folder) throws(BacklightError) {
    name = entry
    maximumBrightness = try Backlight.number(folder.text(entry, "max_brightness"), entry, .readMaximum)
    if maximumBrightness < 1 { throw BacklightError(.readMaximum, device: entry, errno: ERANGE) }
    initialBrightness = try Backlight.number(folder.text(entry, "brightness"), entry, .readBrightness)
    let power = folder.text(entry, "bl_power")
    initialPower = power.status == -ENOENT ? nil : try Backlight.number(power, entry, .readPower)
    let scaleText = folder.text(entry, "scale").text
    if scaleText.equals(cString("linear")) {
      scale = .linear
    } else {
      scale = scaleText.equals(cString("non-linear")) ? .perceptual : .unknown
    }
    let brightnessFile = Backlight.openFile(folder, entry, "brightness")
    if brightnessFile < 0 { throw BacklightError(.openBrightness, device: entry, errno: -brightnessFile) }
    let powerFile = initialPower == nil ? -1 : Backlight.openFile(folder, entry, "bl_power")
    if initialPower != nil && powerFile < 0 {
      closeDescriptor(brightnessFile)
      throw BacklightError(.openPower, device: entry, errno: -powerFile)
    }
    self.brightnessFile = brightnessFile
    self.powerFile = powerFile
  }

  /// Reads the brightness requested last, 0 to `maximumBrightness`.
  ///
  /// - Throws: `SystemError` with the kernel's errno.
  public func brightness() throws(SystemError) -> Int64 {
    try Backlight.number(rereading: brightnessFile, "read the backlight's brightness")
  }

  /// Sets the brightness, 0 to `maximumBrightness`. Whether 0 is dark depends on the driver.
  ///
  /// - Throws: `SystemError`; ERANGE for a value outside the range.
  public func setBrightness(_ value: Int64) throws(SystemError) {
    if value < 0 || value > maximumBrightness { throw SystemError("set the backlight's brightness", errno: ERANGE) }
    _ = try checked("set the backlight's brightness", ag_write_number(brightnessFile, value))
  }

  /// Whether it can be switched off at any brightness.
  public var hasSwitch: Bool { powerFile >= 0 }

  /// Whether it is powered. A device without a switch is on while its brightness is not zero.
  ///
  /// - Throws: `SystemError` with the kernel's errno.
  public func isOn() throws(SystemError) -> Bool {
    if powerFile < 0 { return try brightness() > 0 }
    return try Backlight.number(rereading: powerFile, "read the backlight's power") == Backlight.unblanked
  }

  /// Switches it. A device without a switch is set to brightness 0, and back to `level`, or to its initial brightness.
  ///
  /// - Throws: `SystemError` with the kernel's errno.
  public func setOn(_ isOn: Bool, level: Int64? = nil) throws(SystemError) {
    if powerFile >= 0 {
      let value = isOn ? Backlight.unblanked : Backlight.poweredDown
      _ = try checked("switch the backlight", ag_write_number(powerFile, value))
    } else {
      try setBrightness(isOn ? level ?? Swift.max(1, initialBrightness) : 0)
    }
  }

  /// Restores what was set before and closes the files.
  public func close() {
    _ = ag_write_number(brightnessFile, initialBrightness)
    if let initialPower { _ = ag_write_number(powerFile, initialPower) }
    closeFiles()
  }

  /// Continues from `other`, which is the same device and was opened earlier: `close` restores what `other` found.
  /// Closes the files of `other` without restoring anything.
  public mutating func takeOver(from other: Backlight) {
    initialBrightness = other.initialBrightness
    initialPower = other.initialPower
    other.closeFiles()
  }

  /// Closes the files without restoring anything.
  public func closeFiles() {
    closeDescriptor(brightnessFile)
    closeDescriptor(powerFile)
  }

  /// FB_BLANK_UNBLANK and FB_BLANK_POWERDOWN of `linux/fb.h`.
  private static var unblanked: Int64 { 0 }
  private static var poweredDown: Int64 { 4 }

  private static func openFile(_ folder: Folder, _ entry: ShortText, _ leaf: StaticString) -> Int32 {
    entry.withCString { ag_open_attribute(folder.path, $0, cString(leaf)) }
  }

  private static func number(
    _ file: (text: ShortText, status: Int32), _ entry: ShortText, _ step: BacklightError.Step
  ) throws(BacklightError) -> Int64 {
    if file.status < 0 { throw BacklightError(step, device: entry, errno: -file.status) }
    guard let value = wholeNumber(file.text) else { throw BacklightError(step, device: entry, errno: EINVAL) }
    return value
  }

  private static func number(rereading file: Int32, _ operation: StaticString) throws(SystemError) -> Int64 {
    var text = ShortText()
    _ = try checked(operation, text.fill { ag_reread_text(file, $0, $1) })
    text.dropLineEnd()
    guard let value = wholeNumber(text) else { throw SystemError(operation, errno: EINVAL) }
    return value
  }

  /// A non-negative integer.
  private static func wholeNumber(_ text: ShortText) -> Int64? {
    guard let number = text.withCString({ DecimalNumber($0) }), number.decimals == 0, number.digits >= 0 else {
      return nil
    }
    return number.digits
  }
}

/// Chooses the backlight of a display among several.
struct BacklightSearch {
  private let folder: Folder
  private let connector: UnsafePointer<CChar>

  init(_ folder: Folder, connector: UnsafePointer<CChar>) {
    self.folder = folder
    self.connector = connector
  }

  func best() throws(BacklightError) -> ShortText {
    var chosen = ShortText()
    var chosenRank = 0
    var isAmbiguous = false
    var entry = ShortText()
    while let next = folder.entry(after: entry) {
      entry = next
      if belongsToConnector(entry) { return entry }
      let rank = rank(of: entry)
      if rank > chosenRank {
        chosen = entry
        chosenRank = rank
        isAmbiguous = false
      } else if rank == chosenRank {
        isAmbiguous = true
      }
    }
    if chosenRank == 0 { throw BacklightError(.notFound, device: cString("auto"), errno: ENODEV) }
    if isAmbiguous { throw BacklightError(.severalFound, device: chosen, errno: EEXIST) }
    return chosen
  }

  /// The parent of a connector's backlight is the connector: card0-eDP-1.
  private func belongsToConnector(_ entry: ShortText) -> Bool {
    if connector[0] == 0 { return false }
    let parent = folder.linkName(entry, "device")
    guard parent.hasPrefix("card") else { return false }
    return parent.withCString { text in
      guard let dash = strchr(text, 45) else { return false }
      return strcmp(dash + 1, connector) == 0
    }
  }

  /// Documentation/ABI/stable/sysfs-class-backlight: firmware, then platform, then raw.
  private func rank(of entry: ShortText) -> Int {
    let type = folder.text(entry, "type").text
    if type.equals(cString("firmware")) { return 3 }
    if type.equals(cString("platform")) { return 2 }
    return 1
  }
}
