import AfterglowServer
import Foundation
import Synchronization

/// Decides who may ask for what.
struct StudioGate {
  /// For all that the page does, and for looking only.
  let token: HTTPToken
  let lookToken: HTTPToken
  /// For all that the network may; nil = nothing is served to it.
  let password: HTTPToken?
  private let attempts = Attempts()
  private let now: @Sendable () -> ContinuousClock.Instant
  /// Names by which this machine is known, in lower case; addresses are always right.
  let hostNames: Set<String>

  init(
    token: HTTPToken = HTTPToken(), lookToken: HTTPToken = HTTPToken(), password: HTTPToken? = nil,
    hostNames: Set<String> = StudioGate.ownNames, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.now = now
    self.token = token
    self.lookToken = lookToken
    self.password = password
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
      let name = head.hostName
      let remedy = name.isEmpty ? "" : "; start the studio with --host-name \(name)"
      throw HTTPRefusal(421, "expected this machine's address or name, found \"\(name)\"\(remedy)")
    }
  }

  /// - Throws: `HTTPRefusal` where the request has no token, or comes from another site's page.
  func rights(_ head: HTTPHead, from origin: HTTPListener.Origin) throws(HTTPRefusal) -> StudioRights {
    guard head.isOfOwnPage else {
      throw HTTPRefusal(403, "expected a request of this page, found one of another site's")
    }
    let isHere = if case .network = origin { false } else { true }
    // An address that tries passwords gets few tries; while they are used up the right one does not help it either.
    if !isHere && attempts.areUsedUp(by: head.peer, now()) {
      throw HTTPRefusal(429, "Too many wrong passwords from this address; try again in a minute.")
    }
    if token.isIn(head) || password?.isIn(head) ?? false { return StudioRights(edits: true, editsCommands: isHere) }
    if lookToken.isIn(head) { return StudioRights(edits: false, editsCommands: false) }
    if !isHere, let word = head["authorization"] { attempts.add(word, by: head.peer, now()) }
    throw HTTPRefusal(401, Self.refusal(head, isHere: isHere)).with("WWW-Authenticate", "Bearer")
  }

  private static func refusal(_ head: HTTPHead, isHere: Bool) -> String {
    let isMissing = ["", "bearer"].contains(
      (head["authorization"] ?? "").lowercased().trimmingCharacters(in: .whitespaces))
    guard isHere else { return isMissing ? "A password is required." : "The password is wrong." }
    return (isMissing ? "A token is required" : "The token is not that of this run")
      + "; open the address that the studio printed."
  }
}

extension StudioGate {
  /// Wrong passwords from the network in the last minute, by the client's address: a client that guesses locks out no
  /// other, unless it changes its address within its network. A wrong password that is repeated, as by a page that has the
  /// token of an earlier run, is one try.
  private final class Attempts: Sendable {
    private struct Attempt: Sendable {
      var peer: HTTPPeer
      /// The password's hash, which differs in each run.
      var hash: Int
      var at: ContinuousClock.Instant
    }

    private let attempts = Mutex<[Attempt]>([])
    private static let maximumCount = 20
    /// Most tries of a network, whose clients may be strangers to each other.
    private static let maximumNetworkCount = 200
    /// Most tries of all addresses; beyond it the oldest are forgotten.
    private static let maximumTotal = 4_000

    func areUsedUp(by peer: HTTPPeer, _ now: ContinuousClock.Instant) -> Bool {
      attempts.withLock { attempts in
        attempts.removeAll { $0.at.duration(to: now) > .seconds(60) }
        return attempts.count { $0.peer.address == peer.address } >= Self.maximumCount
          || attempts.count { $0.peer.network == peer.network } >= Self.maximumNetworkCount
      }
    }

    func add(_ word: String, by peer: HTTPPeer, _ now: ContinuousClock.Instant) {
      let attempt = Attempt(peer: peer, hash: word.hashValue, at: now)
      attempts.withLock { attempts in
        if attempts.contains(where: { $0.peer == peer && $0.hash == attempt.hash }) { return }
        if attempts.count >= Self.maximumTotal { attempts.removeFirst() }
        attempts.append(attempt)
      }
    }
  }
}
