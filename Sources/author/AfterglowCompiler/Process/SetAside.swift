import Foundation
import Synchronization

/// A widget's content that ended the process which composed it. Afterglow composes it again only after a change.
package struct SetAsideContent: Codable, Equatable, Sendable {
  /// The work during which the process died.
  package var subject: CompositionMark.Subject
  /// Fingerprint of the content: its files and its configuration.
  package var fingerprint: String
  /// Version of the program. Another version composes the content again.
  package var version: String
  /// The reason, in one sentence.
  package var reason: String
  /// Date of the death, in ms since 1970.
  package var sinceMs: Int64
  /// Whether nothing says that this content is at fault. A precaution ends with the next start and with a reload.
  package var isPrecaution = false
  /// Whether the process was killed, possibly because other programs used the memory or the processor. A reload composes
  /// the content again.
  package var isKilled = false

  package init(
    subject: CompositionMark.Subject, fingerprint: String, version: String, reason: String, sinceMs: Int64,
    isPrecaution: Bool = false
  ) {
    self.subject = subject
    self.fingerprint = fingerprint
    self.version = version
    self.reason = reason
    self.sinceMs = sinceMs
    self.isPrecaution = isPrecaution
  }
}

/// The content that this process must not compose, as its parent knows it.
package enum SetAsideShelf {
  private struct Place: Hashable {
    var folder: String
    var slot: String
  }

  private struct State {
    var contents: [Place: SetAsideContent] = [:]
    /// Why everything but clocks is set aside; nil = it is not.
    var precaution: String?
    /// The widgets whose content has changed since it was set aside.
    var released: Set<Place> = []
  }

  private static let state = Mutex(State())

  /// Replaces everything that is known.
  ///
  /// - Parameters:
  ///   - contents: the contents that are set aside.
  ///   - precaution: why everything but clocks is set aside; nil = it is not.
  package static func put(_ contents: [SetAsideContent], precaution: String? = nil) {
    state.withLock { state in
      state = State(precaution: precaution)
      for content in contents {
        state.contents[Place(folder: content.subject.folder, slot: content.subject.slot)] = content
      }
    }
  }

  /// Why everything but clocks is set aside; nil = it is not.
  package static var precaution: String? { state.withLock { $0.precaution } }

  /// Returns the content of a widget that is set aside; nil = there is none.
  package static func content(_ folder: String, _ slot: String) -> SetAsideContent? {
    state.withLock { $0.contents[Place(folder: folder, slot: slot)] }
  }

  /// Adds a content, or replaces that of the same widget.
  package static func add(_ content: SetAsideContent) {
    state.withLock { $0.contents[Place(folder: content.subject.folder, slot: content.subject.slot)] = content }
  }

  /// Releases a widget whose content has changed. The old content stays known, because it may come back.
  package static func remove(_ folder: String, _ slot: String) {
    state.withLock { state in
      _ = state.released.insert(Place(folder: folder, slot: slot))
    }
  }

  /// Whether a widget's content has changed since it was set aside.
  package static func isReleased(_ folder: String, _ slot: String) -> Bool {
    state.withLock { $0.released.contains(Place(folder: folder, slot: slot)) }
  }
}
