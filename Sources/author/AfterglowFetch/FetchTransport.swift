/// What is asked of the outside.
public struct FetchJob: Equatable, Sendable {
  /// What an attempt does.
  public enum Kind: Equatable, Sendable {
    /// Headers as `Name: value`.
    case web(url: String, headers: [String])
    case program([String])
  }

  /// A number of its own for each attempt, by which its outcome is recognised.
  public var identifier: Int64
  /// What is asked for.
  public var kind: Kind
  /// Of a request to the web.
  public var method = "GET"
  /// Sent along, if it is not empty.
  public var body: [UInt8] = []
  /// More bytes than this end the attempt with a failure; of content without its headers.
  public var limitBytes: Int
  /// From the start of the attempt to the last byte of its content.
  public var timeoutSeconds: Int
  /// Product, version and, if one is given, a contact: some services refuse clients
  /// without.
  public var userAgent = ""
  /// For messages.
  public var hostName = ""
  /// Whether the host is secret, so that no message may name it.
  public var hidesHost = false
  /// Arguments that name the files which a program may read; nil = all of its arguments.
  public var namingArguments: [String]?

  /// - Parameter identifier: another one for each attempt.
  public init(
    identifier: Int64, kind: Kind, limitBytes: Int, timeoutSeconds: Int, userAgent: String = "", hostName: String = ""
  ) {
    (self.identifier, self.kind) = (identifier, kind)
    (self.limitBytes, self.timeoutSeconds) = (limitBytes, timeoutSeconds)
    (self.userAgent, self.hostName) = (userAgent, hostName)
  }
}

/// What came back.
public enum FetchOutcome: Equatable, Sendable {
  /// An HTTP answer of any status; headers as received.
  case answer(status: Int, headers: String, body: [UInt8])
  /// All that a program printed.
  case output([UInt8])
  case failure(FetchFailure)
}

/// The way to the outside: libcurl and child processes, or a test's script. Belongs to one thread, except for `wake`.
public protocol FetchTransport: AnyObject {
  /// Begins a job; its outcome comes from `wait`.
  func start(_ job: FetchJob)
  /// Waits for outcomes, at most so long.
  func wait(timeoutMs: Int64) -> [(identifier: Int64, outcome: FetchOutcome)]
  /// Ends a job that is no longer wanted; no outcome comes.
  func cancel(_ identifier: Int64)
}

/// The two clocks of a fetcher, in ms.
public struct FetchClock: Sendable {
  /// Monotonic, also while the machine sleeps.
  public var monotonicMs: @Sendable () -> Int64
  /// Since 1970; it may step.
  public var wallMs: @Sendable () -> Int64
  /// Whether the civil time is right: nothing is removed or added by its date before that.
  public var isTrusted: @Sendable () -> Bool

  /// - Parameters:
  ///   - monotonicMs: a time that never goes back, in ms; retries are measured in it.
  ///   - wallMs: civil time in ms since 1970, for the age of content and HTTP's dates.
  ///   - isTrusted: whether that is right.
  public init(
    monotonicMs: @escaping @Sendable () -> Int64, wallMs: @escaping @Sendable () -> Int64,
    isTrusted: @escaping @Sendable () -> Bool = { true }
  ) {
    self.monotonicMs = monotonicMs
    self.wallMs = wallMs
    self.isTrusted = isTrusted
  }
}
