import AfterglowProviders
import Foundation

/// Folders of pictures as they are watched.
enum PictureFolders {
  static func isPicture(_ name: String) -> Bool { PhotoFolder.isPicture(name) && !name.hasPrefix(".") }

  /// A folder and those in it, as deep as pictures are shown from.
  static func all(in folder: String, atMost count: Int) -> [String] {
    var found = [folder]
    var next = [folder]
    for _ in 0..<PhotoFolder.maximumDepth {
      var deeper: [String] = []
      for parent in next {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] where !name.hasPrefix(".") {
          let path = parent + "/" + name
          // By its name it is a picture: thousands are not asked what they are.
          if PhotoFolder.isPicture(name) { continue }
          guard FileMark.status(path, followsLinks: false).map({ $0.st_mode & S_IFMT == S_IFDIR }) == true else {
            continue
          }
          deeper.append(path)
          if found.count + deeper.count >= count { return found + deeper }
        }
      }
      if deeper.isEmpty { break }
      found += deeper
      next = deeper
    }
    return found
  }

  /// Of a file; of a folder with its pictures, as far as they are shown.
  static func mark(of path: String) -> FileMark? {
    guard let status = FileMark.status(path, followsLinks: true) else { return nil }
    guard status.st_mode & S_IFMT == S_IFDIR else { return FileMark(status) }
    // Not the folder's own mark: it changes with every file that is none of ours.
    var mark = FileMark(stat())
    var left = PhotoFolder.maximumEntryCount
    for folder in all(in: path, atMost: 1_000) {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where isPicture(name) {
        left -= 1
        if left < 0 { return mark }
        if let picture = FileMark(of: folder + "/" + name) { mark.add(folder + "/" + name, picture) }
      }
    }
    return mark
  }
}
