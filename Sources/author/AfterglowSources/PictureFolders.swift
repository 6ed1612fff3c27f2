import Foundation

/// The relevant entries in a folder of pictures, and the folders below it that are watched.
public enum PictureFolders {
  /// Maximum number of files and folders examined.
  public static let maximumEntryCount = 50_000
  /// Maximum depth of folders below the folder itself.
  public static let maximumDepth = 8

  /// Whether a name has a picture's extension.
  public static func isPicture(_ name: String) -> Bool {
    ["png", "jpg", "jpeg", "jpe"].contains((name as NSString).pathExtension.lowercased())
  }

  /// The format of a picture or film that is not shown, by a name's extension; nil for any other file.
  public static func otherFormat(_ name: String) -> String? { others[(name as NSString).pathExtension.lowercased()] }

  /// The format of films, of which none is a picture.
  public static let film = "film"

  private static let others = [
    "heic": "HEIC", "heif": "HEIC", "hif": "HEIC", "avif": "AVIF", "webp": "WebP", "gif": "GIF", "bmp": "BMP",
    "tif": "TIFF", "tiff": "TIFF", "jxl": "JPEG XL", "jp2": "JPEG 2000", "svg": "SVG", "psd": "Photoshop",
    "dng": "raw", "cr2": "raw", "cr3": "raw", "nef": "raw", "arw": "raw", "orf": "raw", "rw2": "raw", "raf": "raw",
    "mov": film, "mp4": film, "m4v": film, "3gp": film, "avi": film, "mkv": film, "webm": film,
  ]

  /// Whether a change of a file counts: of a picture, or of one that is named because it is not shown.
  static func isWatched(_ name: String) -> Bool {
    !name.hasPrefix(".") && (isPicture(name) || otherFormat(name) != nil)
  }

  /// A folder and the folders below it, to the depth from which pictures are shown.
  static func all(in folder: String, atMost count: Int) -> [String] {
    var found = [folder]
    var next = [folder]
    for _ in 0..<maximumDepth {
      var deeper: [String] = []
      for parent in next {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] where !name.hasPrefix(".") {
          let path = parent + "/" + name
          // A picture by its name, so that thousands of files need no stat.
          if isPicture(name) || otherFormat(name) != nil { continue }
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

  /// The state of a file, or of a folder including its pictures, up to the limits.
  public static func mark(of path: String) -> FileMark? {
    guard let status = FileMark.status(path, followsLinks: true) else { return nil }
    guard status.st_mode & S_IFMT == S_IFDIR else { return FileMark(status) }
    // The folder's own mark is not used: it changes with unrelated files.
    var mark = FileMark(stat())
    var left = maximumEntryCount
    for folder in all(in: path, atMost: 1_000) {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where isWatched(name) {
        left -= 1
        if left < 0 { return mark }
        if let picture = FileMark(of: folder + "/" + name) { mark.add(folder + "/" + name, picture) }
      }
    }
    return mark
  }
}
