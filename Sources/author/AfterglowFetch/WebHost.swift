import AfterglowSources

/// The host of an address, for queues and for what may be sent where.
struct WebHost: Hashable, Sendable {
  /// In lower case, without port.
  var name: String
  /// `http` or `https`.
  var scheme: String
  /// With the port; equal for addresses that may see the same secrets.
  var authority: String

  /// nil for an address without a host, or of another scheme.
  init?(_ url: String) {
    guard let name = WebAddress.host(of: url), let colon = url.range(of: "://") else { return nil }
    scheme = url[..<colon.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https" else { return nil }
    self.name = name
    var rest = url[colon.upperBound...].prefix { !"/?#".contains($0) }
    if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
    authority = scheme + "://" + rest.lowercased()
    let standard = scheme == "https" ? ":443" : ":80"
    if authority.hasSuffix(standard) { authority.removeLast(standard.count) }
  }
}
