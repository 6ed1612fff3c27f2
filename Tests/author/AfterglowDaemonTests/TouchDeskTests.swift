import Afterglow
import AfterglowCore
import AfterglowDevice
import AfterglowFetch
import AfterglowSources
import Testing

@testable import AfterglowBoards
@testable import AfterglowCompiler
@testable import AfterglowDaemon

private struct DeskIntent: AppIntent {
  static let title: LocalizedStringResource = "Focus"
  @Parameter(title: "Minutes", default: 5) var minutes: Int

  init() {}
  init(minutes: Int) { self.minutes = minutes }

  func perform() async throws -> some IntentResult { .result() }
}

/// An intent with the name and the parameters of the built-in one.
private struct TickReminder: AppIntent {
  static let title: LocalizedStringResource = "Tick off"
  @Parameter(title: "Task", default: "") var task: String
  @Parameter(title: "Done", default: true) var value: Bool

  init() {}
  init(_ task: String) { self.task = task }

  func perform() async throws -> some IntentResult { .result() }
}

/// What the author does with a command of a touch.
@Suite struct TouchDeskTests {
  private let lamp = OwnerAction(
    name: "lamp", effect: .command(ContentSource(.command(["/bin/lamp", "{value}"]))),
    parameter: .choices(["on", "off"]),
    timeoutSeconds: 20)

  private func row(
    _ action: UInt32, region: UInt64, isToggle: Bool = false, _ request: TouchOrder.Request
  ) -> TouchTable.Row {
    TouchTable.Row(
      action: action, widget: 1, regions: [region], isToggle: isToggle,
      order: TouchOrder(slot: "focus", kind: "focus", request: request))
  }

  private func table(value: String = "on", minutes: Int = 5) -> TouchTable {
    var table = TouchTable()
    table.add(row(0, region: 10, .action(ActionReference(name: "lamp", value: value))))
    table.add(row(1, region: 11, .intent(IntentReference(DeskIntent(minutes: minutes)))))
    table.add(row(2, region: 12, isToggle: true, .action(ActionReference(name: "lamp", value: "on"))))
    return table
  }

  private func desk() -> TouchDesk {
    var desk = TouchDesk()
    desk.note(table(), of: 7)
    return desk
  }

  private func command(
    _ sequence: Int64, archive: UInt64 = 7, widget: UInt32 = 1, action: UInt32 = 0, region: UInt64 = 10,
    value: Int64 = 0
  ) -> ActionCommand {
    ActionCommand(
      sequence: sequence, archive: archive, widget: widget, action: action, region: region, value: value,
      at: MonotonicInstant(milliseconds: 0))
  }

  private func lampOrder(_ value: String) -> TouchDesk.Decision {
    .perform(
      .action(.command(["/bin/lamp", value], named: []), timeoutSeconds: 20), slot: "focus", name: "lamp")
  }

  @Test func `a command is performed once`() {
    var desk = desk()
    #expect(desk.decide(command(1), actions: [lamp]) == lampOrder("on"))
    #expect(desk.decide(command(1), actions: [lamp]) == .repeated)
    #expect(desk.decide(command(2), actions: [lamp]) == lampOrder("on"))
  }

  @Test func `a toggle passes the state of the command`() {
    var desk = desk()
    #expect(desk.decide(command(1, action: 2, region: 12, value: 0), actions: [lamp]) == lampOrder("off"))
    #expect(desk.decide(command(2, action: 2, region: 12, value: 1), actions: [lamp]) == lampOrder("on"))
    guard case .refused = desk.decide(command(3, action: 2, region: 12, value: 2), actions: [lamp]) else {
      Issue.record("a toggle has two states")
      return
    }
  }

