import AfterglowPictures
import Foundation

/// What pictures' own notes say, read once for each state of a file: a folder of thousands is asked at every compile.
final class PhotoNotes: @unchecked Sendable {
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

  private let lock = NSLock()
  private var notes: [String: Note] = [:]
  private var reads = 0

  /// Files that were opened so far.
  var readCount: Int { lock.withLock { reads } }

  /// When the picture was taken by its notes; nil where it has none or is no picture.
  func taken(_ path: String) -> TakenDate? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let state = State(
      byteCount: Int(status.st_size), seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
    if let known = lock.withLock({ notes[path] }), known.state == state { return known.taken }
    let taken = (try? PictureFile(path: path).header())?.taken
    lock.withLock {
      reads += 1
      if notes.count >= Self.maximumCount { notes.removeAll() }
      notes[path] = Note(state: state, taken: taken)
    }
    return taken
  }
}
