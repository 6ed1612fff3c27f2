import CLinux

/// Touch and keys that wake a dark panel: every input device that has some, or the one that a board names. Owned by the
/// guard; one descriptor serves for polling all of them.
public struct InputDevices {
  /// Maximum number of open devices.
  public static var capacity: Int { 16 }
  /// Where udev creates the devices.
  public static var folder: UnsafePointer<CChar> { cString("/dev/input") }

  /// Readable when any device has events (epoll).
  public let descriptor: Int32
  private let wanted: UnsafePointer<CChar>
  private let folder: Folder
  private var devices = InlineArray<16, InputDevice>(repeating: InputDevice())
  /// Devices that could not be opened in the last scan, and in how many scans in a row.
  private var refusedCount = 0
  private var refusedInARow = 0
  /// Whether this user may not open some of the devices.
  public private(set) var isRefused = false

  /// What `next` reports.
  public enum Event: Equatable {
    /// A key was pressed or a finger put down.
    case activity
    /// A device is gone; `rescan` finds it when it returns.
    case deviceLost
  }

  /// Opens the devices. A later `rescan` finds those that are missing now.
  ///
  /// - Parameter wanted: "auto", a path such as /dev/input/by-id/…, or a device's name as in `/proc/bus/input/devices`.
  ///   Both texts must stay valid.
  /// - Throws: `SystemError` when the kernel gives no descriptor.
  public static func open(
    _ wanted: UnsafePointer<CChar>, folder: UnsafePointer<CChar> = InputDevices.folder
  ) throws(SystemError) -> InputDevices {
    let descriptor = try checked("watch input devices", ag_watch_create())
    var devices = InputDevices(descriptor: descriptor, wanted: wanted, folder: Folder(folder))
    _ = devices.rescan()
    return devices
  }

  /// Devices that are open.
  public var count: Int {
    var count = 0
    for index in 0..<InputDevices.capacity where devices[index].descriptor >= 0 { count += 1 }
    return count
  }

  public func close() {
    for index in 0..<InputDevices.capacity { closeDescriptor(devices[index].descriptor) }
    closeDescriptor(descriptor)
  }

  /// Opens new devices, after a hot-plug event. Some may be inaccessible briefly, until udev has set their group; after
  /// ten attempts they are not tried again.
  ///
  /// - Returns: how many should be tried again a second later.
  public mutating func rescan() -> Int {
    isRefused = false
    let refused = lookForDevices()
    refusedInARow = refused == refusedCount ? Swift.min(refusedInARow + 1, 10) : 0
    refusedCount = refused
    return refusedInARow < 10 ? refused : 0
  }

  private mutating func lookForDevices() -> Int {
    var refused = 0
    if wanted[0] == 47 {
      return count > 0 || openDevice(wanted, entry: ShortText(), isNamed: true) ? 0 : 1
    }
    var entry = ShortText()
    while let next = folder.entry(after: entry) {
      entry = next
      if !entry.hasPrefix("event") || isOpen(entry) { continue }
      var path = FixedText<1024>()
      let isPath =
        entry.withCString { name in path.fill { out, _ in ag_join(out, folder.path, name, cString("")) } } > 0
      if isPath && !path.withCString({ openDevice($0, entry: entry, isNamed: false) }) { refused += 1 }
    }
    return refused
  }

  /// The next event; nil = none for now. Never waits.
  public mutating func next() -> Event? {
    // Each iteration reads at least one event or drops a device; the rest stays ready.
    for _ in 0..<64 {
      let index = Int(ag_watch_next(descriptor))
      if index < 0 || index >= InputDevices.capacity { return nil }
      switch devices[index].read() {
      case .nothing: continue
      case .activity: return .activity
      case .lost:
        drop(index)
        return .deviceLost
      }
    }
    return nil
  }

  private func isOpen(_ entry: ShortText) -> Bool {
    for index in 0..<InputDevices.capacity where devices[index].descriptor >= 0 {
      if devices[index].entry == entry { return true }
    }
    return false
  }

