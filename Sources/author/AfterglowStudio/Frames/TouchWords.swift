import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import AfterglowKit
import AfterglowPreview

/// The effects of touches in words, for the line below a panel.
struct TouchWords {
  private let actions: [OwnerAction]

  init(_ folder: BoardFolder?) { actions = folder?.scene.actions ?? [] }

  func line(_ effect: TouchEffect) -> String {
    switch effect {
    case .page(let name, let number, let count): return "Page \(name), \(number) of \(count)"
    case .mode(let mode, let name):
      let title = ModeOverride.named.first { $0.1 == mode }?.0 ?? name
      return "\(name): light mode \(title), which the panel sets alone"
    case .order(let order):
      let state = order.isOn.map { "switched \($0 ? "on" : "off"); " } ?? ""
      let widget = order.widget.map { ", of the widget \($0)" } ?? ""
      return "\(state)would do: \(deed(order))\(widget)"
    }
  }

  private func deed(_ order: TouchEffect.Order) -> String {
    switch order.request {
    case .intent(let intent): return "the intent “\(intent.title)”"
    case .action(let action): return named(action.name, action.value.map { " with “\($0)”" } ?? "")
    case nil: return order.name.map { named($0, "") } ?? "an action"
    }
  }

  /// The name of an action and its kind. Its address or program stays in the scene's file.
  private func named(_ name: String, _ value: String) -> String {
    let kind =
      switch actions.first(where: { $0.name == name })?.effect {
      case .http(let order): ", a request (\(order.method))"
      case .command: ", a program"
      case .brightness: ", a brightness of the backlight"
      case .reload: ", a reload"
      case .mode, .page, nil: ""
      }
    return "\(name)\(value)\(kind)"
  }
}
