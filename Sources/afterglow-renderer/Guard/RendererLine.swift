import AfterglowCore
import AfterglowLinux

/// What a renderer is to know besides its archive.
struct RendererKnowledge {
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
  private(set) var told = RendererKnowledge()
  /// Whether the line had no room for a word: there will be news of it when it has.
  private(set) var isFull = false

  init() {}

  /// Of a renderer that was told that much when it was started.
  init(told: RendererKnowledge) { self.told = told }

  /// Tells what is not known yet. Power and presence come last: what wakes a panel finds the light and mode of the moment.
  mutating func tell(_ wanted: RendererKnowledge, to socket: Int32) {
    isFull = false
    tell(white: wanted.white, to: socket)
    if wanted.mode != told.mode, say(ControlMessage(.modeOverride, value: Int64(wanted.mode.rawValue)), to: socket) {
      told.mode = wanted.mode
    }
    if wanted.light != told.light, say(ControlMessage(light: wanted.light), to: socket) { told.light = wanted.light }
    if wanted.distance != told.distance, say(ControlMessage(distance: wanted.distance), to: socket) {
      told.distance = wanted.distance
    }
    if wanted.isLit != told.isLit, say(ControlMessage(.power, value: wanted.isLit ? 1 : 0), to: socket) {
      told.isLit = wanted.isLit
    }
    if wanted.presences != told.presences, say(ControlMessage(.presence), to: socket) {
      told.presences = wanted.presences
    }
  }

  /// Also what a renderer hears that has no archive yet.
  mutating func tell(white: PanelWhite, to socket: Int32) {
    if white != told.white, say(ControlMessage(white), to: socket) { told.white = white }
  }

  /// False when the line is full, or nobody is at its other end any more.
  mutating func say(_ message: ControlMessage, passing descriptor: Int32 = -1, to socket: Int32) -> Bool {
    // What comes later must not overtake what waits.
    if isFull { return false }
    let sent = sendPacket(message, passing: descriptor, to: socket, waits: false)
    isFull = sent == -Int64(SystemError.wouldBlock)
    return sent > 0
  }
}
