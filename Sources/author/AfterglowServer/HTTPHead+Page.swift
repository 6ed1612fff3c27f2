import Foundation

/// What a server of pages looks at. A page of the web that a browser shows can send requests to any address, also by a
/// name of its own that it has pointed there (DNS rebinding); it cannot choose Host, Origin and Sec-Fetch-Site.
extension HTTPHead {
  /// The name or address in Host, without a port, in lower case; an address of version 6 with its brackets.
  public var hostName: String {
    let host = (self["host"] ?? "").lowercased()
    if host.hasPrefix("[") { return String(host.prefix { $0 != "]" }) + (host.contains("]") ? "]" : "") }
    return String(host.prefix { $0 != ":" })
  }

  /// Whether Host has an address and no name: no other site can have pointed a name of its own here.
  public var hasAddressAsHost: Bool {
    let name = hostName
    var four = in_addr()
    var six = in6_addr()
    if name.hasPrefix("["), name.hasSuffix("]") {
      return inet_pton(AF_INET6, String(name.dropFirst().dropLast()), &six) == 1
    }
    return inet_pton(AF_INET, name, &four) == 1
  }

  /// Whether the page that sends it, if it was one, comes from this server.
  public var isOfOwnPage: Bool {
    if let origin = self["origin"] {
      guard let host = self["host"]?.lowercased(),
        ["http://\(host)", "https://\(host)"].contains(origin.lowercased())
      else { return false }
    }
    return self["sec-fetch-site"].map { $0 == "same-origin" || $0 == "none" } ?? true
  }

  /// The parts of the path, decoded; nil where one has no text, or could name another place: `..`, a slash, a zero byte.
  public var pathParts: [String]? {
    var parts: [String] = []
    for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard let text = part.removingPercentEncoding, text != ".", text != "..",
        !text.utf8.contains(where: { $0 == 0x2F || $0 == 0x5C || $0 < 0x20 })
      else { return nil }
      parts.append(text)
    }
    return parts
  }

  /// The query's names and values, decoded; of a name that is there twice, the first.
  public var queryValues: [String: String] {
    var values: [String: String] = [:]
    for item in query.split(separator: "&") {
      let name = item.prefix { $0 != "=" }
      func decoded(_ text: Substring) -> String? {
        text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding
      }
      guard let key = decoded(name), let value = decoded(item.dropFirst(name.count + 1)), values[key] == nil
      else { continue }
      values[key] = value
    }
    return values
  }
}