  /// False if the kernel refused to open it; a device that is not wanted counts as success.
  private mutating func openDevice(_ path: UnsafePointer<CChar>, entry: ShortText, isNamed: Bool) -> Bool {
    guard let place = freePlace() else { return true }
    let opened = ag_input_open(path)
    if opened < 0 {
      let isForbidden = opened == -EACCES || opened == -EPERM
      if isForbidden { isRefused = true }
      return !isNamed && !isForbidden
    }
    let device = InputDevice(descriptor: opened, entry: entry)
    if (!isNamed && !isWanted(device)) || ag_watch_add(descriptor, opened, Int32(place)) < 0 {
      closeDescriptor(opened)
      return true
    }
    devices[place] = device
    devices[place].begin()
    return true
  }

  private func isWanted(_ device: InputDevice) -> Bool {
    strcmp(wanted, cString("auto")) == 0 ? device.hasKeysOrTouch : device.name.equals(wanted)
  }

  private func freePlace() -> Int? {
    for index in 0..<InputDevices.capacity where devices[index].descriptor < 0 { return index }
    return nil
  }

  private mutating func drop(_ index: Int) {
    ag_watch_remove(descriptor, devices[index].descriptor)
    closeDescriptor(devices[index].descriptor)
    devices[index] = InputDevice()
  }
}

/// One open device and the state of its keys.
struct InputDevice: BitwiseCopyable {
  var descriptor: Int32 = -1
  var entry = ShortText()
  private var decoder = InputDecoder()

  init() {}

  init(descriptor: Int32, entry: ShortText) {
    self.descriptor = descriptor
    self.entry = entry
  }

  /// The result of reading a device once.
  enum Reading { case nothing, activity, lost }

  var name: ShortText {
    var name = ShortText()
    _ = name.fill { ag_input_name(descriptor, $0, $1) }
    return name
  }

  /// Whether it has keys, buttons or finger contacts. Switches, accelerometers and similar devices do not wake the
  /// panel.
  var hasKeysOrTouch: Bool {
    var keys = InlineArray<12, UInt64>(repeating: 0)
    var axes: UInt64 = 0
    let hasKeys = withUnsafeMutableBytes(of: &keys) { bytes in
      ag_input_bits(descriptor, Int32(AG_EV_KEY), bytes.baseAddress!, Int32(InputDecoder.keyByteCount))
    }
    let hasAxes = withUnsafeMutableBytes(of: &axes) { bytes in
      ag_input_bits(descriptor, Int32(AG_EV_ABS), bytes.baseAddress!, 8)
    }
    if hasAxes > 0 && UInt64(littleEndian: axes) >> UInt64(AG_CONTACT) & 1 == 1 { return true }
    if hasKeys <= 0 { return false }
    for index in 0..<12 where keys[index] != 0 { return true }
    return false
  }

  /// Records keys that are down already, so that they do not count as activity.
  mutating func begin() { _ = decoder.synchronise(with: keysDown()) }

  /// Reads pending events; never waits.
  mutating func read() -> Reading {
    var events = InlineArray<16, ag_input_event>(repeating: ag_input_event(type: 0, code: 0, value: 0))
    let count = withUnsafeMutableBytes(of: &events) { bytes in
      ag_input_read(descriptor, bytes.baseAddress!.assumingMemoryBound(to: ag_input_event.self), 16)
    }
    if count < 0 { return .lost }
    var isActive = false
    for index in 0..<Int(count) {
      switch decoder.take(type: events[index].type, code: events[index].code, value: events[index].value) {
      case .nothing: break
      case .activity: isActive = true
      case .resynchronise:
        if decoder.synchronise(with: keysDown()) || ag_input_contact_is_down(descriptor) == 1 { isActive = true }
      }
    }
    return isActive ? .activity : .nothing
  }

  private func keysDown() -> InlineArray<12, UInt64> {
    var keys = InlineArray<12, UInt64>(repeating: 0)
    _ = withUnsafeMutableBytes(of: &keys) { bytes in
      ag_input_keys_down(descriptor, bytes.baseAddress!, Int32(InputDecoder.keyByteCount))
    }
    return keys
  }
}
