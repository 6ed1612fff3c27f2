import CLinux

/// A destination for text in pieces: a writer, or a packet.
public protocol TextSink: ~Copyable {
  mutating func write(_ bytes: UnsafeRawBufferPointer)

  /// A C string, without its zero byte.
  mutating func write(cString text: UnsafePointer<CChar>)
}

// Called hundreds of times: inlining them would increase the firmware's size by more than a call costs.
extension TextSink where Self: ~Copyable {
  @inline(never) public mutating func write(_ text: StaticString) {
    write(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// In decimal digits.
  @inline(never) public mutating func write(_ value: Int64) {
    let digits = DecimalDigits(value)
    for index in 0..<digits.count { withUnsafeBytes(of: digits[index]) { write($0) } }
  }

  @inline(never) public mutating func write<let capacity: Int>(_ text: FixedText<capacity>) {
    text.withCString { write(cString: $0) }
  }

  /// Writes the failed call and the kernel's errno as a sentence, with what to do if that is known.
  @inline(never) public mutating func write(_ error: SystemError) {
    write(withoutRemedy: error)
    switch error.errno {
    case ENOSPC, EDQUOT: write("; the file system of its folder is full: free some space there")
    case ENOMEM: write("; too little memory is free: end other programs, or lower memory.archive in board.yaml")
    case EACCES, EPERM: write("; give this user permission, or run the program as root")
    case EBUSY: write("; end the program that uses it")
    case ENODEV: write("; check that it is connected and that its driver is loaded")
    case ENOENT: write("; check the name, and that its folder exists")
    case EROFS: write("; its file system is read-only: choose a folder that can be written")
    default: break
    }
  }

  /// Writes the failed call and the kernel's errno as a sentence, for a message that has its own remedy.
  @inline(never) public mutating func write(withoutRemedy error: SystemError) {
    write("cannot ")
    write(error.operation)
    write(": ")
    write(cString: ag_errno_text(error.errno))
  }
}
