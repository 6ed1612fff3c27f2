import Foundation

/// The call of a completion handler, as a value. One that is dropped without being called is an error, not an endless wait; of
/// several calls the first counts.
final class Callback<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var continuation: CheckedContinuation<Value, any Error>?
  private let name: String

  private init(_ name: String, _ continuation: CheckedContinuation<Value, any Error>) {
    self.name = name
    self.continuation = continuation
  }

  deinit { take()?.resume(throwing: CompileError("\(name) ended without calling its completion")) }

  private func take() -> CheckedContinuation<Value, any Error>? {
    lock.withLock {
      defer { continuation = nil }
      return continuation
    }
  }

  /// What the handler is called with.
  ///
  /// - Throws: ``CompileError`` if it never is.
  static func value(of name: String, _ call: (@escaping @Sendable (Value) -> Void) -> Void) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let callback = Callback(name, continuation)
      call { callback.take()?.resume(returning: $0) }
    }
  }
}
