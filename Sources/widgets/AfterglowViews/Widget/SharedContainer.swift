import Foundation

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
