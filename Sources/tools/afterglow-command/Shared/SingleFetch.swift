import AfterglowFetch
import CLinux

extension FetchTransport {
  /// The outcome of one job, with nothing else under way; a failure some seconds after the job's limit at the latest.
  func outcome(of job: FetchJob) -> FetchOutcome {
    start(job)
    let until = ag_boottime_ms() + Int64(job.timeoutSeconds + 5) * 1000
    while ag_boottime_ms() < until {
      for (_, outcome) in wait(timeoutMs: 1000) { return outcome }
    }
    return .failure(.timedOut(seconds: job.timeoutSeconds))
  }
}
