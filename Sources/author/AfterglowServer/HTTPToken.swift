import Foundation

/// A secret that a request carries as `Authorization: Bearer`.
public struct HTTPToken: Sendable {
  /// In letters that an address may have.
  public let text: String

  /// A random one of 192 bits.
  public init() {
    var random = SystemRandomNumberGenerator()
    let bytes = (0..<24).map { _ in UInt8.random(in: 0...255, using: &random) }
    text = Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_")
  }

  /// A given one.
  public init(_ text: String) { self.text = text }

  /// Whether a request carries it.
  public func isIn(_ head: HTTPHead) -> Bool { Self.isEqual(head["authorization"] ?? "", "Bearer \(text)") }

  /// In a time that depends on the given text only.
  public static func isEqual(_ given: String, _ wanted: String) -> Bool {
    let (given, wanted) = (Array(given.utf8), Array(wanted.utf8))
    var difference = given.count ^ wanted.count
    for index in given.indices { difference |= wanted.isEmpty ? 1 : Int(given[index] ^ wanted[index % wanted.count]) }
    return difference == 0
  }
}
