import AfterglowCore
import AfterglowSources
import Foundation
import Testing

@testable import AfterglowBoards
@testable import AfterglowViews

/// `actions` of a scene (docs/actions.md).
@Suite struct ActionSettingsTests {
  private func scene(_ actions: String) -> String { "\(goodScene)\nactions:\n\(actions)\n" }

  private func actions(_ text: String) throws -> [OwnerAction] {
    let (folder, problems) = load(scene: scene(text))
    #expect(problems == [])
    return try #require(folder).scene.actions
  }

  @Test func `a request has its address, its headers and the value in its body and query`() throws {
    let action = try #require(
      actions(
        """
          - name: lamp
            http:
              url: https://home.example.org/api
              method: PUT
              query: {state: "{value}", room: 7, level: 1.50, code: 007}
              headers: {X-Key: {secret: key}, Accept: text/plain}
              bearer: {secret: home}
              body: '{"state": "{value}"}'
            value: ["on", "off", 'a "b" \\ c']
            timeout: 5
        """
      ).first)
    #expect(action.name == "lamp" && action.timeoutSeconds == 5)
    let order = action.order(value: #"a "b" \ c"#)
    guard case .http(let address, let method, let body, let isJSON)? = order else {
      Issue.record("found \(String(describing: order))")
      return
    }
    #expect(address.url == .plain("https://home.example.org/api") && method == "PUT" && isJSON)
    let numbers: [String: SecretText] = ["room": .plain("7"), "level": .plain("1.50"), "code": .plain("007")]
    #expect(address.query == numbers.merging(["state": .plain(#"a "b" \ c"#)]) { one, _ in one })
    #expect(address.headers == ["X-Key": .secret("key"), "Accept": .plain("text/plain")])
    #expect(address.bearer == "home")
    #expect(body == #"{"state": "a \"b\" \\ c"}"#)
    let read = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: String]
    #expect(read == ["state": #"a "b" \ c"#])
  }

  @Test func `a program has the value as one whole argument`() throws {
    let action = try #require(
      actions("  - {name: blinds, command: [./blinds, --to, \"{value}\", 3], value: {from: 0, to: 100}}").first)
    guard case .command(let words, let named)? = action.order(value: "40.5") else {
      Issue.record("no command")
      return
    }
    #expect(words[0].hasSuffix("/blinds") && words[0].hasPrefix("/"))
    #expect(Array(words[1...]) == ["--to", "40.5", "3"] && named == ["--to", "3"], "a value names no file")
  }

  @Test(
    arguments: [("up", .up), ("down", .down), ("40%", .percent(40))] as [(String, BrightnessRequest)])
  func `a brightness is a direction or a share`(text: String, request: BrightnessRequest) throws {
    let found = try actions("  - {name: lamp, brightness: \(text)}")
    #expect(found.map { $0.order(value: nil) } == [.brightness(request)])
    let read = try JSONDecoder().decode([OwnerAction].self, from: JSONEncoder().encode(found))
    #expect(read == found)
    let sent = BrightnessRequest(argument: request.argument)
    #expect(sent == request)
  }

  @Test func `modes and reloads need nothing else`() throws {
    let found = try actions("  - {name: quiet, mode: night}\n  - {name: again, reload: all}")
    #expect(found.map { $0.order(value: nil) } == [.mode(.night), .reload])
  }

  @Test(
    arguments: [
      ("value: [\"on\", \"off\"]", "on", true), ("value: [\"on\", \"off\"]", "ON", false),
      ("value: [\"on\", \"off\"]", nil, false), ("value: {from: 0, to: 10}", "10", true),
      ("value: {from: 0, to: 10}", "10.01", false), ("value: {from: 0, to: 10}", "0x5", false),
      ("value: {from: 0, to: 10}", "1e0", false), ("value: {from: 0, to: 10}", "nan", false),
      ("value: {from: -5, to: 10}", "-5", true), ("value: text", "any words; rm -rf /", true),
      ("value: text", "two\nlines", false), ("value: text", "", false), ("value: text", "--delete", false),
      ("value: text", "-\u{301}a", false), ("value: text", nil, false),
    ] as [(String, String?, Bool)])
  func `only declared values are passed`(parameter: String, value: String?, isPassed: Bool) throws {
    let action = try #require(actions("  - {name: a, command: [true, \"{value}\"], \(parameter)}").first)
    #expect((action.order(value: value) != nil) == isPassed)
  }

  @Test(
    arguments: [
      ("body: '{\"words\": \"{value}\"}'", #"{"words": "a\"&<b\\"}"#, true),
      ("body: '{value}'", #"a"&<b\"#, false),
      ("body: '<say>{value}</say>'", "<say>a&#34;&#38;&#60;b\\</say>", false),
      (
        "headers: {Content-Type: application/x-www-form-urlencoded}, body: 'words={value}&x=1'",
        "words=a%22%26%3Cb%5C&x=1", false
      ),
      ("headers: {content-type: application/json}, body: '\"{value}\"'", #""a\"&<b\\""#, true),
    ] as [(String, String, Bool)])
  func `text stays one value of a body`(body: String, sent: String, isJSON: Bool) throws {
    let action = try #require(
      actions("  - {name: a, http: {url: \"https://example.org\", \(body)}, value: text}").first)
    guard case .http(_, _, let found, let isFoundJSON)? = action.order(value: #"a"&<b\"#) else {
      Issue.record("no request")
      return
    }
    #expect(found == sent && isFoundJSON == isJSON)
  }

  @Test func `a value of few characters may not be long`() {
    let long = "e" + String(repeating: "\u{301}", count: 10_000)
    #expect(long.count == 1)
    #expect(ActionParameter.text.refusal(of: long) != nil)
  }

  @Test func `an action without a parameter takes no value`() throws {
    let action = try #require(actions("  - {name: a, command: [\"true\"]}").first)
    #expect(action.order(value: nil) == .command(["true"], named: []))
    #expect(action.order(value: "x") == nil)
  }

  @Test(arguments: [
    ("{name: a}", "expected exactly one of http, command, mode, brightness, page, reload in an action"),
    ("{name: a, mode: night, reload: all}", "found mode and reload"),
    ("{name: a, mqtt: {topic: x}}", "\"mqtt\" cannot be an action: messages to an MQTT broker are not available yet"),
    ("{name: a, page: next}", "expected \"pages\" in the scene for an action that turns to another page"),
    (
      "{name: a, brightness: 40}",
      "expected up, down or a share of the day's from 1% to 100%, such as 40%, for \"actions[0].brightness\", found \"40\""
    ),
    ("{name: a, brightness: 0%}", "expected up, down or a share"),
    ("{name: \"a b\", reload: all}", "expected a name of letters, digits, dots and dashes, found \"a b\""),
    ("{reload: all}", "expected \"name\" in \"actions[0]\" (the action's name), found nothing"),
    ("{name: a, mode: dusk}", "expected one of automatic, day, alwaysOn, night for \"actions[0].mode\""),
    ("{name: a, http: {url: \"ftp://example.org\"}}", "expected an address such as https://example.org"),
    ("{name: a, http: {url: \"https://example.org/{value}\"}}", "expected a fixed address, found \"{\""),
    ("{name: a, http: {url: \"https://example.org\", headers: {Authorization: Bearer x}}}", "a scene keeps no secret"),
    ("{name: a, http: {url: \"https://example.org\", bearer: x}}", "a scene keeps no secret"),
    // As in a source: one piece reads both.
    (
      #"{name: a, http: {url: "https://example.org", headers: {X-A: "a\nHost: b"}}}"#,
      "expected one line for \"actions[0].http.headers.X-A\", found a control character"
    ),
    ("{name: a, http: {url: \"https://example.org\", user: ana}}", "expected user and password together"),
    ("{name: a, http: {url: \"https://example.org\", bearer: {secret: a, b: c}}}", "expected only the key \"secret\""),
    ("{name: a, http: {url: \"https://example.org\", body: \"{value}\"}}", "expected \"value\" next to \"{value}\""),
    (
      "{name: a, http: {url: \"https://example.org\", body: '{\"words\": {value}}'}, value: text}",
      "expected \"{value}\" between quotes in a JSON body"
    ),
    (
      "{name: a, http: {url: \"https://example.org\", body: '[\"a\", {value}, \"b\"]'}, value: text}",
      "expected \"{value}\" between quotes in a JSON body"
    ),
    ("{name: a, command: [], value: text}", "found no program"),
    ("{name: a, command: [\"{value}\"], value: text}", "found no program"),
    ("{name: a, command: [\"true\"], value: text}", "expected \"{value}\" as an argument of the command"),
    (
      "{name: a, command: [\"true\", \"{value}\"], value: {from: 4, to: 4}}",
      "expected a number above \"from\", found 4"
    ),
    ("{name: a, reload: all, topic: x}", "found \"topic\""),
  ])
  func `what cannot be an action is refused at its line`(action: String, words: String) {
    let (folder, problems) = load(scene: scene("  - " + action))
    #expect(folder == nil)
    #expect(problems.contains { $0.contains(words) && $0.hasPrefix("scene.yaml:8:") }, "\(problems)")
  }

  @Test func `two actions have two names`() {
    let problems = load(scene: scene("  - {name: a, reload: all}\n  - {name: a, mode: day}")).problems
    #expect(problems == ["scene.yaml:9:12: expected a name that no other action has, found \"a\" again"])
  }

  @Test func `a widget may be forbidden to act`() throws {
    let text = goodScene.replacing("- kind: clock\n  ", with: "- {kind: clock, actions: none}\n  ")
    let (folder, problems) = load(scene: text)
    #expect(problems == [])
    #expect(try #require(folder).panelScene().slots.map(\.allowsActions) == [false, true])
  }
}
