import Afterglow
import AfterglowDocuments
import AfterglowSources
import Foundation

/// Buttons, toggles and links: views that name an action of the scene, and pass a value to it.
extension ViewReader {
  /// `{label, action, value}`.
  func button(_ decoder: inout StrictDecoder) -> ViewMaker? {
    guard var part = decoder.mapping("button", required: "a mapping with \"label\" and \"action\"") else { return nil }
    let label = views(&part, "label")
    let action = reference(&part, takesValue: true)
    part.finish()
    guard let label, let action else { return nil }
    return made { scope in Button(action: action.reference(in: scope)) { label(scope) } }
  }

  /// `{label, isOn, action}`. The value that the action gets is `on` or `off`.
  func toggle(_ decoder: inout StrictDecoder) -> ViewMaker? {
    guard var part = decoder.mapping("toggle", required: "a mapping with \"label\", \"isOn\" and \"action\"") else {
      return nil
    }
    let label = views(&part, "label")
    let isOn = test(&part, "isOn")
    let action = reference(&part, takesValue: false)
    part.finish()
    guard let label, let isOn, let action else { return nil }
    return made { scope in
      Toggle(isOn: isOn.holds(in: scope), action: action.reference(in: scope)) { label(scope) }
    }
  }

  /// Appends what a touch of the view, or of the whole widget, does.
  func actionChanges(_ decoder: inout StrictDecoder, _ changes: inout [ViewChange]) {
    linkChange(&decoder, &changes)
    if let action = name(&decoder, "action", required: false) {
      changes.append { view, scope in AnyView(Button(action: action.reference(in: scope)) { view }) }
      if decoder.contains("link") {
        decoder.fail("action", "expected either \"link\" or \"action\", found both")
      }
    }
    if let url = address(&decoder, "widgetURL") {
      changes.append { view, scope in AnyView(view.widgetURL(scope.url(url))) }
    }
  }

  /// `link`: an address, or `{action, value}`.
  private func linkChange(_ decoder: inout StrictDecoder, _ changes: inout [ViewChange]) {
    if case .mapping? = decoder.node("link")?.value {
      guard var part = decoder.mapping("link") else { return }
      let action = reference(&part, takesValue: true)
      part.finish()
      guard let action else { return }
      changes.append { view, scope in AnyView(Link(action: action.reference(in: scope)) { view }) }
    } else if let link = address(&decoder, "link") {
      changes.append { view, scope in
        scope.url(link).map { url in AnyView(Link(destination: url) { view }) } ?? view
      }
    }
  }

  /// The action of the scene that a view names, with the value for it.
  struct NamedAction: Sendable {
    var name: String
    var value: ViewText?
    var source: SourcePlace

    func reference(in scope: ViewScope) -> ActionReference {
      ActionReference(name: name, value: value?.whole(in: scope), source: source)
    }
  }

  private func reference(_ part: inout StrictDecoder, takesValue: Bool) -> NamedAction? {
    let value = takesValue ? value(&part) : nil
    var action = name(&part, "action", required: true)
    action?.value = value
    return action
  }

  /// The name of an action as it is written: values never decide which action a view names.
  private func name(_ decoder: inout StrictDecoder, _ key: String, required: Bool) -> NamedAction? {
    let wanted = "the name of an action of the scene"
    guard let name = decoder.text(key, maximumCount: 64, required: required ? wanted : nil) else { return nil }
    guard ContentSource.isName(name) else {
      decoder.fail(
        key,
        "expected \(wanted), of letters, digits, dots and dashes, for \"\(Self.path(decoder, key))\", found "
          + "\"\(name.prefix(40))\"")
      return nil
    }
    let place = decoder.valuePosition(of: key)
    return NamedAction(
      name: name, source: SourcePlace(file: decoder.file, line: place.line, column: place.column))
  }

  /// A text with values, a number, or true or false.
  private func value(_ part: inout StrictDecoder) -> ViewText? {
    if case .scalar(let text, false)? = part.node("value")?.value,
      ScalarText.isNumber(text) || text == "true" || text == "false"
    {
      return ViewText(parts: [.words(text)])
    }
    return template(&part, "value")
  }

  /// An address with a scheme, with values in it.
  private func address(_ decoder: inout StrictDecoder, _ key: String) -> ViewText? {
    guard let text = template(&decoder, key) else { return nil }
    if let words = text.words, URL(string: words)?.scheme == nil {
      decoder.fail(
        key, "expected an address such as https://example.org for \"\(key)\", found \"\(words.prefix(60))\"")
      return nil
    }
    return text
  }
}

extension ViewScope {
  /// An address; one that values spoil is noted.
  fileprivate func url(_ text: ViewText) -> URL? {
    let words = text.plainText(in: self)
    if let url = URL(string: words), url.scheme != nil { return url }
    if let position = text.position {
      ledger.note(
        ViewFault(message: "expected an address from values, found \"\(words.prefix(60))\"", position: position))
    }
    return nil
  }
}
