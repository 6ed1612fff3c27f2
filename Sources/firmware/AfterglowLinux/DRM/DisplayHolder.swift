import CLinux

/// A program that uses a display, and the command that makes it release it, for error messages.
public struct DisplayHolder: Sendable {
  /// Process id.
  public var process: Int32
  /// The program's name, at most 15 characters (`/proc/PID/comm`).
  public var name: FixedText<32>
  /// The service or session that keeps it running.
  public var keeper: ServiceUnit

  /// Another process that has the device open: the DRM master, if the kernel reports it, else the first one found.
  public static func find(device: FixedText<96>) -> DisplayHolder? {
    let process = device.withCString { path in
      let master = masterProcess(path)
      return master > 0 && master != ag_pid() ? master : ag_next_holder(path, 0)
    }
    return process > 0 ? DisplayHolder(process: process) : nil
  }

  public init(process: Int32, name: FixedText<32>, keeper: ServiceUnit) {
    self.process = process
    self.name = name
    self.keeper = keeper
  }

  /// Asks the kernel for its name and unit.
  init(process: Int32) {
    self.process = process
    name = FixedText()
    keeper = .none
    guard let memory = try? ReservedMemory(byteCount: 4096) else { return }
    let text = memory.bytes.baseAddress!.assumingMemoryBound(to: CChar.self)
    if ag_process_text(process, cString("comm"), text, 4096) > 0 {
      name.append(cString: text)
      name.dropLineEnd()
    }
    if ag_process_text(process, cString("cgroup"), text, 4096) > 0 { keeper = ServiceUnit(controlGroups: text) }
  }

  /// Reads the DRM master from the kernel's list of a card's clients (debugfs), which only root can read. 0 = unknown.
  private static func masterProcess(_ device: UnsafePointer<CChar>) -> Int32 {
    let prefix: StaticString = "/dev/dri/card"
    for index in 0..<prefix.utf8CodeUnitCount
    where UInt8(bitPattern: device[index]) != prefix.utf8Start[index] { return 0 }
    guard let memory = try? ReservedMemory(byteCount: 8192) else { return 0 }
    let text = memory.bytes.baseAddress!.assumingMemoryBound(to: CChar.self)
    let number = device + prefix.utf8CodeUnitCount
    if ag_read_text(cString("/sys/kernel/debug/dri"), number, cString("clients"), text, 8192) <= 0 { return 0 }
    return DRMClientList.master(in: text)
  }

  /// Writes "Xorg (pid 812) holds the display; stop it with `systemctl stop lightdm.service`".
  public func describe<let capacity: Int>(in text: inout FixedText<capacity>) {
    if name.isEmpty { text.append("a program") } else { text.append(name) }
    text.append(" (pid ")
    text.append(decimal: Int64(process))
    text.append(") holds the display; stop it with `")
    switch keeper {
    case .none:
      text.append("kill ")
      text.append(decimal: Int64(process))
    case .system(let unit):
      text.append("systemctl stop ")
      text.append(unit)
    case .user(let unit, let user):
      text.append("systemctl --user --machine=")
      text.append(decimal: Int64(user))
      text.append("@ stop ")
      text.append(unit)
    case .session(let session):
      text.append("loginctl terminate-session ")
      text.append(session)
    }
    text.append("`")
  }
}

/// Parses the table `clients` of a card in debugfs.
public enum DRMClientList {
  /// Process id of the master; 0 = none. A line reads "command (20 wide) tgid dev master a uid magic", and the command may
  /// hold spaces.
  public static func master(in text: UnsafePointer<CChar>) -> Int32 {
    var line = text
    while line[0] != 0 {
      var length = 0
      while line[length] != 0 && line[length] != 10 { length += 1 }
      if length > 20 {
        var words = LineWords(line + 20, count: length - 20)
        if let process = words.number(), words.number() != nil, words.letter() == UInt8(ascii: "y") { return process }
      }
      line += line[length] == 0 ? length : length + 1
    }
    return 0
  }
}

/// The words of one line.
private struct LineWords {
  private let text: UnsafePointer<CChar>
  private let count: Int
  private var index = 0

