import AfterglowArchive
import Foundation

/// Finds devices of a board that this user may not open, and the remedy.
public struct DevicePermissions: Sendable {
  /// Replaces `/` in tests.
  var root = ""
  /// access(2); always succeeds for root.
  var mayOpen: @Sendable (_ path: String, _ mode: Int32) -> Bool = { access($0, $1) == 0 }

  /// For this machine and user.
  public init() {}

  /// A device that this user may not open.
  struct Denial: Equatable {
    var path: String
    /// The group that may open it; nil = only its owner.
    var group: String?
  }

  /// One sentence each; empty if all devices may be opened.
  public func advice(for hardware: BoardHardware) -> [String] {
    advice(for: hardware, user: Self.userName, groups: Self.groupNames)
  }

  func advice(for hardware: BoardHardware, user: String, groups: Set<String>) -> [String] {
    let denied = devices(of: hardware).compactMap(denial)
    if denied.isEmpty { return [] }
    let names = denied.map { denial in denial.path + (denial.group.map { " (group \($0))" } ?? " (root alone)") }
    var lines = ["\(user) may not open \(names.joined(separator: ", "))"]
    let wanted = Set(denied.compactMap(\.group))
    let missing = wanted.subtracting(groups).sorted()
    let listed = wanted.intersection(groups).sorted()
    if !missing.isEmpty {
      lines.append("to change that: sudo usermod -aG \(missing.joined(separator: ",")) \(user), then log in again")
    }
    if !listed.isEmpty {
      lines.append("\(user) is in \(listed.joined(separator: ", ")), but not in this session: log in again")
    }
    if denied.contains(where: { $0.group == nil }) {
      lines.append(
        "the service may open all of them: sudo systemctl enable --now afterglow-renderer@BOARD (docs/raspberry-pi.md)")
    }
    return lines
  }

  private func devices(of hardware: BoardHardware) -> [String] {
    var found: [String] = []
    let named = hardware[.displayPath]
    switch hardware.kind {
    case .virtualFramebuffer, .simulatedEPaper: break
    case .drm: found = named.isEmpty ? all("/dev/dri", "card") : [named]
    case .framebuffer: found = named.isEmpty ? all("/dev", "fb") : [named]
    case .automatic: found = all("/dev/dri", "card") + all("/dev", "fb")
    case .epaper: found = (named.isEmpty ? all("/dev", "spidev") : [named]) + chips(hardware[.lineChip])
    }
    if [.drm, .framebuffer, .automatic].contains(hardware.kind) { found.append("/dev/tty0") }
    if hardware[.input] == "auto" {
      found += all("/dev/input", "event")
    } else if hardware[.input].hasPrefix("/") {
      found.append(hardware[.input])
    }
    switch hardware[.backlight] {
    case "": break
    case "auto": found += all("/sys/class/backlight", "").map { $0 + "/bl_power" }
    case let path where path.hasPrefix("/"): found.append(path + "/brightness")
    default: found.append("/sys/class/backlight/\(hardware[.backlight])/bl_power")
    }
    switch hardware[.monitor] {
    case "": break
    case "auto": found += all("/dev", "i2c-")
    default: found.append(hardware[.monitor])
    }
    return found
  }

  /// If a chip is given by its label, any chip may be the one.
  private func chips(_ name: String) -> [String] {
    let path = name.hasPrefix("/") ? name : "/dev/" + name
    if name.isEmpty { return all("/dev", "gpiochip") }
    return FileManager.default.fileExists(atPath: root + path) ? [path] : all("/dev", "gpiochip")
  }

  private func all(_ folder: String, _ prefix: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []
    return names.filter { $0.hasPrefix(prefix) && (prefix != "fb" || $0.dropFirst(2).allSatisfy(\.isNumber)) }
      .sorted().map { folder + "/" + $0 }
  }

  /// nil if the device may be opened, or does not exist, which the guard reports.
  private func denial(_ path: String) -> Denial? {
    var status = stat()
    let real = root + path
    // The console is only written to.
    let wanted = path == "/dev/tty0" || path.hasPrefix("/sys/") ? W_OK : R_OK | W_OK
    guard stat(real, &status) == 0, !mayOpen(real, wanted) else { return nil }
    let needed = wanted == W_OK ? S_IWGRP : S_IRGRP | S_IWGRP
    let mayGroup = status.st_mode & needed == needed && status.st_gid != 0
    return Denial(path: path, group: mayGroup ? Self.name(ofGroup: status.st_gid) : nil)
  }

  private static func name(ofGroup identifier: gid_t) -> String? {
    getgrgid(identifier).map { String(cString: $0.pointee.gr_name) }
  }

  static var userName: String {
    getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? "this user"
  }

  /// The groups that the user is a member of, whether this session has them or not.
  static var groupNames: Set<String> {
    guard let entry = getpwuid(getuid()) else { return [] }
    var count: Int32 = 256
    var groups = [gid_t](repeating: 0, count: Int(count))
    guard getgrouplist(entry.pointee.pw_name, entry.pointee.pw_gid, &groups, &count) >= 0 else { return [] }
    return Set(groups.prefix(Int(count)).compactMap(name(ofGroup:)))
  }
}
