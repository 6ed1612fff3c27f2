import AfterglowLinux

/// Authors that are connected: at most four at a time.
struct ControlClients {
  static var capacity: Int { 4 }

  private var sockets: InlineArray<4, Int32> = InlineArray(repeating: -1)

  init() {}

  subscript(index: Int) -> Int32 { sockets[index] }

  /// False when there is no room; the newcomer is then closed at once.
  mutating func add(_ socket: Int32) -> Bool {
    for index in 0..<ControlClients.capacity where sockets[index] < 0 {
      sockets[index] = socket
      return true
    }
    closeDescriptor(socket)
    return false
  }

  mutating func drop(_ index: Int) {
    closeDescriptor(sockets[index])
    sockets[index] = -1
  }

  /// An author that does not read loses messages; one that is gone is noticed when its socket is read.
  func send(_ message: ControlMessage, to index: Int) {
    if sockets[index] >= 0 { _ = sendPacket(message, to: sockets[index], waits: false) }
  }

  func sendToAll(_ message: ControlMessage) {
    for index in 0..<ControlClients.capacity { send(message, to: index) }
  }

  func closeAll() {
    for index in 0..<ControlClients.capacity { closeDescriptor(sockets[index]) }
  }
}