  init(_ text: UnsafePointer<CChar>, count: Int) {
    self.text = text
    self.count = count
  }

  private mutating func skipBlanks() { while index < count && text[index] == 32 { index += 1 } }

  mutating func number() -> Int32? {
    skipBlanks()
    var value: Int32 = 0
    let start = index
    while index < count && index - start < 9 && text[index] >= 48 && text[index] <= 57 {
      value = value * 10 + Int32(text[index] - 48)
      index += 1
    }
    return index == start ? nil : value
  }

  mutating func letter() -> UInt8 {
    skipBlanks()
    return index < count ? UInt8(bitPattern: text[index]) : 0
  }
}

/// The service manager's unit that a process belongs to, from `/proc/PID/cgroup` (cgroups(7)).
public enum ServiceUnit: Equatable, Sendable {
  case none
  /// A service of the system: "lightdm.service".
  case system(FixedText<64>)
  /// A service of a user's own manager, and the user's number.
  case user(FixedText<64>, user: Int32)
  /// A login session, by its identifier.
  case session(FixedText<64>)

  /// Reads lines such as "0::/system.slice/lightdm.service": of the unified hierarchy, or systemd's own v1 hierarchy.
  public init(controlGroups text: UnsafePointer<CChar>) {
    self = .none
    var line = text
    while line[0] != 0 {
      var length = 0
      while line[length] != 0 && line[length] != 10 { length += 1 }
      if let path = ServiceUnit.path(line, length) { self = ServiceUnit(path: path, end: line + length) }
      if self != .none { return }
      line += line[length] == 0 ? length : length + 1
    }
  }

  /// The start of the path in "0::/path" or "1:name=systemd:/path".
  private static func path(_ line: UnsafePointer<CChar>, _ length: Int) -> UnsafePointer<CChar>? {
    if hasPrefix(line, length, "0::/") { return line + 3 }
    var index = 0
    while index < length && line[index] != 58 { index += 1 }
    let name: StaticString = ":name=systemd:"
    return hasPrefix(line + index, length - index, name) ? line + index + name.utf8CodeUnitCount : nil
  }

  /// The last part that is a unit is used; one below `user@1000.service` belongs to that user's manager.
  private init(path: UnsafePointer<CChar>, end: UnsafePointer<CChar>) {
    self = .none
    var user: Int32?
    var part = path
    while part < end {
      var length = 0
      while part + length < end && part[length] != 47 { length += 1 }
      if let number = ServiceUnit.userManager(part, length) {
        user = number
      } else if ServiceUnit.hasSuffix(part, length, ".service") {
        let unit = ServiceUnit.copy(part, length)
        if let user { self = .user(unit, user: user) } else { self = .system(unit) }
      } else if ServiceUnit.hasPrefix(part, length, "session-") && ServiceUnit.hasSuffix(part, length, ".scope") {
        self = .session(ServiceUnit.copy(part + 8, length - 14))
      }
      part += length + 1
    }
  }

  /// 1000 for "user@1000.service".
  private static func userManager(_ part: UnsafePointer<CChar>, _ length: Int) -> Int32? {
    if !hasPrefix(part, length, "user@") || !hasSuffix(part, length, ".service") { return nil }
    var words = LineWords(part + 5, count: length - 5)
    return words.number()
  }

  private static func copy(_ part: UnsafePointer<CChar>, _ length: Int) -> FixedText<64> {
    var text = FixedText<64>()
    for index in 0..<Swift.max(0, length) { text.append(byte: UInt8(bitPattern: part[index])) }
    return text
  }

  private static func hasPrefix(_ text: UnsafePointer<CChar>, _ length: Int, _ word: StaticString) -> Bool {
    if length < word.utf8CodeUnitCount { return false }
    for index in 0..<word.utf8CodeUnitCount where UInt8(bitPattern: text[index]) != word.utf8Start[index] {
      return false
    }
    return true
  }

  private static func hasSuffix(_ text: UnsafePointer<CChar>, _ length: Int, _ word: StaticString) -> Bool {
    let start = length - word.utf8CodeUnitCount
    return start >= 0 && hasPrefix(text + start, length - start, word)
  }
}
