import CChild
import CCurl
import Foundation

/// The outside itself: libcurl for the web, loaded with the first address, and child processes. One `wait` is for all of
/// them.
public final class LiveTransport: FetchTransport {
  private var web: OpaquePointer?
  private var runs: [ProgramRun] = []
  /// Jobs of the web that run, with what their failures name.
  private var jobs: [Int64: FetchJob] = [:]
  /// Outcomes without a wait.
  private var early: [(identifier: Int64, outcome: FetchOutcome)] = []
  private let certificates: String?
  private let bell: (read: Int32, write: Int32)

  /// Longest wait while programs run, in ms: the end of one wakes no wait if a child of it keeps its output open.
  private static let sliceMs: Int64 = 250

  /// - Parameter certificates: a file of trusted certificates instead of the system's.
  public init(certificates: String? = nil) {
    self.certificates = certificates
    var ends: [Int32] = [-1, -1]
    _ = ag_child_pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    bell = (ends[0], ends[1])
  }

  deinit {
    if let web { ag_web_close(web) }
    close(bell.read)
    close(bell.write)
  }

  /// Ends a `wait`, from any thread.
  public func wake() { _ = write(bell.write, [1], 1) }

  /// Starts an attempt, and returns without waiting for it.
  ///
  /// A library that cannot be loaded is the outcome of the attempt, not an error here.
  public func start(_ job: FetchJob) {
    switch job.kind {
    case .program(let words):
      do throws(FetchFailure) {
        runs.append(try ProgramRun(words, job))
      } catch {
        early.append((job.identifier, .failure(error)))
      }
    case .web(let url, let headers):
      do throws(FetchFailure) {
        try start(job, url, headers)
        jobs[job.identifier] = job
      } catch {
        early.append((job.identifier, .failure(error)))
      }
    }
  }

