import AfterglowFetch
import AfterglowPreview
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
      listeners.append(try HTTPListener(path: path))
      addresses.append(path)
    } catch {
      warn("\(error); `afterglow reload` and other programs cannot reach this run")
    }
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

  /// Asks the thread to end.
  func end() {
    lock.withLock { isEnding = true }
    server.wake()
  }
}
