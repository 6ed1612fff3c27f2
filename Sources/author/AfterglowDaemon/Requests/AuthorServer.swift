import AfterglowFetch
import AfterglowKit
import AfterglowServer
import AfterglowSources
import CLinux
import Foundation

/// Serves other programs on a thread of its own: on the author's socket, and if it is asked for on loopback.
final class AuthorServer: @unchecked Sendable {
  private let server: HTTPServer
  private let thread = WorkThread("server")
  private let lock = NSLock()
  private var isEnding = false
  /// Where it is reached.
  let addresses: [String]
  private let path: String
  /// Of the author's socket; nil = there is none. Belongs to the thread that calls `keep`.
  private var socket: HTTPListener?

  /// - Parameters:
  ///   - path: of the author's socket.
  ///   - port: on loopback; 0 = any, nil = none.
  ///   - warn: called with what prevents one of them.
  init(
    path: String, port: UInt16?, service: AuthorService, secrets: SecretFiles = .standard, warn: (String) -> Void
  ) {
    var listeners: [HTTPListener] = []
    var addresses: [String] = []
    do throws(HTTPListener.Failure) {
      let listener = try HTTPListener(path: path)
      listeners.append(listener)
      socket = listener
      addresses.append(path)
    } catch {
      warn(Self.words(error))
    }
    self.path = path
    if let port {
      do throws(HTTPListener.Failure) {
        let listener = try HTTPListener(loopbackPort: port)
        if case .loopback(let port) = listener.origin { addresses.append("http://127.0.0.1:\(port)") }
        listeners.append(listener)
      } catch {
        warn("\(error)")
      }
      do throws(FetchFailure) { _ = try secrets.text(AuthorService.tokenName) } catch {
        warn("\(error); requests on port \(port) are refused until it is there")
      }
    }
    self.addresses = addresses
    server = HTTPServer(listeners, service: service) { ag_boottime_ms() }
    service.deliver = { [weak server] in server?.answer($0, with: $1) }
    if listeners.isEmpty { return }
    thread.async { [self] in
      while !lock.withLock({ isEnding }) { server.turn(maximumWaitMs: nil) }
    }
  }

  private static func words(_ error: HTTPListener.Failure) -> String {
    "\(error); `afterglow reload` and other programs cannot reach this run"
  }

  /// Makes the author's socket again if its file was removed, as by a cleaner of temporary files.
  ///
  /// - Parameter warn: called with what prevents it.
  func keep(warn: (String) -> Void) {
    guard let old = socket, !old.isInPlace else { return }
    do throws(HTTPListener.Failure) {
      let new = try HTTPListener(path: path)
      server.replace(old, by: new)
      socket = new
    } catch {
      warn(Self.words(error))
    }
  }

  /// Asks the thread to end.
  func end() {
    lock.withLock { isEnding = true }
    server.wake()
  }
}
