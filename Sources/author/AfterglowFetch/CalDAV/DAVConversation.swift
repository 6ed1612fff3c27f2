import AfterglowDocuments
import AfterglowSources
import Foundation

/// What is asked of a calendar service, one request after the other, until its calendars and tasks are known: from the
/// account's address to its calendars (RFC 4791, RFC 6764), of each what it holds in the time that panels show, and from
/// then on what has changed (RFC 6578). Nothing of an attempt that fails is kept.
struct DAVConversation {
  /// What follows an answer.
  enum Step: Equatable {
    case ask
    /// Everything, as one iCalendar stream with an object for each calendar.
    case done([UInt8])
  }

  /// Where an account's calendars are listed.
  private enum Place: Equatable {
    case home(String)
    /// The address is a calendar itself.
    case calendar(String)
  }

  private enum Order: Equatable {
    /// Of addresses to try, and how many have led on.
    case discover([String], hops: Int)
    case list
    case query(calendar: String, component: String)
    case changes(calendar: String)
    case resources(calendar: String, [String])
  }

  /// Days around the present that are read, and after which they are read again: a month's grid begins up to 30 days
  /// before today, an agenda ends 45 days after it.
  private static let daysBefore = 40.0
  private static let daysAfter = 62.0
  private static let daysUntilNext = 7.0
  private static let maximumRequestCount = 100
  /// More changes than that are read as a whole.
  private static let maximumChangeCount = 200
  private static let resourcesInRequest = 50

  private let account: CalendarAccount
  /// The UID of the task that alone is asked for; nil = everything.
  private let task: String?
  private var place: Place?
  private var calendars: [String: DAVCalendar] = [:]

  // Of the attempt that runs.

  /// Addresses of those that are read, in their order.
  private var shown: [String] = []
  private var draft: [String: DAVCalendar] = [:]
  private var orders: [Order] = []
  /// The request that was asked last.
  private(set) var current: DAVRequest?
  private var requestCount = 0
  private var redirectCount = 0

  /// - Parameter task: the UID of the task that alone is asked for; nil = everything.
  init(_ account: CalendarAccount, task: String? = nil) {
    self.account = account
    self.task = task
  }

  /// The objects that were read, with their addresses: those on the host of their calendar, where alone they are changed.
  var objects: [(url: String, item: DAVCalendar.Item)] {
    shown.flatMap { calendar in
      (calendars[calendar]?.items ?? [:]).sorted { $0.key < $1.key }.compactMap { href, item in
        let url = Self.resolved(href, at: calendar)
        return url.flatMap { WebHost($0)?.authority == WebHost(calendar)?.authority ? ($0, item) : nil }
      }
    }
  }

  /// Begins an attempt, unless one runs.
  ///
  /// - Parameter url: the account's address.
  mutating func begin(at url: String, now: Date) {
    guard current == nil else { return }
    (orders, draft, shown, requestCount, redirectCount) = ([], calendars, [], 0, 0)
    switch place {
    case nil: orders = [.discover(Self.candidates(url), hops: 0)]
    case .home, .calendar: orders = [.list]
    }
    current = request(now)
  }

  /// Ends an attempt without a result.
  mutating func abandon() { current = nil }

  /// Takes the answer to the current request.
  ///
  /// - Throws: `FetchFailure`; the attempt is over.
  mutating func take(
    _ status: Int, _ headers: ResponseHeaders, _ body: [UInt8], now: Date
  ) throws(FetchFailure) -> Step {
    guard let asked = current, let order = orders.first else { throw .refused("nothing was asked") }
    if [301, 302, 307, 308].contains(status) {
      current = try redirected(asked, to: headers["location"])
      return .ask
    }
    if status == 200, ContentForm(body) == .webPage { throw .webPage }
    redirectCount = 0
    orders.removeFirst()
    switch order {
    case .discover(let rest, let hops): try discovered(status, body, asked.url, rest: rest, hops: hops)
    case .list: try listed(status, body, asked.url, at: now)
    case .query(let calendar, _): try queried(status, body, calendar, url: asked.url)
    case .changes(let calendar): try changed(status, body, calendar, url: asked.url)
    case .resources(let calendar, let hrefs): try queried(status, body, calendar, url: asked.url, count: hrefs.count)
    }
    guard !orders.isEmpty else {
      (calendars, current) = (draft, nil)
      return .done(DAVCalendar.stream(shown.compactMap { draft[$0] }))
    }
    requestCount += 1
    guard requestCount <= Self.maximumRequestCount else {
      throw .refused("expected an end after \(Self.maximumRequestCount) requests, found more to ask")
    }
    current = request(now)
    return .ask
  }

