import CLinux

/// A change to a display device, or to an input device that wakes one.
public enum HotplugEvent: Equatable, Sendable {
  /// A display was plugged into or unplugged from card N: read its connectors.
  case connectors(card: Int32)
  case cardAdded(Int32)
  case cardRemoved(Int32)
  /// /dev/fbN.
  case framebufferAdded(Int32)
  case framebufferRemoved(Int32)
  /// /dev/input/eventN.
  case inputAdded(Int32)
  /// The kernel dropped messages: rescan everything.
  case missed
}

/// Device messages of the kernel (netlink, NETLINK_KOBJECT_UEVENT). For the guard, which polls instead where they are
/// not available (some containers).
public struct HotplugSource: ~Copyable {
  /// Readable when there is a message.
  public let descriptor: Int32
  private let memory: ReservedMemory

  /// Subscribes to the kernel's messages.
  ///
  /// - Throws: `SystemError` where they are not available.
  public init() throws(SystemError) {
    let memory = try ReservedMemory(byteCount: 8_192)
    descriptor = try checked("listen for devices that come and go", ag_uevent_socket())
    self.memory = memory
  }

  deinit { _ = ag_close(descriptor) }

  /// The next event about a display or input device; nil = none, or a limit of other messages was reached first. Never
  /// waits.
  public func next() -> HotplugEvent? {
    for _ in 0..<256 {
      let count = ag_uevent_receive(descriptor, memory.bytes.baseAddress!, Int64(memory.bytes.count))
      if count == -Int64(ENOBUFS) { return .missed }
      if count == -Int64(EPERM) { continue }
      if count <= 0 { return nil }
      let message = UnsafeRawBufferPointer(rebasing: memory.bytes[0..<Int(count)])
      if let event = HotplugEvent(message: message) { return event }
    }
    return nil
  }
}

extension HotplugEvent {
  /// Parses a message of the kernel: "change@/devices/…", then NAME=value, a zero byte after each. nil = not about a
  /// display or input device.
  public init?(message: UnsafeRawBufferPointer) {
    var action = Field.none
    var isCard = false
    var isFramebuffer = false
    var isInput = false
    var hotplug = false
    var number: Int32 = -1
    var start = 0
    while start < message.count {
      var end = start
      while end < message.count && message[end] != 0 { end += 1 }
      let field = Field(bytes: message, start: start, end: end)
      if field.hasPrefix("ACTION=") { action = field.after("ACTION=") }
      if field.equals("SUBSYSTEM=drm") { isCard = true }
      if field.equals("SUBSYSTEM=graphics") { isFramebuffer = true }
      if field.equals("SUBSYSTEM=input") { isInput = true }
      if field.equals("HOTPLUG=1") { hotplug = true }
      if field.hasPrefix("DEVNAME=dri/card") { number = field.after("DEVNAME=dri/card").number }
      if field.hasPrefix("DEVNAME=fb") { number = field.after("DEVNAME=fb").number }
      if field.hasPrefix("DEVNAME=input/event") { number = field.after("DEVNAME=input/event").number }
      start = end + 1
    }
    if number < 0 { return nil }
    if isCard && action.equals("change") && hotplug {
      self = .connectors(card: number)
    } else if isCard && action.equals("add") {
      self = .cardAdded(number)
    } else if isCard && action.equals("remove") {
      self = .cardRemoved(number)
    } else if isFramebuffer && action.equals("add") {
      self = .framebufferAdded(number)
    } else if isFramebuffer && action.equals("remove") {
      self = .framebufferRemoved(number)
    } else if isInput && action.equals("add") {
      self = .inputAdded(number)
    } else {
      return nil
    }
  }

  /// One NAME=value of the message.
  private struct Field {
    let bytes: UnsafeRawBufferPointer
    let start: Int
    let end: Int

    static var none: Field { Field(bytes: UnsafeRawBufferPointer(start: nil, count: 0), start: 0, end: 0) }

    func hasPrefix(_ word: StaticString) -> Bool {
      let count = word.utf8CodeUnitCount
      if end - start < count { return false }
      for index in 0..<count where bytes[start + index] != word.utf8Start[index] { return false }
      return true
    }

    func equals(_ word: StaticString) -> Bool { end - start == word.utf8CodeUnitCount && hasPrefix(word) }

    func after(_ word: StaticString) -> Field {
      Field(bytes: bytes, start: start + word.utf8CodeUnitCount, end: end)
    }

    /// −1 if it is not a small number.
    var number: Int32 {
      if start == end || end - start > 4 { return -1 }
      var value: Int32 = 0
      for index in start..<end {
        if bytes[index] < 48 || bytes[index] > 57 { return -1 }
        value = value * 10 + Int32(bytes[index] - 48)
      }
      return value
    }
  }
}
