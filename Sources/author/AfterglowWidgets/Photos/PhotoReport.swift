import AfterglowDocuments
import AfterglowPictures
import AfterglowSources

/// The report of `check` about a folder of pictures, which names the files that are not shown.
struct PhotoReport {
  private let contents: PhotoFolder.Contents
  private let folder: String

  /// The most names in one sentence, and the most broken files that have a line of their own; others are counted.
  static let maximumNameCount = 200
  static let maximumBrokenCount = 50

  init(_ contents: PhotoFolder.Contents, folder: String) {
    self.contents = contents
    self.folder = folder
  }

  /// - Parameter advice: receives what is left out of a folder of which other pictures are shown.
  func problems(advice: (Problem) -> Void) -> [Problem] {
    let limits = closed + excess
    if !contents.photos.isEmpty {
      formats.forEach(advice)
      return limits + broken
    }
    if contents.leftOut.isEmpty {
      return closed.isEmpty
        ? [Problem(file: folder, message: "expected PNG or JPEG pictures in it, found none")] : limits
    }
    let nothing = "expected PNG or JPEG pictures in it, found none that can be shown"
    return [Problem(file: folder, message: nothing)] + limits + broken + formats
  }

  private var closed: [Problem] {
    contents.closedFolders.map { Problem(file: $0.path, message: "\($0.reason); its pictures are not shown") }
  }

  private var excess: [Problem] {
    contents.limit.map {
      [Problem(file: folder, message: "expected at most \($0), found more; those behind them are not shown")]
    } ?? []
  }

  /// A problem for each PNG or JPEG that is damaged, or is neither in truth.
  private var broken: [Problem] {
    let all = contents.leftOut.compactMap { file -> Problem? in
      guard case .fault(let error) = file.reason else { return nil }
      return Problem(file: "\(folder)/\(file.name)", message: error.description)
    }
    let more = all.count - Self.maximumBrokenCount
    guard more > 0 else { return all }
    let words = "\(more) more files that are no whole pictures are not shown"
    return Array(all.prefix(Self.maximumBrokenCount)) + [Problem(file: folder, message: words)]
  }

  /// Pictures and films that are not decoded, a sentence for each format.
  private var formats: [Problem] {
    var names: [String: [String]] = [:]
    for file in contents.leftOut {
      if case .format(let format) = file.reason { names[format, default: []].append(file.name) }
    }
    return names.sorted { $0.key < $1.key }.map { Problem(file: folder, message: Self.sentence($0.key, $0.value)) }
  }

  private static func sentence(_ format: String, _ names: [String]) -> String {
    let isFilm = format == PictureFolders.film
    let one = isFilm ? format : "\(format) picture"
    let what = names.count == 1 ? "1 \(one) is" : "\(names.count) \(one)s are"
    let more = names.count - maximumNameCount
    let list = names.prefix(maximumNameCount).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    return "\(what) not shown: \(list)" + (isFilm ? "" : "; \(remedy(format, isOne: names.count == 1))")
  }

  private static func remedy(_ format: String, isOne: Bool) -> String {
    let save = "save \(isOne ? "it" : "them") as JPEG or PNG"
    return format == "HEIC"
      ? save + "; an iPhone takes JPEG with Settings > Camera > Formats > Most Compatible" : save
  }
}
