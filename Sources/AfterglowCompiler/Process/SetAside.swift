import AfterglowArchive
import Foundation
import Synchronization

/// A widget's content that ended the process which composed it. It is not composed again until it changes.
package struct SetAsideContent: Codable, Equatable, Sendable {
  /// What was worked on.
  package var subject: CompositionMark.Subject
  /// Of the content: its files and configuration.
  package var fingerprint: String
  /// Of the program; another one tries it again.
  package var version: String
  /// Why, in one sentence.
  package var reason: String
  /// Since when, in ms since 1970.
  package var sinceMs: Int64
  /// The date of the last good picture, in ms since 1970; nil = there is none.
  package var pictureMs: Int64?
  /// Only until the author starts again, or is asked to reload: nothing says that this content is at fault.
  package var isPrecaution = false
  /// The process was killed: other programs may have used the memory, or the processor. A reload tries it again.
  package var isKilled = false

  package init(
    subject: CompositionMark.Subject, fingerprint: String, version: String, reason: String, sinceMs: Int64,
    pictureMs: Int64? = nil, isPrecaution: Bool = false
  ) {
    self.subject = subject
    self.fingerprint = fingerprint
    self.version = version
    self.reason = reason
    self.sinceMs = sinceMs
    self.pictureMs = pictureMs
    self.isPrecaution = isPrecaution
  }
}

/// What this process must not compose, from its parent.
package enum SetAsideShelf {
  private struct Place: Hashable {
    var folder: String
    var slot: String
  }

  private struct State {
    var contents: [Place: SetAsideContent] = [:]
    /// Everything but clocks is set aside.
    var precaution: String?
    /// The dates of the pictures that widgets show, in ms since 1970.
    var pictures: [String: Int64] = [:]
    /// Whose content has changed since.
    var released: Set<Place> = []
  }

  private static let state = Mutex(State())

  /// - Parameters:
  ///   - precaution: why everything but clocks is set aside; nil = it is not.
  ///   - pictures: the dates of what widgets show, by their names, in ms since 1970.
  package static func put(
    _ contents: [SetAsideContent], precaution: String? = nil, pictures: [String: Int64] = [:]
  ) {
    state.withLock { state in
      state = State(precaution: precaution, pictures: pictures)
      for content in contents {
        state.contents[Place(folder: content.subject.folder, slot: content.subject.slot)] = content
      }
    }
  }

  /// Why everything but clocks is set aside; nil = it is not.
  package static var precaution: String? { state.withLock { $0.precaution } }

  /// The date of the picture that a widget shows.
  package static func pictureMs(_ slot: String) -> Int64? { state.withLock { $0.pictures[slot] } }

  package static func content(_ folder: String, _ slot: String) -> SetAsideContent? {
    state.withLock { $0.contents[Place(folder: folder, slot: slot)] }
  }

  /// Adds one, or replaces that of the same widget.
  package static func add(_ content: SetAsideContent) {
    state.withLock { $0.contents[Place(folder: content.subject.folder, slot: content.subject.slot)] = content }
  }

  /// Its content has changed, and is tried.
  package static func remove(_ folder: String, _ slot: String) {
    state.withLock { state in
      // The old content may come back.
      state.released.insert(Place(folder: folder, slot: slot))
    }
  }

  /// Whether its content has changed since it was set aside.
  package static func isReleased(_ folder: String, _ slot: String) -> Bool {
    state.withLock { $0.released.contains(Place(folder: folder, slot: slot)) }
  }
}

/// The archive that a board showed before, from which widgets that are set aside keep their picture.
package final class LastGoodArchive: @unchecked Sendable {
  /// Unchanged while this object is.
  private let bytes: UnsafeRawBufferPointer
  private let archive: Archive

  private static let current = Mutex<LastGoodArchive?>(nil)

  /// Of this process; nil = there is none.
  package static var standard: LastGoodArchive? {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  /// - Parameter descriptor: of the archive; it is mapped.
  /// - Returns: nil for one that is not valid.
  package init?(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > 0,
      let memory = mmap(nil, Int(status.st_size), PROT_READ, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
    else { return nil }
    bytes = UnsafeRawBufferPointer(start: memory, count: Int(status.st_size))
    guard let found = try? Archive.validate(bytes) else {
      munmap(memory, bytes.count)
      return nil
    }
    archive = found
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress!), bytes.count) }

  package func withArchive<R>(_ body: (Archive) throws -> R) rethrows -> R { try body(archive) }
}
