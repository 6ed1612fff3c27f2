import Foundation

/// A name in a folder that takes part in resolving a path.
struct NamedPlace: Hashable {
  /// An existing folder, with symbolic links resolved.
  var folder: String
  var name: String

  /// The names on a path at which another file could replace the current one: the file's own, those of links, and for a
  /// missing one the first missing name; and the folders on the path, each of which could be replaced.
  static func way(of path: String) -> (places: [NamedPlace], folders: [String]) {
    var places: [NamedPlace] = []
    var folders: [String] = []
    var folder = "/"
    var names = Array(path.split(separator: "/").map(String.init).reversed())
    var linkCount = 0
    while let name = names.popLast() {
      if name == "." { continue }
      if name == ".." {
        folder = parent(of: folder)
        continue
      }
      let place = NamedPlace(folder: folder, name: name)
      guard let status = FileMark.status(place.path, followsLinks: false) else { return (places + [place], folders) }
      switch status.st_mode & S_IFMT {
      case S_IFDIR where !names.isEmpty:
        folder = place.path
        folders.append(folder)
      case S_IFLNK:
        places.append(place)
        linkCount += 1
        // A loop, which the kernel rejects as well.
        guard linkCount <= 40, let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place.path)
        else {
          return (places, folders)
        }
        if target.hasPrefix("/") { folder = "/" }
        names += target.split(separator: "/").map(String.init).reversed()
      default: return (places + [place], folders)
      }
    }
    return (places, folders)
  }

  var path: String { folder == "/" ? "/" + name : folder + "/" + name }

  private static func parent(of folder: String) -> String {
    guard let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else { return "/" }
    return String(folder[..<slash])
  }
}

/// A file's state: equal marks mean equal content. For a folder of pictures, it includes all pictures in it.
public struct FileMark: Equatable, Sendable {
  private var seconds = 0
  private var nanoseconds = 0
  private var changeSeconds = 0
  private var changeNanoseconds = 0
  private var size = 0
  private var inode: UInt64 = 0
  private var digest: UInt64 = 0

  /// nil for a missing file.
  init?(of path: String) {
    guard let status = Self.status(path, followsLinks: true) else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
    changeSeconds = status.st_ctim.tv_sec
    changeNanoseconds = status.st_ctim.tv_nsec
    size = Int(status.st_size)
    inode = UInt64(status.st_ino)
  }

  /// Adds a file of the folder; the order does not matter.
  mutating func add(_ name: String, _ mark: FileMark) {
    var hash = StableHash()
    hash.add(name)
    for value in [mark.seconds, mark.nanoseconds, mark.changeSeconds, mark.changeNanoseconds, mark.size] {
      hash.add(UInt64(bitPattern: Int64(value)))
    }
    digest &+= hash.value ^ mark.inode &* 0x9E37_79B9_7F4A_7C15
  }

  /// Whether it was changed after a time of the wall clock.
  func isNewer(than date: Date) -> Bool {
    max(Double(seconds) + Double(nanoseconds) / 1e9, Double(changeSeconds) + Double(changeNanoseconds) / 1e9)
      >= date.timeIntervalSince1970
  }

  /// stat(2), or lstat(2) if links are not followed; nil on failure.
  public static func status(_ path: String, followsLinks: Bool) -> stat? {
    var status = stat()
    return (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 ? status : nil
  }
}
