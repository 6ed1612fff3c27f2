import AfterglowCore
import AfterglowInput
import CLinux

/// Touch, keys and knobs of a panel: every input device that has some, or the one that a board names. Owned by the guard,
/// which keeps them from one renderer to the next; one descriptor serves for polling all of them.
public struct InputDevices {
  /// Maximum number of open devices.
  public static var capacity: Int { 16 }
  /// Where udev creates the devices.
  public static var folder: UnsafePointer<CChar> { cString("/dev/input") }

  /// Readable when any device has events (epoll).
  public let descriptor: Int32
  private let wanted: UnsafePointer<CChar>
  private let folder: Folder
  private let surface: TouchSurface
  /// The board's; nil = udev's for each device.
  private let calibration: CalibrationMatrix?
  /// Given back by `close`. A panel without input devices has none.
  private let memory: UnsafeMutableRawBufferPointer
  private let devices: UnsafeMutableBufferPointer<InputDevice>
  /// Devices that could not be opened in the last scan, and in how many scans in a row.
  private var refusedCount = 0
  private var refusedInARow = 0
  /// Whether this user may not open some of the devices.
  public private(set) var isRefused = false

  /// Opens the devices. A later `rescan` finds those that are missing now.
  ///
  /// - Parameters:
  ///   - wanted: "auto", a path such as /dev/input/by-id/…, or a device's name as in `/proc/bus/input/devices`. It must
  ///     stay valid, as must `folder`.
  ///   - calibration: the board's, for all devices; nil = udev's for each.
  /// - Throws: `SystemError` when the kernel gives no descriptor or no memory.
  public static func open(
    _ wanted: UnsafePointer<CChar>, on surface: TouchSurface, calibration: CalibrationMatrix? = nil,
    folder: UnsafePointer<CChar> = InputDevices.folder
  ) throws(SystemError) -> InputDevices {
    let byteCount = MemoryLayout<InputDevice>.stride * InputDevices.capacity
    let memory = try ReservedMemory.forLife(byteCount: byteCount)
    let descriptor: Int32
    do throws(SystemError) { descriptor = try checked("watch input devices", ag_watch_create()) } catch {
      ReservedMemory.giveBack(memory)
      throw error
    }
    let places = memory.bindMemory(to: InputDevice.self)
    places.initialize(repeating: InputDevice())
    var devices = InputDevices(
      descriptor: descriptor, wanted: wanted, folder: Folder(folder), surface: surface, calibration: calibration,
      memory: memory, devices: UnsafeMutableBufferPointer(rebasing: places[..<InputDevices.capacity]))
    _ = devices.rescan()
    return devices
  }

  /// Devices that are open.
  public var count: Int {
    var count = 0
    for index in 0..<InputDevices.capacity where devices[index].descriptor >= 0 { count += 1 }
    return count
  }

  /// The name of a device and the way in which it reports positions; nil = none has this number.
  public func describe(_ number: UInt8) -> (name: ShortText, pointing: PointingKind)? {
    guard let device = device(number) else { return nil }
    return (device.name, device.pointing)
  }

  /// The last position of a contact on its device's own axes; nil = it has none.
  public func rawPosition(of contact: TouchContact) -> (x: Int32, y: Int32)? {
    device(contact.device)?.rawPosition(ofContact: contact.place)
  }

  private func device(_ number: UInt8) -> InputDevice? {
    Int(number) < InputDevices.capacity && devices[Int(number)].descriptor >= 0 ? devices[Int(number)] : nil
  }

  public func close() {
    for index in 0..<InputDevices.capacity { closeDescriptor(devices[index].descriptor) }
    closeDescriptor(descriptor)
    ReservedMemory.giveBack(memory)
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

  /// Reads what has happened since the last call; never waits.
  ///
  /// - Parameter deliver: gets the changes in the order of each device, in as few packets as they need.
  /// - Returns: whether a device is gone; `rescan` finds it when it returns.
  public func read(_ deliver: (InputPacket) -> Void) -> Bool {
    var packet = InputPacket()
    var isLost = false
    // Each iteration reads at least one event or drops a device; the rest stays ready, so that a device that sends
    // continuously does not block the others.
    for _ in 0..<64 {
      let index = Int(ag_watch_next(descriptor))
      if index < 0 || index >= InputDevices.capacity { break }
      if devices[index].read(into: &packet, deliver) == .lost {
        if !packet.hasRoomForEvent {
          deliver(packet)
          packet.removeAll()
        }
        devices[index].remove(into: &packet)
        drop(index)
        isLost = true
      }
    }
    if packet.count > 0 { deliver(packet) }
    return isLost
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
    devices[place].begin(
      number: UInt8(truncatingIfNeeded: place), surface: surface, calibration: calibration)
    return true
  }

  private func isWanted(_ device: InputDevice) -> Bool {
    strcmp(wanted, cString("auto")) == 0 ? device.isUseful : device.name.equals(wanted)
  }

  private func freePlace() -> Int? {
    for index in 0..<InputDevices.capacity where devices[index].descriptor < 0 { return index }
    return nil
  }

  private func drop(_ index: Int) {
    ag_watch_remove(descriptor, devices[index].descriptor)
    closeDescriptor(devices[index].descriptor)
    devices[index] = InputDevice()
  }
}
