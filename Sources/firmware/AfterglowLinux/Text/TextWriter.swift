import CLinux

/// Collects text in its own memory, or in memory of the caller, and writes it in large pieces. After the first error it
/// discards everything and stores the errno: a reader that goes away must not end a panel.
public struct TextWriter: ~Copyable, TextSink {
  private let descriptor: Int32
  private let memory: UnsafeMutableRawBufferPointer
  private let ownsMemory: Bool
  private var used = 0
  /// Bytes left of a character that is being escaped.
  private var bytesToWriteOut = 0
  /// errno of the first failed write; 0 = none.
  public private(set) var failure: Int32 = 0

  /// Reserves its own memory; `descriptor` stays the caller's.
  ///
  /// - Throws: `SystemError`; ENOMEM when the kernel refuses.
  public init(to descriptor: Int32, capacity: Int = 16_384) throws(SystemError) {
    self.descriptor = descriptor
    memory = try ReservedMemory.forLife(byteCount: capacity)
    ownsMemory = true
  }

  /// Uses the caller's memory, which is not empty and outlives the writer: for a process that may map no more memory.
  public init(to descriptor: Int32, memory: UnsafeMutableRawBufferPointer) {
    self.descriptor = descriptor
    self.memory = memory
    ownsMemory = false
  }

  deinit {
    if used > 0 && failure == 0 { _ = ag_write(descriptor, memory.baseAddress!, Int64(used)) }
    if ownsMemory { _ = ag_unmap(memory.baseAddress!, Int64(memory.count)) }
  }

  public mutating func write(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes { writeByte(byte) }
  }

  /// Writes a path, a name or an argument, and escapes every character that could move a terminal's cursor.
  public mutating func write(cString text: UnsafePointer<CChar>) {
    var index = 0
    while text[index] != 0 {
      let second = UInt8(bitPattern: text[index + 1])
      let third = second == 0 ? 0 : UInt8(bitPattern: text[index + 2])
      writeOutside(UInt8(bitPattern: text[index]), second, third)
      index += 1
    }
  }

  /// Writes a byte of external text; the next two decide whether a character starts here that must be escaped.
  private mutating func writeOutside(_ byte: UInt8, _ second: UInt8, _ third: UInt8) {
    if bytesToWriteOut == 0 { bytesToWriteOut = Self.unsafeCount(byte, second, third) }
    if bytesToWriteOut == 0 { return writeByte(byte) }
    bytesToWriteOut -= 1
    writeByte(92)
    writeByte(120)
    writeByte(Self.hexadecimal(byte >> 4))
    writeByte(Self.hexadecimal(byte & 15))
  }

  /// The length in bytes of a UTF-8 character that moves a cursor, begins a line or reverses the writing direction; 0 =
  /// none.
  private static func unsafeCount(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int {
    switch (first, second, third) {
    case (0..<0x20, _, _), (0x7F, _, _): 1
    // The C1 control characters; U+061C.
    case (0xC2, 0x80..<0xA0, _), (0xD8, 0x9C, _): 2
    // U+200E and 200F, 2028 to 202E, 2066 to 2069, FEFF.
    case (0xE2, 0x80, 0x8E...0x8F), (0xE2, 0x80, 0xA8...0xAE), (0xE2, 0x81, 0xA6...0xA9), (0xEF, 0xBB, 0xBF): 3
    default: 0
    }
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8 { digit < 10 ? 48 + digit : 87 + digit }

  /// Sixteen hexadecimal digits.
  public mutating func write(hexadecimal value: UInt64) {
    var shift = 60
    while shift >= 0 {
      writeByte(Self.hexadecimal(UInt8(truncatingIfNeeded: (value >> UInt64(shift)) & 15)))
      shift -= 4
    }
  }

  /// Writes the text of a control message.
  public mutating func write(textOf message: ControlMessage) {
    let count = message.textCount
    for index in 0..<count {
      writeOutside(
        message.textStorage[index], index + 1 < count ? message.textStorage[index + 1] : 0,
        index + 2 < count ? message.textStorage[index + 2] : 0)
    }
  }

  private mutating func writeByte(_ byte: UInt8) {
    if used == memory.count { flush() }
    memory[used] = byte
    used += 1
  }

  /// Writes everything collected to the descriptor.
  public mutating func flush() {
    var done = 0
    while done < used && failure == 0 {
      let count = ag_write(descriptor, memory.baseAddress! + done, Int64(used - done))
      if count < 0 { failure = Int32(truncatingIfNeeded: -count) } else { done += Int(count) }
    }
    used = 0
  }
}
