import Foundation

extension FileManager {
  /// A folder that the widgets of a group share, and that lasts: `afterglow/groups` in the data folder of the user that the
  /// host runs as.
  public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
    let name = groupIdentifier.replacing("/", with: "_")
    guard !name.isEmpty, !name.hasPrefix(".") else { return nil }
    let environment = ProcessInfo.processInfo.environment
    let data =
      environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0, isDirectory: true) : nil }
      ?? homeDirectoryForCurrentUser.appending(path: ".local/share")
    let folder = data.appending(path: "afterglow/groups/\(name)", directoryHint: .isDirectory)
    try? createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
