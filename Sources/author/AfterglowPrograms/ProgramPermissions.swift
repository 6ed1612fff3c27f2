import CChild
import Foundation

/// Files that a third-party program may use: a list, and nothing else (docs/programs.md).
public struct ProgramPermissions: Equatable, Sendable {
  /// Kinds of access to a path and to everything below it.
  public enum Access: Sendable {
    /// Reading files, listing folders and running programs.
    case read
    /// Creating, changing, moving and removing files and folders as well.
    case write
    /// Reading and writing one device.
    case device
  }

  /// A path that need not exist, and the access to it.
  public struct Rule: Hashable, Sendable {
    public var path: String
    public var access: Access

    public init(_ path: String, _ access: Access) { (self.path, self.access) = (path, access) }
  }

  public private(set) var rules: [Rule]

  /// - Parameters:
  ///   - program: path of the program.
  ///   - words: its arguments; the files and folders that they name may be read.
  ///   - writable: folders in which it may write, besides its private one.
  ///   - environment: the author's environment.
  public init(
    program: String, words: [String] = [], writable: [String] = [],
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    rules = Self.system
    let surroundings = Surroundings(environment)
    rules += surroundings.rules
    for path in [program] + words.compactMap(Self.path) { rules += surroundings.rules(ofOwn: path) }
    rules += writable.map { Rule($0, .write) }
  }

  /// A path in an argument: an absolute one, also after `=`.
  private static func path(in word: String) -> String? {
    if word.hasPrefix("/") { return word }
    guard let value = word.split(separator: "=", maxSplits: 1).dropFirst().first else { return nil }
    return value.hasPrefix("/") ? String(value) : nil
  }

  /// Rules that are the same on every machine.
  static let system: [Rule] =
    folders.map { Rule($0, .read) } + configuration.map { Rule("/etc/" + $0, .read) }
    + ["random", "urandom"].map { Rule("/dev/" + $0, .read) }
    + ["full", "null", "zero"].map { Rule("/dev/" + $0, .device) }

  private static let folders = [
    // Programs, libraries and what belongs to them.
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store", "/gnu/store", "/snap",
    "/var/cache/fontconfig", "/var/lib/ca-certificates",
    // The machine: load, temperatures, sensors with a driver of the kernel.
    "/proc", "/sys/block", "/sys/bus", "/sys/class", "/sys/dev", "/sys/devices", "/sys/firmware/devicetree",
    "/sys/fs/cgroup", "/sys/kernel/mm",
    // How names are resolved; `/etc/resolv.conf` leads there.
    "/run/NetworkManager/resolv.conf", "/run/NetworkManager/no-stub-resolv.conf", "/run/connman/resolv.conf",
    "/run/resolvconf/resolv.conf", "/run/systemd/resolve/resolv.conf", "/run/systemd/resolve/stub-resolv.conf",
  ]

  /// Without passwords, keys and the accounts of other programs.
  private static let configuration = [
    "alternatives", "bash.bashrc", "bash_completion.d", "ca-certificates", "ca-certificates.conf", "crypto-policies",
    "curlrc", "debian_version", "default/locale", "environment", "fedora-release", "fonts", "gai.conf", "gitconfig",
    "group",
    "host.conf", "hostname", "hosts", "inputrc", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "ld.so.preload",
    "locale.alias", "locale.conf", "localtime", "magic", "mime.types", "mtab", "networks", "nsswitch.conf",
    "os-release", "passwd", "perl", "pki/ca-trust", "pki/tls/certs", "pki/tls/cert.pem", "profile", "protocols",
    "python3", "resolv.conf", "rpc", "services", "shells", "skel", "ssl/cert.pem", "ssl/certs", "ssl/openssl.cnf",
    "terminfo", "timezone", "wgetrc", "xdg", "zoneinfo",
  ]
}

