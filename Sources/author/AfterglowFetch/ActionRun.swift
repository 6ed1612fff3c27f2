import AfterglowSources

/// An action of a scene on its way to the outside: one request, or one run of a program. It waits for the outcome and keeps
/// nothing of an answer.
public struct ActionRun {
  private let transport: any FetchTransport
  let secrets: SecretFiles
  private let userAgent: String

  /// Most bytes of an answer or an output; they are read and dropped.
  static let limitBytes = 64 << 10

  /// - Parameters:
  ///   - transport: belongs to this run alone.
  ///   - userAgent: product, version and a way to reach its owner.
  public init(transport: any FetchTransport, secrets: SecretFiles, userAgent: String) {
    self.transport = transport
    self.secrets = secrets
    self.userAgent = userAgent
  }

  /// Sends a request once. Nothing is repeated and no redirect followed, because a second request might act twice.
  ///
  /// - Throws: `FetchFailure` without an answer of success, and for a missing secret.
  public func request(
    _ address: WebAddress, method: String, body: String, isJSON: Bool, timeoutSeconds: Int
  ) throws(FetchFailure) {
    let url = try SourceTrack.url(address, secrets)
    var headers = try SourceTrack.own(address, secrets)
    let names = address.headers.keys.map { $0.lowercased() }
    if body.isEmpty {
      if method != "GET" { headers.append("Content-Length: 0") }
    } else if !names.contains("content-type") {
      headers.append("Content-Type: \(isJSON ? "application/json" : "text/plain; charset=utf-8")")
    }
    var job = FetchJob(
      identifier: 1, kind: .web(url: url, headers: headers), limitBytes: Self.limitBytes,
      timeoutSeconds: timeoutSeconds, userAgent: userAgent)
    job.hidesHost = address.host == nil
    job.hostName = job.hidesHost ? "the host" : WebHost(url)?.name ?? "the host"
    job.method = method
    job.body = Array(body.utf8)
    switch outcome(of: job) {
    case .answer(let status, _, _):
      if (200...299).contains(status) { return }
      if (300...399).contains(status) { throw .badRedirect("an action follows no redirect") }
      throw .status(status, retryAfterSeconds: nil)
    case .failure(let failure): throw failure
    case .output: return
    }
  }

  /// Runs a program once, with the permissions and limits of a source's.
  ///
  /// - Parameter named: the arguments that name files which it may read: those of the owner, and not a value.
  /// - Throws: `FetchFailure` if it cannot be started, fails, or takes too long.
  public func program(_ words: [String], named: [String], timeoutSeconds: Int) throws(FetchFailure) {
    var job = FetchJob(
      identifier: 1, kind: .program(words), limitBytes: Self.limitBytes, timeoutSeconds: timeoutSeconds)
    job.namingArguments = named
    if case .failure(let failure) = outcome(of: job) { throw failure }
  }

  /// Sends one request to an address that the service of an account has named.
  ///
  /// - Parameter limitBytes: the most bytes of an answer that are read.
  /// - Throws: `FetchFailure` without an answer.
  func exchange(
    _ address: WebAddress, _ method: String, url: String, headers: [String], body: [UInt8], limitBytes: Int,
    timeoutSeconds: Int
  ) throws(FetchFailure) -> (status: Int, headers: ResponseHeaders, body: [UInt8]) {
    var job = FetchJob(
      identifier: 1, kind: .web(url: url, headers: try SourceTrack.own(address, secrets) + headers),
      limitBytes: limitBytes, timeoutSeconds: timeoutSeconds, userAgent: userAgent)
    job.hidesHost = address.host == nil
    job.hostName = job.hidesHost ? "the host" : WebHost(url)?.name ?? "the host"
    job.method = method
    job.body = body
    switch outcome(of: job) {
    case .answer(let status, let headers, let body): return (status, ResponseHeaders(headers), body)
    case .failure(let failure): throw failure
    case .output: throw .refused("expected an answer of a server, found a program's output")
    }
  }

  private func outcome(of job: FetchJob) -> FetchOutcome {
    transport.start(job)
    while true {
      // The transport ends each job within its time limit.
      let ended = transport.wait(timeoutMs: 1_000)
      if let found = ended.first(where: { $0.identifier == job.identifier }) { return found.outcome }
    }
  }
}
