import Foundation

/// The address of a client on the network, without its port.
public struct HTTPPeer: Equatable, Sendable {
  /// The whole address; empty for a client of this machine, or an unknown one.
  public var address: String
  /// The first half of an address of version 6, else the whole address. One machine has as many addresses of version 6 as
  /// it likes, and shares this half with its neighbours.
  public var network: String

  public init(address: String = "", network: String? = nil) {
    self.address = address
    self.network = network ?? address
  }

  /// - Parameter bytes: a `sockaddr_in` or `sockaddr_in6` (ip(7), ipv6(7)); an address of another family is unknown.
  init(socketAddress bytes: UnsafeRawBufferPointer) {
    self.init()
    guard bytes.count >= MemoryLayout<sockaddr_in6>.size else { return }
    switch Int32(bytes.loadUnaligned(as: sa_family_t.self)) {
    // The address follows a port.
    case AF_INET: self.init(address: Self.name(bytes[4..<8]))
    case AF_INET6:
      // ::ffff:192.0.2.1, an address of version 4 on a socket of version 6.
      let isMapped = bytes[8..<18].allSatisfy { $0 == 0 } && bytes[18] == 0xFF && bytes[19] == 0xFF
      if isMapped {
        self.init(address: Self.name(bytes[20..<24]))
      } else {
        self.init(address: Self.name(bytes[8..<24]), network: Self.name(bytes[8..<16]))
      }
    default: break
    }
  }

  private static func name(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    bytes.map { String($0, radix: 16) }.joined(separator: ".")
  }
}
