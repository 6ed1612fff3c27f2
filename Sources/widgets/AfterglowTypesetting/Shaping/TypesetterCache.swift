import Foundation

/// Fonts and shaped text, cached between compiles.
package final class TypesetterCache: @unchecked Sendable {
  package static let shared = TypesetterCache()

  private let lock = NSLock()
  private let fontRoot: String
  private var typesetter: Typesetter?

  /// - Parameter fontRoot: prefix of every font path; tests use an empty folder.
  package init(fontRoot: String = "") { self.fontRoot = fontRoot }

  package func withTypesetter<R>(_ body: (Typesetter) throws -> R) throws -> R {
    lock.lock()
    defer { lock.unlock() }
    let ready = try typesetter ?? Typesetter(library: FontLibrary(root: fontRoot))
    typesetter = ready
    defer { ready.age() }
    return try body(ready)
  }
}
