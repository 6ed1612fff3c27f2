import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A server on loopback whose answers are bytes, so that each fault is exact. One connection at a time, each answered by
/// the next script, the last one from then on.
public final class LoopbackServer: @unchecked Sendable {
  /// What happens on a connection after its request was read.
  public enum Step: Sendable {
    case send([UInt8])
    /// The same bytes again and again, until the other side has enough.
    case flood([UInt8])
    /// Nothing, until the other side has enough.
    case silence
    /// Nothing, for some ms.
    case pause(Int)

    public static func text(_ text: String) -> Step { .send(Array(text.utf8)) }
  }

  public let port: UInt16
  private let listener: Int32
  private let lock = NSLock()
  private var scripts: [[Step]]
  private var seen: [String] = []
  private var sent = 0

  public var requests: [String] { lock.withLock { seen } }
  /// Bytes that were accepted by the kernel.
  public var sentByteCount: Int { lock.withLock { sent } }
  public var url: String { "http://127.0.0.1:\(port)" }

  /// Sent without a request, if there is one.
  private let greeting: Step?

  public convenience init(_ scripts: [Step]..., greeting: Step? = nil) throws {
    try self.init(scripts: scripts, greeting: greeting)
  }

  public init(scripts: [[Step]], greeting: Step? = nil) throws {
    self.scripts = scripts
    self.greeting = greeting
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    self.listener = listener
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard listener >= 0, result else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    port = UInt16(bigEndian: address.sin_port)
    // Only the thread closes its socket: once closed, the number may be that of another test's server, whose next client
    // would be accepted here and never answered.
    let thread = Thread { [weak self, listener] in
      while true {
        let connection = accept(listener, nil, nil)
        if connection < 0 && errno != EINTR && errno != ECONNABORTED { break }
        guard connection >= 0 else { continue }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        self?.serve(connection)
        close(connection)
      }
      close(listener)
    }
    thread.start()
  }

  /// Ends the thread; new connections are refused from here on.
  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  private func serve(_ connection: Int32) {
    if case .send(let bytes)? = greeting {
      _ = put(bytes, connection)
      return
    }
    var request: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while !String(decoding: request, as: UTF8.self).contains("\r\n\r\n") {
      let count = read(connection, &chunk, chunk.count)
      guard count > 0 else { return }
      request += chunk[..<count]
    }
    let script = lock.withLock {
      seen.append(String(decoding: request, as: UTF8.self))
      return scripts.count > 1 ? scripts.removeFirst() : scripts[0]
    }
    for step in script {
      switch step {
      case .send(let bytes): if !put(bytes, connection) { return }
      case .flood(let bytes): while put(bytes, connection) {}
      case .silence: _ = read(connection, &chunk, chunk.count)
      case .pause(let ms): usleep(UInt32(ms) * 1000)
      }
    }
  }

  private func put(_ bytes: [UInt8], _ connection: Int32) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        send(connection, $0.baseAddress! + done, $0.count - done, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      done += count
      lock.withLock { sent += count }
    }
    return true
  }
}

extension LoopbackServer.Step {
  /// A whole answer with the right length.
  public static func answer(_ status: Int, _ headers: String = "", _ body: String = "") -> LoopbackServer.Step {
    .text("HTTP/1.1 \(status) X\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)")
  }
}
