import AfterglowCore
import AfterglowLinux

/// What a renderer is to know besides its archive.
struct RendererInputs {
  /// What hardware makes of the panel's white.
  var white = PanelWhite(alwaysOnMillinits: 0, alwaysOnWantedMillinits: 0, nightMillinits: 0)
  var mode = ModeOverride.automatic
  var light = Reading<Illuminance>.unknown
  /// How far away the viewer is, in the unit of the board's source.
  var distance = Reading<Int64>.unknown
  /// Not dark for an empty room.
  var isLit = true
  /// How often somebody has come.
  var presences: Int64 = 0
}

/// What the running renderer was told last. One that is busy takes no words: of each kind it gets the newest when it reads
/// again.
struct RendererLine {
  private(set) var sent = RendererInputs()
  /// Whether the line had no room for a word: there will be news of it when it has.
  private(set) var isFull = false

  init() {}

  /// Of a renderer that was told that much when it was started.
  init(sent: RendererInputs) { self.sent = sent }

  /// Tells what is not known yet. Power and presence come last: what wakes a panel finds the light and mode of the moment.
  mutating func update(_ wanted: RendererInputs, to socket: Int32) {
    isFull = false
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

  /// Also what a renderer hears that has no archive yet.
  mutating func update(white: PanelWhite, to socket: Int32) {
    if white != sent.white, send(ControlMessage(white), to: socket) { sent.white = white }
  }

  /// False when the line is full, or nobody is at its other end any more.
  mutating func send(_ message: ControlMessage, passing descriptor: Int32 = -1, to socket: Int32) -> Bool {
    // What comes later must not overtake what waits.
    if isFull { return false }
    let sent = sendPacket(message, passing: descriptor, to: socket, waits: false)
    isFull = sent == -Int64(SystemError.wouldBlock)
    return sent > 0
  }
}
