import AfterglowCore
import AfterglowInput
import AfterglowLinux
import Testing

@testable import afterglow_renderer

/// The messages that a renderer gets after it has not read for a while.
@Suite struct RendererLineTests {
  private let ends: (mine: Int32, its: Int32)

  init() throws { ends = try SocketPair.make() }

  private func close() {
    closeDescriptor(ends.mine)
    closeDescriptor(ends.its)
  }

  private func fill() {
    while sendPacket(ControlMessage(.ping), to: ends.mine, waits: false) > 0 {}
  }

  /// All messages for the renderer except pings; each kind with its value.
  private func heard() -> [(ControlKind, Int64)] {
    var found: [(ControlKind, Int64)] = []
    while case .message(let message, let passed) = receivePacket(from: ends.its) {
      closeDescriptor(passed)
      if let kind = message.kind, kind != .ping { found.append((kind, message.value)) }
    }
    return found
  }

  @Test func `a renderer is sent what has changed, once`() {
    defer { close() }
    var line = RendererLine(sent: RendererInputs(mode: .day, light: .value(.init(millilux: 7))))
    var wanted = RendererInputs(mode: .night, light: .value(.init(millilux: 7)), isLit: false)
    line.update(wanted, to: ends.mine)
    line.update(wanted, to: ends.mine)
    #expect(heard().map(\.0) == [.modeOverride, .power])
    wanted.isLit = true
    wanted.presences = 3
    line.update(wanted, to: ends.mine)
    let words = heard()
    #expect(words.map(\.0) == [.power, .presence] && words[0].1 == 1)
    #expect(!line.isFull)
  }

  @Test func `of a line that is full nothing is lost, and the newest of each kind is sent when there is room`() {
    defer { close() }
    var line = RendererLine()
    fill()
    var wanted = RendererInputs()
    for round in 1...400 {
      wanted.mode = round % 2 == 0 ? .day : .night
      wanted.light = .value(.init(millilux: Int64(round)))
      line.update(wanted, to: ends.mine)
      #expect(line.isFull)
    }
    wanted.white = PanelWhite(alwaysOnMillinits: 1, alwaysOnWantedMillinits: 1, nightMillinits: 1)
    wanted.mode = .night
    wanted.distance = .value(900)
    wanted.isLit = false
    wanted.presences = 2
    line.update(wanted, to: ends.mine)
    #expect(heard().isEmpty)
    line.update(wanted, to: ends.mine)
    #expect(!line.isFull && line.sent.mode == .night)
    let words = heard()
    #expect(words.map(\.0) == [.white, .modeOverride, .lux, .distance, .power, .presence])
    #expect(words.map(\.1).dropFirst() == [Int64(ModeOverride.night.rawValue), 400, 900, 0, 0])
  }

  @Test func `room is waited for only until there is some, without a turn for nothing`() {
    defer { close() }
    var line = RendererLine()
    fill()
    line.update(RendererInputs(light: .value(.init(millilux: 5))), to: ends.mine)
    var set = PollSet()
    let place = set.add(ends.mine, writes: line.isFull)
    set.wait(timeoutMs: 0)
    #expect(!set.isReady(place), "a full line woke the guard")
    _ = heard()
    set.wait(timeoutMs: 5_000)
    #expect(set.isReady(place))
    line.update(RendererInputs(light: .value(.init(millilux: 5))), to: ends.mine)
    var idle = PollSet()
    let quiet = idle.add(ends.mine, writes: line.isFull)
    idle.wait(timeoutMs: 0)
    #expect(!idle.isReady(quiet))
  }

  @Test func `an archive that finds no room is not sent, nor are messages after it`() throws {
    defer { close() }
    var line = RendererLine()
    fill()
    let isSent = line.send(ControlMessage(.newArchive), passing: 0, to: ends.mine)
    #expect(!isSent && line.isFull)
    _ = heard()
    let overtakes = line.send(ControlMessage(.ping), to: ends.mine)
    #expect(!overtakes)
    line.update(RendererInputs(), to: ends.mine)
    let isSentLater = line.send(ControlMessage(.newArchive), passing: 0, to: ends.mine)
    #expect(isSentLater)
  }

  @Test func `a renderer that is gone leaves the line neither full nor up to date`() {
    var line = RendererLine()
    closeDescriptor(ends.its)
    line.update(RendererInputs(mode: .night), to: ends.mine)
    #expect(!line.isFull && line.sent.mode == .automatic)
    closeDescriptor(ends.mine)
  }

  @Test func `after lost changes of devices everything that was down ends first`() throws {
    defer { close() }
    func contact(_ phase: TouchContact.Phase, atMs ms: Int64) -> InputPacket {
      var packet = InputPacket()
      let at = MonotonicInstant(milliseconds: ms)
      packet.append(
        .contact(TouchContact(device: 0, place: 0, phase: phase, position: PanelPoint(x: 1, y: 2), at: at)))
      return packet
    }
    var line = RendererLine()
    line.send(contact(.began, atMs: 10), to: ends.mine)
    fill()
    line.send(contact(.ended, atMs: 20), to: ends.mine)
    var changes: [InputChange] = []
    func read() {
      while case .message(let message, let passed) = receivePacket(from: ends.its) {
        closeDescriptor(passed)
        if message.kind != .input { continue }
        let packet = message.input
        for index in 0..<packet.count { changes.append(packet[index]) }
      }
    }
    read()
    #expect(changes.count == 1)
    line.update(line.sent, to: ends.mine)
    read()
    let at = MonotonicInstant(milliseconds: 0)
    #expect(changes.count == 2, "no other change may follow, and a press would last")
    #expect(changes.last == .cancelled(device: InputChange.everyDevice, at: at))
    line.update(line.sent, to: ends.mine)
    line.send(contact(.began, atMs: 30), to: ends.mine)
    read()
    #expect(changes.count == 3)
    #expect(changes.last?.isActivity == true)
  }
}
