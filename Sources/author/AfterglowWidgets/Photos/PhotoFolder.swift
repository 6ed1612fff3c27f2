import AfterglowErrors
import AfterglowPictures
import AfterglowSources
import Foundation

/// A picture to show.
struct PhotoFile: Hashable, Sendable {
  var path: String
  /// When it was taken, by its Exif data or its name.
  var taken: TakenDate?

  /// Whether it was taken on this day of the calendar, in a year before.
  func isOfDay(_ day: Date, zone: TimeZone) -> Bool {
    guard let taken else { return false }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let today = calendar.dateComponents([.year, .month, .day], from: day)
    guard let year = today.year else { return false }
    return taken.month == today.month && taken.day == today.day && taken.year < year
  }
}

/// The pictures of a day, in the order in which they are shown.
struct PhotosOfDay: Equatable, Sendable {
  /// Taken on this day in past years, the latest year first.
  var memories: [PhotoFile] = []
  var others: [PhotoFile] = []
  /// Names of the folder's files that cannot be shown.
  var leftOut: [String] = []
  /// Why pictures behind the first ones are not shown; nil = all are.
  var limit: String?
}

/// A file of a folder of pictures that cannot be shown.
struct LeftOutPhoto: Equatable, Sendable {
  enum Reason: Equatable, Sendable {
    /// A picture of this format, or a film, by its name.
    case format(String)
    /// A PNG or JPEG by its name that is damaged, or is neither in truth.
    case fault(PictureError)
  }

  /// Relative to the folder.
  var name: String
  var reason: Reason
}

/// The pictures of a folder and its subfolders, in the order in which they are shown.
struct PhotoFolder: Sendable {
  /// The most photographs that are used, and of which headers are read.
  static let maximumPhotoCount = 5_000
  /// The most files without an end that are decoded to find out whether they are cut; further ones are when it is their turn.
  static let maximumCutCount = 50

  let path: String

  /// Why a folder cannot be shown.
  struct Failure: Error, Equatable, CustomStringConvertible {
    var path: String
    /// The reason, in one sentence.
    var reason: String

    var description: String { "\(path): \(reason)" }

    /// The failure to list a folder.
    ///
    /// - Parameter code: as in errno(3).
    fileprivate init(_ path: String, code: Int32) {
      self.path = path
      reason =
        switch code {
        case ENOENT: "expected a folder of pictures, found nothing; check the name"
        case ENOTDIR: "expected a folder of pictures, found a file"
        case EACCES, EPERM:
          "this user has no permission to list the folder; check the permissions of it and of those above it"
        default: "the folder cannot be listed: \(ErrnoWords.sentence(code))"
        }
    }
  }

  /// Photographs of this day in past years, the latest year first, and all others in natural order of their paths. Each
  /// day has an order that does not change.
  ///
  /// - Throws: `Failure` when the folder cannot be listed.
  func photos(on day: Date, zone: TimeZone) throws(Failure) -> PhotosOfDay {
    let contents = try contents()
    let all = contents.photos
    let past = all.enumerated().filter { $0.element.isOfDay(day, zone: zone) }.sorted { a, b in
      let left = a.element.taken!
      let right = b.element.taken!
      if left.year != right.year { return left.year > right.year }
      return left == right ? a.offset < b.offset : left < right
    }
    return PhotosOfDay(
      memories: past.map(\.element), others: all.filter { !$0.isOfDay(day, zone: zone) },
      leftOut: contents.leftOut.map(\.name), limit: contents.limit)
  }

  /// The files in a folder of pictures.
  struct Contents {
    /// Pictures without a known fault, in natural order.
    var photos: [PhotoFile] = []
    var leftOut: [LeftOutPhoto] = []
    /// Why subfolders cannot be listed.
    var closedFolders: [Failure] = []
    /// Why pictures behind the first ones are not shown; nil = all are.
    var limit: String?
  }

