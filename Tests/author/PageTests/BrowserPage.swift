import Foundation

/// A tab, used as a person does: by what is seen and named, with a pointer and with keys.
final class BrowserPage {
  typealias Object = Chromium.Object

  private let browser: Chromium
  private let target: String
  private let session: String

  /// - Parameters:
  ///   - isPhone: touches, and two pixels for each of CSS.
  init(_ browser: Chromium, width: Int, height: Int, isDark: Bool = false, isPhone: Bool = false) throws {
    self.browser = browser
    target = try browser.call("Target.createTarget", ["url": "about:blank"])["targetId"] as? String ?? ""
    session =
      try browser.call("Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"] as? String ?? ""
    for domain in ["Page", "Runtime", "Log", "DOM"] { try call("\(domain).enable") }
    let scale = isPhone ? 2 : 1
    try call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": scale, "mobile": isPhone])
    if isPhone { try call("Emulation.setTouchEmulationEnabled", ["enabled": true]) }
    let scheme = ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
    try call("Emulation.setEmulatedMedia", ["features": [scheme]])
  }

  func close() { _ = try? browser.call("Target.closeTarget", ["targetId": target]) }

  @discardableResult
  func call(_ method: String, _ parameters: Object = [:]) throws -> Object {
    try browser.call(method, parameters, session: session)
  }

  /// Runs a script before those of each document.
  func runFirst(_ script: String) throws { try call("Page.addScriptToEvaluateOnNewDocument", ["source": script]) }

  func open(_ address: String) throws {
    try call("Page.navigate", ["url": address])
    try waitForPicture()
  }

  func waitForPicture() throws {
    try wait("document.readyState === 'complete' && globalThis.afterglow?.shown()[0] > 0")
  }

  // MARK: Looking

  /// The value of an expression; what it promises is waited for.
  @discardableResult
  func value(_ expression: String) throws -> Any? {
    let result = try call(
      "Runtime.evaluate", ["expression": expression, "awaitPromise": true, "returnByValue": true, "userGesture": true])
    if let details = result["exceptionDetails"] as? Object {
      let exception = details["exception"] as? Object
      throw Chromium.Failure(description: "\(expression.prefix(200)): \(exception?["description"] ?? details)")
    }
    return (result["result"] as? Object)?["value"]
  }

  /// Ends a test whose event does not come: the slowest pictures of a busy machine take a minute.
  private static let longestWaitS = 300.0
  /// Of one question to the page, well within the time in which a busy browser answers.
  private static let questionS = 20.0

  /// Waits until an expression holds, which is looked at with each frame of the browser.
  func wait(_ expression: String) throws {
    let end = Date(timeIntervalSinceNow: Self.longestWaitS)
    while Date() < end {
      do {
        if try holds(expression, until: Date(timeIntervalSinceNow: Self.questionS)) { return }
      } catch let failure as Chromium.Failure where failure.isOfAnotherDocument {
        // The page was loaded again meanwhile: the new one is asked.
      }
    }
    throw Chromium.Failure(description: "after \(Int(Self.longestWaitS)) s it still does not hold: \(expression)")
  }

  private func holds(_ expression: String, until end: Date) throws -> Bool {
    try value(
      """
      new Promise((done) => {
        const end = performance.now() + \(end.timeIntervalSinceNow * 1000);
        const look = () => {
          let holds = false;
          try { holds = Boolean(\(expression)); } catch { /* Not there yet. */ }
          if (holds || performance.now() > end) done(holds); else setTimeout(look, 16);
        };
        look();
      })
      """) as? Bool == true
  }

  /// A picture of what is shown, as PNG.
  func screenshot() throws -> Data {
    let text = try call("Page.captureScreenshot", ["format": "png"])["data"] as? String ?? ""
    return Data(base64Encoded: text) ?? Data()
  }