/// The user that the author runs as: their programs, and the folders that are too wide to be a program's own.
private struct Surroundings {
  private let environment: [String: String]
  private let home: String
  /// Canonical paths; a folder that holds one of them is no program's own.
  private let wide: [String]

  init(_ environment: [String: String]) {
    self.environment = environment
    home = Self.canonical(environment["HOME"] ?? NSHomeDirectory())
    let state = environment["XDG_STATE_HOME"] ?? home + "/.local/state"
    wide =
      [home, state, state + "/afterglow/sources", NSTemporaryDirectory()].map(Self.canonical)
      + ["/tmp", "/var/tmp", "/dev/shm"]
  }

  private static func canonical(_ path: String) -> String {
    guard let real = realpath(path, nil) else {
      return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
    defer { free(real) }
    return String(cString: real)
  }

  /// Programs that a user installed, the author's libraries, and files that the environment names.
  var rules: [ProgramPermissions.Rule] {
    let places = paths("PATH").flatMap(installation) + paths("LD_LIBRARY_PATH").filter(isOwn) + libraries.filter(isOwn)
    let files = ["TZDIR", "SSL_CERT_FILE", "SSL_CERT_DIR", "FONTCONFIG_FILE", "FONTCONFIG_PATH"].flatMap(paths)
    let fonts = ["/.fonts", "/.local/share/fonts", "/.cache/fontconfig"].map { home + $0 }
    var seen: Set<String> = []
    return (places + files.filter(isOwn) + fonts).filter { seen.insert($0).inserted }.map { .init($0, .read) }
  }

  private func paths(_ variable: String) -> [String] {
    (environment[variable] ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
  }

  /// A program's or argument's file, and its folder where that is its own: scripts read what lies next to them.
  func rules(ofOwn path: String) -> [ProgramPermissions.Rule] {
    var found: [String] = []
    for name in Set([path, Self.canonical(path)]) where FileManager.default.fileExists(atPath: name) {
      if isFolder(name) {
        if isOwn(name) { found.append(name) }
        continue
      }
      let folder = (name as NSString).deletingLastPathComponent
      found.append(name)
      found += installation(folder)
    }
    return found.map { .init($0, .read) }
  }

  private func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  /// A folder of programs, and next to one that is called `bin` what its programs need.
  private func installation(_ folder: String) -> [String] {
    guard isOwn(folder) else { return [] }
    let above = (folder as NSString).deletingLastPathComponent
    let names = ["bin", "sbin", "shims"]
    let isInstallation = names.contains((folder as NSString).lastPathComponent) && Self.canonical(above) != home
    guard isInstallation, isOwn(above) || isLocal(above) else { return [folder] }
    let beside =
      isLocal(above)
      ? ["lib", "lib64", "libexec", "share/pipx", "share/uv"]
      : ["bin", "lib", "lib64", "libexec", "share", "versions", "version", "installs", "plugins", "pyvenv.cfg"]
    return [folder] + beside.map { above + "/" + $0 }
  }

  /// `~/.local` also has the state of programs, and their keys.
  private func isLocal(_ folder: String) -> Bool { Self.canonical(folder) == home + "/.local" }

  /// Whether a folder or file is narrow enough: not the root, a home or a folder for everyone's files, nor above one.
  private func isOwn(_ path: String) -> Bool {
    let real = Self.canonical(path)
    guard real != "/", !wide.contains(where: { $0 == real || $0.hasPrefix(real + "/") }) else { return false }
    var status = stat()
    guard stat(real, &status) == 0 else { return false }
    return status.st_mode & S_ISVTX == 0
  }

  private var libraries: [String] {
    final class Box { var folders: Set<String> = [] }
    let box = Box()
    ag_program_library_folders(
      { folder, context in
        guard let context else { return }
        Unmanaged<Box>.fromOpaque(context).takeUnretainedValue().folders.insert(String(cString: folder))
      }, Unmanaged.passUnretained(box).toOpaque())
    return box.folders.sorted()
  }
}