  private func start(_ job: FetchJob, _ url: String, _ headers: [String]) throws(FetchFailure) {
    if web == nil {
      var reason = [CChar](repeating: 0, count: 200)
      web = ag_web_open(&reason, reason.count)
      if web == nil {
        throw .noLibrary(String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
      }
    }
    let lines: [UnsafeMutablePointer<CChar>?] = headers.map { strdup($0) } + [nil]
    let words: [String] = [url, job.userAgent, certificates ?? "", job.method]
    let texts: [UnsafeMutablePointer<CChar>] = words.map { strdup($0)! }
    defer {
      // They may hold secrets.
      for line in lines {
        if let line {
          explicit_bzero(line, strlen(line))
          free(line)
        }
      }
      for text in texts {
        explicit_bzero(text, strlen(text))
        free(text)
      }
    }
    let isStarted = lines.withUnsafeBufferPointer { lines in
      lines.withMemoryRebound(to: UnsafePointer<CChar>?.self) { lines in
        job.body.withUnsafeBufferPointer { body in
          var request = ag_web_request(
            url: texts[0], headers: lines.baseAddress, user_agent: texts[1],
            method: job.method == "GET" ? nil : UnsafePointer(texts[3]),
            body: body.isEmpty ? nil : body.baseAddress, body_count: body.count,
            certificates: certificates == nil ? nil : UnsafePointer(texts[2]), limit_bytes: Int64(job.limitBytes),
            timeout_ms: Int64(job.timeoutSeconds) * 1000, connect_timeout_ms: Int64(job.timeoutSeconds) * 1000)
          return ag_web_start(web!, job.identifier, &request) != 0
        }
      }
    }
    guard isStarted else { throw .noConnection(host: job.hostName, words: "no memory") }
  }

  /// Ends an attempt without an outcome; nothing happens if it has ended already.
  public func cancel(_ identifier: Int64) {
    runs.removeAll { $0.identifier == identifier }
    // A transfer of the web ends by its own limit, and its result is dropped.
    jobs[identifier] = nil
  }

  /// Waits for outcomes, at most so long.
  ///
  /// - Parameter timeoutMs: 0 or more; 0 only looks.
  /// - Returns: the attempts that ended, each once, in the order of their ends.
  public func wait(timeoutMs: Int64) -> [(identifier: Int64, outcome: FetchOutcome)] {
    var timeout = early.isEmpty ? timeoutMs : 0
    for run in runs { timeout = min(timeout, run.leftMs, Self.sliceMs) }
    var descriptors = [bell.read] + runs.flatMap { [$0.output, $0.errors] }.filter { $0 >= 0 }
    descriptors = Array(descriptors.prefix(64))
    waitForAny(descriptors, Int32(min(max(timeout, 0), 60_000)))
    var rings = [UInt8](repeating: 0, count: 64)
    while read(bell.read, &rings, rings.count) > 0 {}
    defer { early = [] }
    return early + ended() + ran()
  }

  private func waitForAny(_ descriptors: [Int32], _ timeoutMs: Int32) {
    if let web, !jobs.isEmpty {
      var others = descriptors.map { ag_web_descriptor(descriptor: $0, is_ready: 0) }
      ag_web_wait(web, &others, others.count, timeoutMs)
    } else {
      var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      poll(&entries, nfds_t(entries.count), timeoutMs)
    }
  }

  private func ran() -> [(identifier: Int64, outcome: FetchOutcome)] {
    var found: [(identifier: Int64, outcome: FetchOutcome)] = []
    runs.removeAll { run in
      guard let outcome = run.step() else { return false }
      found.append((run.identifier, outcome))
      return true
    }
    return found
  }

  private func ended() -> [(identifier: Int64, outcome: FetchOutcome)] {
    guard let web else { return [] }
    var found: [(identifier: Int64, outcome: FetchOutcome)] = []
    var result = ag_web_result()
    while let transfer = ag_web_next(web, &result) {
      defer { ag_web_release(transfer) }
      guard let job = jobs.removeValue(forKey: result.identifier) else { continue }
      found.append((result.identifier, outcome(result, job)))
    }
    return found
  }

  private func outcome(_ result: ag_web_result, _ job: FetchJob) -> FetchOutcome {
    guard result.end == AG_WEB_DONE else { return .failure(failure(result, job)) }
    let headers = result.headers.map {
      UnsafeRawBufferPointer(start: $0, count: result.header_count).withMemoryRebound(to: UInt8.self) {
        String(decoding: $0, as: UTF8.self)
      }
    }
    let body = result.body.map { [UInt8](UnsafeBufferPointer(start: $0, count: result.body_count)) }
    return .answer(status: Int(result.status), headers: headers ?? "", body: body ?? [])
  }

  private func failure(_ result: ag_web_result, _ job: FetchJob) -> FetchFailure {
    let host = job.hostName
    let words = Self.words(of: result, job)
    switch result.end {
    case AG_WEB_NO_NAME: return .noName(host: host)
    case AG_WEB_NO_PROXY_NAME: return .noName(host: "of the proxy")
    case AG_WEB_TIMED_OUT: return .timedOut(seconds: job.timeoutSeconds)
    case AG_WEB_TLS: return .insecure(host: host, words: words)
    case AG_WEB_CERTIFICATE: return .certificate(host: host, words: words)
    case AG_WEB_CUT: return .cut(byteCount: result.body_count)
    case AG_WEB_TOO_LARGE: return .tooLarge(limitKiB: job.limitBytes >> 10)
    case AG_WEB_HEADERS_TOO_LARGE: return .headersTooLarge(limitKiB: Int(AG_WEB_HEADER_LIMIT) >> 10)
    case AG_WEB_NOT_HTTP: return .notHTTP(words: words)
    // The library's words may hold the address itself.
    case AG_WEB_BAD_ADDRESS: return .badAddress("libcurl refuses it")
    default: return .noConnection(host: host, words: words)
    }
  }

  /// libcurl's words for a failure. Those that name any part of a secret host are replaced by its general ones.
  private static func words(of result: ag_web_result, _ job: FetchJob) -> String {
    let words = result.words.map { String(cString: $0) } ?? ""
    guard job.hidesHost, case .web(let url, _) = job.kind else { return words }
    let host = WebHost(url)?.name ?? ""
    // Shorter labels are parts of other words.
    let parts = [host] + host.split(separator: ".").map(String.init).filter { $0.count >= 3 }
    let named = words.lowercased()
    if !host.isEmpty, !parts.contains(where: { named.contains($0) }) { return words }
    return result.general_words.map { String(cString: $0) } ?? ""
  }
}
