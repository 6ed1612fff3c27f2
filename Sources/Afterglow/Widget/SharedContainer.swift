import Foundation

/// What widgets keep: `afterglow` in the data folder of the user that the host runs as (XDG Base Directory Specification).
enum DataFolder {
  static func url(_ name: String) -> URL {
    let environment = ProcessInfo.processInfo.environment
    func folder(_ variable: String) -> URL? {
      environment[variable].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0, isDirectory: true) : nil }
    }
    let home = folder("HOME") ?? FileManager.default.homeDirectoryForCurrentUser
    let data = folder("XDG_DATA_HOME") ?? home.appending(path: ".local/share")
    return data.appending(path: "afterglow/\(name)", directoryHint: .isDirectory)
  }
}

extension FileManager {
  /// A folder that the widgets of a group share, and that lasts: `afterglow/groups` in the data folder of the user that the
  /// host runs as.
  public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
    let name = groupIdentifier.replacing("/", with: "_")
    guard !name.isEmpty, !name.hasPrefix(".") else { return nil }
    let folder = DataFolder.url("groups/\(name)")
    try? createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
