import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import AfterglowDevice
import AfterglowEngine
import AfterglowLight

/// An effect of a touch on a panel without an author.
package enum TouchEffect: Equatable, Sendable {
  /// An order that an author would perform.
  case order(Order)
  /// The panel has changed its light mode alone.
  case mode(ModeOverride, name: String)
  /// The panel shows another page, whose number is counted from 1.
  case page(name: String, number: Int, count: Int)

  /// An order with the control that gives it.
  package struct Order: Equatable, Sendable {
    /// nil = one of the scene's actions that the firmware passes on, such as a brightness.
    package var request: TouchOrder.Request?
    /// The action's name in the archive.
    package var name: String?
    /// The widget's name.
    package var widget: String?
    /// The new state of a toggle; nil = the control is none.
    package var isOn: Bool?
  }
}

/// The reports of a touched panel's loop, which are read while the loop rests.
final class TouchReports: @unchecked Sendable {
  private let board: CompiledBoard
  private var effects: [TouchEffect] = []
  /// Delivers an answer to the loop.
  var answer: (Wake) -> Void = { _ in }
  private(set) var mode = LightMode.day
  private(set) var reason = LightReason.nothing
  /// Number of the shown page, from 0; nil = there was no frame.
  private var page: Int?
  /// The orders of toggles, the newest last, which are accepted again in time.
  private(set) var underWay: [Int64] = []

  init(_ board: CompiledBoard) { self.board = board }

  func takeEffects() -> [TouchEffect] {
    defer { effects = [] }
    return effects
  }

  func presented(_ report: borrowing UpdateReport) {
    mode = report.isNight ? .night : report.isLuminanceReduced ? .alwaysOn : .day
    reason = report.reason
    let shown = report.page
    defer { page = shown.page }
    guard let page, page != shown.page else { return }
    let names = board.scene.pages.names
    let name = names.indices.contains(shown.page) ? names[shown.page] : "\(shown.page + 1)"
    effects.append(.page(name: name, number: shown.page + 1, count: shown.count))
  }

  /// Notes a command, and answers it: a button's order counts as done, because nothing would show that it was; a toggle's
  /// stays under way, so that the toggle keeps its new state.
  func commanded(_ command: ActionCommand) {
    let row = board.compiled.touches.row(
      action: command.action, widget: command.widget, region: command.region)
    let found = action(of: command)
    if let found, found.record.kind == ActionKind.mode.rawValue,
      let mode = ModeOverride(rawValue: UInt8(clamping: found.record.argument))
    {
      effects.append(.mode(mode, name: found.name))
      answer(.answer(ActionAnswer(sequence: command.sequence, outcome: .done)))
      answer(.modeOverride(mode))
      return
    }
    let isToggle = row?.isToggle == true
    let isOn = isToggle ? command.value == 1 : nil
    var order = TouchEffect.Order(name: found?.name, isOn: isOn)
    order.widget =
      row?.order.slot ?? board.compiled.layout.nodes.first { $0.widget == Int(command.widget) }?.slot
    // A key is in no widget.
    if order.widget?.isEmpty == true { order.widget = nil }
    if let row { order.request = isOn.map(row.order.switched) ?? row.order.request }
    effects.append(.order(order))
    if isToggle { underWay = underWay.suffix(15) + [command.sequence] }
    answer(.answer(ActionAnswer(sequence: command.sequence, outcome: isToggle ? .accepted : .done)))
  }

  /// The action of a command and its name; nil where the archive has none.
  private func action(of command: ActionCommand) -> (record: ActionRecord, name: String)? {
    let found = try? board.withArchive { archive -> (record: ActionRecord, name: String)? in
      guard archive.contentHash == command.archive, Int(command.action) < archive.actions.count else { return nil }
      let action = archive.actions[Int(command.action)]
      return (action, String(decoding: archive.strings(action.name), as: UTF8.self))
    }
    return found ?? nil
  }
}
