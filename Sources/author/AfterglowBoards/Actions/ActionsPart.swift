import Afterglow
import AfterglowCompiler
import AfterglowCore
import AfterglowDocuments
import AfterglowSources
import Foundation

/// `actions:` of a scene.
enum ActionsPart {
  static let maximumCount = 64
  /// Default time limit of a request or a program, in seconds: as long as a timeline may take.
  static let timeoutSeconds = 20
  private static let maximumArgumentCount = 32
  private static let methods = ["POST", "PUT", "PATCH", "DELETE", "GET"].map { ($0, $0) }
  private static let effects = ["http", "command", "mode", "page", "reload"]

  /// The actions, with a program's path relative to `folder`, and where each begins.
  ///
  /// - Parameter pages: the names of the scene's pages.
  static func read(_ root: inout StrictDecoder, folder: URL?, pages: [String]) -> [OwnerAction] {
    let items = root.mappings("actions", of: "actions", maximumCount: maximumCount, main: "name") ?? []
    var actions: [OwnerAction] = []
    for var item in items {
      guard let action = action(&item, pages) else { continue }
      if actions.contains(where: { $0.name == action.name }) {
        item.fail("name", "expected a name that no other action has, found \"\(action.name)\" again")
      }
      actions.append(action.resolved(in: folder))
    }
    return actions
  }

  private static func action(_ item: inout StrictDecoder, _ pages: [String]) -> OwnerAction? {
    let name = name(&item)
    let parameter = parameter(&item)
    let seconds = item.integer("timeout", in: 1...60, unit: "s")
    refuseReserved(&item)
    let effect = effect(&item, pages)
    item.finish()
    guard let name, let effect, let parameter else { return nil }
    let action = OwnerAction(
      name: name, effect: effect, parameter: parameter, timeoutSeconds: seconds ?? timeoutSeconds,
      place: SourcePlace(file: item.file, line: item.position.line, column: item.position.column))
    check(action, item)
    return action
  }

  private static func name(_ item: inout StrictDecoder) -> String? {
    guard let name = item.text("name", maximumCount: 64, required: "the action's name") else { return nil }
    if ContentSource.isName(name) { return name }
    item.fail("name", "expected a name of letters, digits, dots and dashes, found \"\(name.prefix(40))\"")
    return nil
  }

  /// Refuses keys that are reserved for a later version, each with the reason.
  private static func refuseReserved(_ item: inout StrictDecoder) {
    let reasons = [
      "mqtt": "messages to an MQTT broker are not available yet; use http or command, such as mosquitto_pub",
      "brightness": "an action cannot set the brightness yet; set a mode, or use a command",
    ]
    for (key, reason) in reasons.sorted(by: { $0.key < $1.key }) where item.node(key) != nil {
      item.fail(at: item.position(of: key), "\"\(key)\" cannot be an action: \(reason)")
    }
  }

  private static func effect(_ item: inout StrictDecoder, _ pages: [String]) -> OwnerAction.Effect? {
    let found = effects.filter(item.contains)
    // Each key is read, so that all problems are found.
    let order = request(&item)
    let words = command(&item)
    let mode = item.choice("mode", ModeOverride.named)
    let turn = page(&item, pages)
    let reload = item.choice("reload", [("all", true)])
    let reserved = ["brightness", "mqtt"].contains(where: item.contains)
    guard found.count == 1 else {
      if found.count > 1 || !reserved {
        let words = found.isEmpty ? "none" : found.joined(separator: " and ")
        item.fail(
          at: item.position, "expected exactly one of \(effects.joined(separator: ", ")) in an action, found \(words)")
      }
      return nil
    }
    if let order { return .http(order) }
    if let words { return .command(ContentSource(.command(words))) }
    if let mode, let name = ModeOverride.named.first(where: { $0.1 == mode })?.0 { return .mode(name) }
    if let turn { return .page(turn) }
    return reload == nil ? nil : .reload
  }

