import AfterglowDevice
import CLinux

/// The I²C bus of a real connector (/dev/i2c-*; Linux, `Documentation/i2c/dev-interface.rst`).
public struct LinuxMonitorBus: ~Copyable, MonitorBus {
  /// Where the kernel lists connectors.
  public static var connectors: UnsafePointer<CChar> { cString("/sys/class/drm") }
  /// The address of every DDC/CI display.
  static var address: UInt16 { 0x37 }

  private let wanted: UnsafePointer<CChar>
  private let connector: UnsafePointer<CChar>
  private let folder: UnsafePointer<CChar>
  private var descriptor: Int32 = -1

  /// Sets the bus to use; `connect` finds and opens it. Texts must stay valid.
  ///
  /// - Parameters:
  ///   - wanted: a device such as /dev/i2c-3, or "auto": that of `connector`.
  ///   - connector: such as HDMI-A-1; "" = the connected one.
  public init(
    _ wanted: UnsafePointer<CChar>, connector: UnsafePointer<CChar>,
    connectors folder: UnsafePointer<CChar> = LinuxMonitorBus.connectors
  ) {
    self.wanted = wanted
    self.connector = connector
    self.folder = folder
  }

  deinit { closeDescriptor(descriptor) }

  public mutating func connect() -> Int32 {
    closeDescriptor(descriptor)
    descriptor = -1
    let opened: Int32
    if strcmp(wanted, cString("auto")) != 0 {
      opened = ag_open_read_write(wanted)
    } else if let device = MonitorSearch(folder, connector: connector).device() {
      opened = device.withCString { ag_open_read_write($0) }
    } else {
      opened = -ENODEV
    }
    if opened < 0 { return opened }
    descriptor = opened
    return 0
  }

  public mutating func send(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    guard descriptor >= 0, let start = bytes.baseAddress else { return -ENODEV }
    return ag_i2c_transfer(
      descriptor, LinuxMonitorBus.address, UnsafeMutableRawPointer(mutating: start), Int32(bytes.count), 0)
  }

  public mutating func receive(_ bytes: UnsafeMutableRawBufferPointer) -> Int32 {
    guard descriptor >= 0, let start = bytes.baseAddress else { return -ENODEV }
    return ag_i2c_transfer(descriptor, LinuxMonitorBus.address, start, Int32(bytes.count), 1)
  }

  public mutating func rest(milliseconds: Int32) { SystemTime.sleep(milliseconds: Int64(milliseconds)) }
}

/// Finds the I²C bus of a connector.
struct MonitorSearch {
  private let folder: Folder
  private let connector: UnsafePointer<CChar>

  init(_ folder: UnsafePointer<CChar>, connector: UnsafePointer<CChar>) {
    self.folder = Folder(folder)
    self.connector = connector
  }

  /// The device file of the first connected connector that matches and has a bus.
  func device() -> ShortText? {
    var entry = ShortText()
    while let next = folder.entry(after: entry) {
      entry = next
      if !isMeant(entry) { continue }
      var path = ShortText()
      let found = entry.withCString { name in path.fill { ag_i2c_of_connector(folder.path, name, $0, $1) } }
      if found == 1 { return path }
    }
    return nil
  }

  /// Whether an entry such as card1-HDMI-A-1 matches.
  private func isMeant(_ entry: ShortText) -> Bool {
    if !entry.hasPrefix("card") { return false }
    let isNamed = entry.withCString { text in
      guard let dash = strchr(text, 45) else { return false }
      return connector[0] == 0 || strcmp(dash + 1, connector) == 0
    }
    return isNamed && folder.text(entry, "status").text.equals(cString("connected"))
  }
}
