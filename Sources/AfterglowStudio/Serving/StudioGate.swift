import AfterglowServer
import Foundation

/// Decides who may ask for what.
struct StudioGate {
  let token: HTTPToken
  /// Names by which this machine is known, in lower case; addresses are always right.
  let hostNames: Set<String>

  init(token: HTTPToken = HTTPToken(), hostNames: Set<String> = StudioGate.ownNames) {
    self.token = token
    self.hostNames = hostNames
  }

  static var ownNames: Set<String> {
    let name = ProcessInfo.processInfo.hostName.lowercased()
    let short = String(name.prefix { $0 != "." })
    return ["localhost", name, short, short + ".local"]
  }

  /// Refuses requests that another site's page has sent under a name of its own.
  func checkHost(_ head: HTTPHead) throws(HTTPRefusal) {
    guard head.hasAddressAsHost || hostNames.contains(head.hostName) else {
      throw HTTPRefusal(421, "expected this machine's address or name, found \(head.hostName)")
    }
  }

  /// - Throws: `HTTPRefusal` where the request has no token, or comes from another site's page.
  func checkToken(_ head: HTTPHead) throws(HTTPRefusal) {
    guard head.isOfOwnPage else {
      throw HTTPRefusal(403, "expected a request of this page, found one of another site's")
    }
    guard token.isIn(head) else {
      throw HTTPRefusal(401, "The token is not that of this run.").with("WWW-Authenticate", "Bearer")
    }
  }
}
