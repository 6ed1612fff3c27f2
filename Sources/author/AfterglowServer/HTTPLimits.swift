/// What a client may use of a server. All limits hold for strangers too: they are checked before anything is believed.
public struct HTTPLimits: Equatable, Sendable {
  /// Request line and header fields together, in bytes; RFC 9110 asks for 8,000 of the line alone to be supported.
  public var headByteCount = 16 << 10
  /// Header fields.
  public var fieldCount = 64
  /// Bodies of all connections together, in bytes.
  public var bodiesByteCount = 32 << 20
  /// Connections at once. Of more, the one that has waited longest for its request is closed.
  public var connectionCount = 32
  /// From the connection to the end of the header fields, in ms.
  public var headMs: Int64 = 5_000
  /// From there to the end of the body, in ms.
  public var bodyMs: Int64 = 30_000
  /// For the service to answer, in ms.
  public var workMs: Int64 = 120_000
  /// For the client to take its answer, or the next `progressByteCount` of it, in ms.
  public var answerMs: Int64 = 10_000
  /// Bytes.
  public var progressByteCount = 256 << 10
  public var events = HTTPEventLimits()
  /// For what a client still sends after an answer that came early, in ms.
  public var lingerMs: Int64 = 1_000

  /// The limits of a server for one machine's own programs.
  public init() {}
}

/// What clients may use that follow events.
public struct HTTPEventLimits: Equatable, Sendable {
  /// Clients at once.
  public var clientCount = 24
  /// Events that wait for one of them, in bytes.
  public var byteCount = 256 << 10
  /// Between two signs of life where nothing happens, in ms.
  public var beatMs: Int64 = 15_000
}