  /// The middle of the first element that is shown: of a CSS selector, or with these words or this name.
  func place(_ selector: String, _ words: String? = nil) throws -> (x: Double, y: Double) {
    let script = """
      (() => {
        const words = \(words.map(Self.quoted) ?? "null");
        const found = [...document.querySelectorAll(\(Self.quoted(selector)))].find((element) => element.checkVisibility()
          && (words === null || element.ariaLabel === words || element.textContent.trim() === words));
        if (!found) return null;
        found.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        const { left, top, width, height } = found.getBoundingClientRect();
        return [left + width / 2, top + height / 2];
      })()
      """
    try wait("\(script) !== null")
    guard let place = try value(script) as? [Double], place.count == 2 else {
      throw Chromium.Failure(description: "there is no \(selector) \(words ?? "")")
    }
    return (place[0], place[1])
  }

  static func quoted(_ text: String) -> String {
    (try? String(decoding: JSONEncoder().encode(text), as: UTF8.self)) ?? "\"\""
  }

  func number(_ expression: String) throws -> Double { try value(expression) as? Double ?? .nan }
  func text(_ expression: String) throws -> String { try value(expression) as? String ?? "" }

  /// How many elements a selector has.
  func count(_ selector: String) throws -> Int {
    Int(try number("document.querySelectorAll(\(Self.quoted(selector))).length"))
  }

  /// Left, top, width and height of the first element of a selector.
  func bounds(_ selector: String) throws -> [Double] {
    let script = """
      (({ left, top, width, height }) => [left, top, width, height])(
        document.querySelector(\(Self.quoted(selector))).getBoundingClientRect())
      """
    return try value(script) as? [Double] ?? []
  }

  // MARK: Hands

  func click(_ selector: String, _ words: String? = nil) throws {
    let (x, y) = try place(selector, words)
    try click(x: x, y: y)
  }

  func click(x: Double, y: Double) throws {
    try mouse("mouseMoved", x, y, buttons: 0)
    try mouse("mousePressed", x, y, buttons: 1)
    try mouse("mouseReleased", x, y, buttons: 0)
  }

  func move(x: Double, y: Double) throws { try mouse("mouseMoved", x, y, buttons: 0) }

  /// Presses at a place, and lets go at another, with steps in between.
  func drag(from: (x: Double, y: Double), to: (x: Double, y: Double), steps: Int = 10, letsGo: Bool = true) throws {
    try mouse("mouseMoved", from.x, from.y, buttons: 0)
    try mouse("mousePressed", from.x, from.y, buttons: 1)
    for step in 1...steps {
      let share = Double(step) / Double(steps)
      try mouse("mouseMoved", from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share, buttons: 1)
    }
    if letsGo { try mouse("mouseReleased", to.x, to.y, buttons: 0) }
  }

  private func mouse(_ type: String, _ x: Double, _ y: Double, buttons: Int) throws {
    try call(
      "Input.dispatchMouseEvent",
      [
        "type": type, "x": x, "y": y, "button": type == "mouseMoved" && buttons == 0 ? "none" : "left",
        "buttons": buttons, "clickCount": type == "mouseMoved" ? 0 : 1,
      ])
  }

  /// A key by its name in DOM, such as `ArrowLeft`, `Tab`, `a`.
  func press(_ key: String, shift: Bool = false, control: Bool = false, alt: Bool = false) throws {
    let codes = [
      "Enter": 13, "Tab": 9, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
      "Delete": 46, " ": 32,
    ]
    var event: Object = [
      "key": key, "code": key.count == 1 ? "Key\(key.uppercased())" : key,
      "modifiers": (shift ? 8 : 0) + (control ? 2 : 0) + (alt ? 1 : 0),
      "windowsVirtualKeyCode": codes[key] ?? Int(key.uppercased().utf8.first ?? 0),
    ]
    if key.count == 1 && !control { event["text"] = key }
    if key == "Enter" { event["text"] = "\r" }
    try call("Input.dispatchKeyEvent", event.merging(["type": "keyDown"]) { $1 })
    event["text"] = nil
    try call("Input.dispatchKeyEvent", event.merging(["type": "keyUp"]) { $1 })
  }

  func type(_ text: String) throws { try call("Input.insertText", ["text": text]) }
}
