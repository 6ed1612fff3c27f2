import Afterglow
import AfterglowCompiler
import AfterglowCore
import AfterglowSources
import Foundation

/// An action that the owner names in the scene (docs/actions.md). With the intents of widgets in their own slots, these are all
/// that a touch can cause.
public struct OwnerAction: Codable, Hashable, Sendable {
  /// An act of the author.
  public enum Effect: Codable, Hashable, Sendable {
    case http(WebOrder)
    /// A program and its arguments, as a source has them.
    case command(ContentSource)
    /// The name of a light mode.
    case mode(String)
    /// Turns to another page of the scene.
    case page(PageTurn)
    /// Sets the backlight until the light mode changes.
    case brightness(BrightnessRequest)
    /// Reads the scene's files again, and asks every source now.
    case reload
  }

  /// A request to a fixed address.
  public struct WebOrder: Codable, Hashable, Sendable {
    /// The address with its query and headers, as a source has them.
    public var source: ContentSource
    public var method: String
    /// The text that is sent; empty: none.
    public var body: String
  }

  /// Unique in the scene.
  public var name: String
  public var effect: Effect
  /// The values that content may pass.
  package var parameter: ActionParameter
  /// Time limit of a request or program, in seconds.
  public var timeoutSeconds: Int
  /// The place in the scene's file.
  public var place: SourcePlace?

  /// Stands for the value in arguments, in the query and in the body.
  static let placeholder = "{value}"
}

extension OwnerAction {
  /// An action with its value: what is done now.
  public enum Order: Hashable, Sendable {
    case http(address: WebAddress, method: String, body: String, isJSON: Bool)
    /// A program and its arguments; it may read what `named` names, which the value is no part of.
    case command([String], named: [String])
    case mode(ModeOverride)
    case page(PageTurn)
    case brightness(BrightnessRequest)
    case reload
  }

  /// The action for a value that its parameter permits.
  ///
  /// - Returns: nil for a value that the parameter refuses.
  public func order(value: String?) -> Order? {
    guard parameter.refusal(of: value) == nil else { return nil }
    switch effect {
    case .http(let order): return Self.request(order, value)
    case .command(let source):
      guard case .command(let words) = source.origin else { return nil }
      let filled = words.map { $0 == Self.placeholder ? value ?? "" : $0 }
      // An option of the program is the owner's to write.
      if value?.utf8.first == UInt8(ascii: "-"), words.contains(Self.placeholder), case .text = parameter { return nil }
      return .command(filled, named: words.dropFirst().filter { $0 != Self.placeholder })
    case .mode(let name): return ModeOverride(named: name).map(Order.mode)
    case .page(let turn): return .page(turn)
    case .brightness(let request): return .brightness(request)
    case .reload: return .reload
    }
  }

  private static func request(_ order: WebOrder, _ value: String?) -> Order? {
    guard case .web(var address) = order.source.origin else { return nil }
    for (name, text) in address.query {
      if case .plain(let plain) = text { address.query[name] = .plain(plain.replacing(placeholder, with: value ?? "")) }
    }
    let body = ActionBody(order)
    return .http(
      address: address, method: order.method, body: body.filled(value ?? ""), isJSON: body.form == .json)
  }

  /// The action as the compiler knows it.
  var sceneAction: SceneAction {
    var performer = SceneAction.Performer.author
    if case .mode(let name) = effect, let mode = ModeOverride(named: name) { performer = .mode(mode) }
    if case .page(let turn) = effect { performer = .page(turn) }
    if case .brightness(let request) = effect { performer = .brightness(request) }
    return SceneAction(name: name, parameter: parameter, performer: performer)
  }

  /// The source whose faults are those of the action, such as a missing program or secret; nil = it needs nothing.
  package var source: ContentSource? {
    switch effect {
    case .http(let order): order.source
    case .command(let source): source
    case .mode, .page, .brightness, .reload: nil
    }
  }

  /// The action with a program whose path no longer depends on the board's folder.
  func resolved(in folder: URL?) -> OwnerAction {
    var action = self
    if case .command(let source) = effect { action.effect = .command(source.resolved(in: folder)) }
    return action
  }
}