  private func request(_ now: Date) -> DAVRequest? {
    switch orders.first {
    case nil: return nil
    case .discover(let urls, _)?: return .whatIs(urls.first ?? "")
    case .list?:
      switch place {
      case .home(let url)?: return .calendars(in: url)
      case .calendar(let url)?: return .whatIs(url)
      case nil: return nil
      }
    case .query(let calendar, _)? where task != nil: return .task(calendar, task ?? "")
    case .query(let calendar, let component)?:
      let range = (now - Self.daysBefore * 86_400)..<(now + Self.daysAfter * 86_400)
      return .query(calendar, component, range)
    case .changes(let calendar)?: return .changes(calendar, since: draft[calendar]?.readToken ?? "")
    case .resources(let calendar, let hrefs)?: return .resources(calendar, hrefs)
    }
  }

  private mutating func redirected(_ asked: DAVRequest, to location: String?) throws(FetchFailure) -> DAVRequest {
    redirectCount += 1
    let most = SourceFetcher.maximumRedirectCount
    guard redirectCount <= most else { throw .redirects(count: most) }
    guard let target = location.flatMap({ Self.resolved($0, at: asked.url) }) else {
      throw .badRedirect("it names no address of the web")
    }
    guard WebHost(asked.url)?.authority == WebHost(target)?.authority else {
      // The host of a secret address would be known by where it leads.
      let name = account.address.host == nil ? nil : WebHost(target)?.name
      throw .badRedirect("to another host, which would get the password" + (name.map { ": \($0)" } ?? ""))
    }
    var next = asked
    next.url = target
    return next
  }

  // MARK: Discovery

  /// The address itself and the well-known one, the more probable first.
  private static func candidates(_ url: String) -> [String] {
    guard let origin = WebHost(url)?.authority else { return [url] }
    let wellKnown = origin + "/.well-known/caldav"
    let path = url.dropFirst(origin.count)
    return path.isEmpty || path == "/" ? [wellKnown, origin + "/"] : [url, wellKnown]
  }

  private mutating func discovered(
    _ status: Int, _ body: [UInt8], _ url: String, rest: [String], hops: Int
  ) throws(FetchFailure) {
    if status == 401 || status == 407 || status == 429 || status >= 500 && status != 501 {
      throw .status(status, retryAfterSeconds: nil)
    }
    if status == 207, let found = try DAVAnswer(body).resources.first {
      if found.types.contains(DAVCalendar.type) {
        place = .calendar(url)
        return orders.append(.list)
      }
      if let home = found.texts[.home].flatMap({ Self.resolved($0, at: url) }) {
        place = .home(home)
        return orders.append(.list)
      }
      if hops < 2, let principal = found.texts[.principal].flatMap({ Self.resolved($0, at: url) }), principal != url {
        return orders.append(.discover([principal] + rest.dropFirst(), hops: hops + 1))
      }
    }
    guard rest.count > 1 else {
      throw .refused("expected calendars (CalDAV) at this address, found none; it answered \(status)")
    }
    orders.append(.discover(Array(rest.dropFirst()), hops: 0))
  }

  /// An address of an answer, which may be of another host of the service: it has the password already, if it was asked
  /// over https.
  private static func resolved(_ href: String, at url: String) -> String? {
    guard let target = URL(string: href, relativeTo: URL(string: url))?.absoluteString, let old = WebHost(url),
      let new = WebHost(target), old.authority == new.authority || old.scheme == "https" && new.scheme == "https"
    else { return nil }
    return target
  }

  // MARK: Calendars

  private mutating func listed(_ status: Int, _ body: [UInt8], _ url: String, at now: Date) throws(FetchFailure) {
    guard status == 207 else {
      // It may have moved: the next attempt looks for it again.
      if [404, 405, 410].contains(status) { place = nil }
      throw .status(status, retryAfterSeconds: nil)
    }
    let found = try DAVAnswer(body).resources.compactMap { resource -> DAVCalendar? in
      guard resource.types.contains(DAVCalendar.type), let url = Self.resolved(resource.href, at: url) else {
        return nil
      }
      return DAVCalendar(resource, url: url)
    }
    let wanted = try chosen(found)
    shown = wanted.map(\.url)
    draft = [:]
    for calendar in wanted {
      var next = calendar
      let known = calendars[calendar.url]
      let isCurrent = known.map { now.timeIntervalSince($0.readAt) < Self.daysUntilNext * 86_400 } ?? false
      next.readAt = now
      if let known, isCurrent, known.changeTag != nil {
        (next.items, next.readAt, next.readToken) = (known.items, known.readAt, known.readToken)
        next.isCut = known.isCut
        draft[next.url] = next
        if known.changeTag == next.changeTag { continue }
        if known.readToken != nil {
          orders.append(.changes(calendar: next.url))
          continue
        }
        draft[next.url]!.readAt = now
      }
      draft[next.url] = next
      readAll(next.url)
    }
  }

