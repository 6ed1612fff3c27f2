import AfterglowPictures
import Foundation
import Synchronization

/// What pictures' own notes say, read once for each state of a file: a folder of thousands is asked at every compile.
final class PhotoNotes: Sendable {
  static let shared = PhotoNotes()

  private struct State: Hashable {
    var byteCount: Int
    var seconds: Int
    var nanoseconds: Int
  }

  private struct Note {
    var state: State
    var taken: TakenDate?
  }

  /// Several folders as large as they may be; beyond, all is forgotten and read again.
  static let maximumCount = 4 * PhotoFolder.maximumPhotoCount

  private struct Book {
    var notes: [String: Note] = [:]
    var reads = 0
  }

  private let book = Mutex(Book())

  /// Files that were opened so far.
  var readCount: Int { book.withLock { $0.reads } }

  /// When the picture was taken by its notes; nil where it has none or is no picture.
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
