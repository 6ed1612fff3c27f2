/// The file systems on which the kernel does not report other users' changes: network, FUSE, and those shared by a
/// virtual machine's host.
struct RemoteDisks {
  private let devices: Set<String>

  /// - Parameter mounts: lines of /proc/PID/mountinfo (proc_pid_mountinfo(5)).
  init(mounts: String) {
    devices = Set(
      mounts.split(separator: "\n").compactMap { line in
        let fields = line.split(separator: " ")
        guard fields.count > 5, let dash = fields[5...].firstIndex(of: "-"), dash + 1 < fields.count else { return nil }
        return Self.isRemote(String(fields[dash + 1])) ? String(fields[2]) : nil
      })
  }

  static var now: RemoteDisks {
    RemoteDisks(mounts: (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? "")
  }

  /// Whether a path is on one of them.
  func hold(_ path: String) -> Bool {
    guard !devices.isEmpty, let status = FileMark.status(path, followsLinks: true) else { return false }
    let device = UInt64(status.st_dev)
    // The inverse of makedev(3).
    let major = (device >> 8) & 0xFFF | (device >> 32) & 0xFFFF_F000
    let minor = device & 0xFF | (device >> 12) & 0xFFFF_FF00
    return devices.contains("\(major):\(minor)")
  }

  private static func isRemote(_ kind: String) -> Bool {
    ["nfs", "cifs", "smb", "fuse", "9p", "ceph", "afs", "virtiofs"].contains { kind.hasPrefix($0) } && kind != "fusectl"
  }
}
