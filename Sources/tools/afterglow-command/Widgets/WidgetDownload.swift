import AfterglowDaemon
import AfterglowFetch
import AfterglowKit
import AfterglowSources
import Foundation

/// An archive of a widget's package on the web.
struct WidgetDownload {
  let address: String
  let transport: any FetchTransport

  private static let timeoutSeconds = 300
  private static let maximumRedirectCount = 5

  /// The archive's bytes.
  ///
  /// - Throws: `Failure` for an address that cannot be fetched, and without an answer.
  func bytes() throws(Failure) -> [UInt8] {
    if let fault = ContentSource.fault(ofAddress: address) { throw Failure(.usage, "\(address): \(fault)") }
    do throws(FetchFailure) {
      return try followed()
    } catch {
      throw Failure(.unavailable, "\(address): \(error)")
    }
  }

  private func followed() throws(FetchFailure) -> [UInt8] {
    var url = address
    for count in 0...Self.maximumRedirectCount {
      let job = FetchJob(
        identifier: Int64(count + 1), kind: .web(url: url, headers: []), limitBytes: WidgetArchive.maximumFileByteCount,
        timeoutSeconds: Self.timeoutSeconds, userAgent: SourceKeeper.userAgent,
        hostName: WebAddress.host(of: url) ?? url)
      switch transport.outcome(of: job) {
      case .failure(let failure): throw failure
      case .output: throw .refused("expected an answer of HTTP")
      case .answer(200, _, let body): return body
      case .answer(let status, let headers, _):
        guard [301, 302, 303, 307, 308].contains(status) else { throw .status(status, retryAfterSeconds: nil) }
        url = try Self.target(of: headers, from: url)
      }
    }
    throw .redirects(count: Self.maximumRedirectCount)
  }

  /// Where a redirect leads.
  private static func target(of headers: String, from url: String) throws(FetchFailure) -> String {
    let name = "location:"
    let line = headers.split(whereSeparator: \.isNewline).last { $0.lowercased().hasPrefix(name) }
    let location = line.map { $0.dropFirst(name.count).trimmingCharacters(in: .whitespaces) } ?? ""
    guard let target = URL(string: location, relativeTo: URL(string: url))?.absoluteString, !location.isEmpty,
      ContentSource.fault(ofAddress: target) == nil
    else { throw .badRedirect("it names no address of the web") }
    guard url.lowercased().hasPrefix("http:") || target.lowercased().hasPrefix("https:") else {
      throw .badRedirect("from https to http")
    }
    return target
  }
}
