import AfterglowPictures
import Foundation
import Synchronization

/// A cache of facts about picture files, read once for each state of a file, because a folder of thousands
/// is needed at every compile. Shared by all compiles of a process.
final class PhotoNotes: Sendable {
  static let shared = PhotoNotes()

  /// Size and time of modification, by which a changed file is recognised.
  fileprivate struct State: Hashable {
    var byteCount: Int
    var seconds: Int
    var nanoseconds: Int
  }

  /// The facts about a file.
  struct Note: Sendable {
    fileprivate var state: State
    /// When the picture was taken by its Exif data.
    fileprivate(set) var taken: TakenDate?
    /// Why it cannot be shown; nil = no known fault.
    fileprivate(set) var fault: PictureError?
    /// Whether the file lacks its end, so that it is probably cut.
    fileprivate(set) var lacksEnd = false
    fileprivate var isDecoded = false
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

  /// The facts from a file's header and its end; nil for a missing file.
  func note(_ path: String) -> Note? {
    guard let state = Self.state(of: path) else { return nil }
    if let known = book.withLock({ $0.notes[path] }), known.state == state { return known }
    let file = PictureFile(path: path)
    var note = Note(state: state)
    do throws(PictureError) {
      note.taken = try file.header().taken
      note.lacksEnd = try !file.hasEnd()
    } catch {
      note.fault = error
    }
    put(note, path)
    return note
  }

  /// When the picture was taken by its Exif data; nil without it, or for other files.
  func taken(_ path: String) -> TakenDate? { note(path)?.taken }

  /// Why a picture cannot be shown, for which it is decoded; nil = it can.
  func fault(of path: String) -> PictureError? {
    guard var note = note(path) else { return Self.verified(path) }
    if note.fault != nil || note.isDecoded { return note.fault }
    note.fault = Self.verified(path)
    note.isDecoded = true
    put(note, path)
    return note.fault
  }

  private static func verified(_ path: String) -> PictureError? {
    do throws(PictureError) {
      try PictureFile(path: path).verify()
      return nil
    } catch {
      return error
    }
  }

  private static func state(of path: String) -> State? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return State(
      byteCount: Int(status.st_size), seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
  }

  private func put(_ note: Note, _ path: String) {
    book.withLock { book in
      book.reads += 1
      // Permission, or a medium that answers again, leaves no trace in the file's state.
      switch note.fault {
      case .unreadable?, .system?:
        book.notes[path] = nil
        return
      default: break
      }
      if book.notes.count >= Self.maximumCount { book.notes.removeAll() }
      book.notes[path] = note
    }
  }
}