  @Test func `what the scene does not name any more is refused`() {
    var desk = desk()
    #expect(
      desk.decide(command(1), actions: []) == .refused("the scene has no action \"lamp\" any more"))
    var other = lamp
    other.parameter = .choices(["off"])
    #expect(
      desk.decide(command(2), actions: [other]) == .refused("the action \"lamp\" does not take this value"))
  }

  @Test func `an archive that arrives under the finger changes nothing while the control is there`() {
    var desk = desk()
    desk.note(table(minutes: 6), of: 8)
    guard
      case .perform(.intent(let kind, let intent), _, _) = desk.decide(
        command(1, action: 1, region: 11), actions: [lamp])
    else {
      Issue.record("it is not performed")
      return
    }
    #expect(kind == "focus" && intent.parameters == ["minutes": .integer(5)], "of the archive that was touched")
    desk.note(TouchTable(), of: 9)
    #expect(
      desk.decide(command(2, action: 1, region: 11), actions: [lamp])
        == .refused("the control is not in the scene any more"))
  }

  @Test func `an archive of an earlier run has no orders`() {
    var desk = desk()
    #expect(
      desk.decide(command(1, archive: 6), actions: [lamp])
        == .refused("the panel shows an archive of an earlier run"))
    for hash in 20..<UInt64(20 + TouchDesk.archiveCount) { desk.note(table(), of: hash) }
    guard case .refused = desk.decide(command(2, archive: 7), actions: [lamp]) else {
      Issue.record("old archives are forgotten")
      return
    }
  }

  @Test func `no more than eight commands wait`() {
    var desk = desk()
    for sequence in 1...Int64(ActionFigures.outstanding) {
      #expect(desk.decide(command(sequence), actions: [lamp]) == lampOrder("on"))
      desk.begin(sequence, slot: "focus", name: "lamp", reloads: false, nowMs: 0)
    }
    #expect(desk.decide(command(100), actions: [lamp]) == .refused("too many actions are waiting"))
    desk.performed(1, nowMs: 0)
    #expect(desk.settled(hasNewScene: false, nowMs: 0) == [])
    #expect(desk.settled(hasNewScene: false, nowMs: TouchDesk.effectLimitMs) == [1])
    #expect(desk.decide(command(101), actions: [lamp]) == lampOrder("on"))
  }

  @Test func `the end is reported with the next scene, and only of what was performed`() {
    var desk = desk()
    desk.begin(1, slot: "a", name: "a", reloads: true, nowMs: 0)
    desk.begin(2, slot: "b", name: "b", reloads: true, nowMs: 0)
    desk.performed(2, nowMs: 100)
    #expect(desk.dueMs == TouchDesk.renewalMs)
    #expect(desk.settled(hasNewScene: true, nowMs: 101) == [2])
    #expect(desk.settled(hasNewScene: true, nowMs: 102) == [] && desk.pending.keys.sorted() == [1])
    #expect(desk.failed(1)?.name == "a" && desk.pending.isEmpty)
  }

  private func ticks(of kind: String) -> TouchDesk {
    var desk = TouchDesk()
    var table = TouchTable()
    table.add(
      TouchTable.Row(
        action: 0, widget: 1, regions: [10], isToggle: true,
        order: TouchOrder(slot: "list", kind: kind, request: .intent(IntentReference(TickReminder("=7"))))))
    desk.note(table, of: 7)
    return desk
  }

  @Test func `a task is ticked off where the scene permits it now, and open again`() {
    let place = ContentSource(.file("/tasks.yaml"))
    var desk = ticks(of: "reminders")
    func order(_ isDone: Bool) -> TouchDesk.Decision {
      .perform(
        .tick(TaskTick(place: place, identity: "=7", isDone: isDone)), slot: "list", name: "a task of list")
    }
    #expect(desk.decide(command(1, value: 1), actions: [], tickPlaces: ["list": place]) == order(true))
    #expect(desk.decide(command(2, value: 0), actions: [], tickPlaces: ["list": place]) == order(false))
    let refused = TouchDesk.Decision.refused("the scene does not permit to tick anything off in \"list\"")
    #expect(desk.decide(command(3, value: 1), actions: [], tickPlaces: ["other": place]) == refused)
  }

  @Test func `an added widget that names the intent of reminders performs its own`() {
    var desk = ticks(of: "focus")
    let decision = desk.decide(
      command(1, value: 1), actions: [], tickPlaces: ["list": ContentSource(.file("/tasks.yaml"))])
    guard case .perform(.intent(let kind, _), _, _) = decision else {
      Issue.record("found \(decision)")
      return
    }
    #expect(kind == "focus")
  }

  @Test func `a command that takes long is accepted again until it ends`() {
    var desk = desk()
    desk.begin(1, slot: "a", name: "a", reloads: false, nowMs: 100)
    #expect(TouchDesk.renewalMs * 2 < ActionFigures.endMs)
    #expect(desk.dueMs == 100 + TouchDesk.renewalMs)
    let early = desk.renewed(nowMs: 99 + TouchDesk.renewalMs)
    let due = desk.renewed(nowMs: 100 + TouchDesk.renewalMs)
    let again = desk.renewed(nowMs: 101 + TouchDesk.renewalMs)
    #expect(early == [] && due == [1] && again == [])
    desk.performed(1, nowMs: 20_000)
    #expect(desk.dueMs == 100 + 2 * TouchDesk.renewalMs, "16.1 s is before the end without a new scene, at 23 s")
    let ended = desk.settled(hasNewScene: false, nowMs: 23_000)
    let later = desk.renewed(nowMs: 60_000)
    #expect(ended == [1] && later == [] && desk.dueMs == nil)
  }

  /// Numbers at random, as a renderer could send that a hostile archive has taken over.
  @Test func `no command causes what no region of the archive asks for`() {
    var desk = desk()
    var seed: UInt64 = 7
    func random(_ count: UInt64) -> UInt64 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (seed >> 33) % count
    }
    let right: Set<[UInt64]> = [[0, 10], [1, 11], [2, 12]]
    var performed = 0
    for sequence in 1...10_000 {
      let (action, region, widget, archive) = (random(4), 9 + random(5), random(3), 6 + random(3))
      let asked = command(
        Int64(sequence), archive: archive, widget: UInt32(widget), action: UInt32(action), region: region,
        value: Int64(random(2)))
      guard case .perform(let order, let slot, _) = desk.decide(asked, actions: [lamp]) else { continue }
      performed += 1
      #expect(archive == 7 && widget == 1 && right.contains([action, region]) && slot == "focus")
      switch order {
      case .intent(let kind, let intent): #expect(kind == "focus" && intent.name == "DeskIntent")
      case .action(let order, _):
        #expect(["on", "off"].contains { order == .command(["/bin/lamp", $0], named: []) })
      case .tick(let tick): Issue.record("\(tick)")
      }
    }
    #expect(performed > 50)
  }
}
