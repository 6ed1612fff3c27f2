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
  private static let effects = ["http", "command", "mode", "brightness", "page", "reload"]

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
      "mqtt": "messages to an MQTT broker are not available yet; use http or command, such as mosquitto_pub"
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
    let brightness = brightness(&item)
    let reload = item.choice("reload", [("all", true)])
    let reserved = item.contains("mqtt")
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
    if let brightness { return .brightness(brightness) }
    return reload == nil ? nil : .reload
  }

  private static func brightness(_ item: inout StrictDecoder) -> BrightnessRequest? {
    guard let node = item.node("brightness") else { return nil }
    switch node.text {
    case "up": return .up
    case "down": return .down
    case let text?:
      if let share = UInt8(text.dropLast()), (1...100).contains(share), text == "\(share)%" { return .percent(share) }
    case nil: break
    }
    item.fail(
      "brightness",
      "expected up, down or a share of the day's from 1% to 100%, such as 40%, for \"\(item.path).brightness\", found "
        + node.foundDescription)
    return nil
  }

  private static func page(_ item: inout StrictDecoder, _ pages: [String]) -> PageTurn? {
    guard let node = item.node("page") else { return nil }
    guard pages.count > 1 else {
      item.fail("page", "expected \"pages\" in the scene for an action that turns to another page, found one page")
      return nil
    }
    if case .scalar(let name, _) = node.value {
      if let turn = PageTurn(named: name) { return turn }
      if let index = PanelPages.index(of: name, in: pages) { return .to(UInt8(index)) }
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
      case .mode, .page, .brightness, .reload: false
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
    let method = part.choice("method", methods) ?? "POST"
    let body = body(&part)
    let address = address(&part)
    part.finish()
    guard let address else { return nil }
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

  /// The address with what is sent to it, read as a source's is.
  private static func address(_ part: inout StrictDecoder) -> WebAddress? {
    var values: [String: ConfigurationValue] = [:]
    for key in WebAddress.keys { values[key] = part.node(key).map(written) }
    let namesSecrets = ["url", "password", "bearer"].allSatisfy { namesSecret(&part, $0) }
    guard part.contains("url") else {
      _ = part.text("url", required: "an address such as https://example.org/lamp")
      return nil
    }
    if !namesSecrets { return nil }
    do {
      return try JSONDecoder().decode(WebAddress.self, from: JSONEncoder().encode(values))
    } catch let error as DecodingError {
      let fault = ConfigurationError(error)
      let place = fault.path.first.map(part.valuePosition) ?? part.position
      let name = ([part.path] + fault.path).joined(separator: ".")
      let words = fault.message.split(separator: ", found ", maxSplits: 1)
      part.fail(at: place, "\(words[0]) for \"\(name)\", found \(words.dropFirst().first ?? "another value")")
    } catch {
      part.fail(at: part.position, "expected an address, found another value")
    }
    return nil
  }

  /// Reads `{secret: NAME}` strictly, if the key has a mapping. False if it is something else.
  private static func namesSecret(_ part: inout StrictDecoder, _ key: String) -> Bool {
    guard case .mapping? = part.node(key)?.value, var secret = part.mapping(key) else { return true }
    let name = secret.text("secret", required: "the name of a secret")
    secret.finish()
    return name != nil && secret.keys.count == 1
  }

  /// A value whose numbers are texts as they are written: 1.50 stays 1.50, and 007 stays 007.
  private static func written(_ node: DocumentNode) -> ConfigurationValue {
    switch node.value {
    case .mapping(let members):
      .object(Dictionary(members.map { ($0.key, written($0.value)) }, uniquingKeysWith: { first, _ in first }))
    case .scalar(let text, false) where ScalarText.isNumber(text): .string(text)
    default: ConfigurationReader.value(of: node)
    }
  }

  /// Refuses a value outside of query and body: the address and the headers are fixed.
  private static func check(_ address: WebAddress, _ part: StrictDecoder) {
    if case .plain(let text) = address.url, text.contains("{") {
      part.fail("url", "expected a fixed address, found \"{\"; a value belongs into \"query\" or \"body\"")
    }
    for value in address.headers.values {
      if case .plain(let text) = value, text.contains(OwnerAction.placeholder) {
        part.fail("headers", "expected a fixed header, found \"{value}\"; it belongs into \"query\" or \"body\"")
      }
    }
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
