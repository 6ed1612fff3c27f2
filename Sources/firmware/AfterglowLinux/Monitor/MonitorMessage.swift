import CLinux

/// The messages between the guard and a monitor's process: eight bytes each.
enum MonitorMessage: Equatable {
  /// The guard requests this brightness.
  case want(UInt16)
  /// The monitor was found; its brightness now and its maximum.
  case found(current: UInt16, maximum: UInt16)
  /// The monitor cannot be reached, or does not keep the value.
  case failed(MonitorError)

  var number: Int64 {
    switch self {
    case .want(let value): 1 << 32 | Int64(value)
    case .found(let current, let maximum): 2 << 32 | Int64(maximum) << 16 | Int64(current)
    case .failed(.noWire(let errno)): 3 << 32 | Int64(errno & 0xFFFF)
    case .failed(.bus(let errno)): 4 << 32 | Int64(errno & 0xFFFF)
    case .failed(.noAnswer): 5 << 32
    case .failed(.unsupported): 6 << 32
    case .failed(.disobeyed(let value)): 7 << 32 | Int64(value)
    }
  }

  init?(number: Int64) {
    let low = UInt16(truncatingIfNeeded: number)
    switch number >> 32 {
    case 1: self = .want(low)
    case 2:
      let maximum = UInt16(truncatingIfNeeded: number >> 16)
      if maximum < 1 || low > maximum { return nil }
      self = .found(current: low, maximum: maximum)
    case 3: self = .failed(.noWire(errno: Int32(low)))
    case 4: self = .failed(.bus(errno: Int32(low)))
    case 5: self = .failed(.noAnswer)
    case 6: self = .failed(.unsupported)
    case 7: self = .failed(.disobeyed(low))
    default: return nil
    }
  }

  /// False if the receiver has closed the socket.
  func send(to socket: Int32) -> Bool {
    var number = number
    return ag_send(socket, &number, 8, -1, 0) == 8
  }

  /// The result of one attempt to receive.
  enum Receipt {
    case message(MonitorMessage)
    case nothing
    case end
  }

  /// Receives a message if there is one; never waits.
  static func receive(from socket: Int32) -> Receipt {
    var number: Int64 = 0
    var passed: Int32 = -1
    let count = ag_receive(socket, &number, 8, &passed)
    closeDescriptor(passed)
    if count == -Int64(EAGAIN) { return .nothing }
    guard count == 8, let message = MonitorMessage(number: number) else { return .end }
    return .message(message)
  }
}