  private static func page(_ item: inout StrictDecoder, _ pages: [String]) -> PageTurn? {
    guard let node = item.node("page") else { return nil }
    guard pages.count > 1 else {
      item.fail("page", "expected \"pages\" in the scene for an action that turns to another page, found one page")
      return nil
    }
    if case .scalar(let name, _) = node.value {
      if let turn = PageTurn(named: name) { return turn }
      if let index = PagesPart.index(of: name, in: pages) { return .to(UInt8(index)) }
    }
    let known = PageTurn.named.map(\.0) + pages
    let hint = node.text.map { item.suggestion(for: $0, among: known) } ?? ""
    item.fail(
      "page",
      "expected one of \(known.joined(separator: ", ")) for \"\(item.path).page\", found \(node.foundDescription)\(hint)"
    )
    return nil
  }

  private static func command(_ item: inout StrictDecoder) -> [String]? {
    let wanted = "text, or a number"
    let words = item.values("command", of: wanted, maximumCount: maximumArgumentCount) { node -> String? in
      if case .scalar(let text, _) = node.value, !text.utf8.contains(0) { text } else { nil }
    }
    guard let words else { return nil }
    guard let program = words.first ?? nil, !program.isEmpty, program != OwnerAction.placeholder else {
      item.fail("command", "expected a program and its arguments for \"\(item.path).command\", found no program")
      return nil
    }
    return words.map { $0 ?? "" }
  }

  // MARK: the value

  /// Nil after a problem was reported.
  private static func parameter(_ item: inout StrictDecoder) -> ActionParameter? {
    guard let node = item.node("value") else { return ActionParameter.none }
    switch node.value {
    case .scalar: return item.choice("value", [("text", ActionParameter.text)])
    case .sequence:
      let wanted = "text of at most \(ActionParameter.maximumCount) characters"
      let names = item.values("value", of: wanted, maximumCount: 32) { node -> String? in
        guard case .scalar(let text, _) = node.value, ActionParameter.text.refusal(of: text) == nil else { return nil }
        return text
      }
      guard let names = names?.compactMap({ $0 }) else { return nil }
      if !names.isEmpty { return .choices(names) }
      item.fail("value", "expected at least one value, found none")
      return nil
    case .mapping:
      guard var part = item.mapping("value") else { return nil }
      let limits = -1e9...1e9
      let lowest = part.number("from", in: limits, required: true)
      let highest = part.number("to", in: limits, required: true)
      part.finish()
      guard let lowest, let highest else { return nil }
      if lowest < highest { return .range(lowest: lowest, highest: highest) }
      part.fail("to", "expected a number above \"from\", found \(ScalarText.format(highest))")
      return nil
    }
  }

  /// A parameter and its placeholder belong together.
  private static func check(_ action: OwnerAction, _ item: StrictDecoder) {
    let isUsed =
      switch action.effect {
      case .http(let order): order.body.contains(OwnerAction.placeholder) || order.source.queryHasPlaceholder
      case .command(let source):
        if case .command(let words) = source.origin { words.contains(OwnerAction.placeholder) } else { false }
      case .mode, .page, .reload: false
      }
    if case .http(let order) = action.effect, action.parameter == .text, !ActionBody(order).quotesValue {
      item.fail(
        at: item.position,
        "expected \"{value}\" between quotes in a JSON body, because text could be more than one value there; write "
          + "'{\"words\": \"{value}\"}'")
    }
    if isUsed, action.parameter == .none {
      item.fail(
        at: item.position,
        "expected \"value\" next to \"{value}\", found none; write the values that content may pass, such as \"value: "
          + "[on, off]\"")
    } else if !isUsed, action.parameter != .none {
      item.fail(
        at: item.position(of: "value"),
        "expected \"{value}\" as an argument of the command, or in the query or body of the request, found it nowhere")
    }
  }

  // MARK: requests

