import AfterglowCore
import AfterglowInput
import AfterglowLinux

/// The state that a renderer receives besides its archive.
struct RendererInputs {
  /// The panel's white as the hardware dims it.
  var white = PanelWhite(alwaysOnMillinits: 0, alwaysOnWantedMillinits: 0, nightMillinits: 0)
  var mode = ModeOverride.automatic
  var light = Reading<Illuminance>.unknown
  /// The viewer's distance, in the unit of the board's source.
  var distance = Reading<Int64>.unknown
  /// False while the panel is dark for an empty room.
  var isLit = true
  /// Number of presence events so far.
  var presences: Int64 = 0
}

/// The state that the running renderer received last. Nothing is sent while it is busy; when it reads again it receives
/// the latest of each kind.
struct RendererLine {
  private(set) var sent = RendererInputs()
  /// Whether a message did not fit; it is sent when there is room.
  private(set) var isFull = false
  /// Whether changes of input devices did not fit. Everything that was down ends before the next ones.
  private var hasLostInput = false

  init() {}

  /// For a renderer that received this at its start.
  init(sent: RendererInputs) { self.sent = sent }

  /// Sends what differs. Power and presence come last, so that a woken panel has the current light and mode.
  mutating func update(_ wanted: RendererInputs, to socket: Int32) {
    isFull = false
    endLostInput(to: socket)
    update(white: wanted.white, to: socket)
    if wanted.mode != sent.mode, send(ControlMessage(.modeOverride, value: Int64(wanted.mode.rawValue)), to: socket) {
      sent.mode = wanted.mode
    }
    if wanted.light != sent.light, send(ControlMessage(light: wanted.light), to: socket) { sent.light = wanted.light }
    if wanted.distance != sent.distance, send(ControlMessage(distance: wanted.distance), to: socket) {
      sent.distance = wanted.distance
    }
    if wanted.isLit != sent.isLit, send(ControlMessage(.power, value: wanted.isLit ? 1 : 0), to: socket) {
      sent.isLit = wanted.isLit
    }
    if wanted.presences != sent.presences, send(ControlMessage(.presence), to: socket) {
      sent.presences = wanted.presences
    }
  }

  /// Sends changes of input devices.
  mutating func send(_ packet: InputPacket, to socket: Int32) {
    if packet.count == 0 { return }
    endLostInput(to: socket)
    var first = 0
    while first < packet.count && !hasLostInput {
      hasLostInput = !send(ControlMessage(packet, from: first), to: socket)
      first += ControlMessage.inputCapacity
    }
  }

  /// Ends everything that was down when changes did not fit, as soon as there is room: no other change may follow.
  private mutating func endLostInput(to socket: Int32) {
    if !hasLostInput { return }
    var end = InputPacket()
    // An early time counts as that of the last change.
    end.append(.cancelled(device: InputChange.everyDevice, at: MonotonicInstant(milliseconds: 0)))
    hasLostInput = !send(ControlMessage(end, from: 0), to: socket)
  }

  /// Also sent to a renderer that has no archive yet.
  mutating func update(white: PanelWhite, to socket: Int32) {
    if white != sent.white, send(ControlMessage(white), to: socket) { sent.white = white }
  }

  /// False if the socket is full or its other end is closed.
  mutating func send(_ message: ControlMessage, passing descriptor: Int32 = -1, to socket: Int32) -> Bool {
    // Later messages must not overtake a waiting one.
    if isFull { return false }
    let sent = sendPacket(message, passing: descriptor, to: socket, waits: false)
    isFull = sent == -Int64(SystemError.wouldBlock)
    return sent > 0
  }
}
