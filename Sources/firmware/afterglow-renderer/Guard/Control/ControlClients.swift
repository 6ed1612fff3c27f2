import AfterglowLinux

/// The connected authors of one panel, at most eight. A ninth replaces the one that has been silent for longest, or the
/// oldest of those that never sent anything, so that idle connections cannot block others.
struct ControlClients {
  static var capacity: Int { 8 }

  private var clients: InlineArray<8, Client> = InlineArray(repeating: Client())
  /// The author that receives commands; −1 = none.
  var performer = -1
  /// The author that tests touches, and until when it does without a further message; −1 = none.
  private var tester = -1
  private var testsUntilMs: Int64 = 0

  init() {}

  /// The socket; −1 = a free slot.
  subscript(index: Int) -> Int32 { clients[index].socket }

  mutating func add(_ socket: Int32, atMs nowMs: Int64) {
    var place = 0
    for index in 1..<ControlClients.capacity where clients[index].makesRoom(before: clients[place]) { place = index }
    drop(place)
    clients[place] = Client(socket: socket, lastMessageMs: nowMs)
  }

  /// Notes that a message arrived.
  mutating func note(_ index: Int, atMs nowMs: Int64) {
    clients[index].hasSpoken = true
    clients[index].lastMessageMs = nowMs
  }

  mutating func drop(_ index: Int) {
    closeDescriptor(clients[index].socket)
    clients[index] = Client()
    if index == performer { performer = -1 }
    if index == tester { tester = -1 }
  }

  /// Sends without waiting: an author that does not read loses messages. A closed connection is detected when its
  /// socket is read.
  func send(_ message: ControlMessage, to index: Int) {
    if clients[index].socket >= 0 { _ = sendPacket(message, to: clients[index].socket, waits: false) }
  }

  /// Sends to the author that receives commands. False if there is none, or if it does not read.
  func sendToPerformer(_ message: ControlMessage) -> Bool {
    performer >= 0 && sendPacket(message, to: clients[performer].socket, waits: false) > 0
  }

  /// The author that tests touches now; nil = none.
  func tester(atMs nowMs: Int64) -> Int? { tester >= 0 && nowMs < testsUntilMs ? tester : nil }

  /// Makes an author the one that tests touches.
  mutating func beginTest(from index: Int, untilMs: Int64) {
    tester = index
    testsUntilMs = untilMs
  }

  /// Ends the test of an author. False if it is that of another one.
  mutating func endTest(from index: Int) -> Bool {
    if index != tester { return false }
    tester = -1
    return true
  }

  func sendToAll(_ message: ControlMessage) {
    for index in 0..<ControlClients.capacity { send(message, to: index) }
  }

  func closeAll() {
    for index in 0..<ControlClients.capacity { closeDescriptor(clients[index].socket) }
  }
}

/// One connection, or a free slot.
private struct Client: BitwiseCopyable {
  var socket: Int32 = -1
  var hasSpoken = false
  /// When its last message arrived, or when it connected; boot time in ms.
  var lastMessageMs: Int64 = 0

  func makesRoom(before other: Client) -> Bool {
    if (socket < 0) != (other.socket < 0) { return socket < 0 }
    if hasSpoken != other.hasSpoken { return !hasSpoken }
    return lastMessageMs < other.lastMessageMs
  }
}