  /// Reads the header of each picture, and decodes those that are probably cut.
  ///
  /// - Throws: `Failure` when the folder itself cannot be listed.
  func contents() throws(Failure) -> Contents {
    var listing = Listing()
    try collect("", depth: 0, &listing)
    var contents = Contents(closedFolders: listing.closed)
    if listing.budget < 0 {
      contents.limit = "\(PictureFolders.maximumEntryCount) files and folders"
    } else if listing.names.count > Self.maximumPhotoCount {
      contents.limit = "\(Self.maximumPhotoCount) pictures"
    }
    var cutCount = 0
    for name in listing.names.prefix(Self.maximumPhotoCount) {
      let file = path + "/" + name
      let note = PhotoNotes.shared.note(file)
      var fault = note?.fault
      if note == nil {
        fault = PhotoNotes.shared.fault(of: file)
      } else if note?.lacksEnd == true && cutCount < Self.maximumCutCount {
        cutCount += 1
        fault = PhotoNotes.shared.fault(of: file)
      }
      if let fault {
        contents.leftOut.append(LeftOutPhoto(name: name, reason: .fault(fault)))
      } else {
        let taken = note?.taken ?? Self.date(inName: (name as NSString).lastPathComponent)
        contents.photos.append(PhotoFile(path: file, taken: taken))
      }
    }
    contents.leftOut += listing.others.map { LeftOutPhoto(name: $0.name, reason: .format($0.format)) }
    return contents
  }

  /// The names in a folder and its subfolders.
  private struct Listing {
    /// Names of pictures, in natural order from the first, so that a folder that is too large always shows the same.
    var names: [String] = []
    var others: [(name: String, format: String)] = []
    var closed: [Failure] = []
    /// Files and folders that may still be looked at; below 0 there are more.
    var budget = PictureFolders.maximumEntryCount
  }

  private static func names(in folder: String) throws(Failure) -> [String] {
    guard let stream = opendir(folder) else { throw Failure(folder, code: errno) }
    defer { closedir(stream) }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw Failure(folder, code: EIO)
    }
  }

  private func collect(_ folder: String, depth: Int, _ listing: inout Listing) throws(Failure) {
    let entries: [String]
    do throws(Failure) {
      entries = try Self.names(in: folder.isEmpty ? path : "\(path)/\(folder)")
    } catch {
      // The one that was asked for must be there; of those within the others are shown.
      if depth > 0 { return listing.closed.append(error) }
      throw error
    }
    for entry in entries.filter({ !$0.hasPrefix(".") }).sorted(by: NaturalOrder.areInOrder) {
      listing.budget -= 1
      // One more than are used, to know that there are more.
      if listing.budget < 0 || listing.names.count > Self.maximumPhotoCount { return }
      let name = folder.isEmpty ? entry : "\(folder)/\(entry)"
      var status = stat()
      guard lstat("\(path)/\(name)", &status) == 0 else { continue }
      // Links are followed to files, never to folders: those may lead round in a circle.
      switch status.st_mode & S_IFMT {
      case S_IFDIR: if depth < PictureFolders.maximumDepth { try collect(name, depth: depth + 1, &listing) }
      case S_IFREG, S_IFLNK:
        if PictureFolders.isPicture(entry) {
          listing.names.append(name)
        } else if let format = PictureFolders.otherFormat(entry) {
          listing.others.append((name, format))
        }
      default: break
      }
    }
  }

  // MARK: dates

  /// The first date in a name, as cameras and telephones write it: 2019-07-04, 20190704, 2019_07_04, IMG-20190704-WA0003.
  static func date(inName name: String) -> TakenDate? {
    let digits = Array(name.utf8)
    func number(_ range: Range<Int>) -> Int? {
      guard range.upperBound <= digits.count else { return nil }
      var value = 0
      for byte in digits[range] {
        guard (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      return value
    }
    func isDigit(_ index: Int) -> Bool { digits.indices.contains(index) && (0x30...0x39).contains(digits[index]) }
    for start in digits.indices where isDigit(start) && !isDigit(start - 1) {
      guard let year = number(start..<(start + 4)), (1900...2199).contains(year) else { continue }
      let isParted = start + 4 < digits.count && [0x2D, 0x5F, 0x2E].contains(digits[start + 4])
      let month = start + (isParted ? 5 : 4)
      let day = month + (isParted ? 3 : 2)
      if isParted, day - 1 >= digits.count || digits[day - 1] != digits[start + 4] { continue }
      // A longer number is a number, not a date, unless the time follows.
      let isTimed = number((day + 2)..<(day + 8)) != nil && !isDigit(day + 8)
      guard let monthNumber = number(month..<(month + 2)), let dayNumber = number(day..<(day + 2)),
        !isDigit(day + 2) || isTimed, let date = TakenDate(year: year, month: monthNumber, day: dayNumber)
      else { continue }
      return date
    }
    return nil
  }
}
