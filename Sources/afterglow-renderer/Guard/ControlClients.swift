import AfterglowLinux

/// Authors that are connected: at most eight at a time. When another one comes, whoever has been silent for longest makes
/// room, and of those that never said anything the one that came first: a connection that nobody uses shuts nobody out.
struct ControlClients {
  static var capacity: Int { 8 }

  private var clients: InlineArray<8, Client> = InlineArray(repeating: Client())

  init() {}

  /// −1 = nobody.
  subscript(index: Int) -> Int32 { clients[index].socket }

  mutating func add(_ socket: Int32, atMs nowMs: Int64) {
    var place = 0
    for index in 1..<ControlClients.capacity where clients[index].makesRoom(before: clients[place]) { place = index }
    closeDescriptor(clients[place].socket)
    clients[place] = Client(socket: socket, heardAtMs: nowMs)
  }

  /// It has said something.
  mutating func note(_ index: Int, atMs nowMs: Int64) {
    clients[index].hasSpoken = true
    clients[index].heardAtMs = nowMs
  }

  mutating func drop(_ index: Int) {
    closeDescriptor(clients[index].socket)
    clients[index] = Client()
  }

  /// An author that does not read loses messages; one that is gone is noticed when its socket is read.
  func send(_ message: ControlMessage, to index: Int) {
    if clients[index].socket >= 0 { _ = sendPacket(message, to: clients[index].socket, waits: false) }
  }

  func sendToAll(_ message: ControlMessage) {
    for index in 0..<ControlClients.capacity { send(message, to: index) }
  }

  func closeAll() {
    for index in 0..<ControlClients.capacity { closeDescriptor(clients[index].socket) }
  }
}

/// One connection, or a place for one.
private struct Client: BitwiseCopyable {
  var socket: Int32 = -1
  var hasSpoken = false
  /// When it last said something, or came.
  var heardAtMs: Int64 = 0

  func makesRoom(before other: Client) -> Bool {
    if (socket < 0) != (other.socket < 0) { return socket < 0 }
    if hasSpoken != other.hasSpoken { return !hasSpoken }
    return heardAtMs < other.heardAtMs
  }
}