  private func chosen(_ found: [DAVCalendar]) throws(FetchFailure) -> [DAVCalendar] {
    let all = found.sorted { ($0.name, $0.url) < ($1.name, $1.url) }
    guard !all.isEmpty || !account.names.isEmpty else { throw .refused("the account has no calendar and no tasks") }
    guard !account.names.isEmpty else {
      guard all.count <= CalendarAccount.maximumCount else {
        throw .refused(
          "expected at most \(CalendarAccount.maximumCount) calendars, found \(all.count); name some as \"calendars\"")
      }
      return all
    }
    var chosen: [DAVCalendar] = []
    for name in account.names {
      guard let match = all.first(where: { $0.isCalled(name) }) else {
        let names = all.map { "\"\($0.name)\"" }.joined(separator: ", ")
        throw .refused("expected a calendar \"\(name)\", found \(names.isEmpty ? "none" : names)")
      }
      if !chosen.contains(where: { $0.url == match.url }) { chosen.append(match) }
    }
    return chosen
  }

  private mutating func readAll(_ calendar: String) {
    guard var all = draft[calendar] else { return }
    (all.items, all.readToken, all.isCut) = ([:], all.syncToken, false)
    draft[calendar] = all
    let wanted = task == nil ? all.components : all.components.intersection([CalendarComponent.task.rawValue])
    orders += wanted.sorted().map { .query(calendar: calendar, component: $0) }
  }

  // MARK: What they hold

  /// - Parameter count: how many resources were asked for by name; nil for whatever matches.
  private mutating func queried(
    _ status: Int, _ body: [UInt8], _ calendar: String, url: String, count: Int? = nil
  ) throws(FetchFailure) {
    guard status == 207 else { throw .status(status, retryAfterSeconds: nil) }
    let resources = try DAVAnswer(body).resources
    if let count, resources.count < count {
      throw .refused("expected \(count) objects of a calendar, found \(resources.count)")
    }
    for resource in resources {
      // More than the service gives at once (RFC 4791, section 7.8), or an object that it cannot read.
      let isItself = Self.resolved(resource.href, at: url) == calendar
      if resource.status == 507 || resource.texts[.data] == nil && !isItself && ![404, 410].contains(resource.status) {
        draft[calendar]?.isCut = true
      }
      if let text = resource.texts[.data] {
        draft[calendar]?.items[resource.href] = DAVCalendar.Item(tag: resource.texts[.entityTag], text: text)
      } else if [404, 410].contains(resource.status) {
        draft[calendar]?.items[resource.href] = nil
      }
    }
  }

  private mutating func changed(
    _ status: Int, _ body: [UInt8], _ calendar: String, url: String
  ) throws(FetchFailure) {
    if [401, 407, 429].contains(status) || status >= 500 && ![501, 507].contains(status) {
      throw .status(status, retryAfterSeconds: nil)
    }
    // A service that has forgotten the token, or never knew any, has everything.
    guard status == 207, let answer = try? DAVAnswer(body), let token = answer.syncToken else {
      return readAll(calendar)
    }
    var hrefs: [String] = []
    var isCut = false
    for resource in answer.resources {
      let isItself = Self.resolved(resource.href, at: url) == calendar
      if resource.status == 507 || isItself {
        isCut = isCut || resource.status == 507
      } else if [404, 410].contains(resource.status) {
        draft[calendar]?.items[resource.href] = nil
      } else if draft[calendar]?.items[resource.href]?.tag == nil
        || draft[calendar]?.items[resource.href]?.tag != resource.texts[.entityTag]
      {
        hrefs.append(resource.href)
      }
    }
    guard hrefs.count <= Self.maximumChangeCount else { return readAll(calendar) }
    draft[calendar]?.readToken = token
    var rest = hrefs[...]
    while !rest.isEmpty {
      orders.append(.resources(calendar: calendar, Array(rest.prefix(Self.resourcesInRequest))))
      rest = rest.dropFirst(Self.resourcesInRequest)
    }
    if isCut { orders.append(.changes(calendar: calendar)) }
  }
}