  private static func request(_ item: inout StrictDecoder) -> OwnerAction.WebOrder? {
    guard var part = item.mapping("http", main: "url") else { return nil }
    let url = secretText(&part, "url", required: "an address such as https://example.org/lamp")
    let method = part.choice("method", methods) ?? "POST"
    let query = texts(&part, "query")
    let headers = texts(&part, "headers")
    let user = part.text("user")
    let password = secret(&part, "password")
    let bearer = secret(&part, "bearer")
    let body = body(&part)
    part.finish()
    guard let url else { return nil }
    var address = WebAddress(url: url)
    (address.query, address.headers) = (query, headers)
    (address.user, address.password, address.bearer) = (user, password, bearer)
    check(address, part)
    if method == "GET", !body.isEmpty { part.fail("body", "expected no \"body\" with the method GET, found one") }
    return OwnerAction.WebOrder(source: ContentSource(.web(address)), method: method, body: body)
  }

  private static func body(_ part: inout StrictDecoder) -> String {
    guard case .mapping? = part.node("body")?.value else { return part.text("body", maximumCount: 2000) ?? "" }
    part.fail(
      "body",
      "expected text for \"\(part.path).body\", found a mapping; put it in quotes, such as '{\"on\": true}'")
    return ""
  }

  private static func check(_ address: WebAddress, _ part: StrictDecoder) {
    if case .plain(let text) = address.url {
      if text.contains("{") {
        part.fail("url", "expected a fixed address, found \"{\"; a value belongs into \"query\" or \"body\"")
      } else if let fault = ContentSource.fault(ofAddress: text) {
        part.fail("url", fault)
      }
    }
    for (name, value) in address.headers.sorted(by: { $0.key < $1.key }) {
      let isName = !name.isEmpty && name.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x3A }
      if !isName { part.fail("headers", "expected the name of a header, found \"\(name.prefix(40))\"") }
      guard case .plain(let text) = value else { continue }
      if ["authorization", "cookie", "proxy-authorization"].contains(name.lowercased()) {
        part.fail("headers", "expected {secret: NAME} for \"\(name)\", found text; a scene keeps no secret")
      } else if text.contains(OwnerAction.placeholder) {
        part.fail("headers", "expected a fixed header, found \"{value}\"; it belongs into \"query\" or \"body\"")
      }
    }
    if (address.user == nil) != (address.password == nil) {
      part.fail(at: part.position, "expected user and password together, found one of them")
    }
    if address.user != nil, address.bearer != nil {
      part.fail(at: part.position, "expected either user and password or bearer, found both")
    }
  }

  private static func texts(_ part: inout StrictDecoder, _ key: String) -> [String: SecretText] {
    guard var inner = part.mapping(key) else { return [:] }
    var texts: [String: SecretText] = [:]
    for name in inner.keys { texts[name] = secretText(&inner, name) }
    return texts
  }

  /// Text, a number, or `{secret: NAME}`.
  private static func secretText(
    _ part: inout StrictDecoder, _ key: String, required: String? = nil
  ) -> SecretText? {
    switch part.node(key)?.value {
    case .mapping?: return secret(&part, key).map(SecretText.secret)
    case .scalar(let text, false)? where ScalarText.isNumber(text): return .plain(text)
    default: return part.text(key, maximumCount: 2000, required: required).map(SecretText.plain)
    }
  }

  /// The name in `{secret: NAME}`.
  private static func secret(_ part: inout StrictDecoder, _ key: String) -> String? {
    guard let node = part.node(key) else { return nil }
    guard case .mapping = node.value, var inner = part.mapping(key) else {
      part.fail(key, "expected {secret: NAME} for \"\(part.path).\(key)\", found text; a scene keeps no secret")
      return nil
    }
    let name = inner.text("secret", maximumCount: 64, required: "the name of a secret")
    inner.finish()
    guard let name else { return nil }
    if ContentSource.isName(name) { return name }
    inner.fail("secret", "expected a name of letters, digits, dots and dashes, found \"\(name.prefix(40))\"")
    return nil
  }
}

extension ContentSource {
  /// Whether a value belongs into the query.
  fileprivate var queryHasPlaceholder: Bool {
    guard case .web(let address) = origin else { return false }
    return address.query.values.contains { text in
      if case .plain(let plain) = text { plain.contains(OwnerAction.placeholder) } else { false }
    }
  }
}
