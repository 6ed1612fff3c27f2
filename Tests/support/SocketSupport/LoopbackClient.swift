import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Connections to a server on this machine, which send any bytes.
public enum LoopbackClient {
  /// A connection; −1 if it is refused.
  public static func connect(port: UInt16, address: String = "127.0.0.1") -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    inet_pton(AF_INET, address, &place.sin_addr)
    let result = withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result == 0 { return descriptor }
    close(descriptor)
    return -1
  }

  public static func put(_ bytes: some Sequence<UInt8>, _ descriptor: Int32) -> Bool {
    let bytes = Array(bytes)
    return send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }

  /// What comes until it ends with these words; less if the other side closes before.
  public static func text(_ descriptor: Int32, until end: String, seconds: Int = 20) -> String {
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      // Not more than the words: what comes after them is for the next call.
      let count = recv(descriptor, &chunk, chunk.count, Int32(MSG_PEEK))
      guard count > 0 else { break }
      let text = all.suffix(end.utf8.count - 1) + chunk[..<count]
      let found = text.firstRange(of: Array(end.utf8))
      let wanted = found.map { $0.upperBound - text.startIndex - min(all.count, end.utf8.count - 1) } ?? count
      all += chunk[..<wanted]
      recv(descriptor, &chunk, wanted, 0)
      if found != nil { break }
    }
    return String(decoding: all, as: UTF8.self)
  }

  /// All that comes until the other side closes, or `seconds` pass without a byte.
  public static func rest(_ descriptor: Int32, seconds: Int = 20) -> [UInt8] {
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { return all }
      all += chunk[..<count]
    }
  }
}
