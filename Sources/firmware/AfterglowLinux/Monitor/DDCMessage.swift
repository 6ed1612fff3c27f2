/// One message of VESA DDC/CI 1.1 in wire format, without the address that the bus sends (docs/panels/monitor.md).
struct DDCMessage {
  /// The longest message used, in bytes: a reply to a VCP request.
  static var capacity: Int { 11 }
  /// The VCP code "Luminance" of VESA MCCS.
  static var brightness: UInt8 { 0x10 }
  /// Addresses that enter the checksums: the monitor's for writing, the host's, and the host's in replies.
  private static var monitor: UInt8 { 0x6E }
  private static var host: UInt8 { 0x51 }
  private static var hostInReplies: UInt8 { 0x50 }

  private var bytes = InlineArray<11, UInt8>(repeating: 0)
  private(set) var count = 0

  /// Requests a control's value ("Get VCP Feature").
  static func question(_ control: UInt8) -> DDCMessage {
    var message = DDCMessage(length: 2)
    message.append(0x01)
    message.append(control)
    message.close()
    return message
  }

  /// Sets a control's value ("Set VCP Feature").
  static func order(_ control: UInt8, _ value: UInt16) -> DDCMessage {
    var message = DDCMessage(length: 4)
    message.append(0x03)
    message.append(control)
    message.append(UInt8(value >> 8))
    message.append(UInt8(value & 255))
    message.close()
    return message
  }

  private init(length: UInt8) {
    append(DDCMessage.host)
    append(0x80 | length)
  }

  private mutating func append(_ byte: UInt8) {
    bytes[count] = byte
    count += 1
  }

  /// Appends the checksum, which covers the address as well.
  private mutating func close() {
    var sum = DDCMessage.monitor
    for index in 0..<count { sum ^= bytes[index] }
    append(sum)
  }

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    var copy = bytes
    let used = count
    return withUnsafeBytes(of: &copy) { body(UnsafeRawBufferPointer(rebasing: $0[0..<used])) }
  }

  /// A monitor's reply to a request.
  enum Reply: Equatable {
    case value(current: UInt16, maximum: UInt16)
    /// The monitor has no such control.
    case unsupported
    /// The null message, or not ready to answer.
    case notReady
    /// Not a reply to this request, or damaged.
    case broken
  }

  /// Reads the bytes of a reply: 6E 88 02 result control type max max current current checksum.
  static func reply(_ bytes: UnsafeRawBufferPointer, to control: UInt8) -> Reply {
    if bytes.count < 3 || bytes[0] != monitor { return isSilence(bytes) ? .notReady : .broken }
    let length = Int(bytes[1] & 0x7F)
    if bytes[1] & 0x80 == 0 || length + 3 > bytes.count { return .broken }
    var sum = hostInReplies
    for index in 0..<(length + 2) { sum ^= bytes[index] }
    if sum != bytes[length + 2] { return .broken }
    if length == 0 { return .notReady }
    if length != 8 || bytes[2] != 0x02 || bytes[4] != control { return .broken }
    if bytes[3] == 1 { return .unsupported }
    if bytes[3] != 0 { return .broken }
    return .value(
      current: UInt16(bytes[8]) << 8 | UInt16(bytes[9]), maximum: UInt16(bytes[6]) << 8 | UInt16(bytes[7]))
  }

  /// Whether the monitor sent nothing. An undriven bus reads as ones, a busy monitor often as zeros.
  private static func isSilence(_ bytes: UnsafeRawBufferPointer) -> Bool {
    for byte in bytes where byte != 0 && byte != 255 { return false }
    return true
  }
}
