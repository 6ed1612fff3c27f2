import AfterglowPictures
import Foundation
import Synchronization

/// A cache of pictures' dates from their Exif data, read once for each state of a file, because a folder of thousands
/// is needed at every compile. Shared by all compiles of a process.
final class PhotoNotes: Sendable {
  static let shared = PhotoNotes()

  /// Size and time of modification, by which a changed file is recognised.
  private struct State: Hashable {
    var byteCount: Int
    var seconds: Int
    var nanoseconds: Int
  }

  /// A file's date and the state in which it was read.
  private struct Note {
    var state: State
    var taken: TakenDate?
  }

  /// The most files cached: several folders of the largest size. Beyond it the cache is emptied.
  static let maximumCount = 4 * PhotoFolder.maximumPhotoCount

  /// The cache, by path.
  private struct Book {
    var notes: [String: Note] = [:]
    var reads = 0
  }

  private let book = Mutex(Book())

  /// Files that were opened so far.
  var readCount: Int { book.withLock { $0.reads } }

  /// When the picture was taken by its Exif data; nil without it, or for other files.
  func taken(_ path: String) -> TakenDate? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let state = State(
      byteCount: Int(status.st_size), seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
    if let known = book.withLock({ $0.notes[path] }), known.state == state { return known.taken }
    let taken = (try? PictureFile(path: path).header())?.taken
    book.withLock { book in
      book.reads += 1
      if book.notes.count >= Self.maximumCount { book.notes.removeAll() }
      book.notes[path] = Note(state: state, taken: taken)
    }
    return taken
  }
}
