/// Iterates over the arguments after the program's name.
struct ArgumentReader {
  private let count: Int
  private let arguments: UnsafePointer<UnsafePointer<CChar>?>
  private var index = 1

  init(_ count: Int32, _ arguments: UnsafePointer<UnsafePointer<CChar>?>) {
    self.count = Int(count)
    self.arguments = arguments
  }

  mutating func next() -> UnsafePointer<CChar>? {
    if index >= count { return nil }
    index += 1
    return arguments[index - 1]
  }

  mutating func value(of option: UnsafePointer<CChar>) throws(UsageError) -> UnsafePointer<CChar> {
    guard let value = next() else { throw UsageError(reason: "a value is missing after", argument: option) }
    return value
  }
}

/// Whether a C string has exactly these bytes.
func equals(_ text: UnsafePointer<CChar>, _ word: StaticString) -> Bool {
  for index in 0..<word.utf8CodeUnitCount where UInt8(bitPattern: text[index]) != word.utf8Start[index] {
    return false
  }
  return text[word.utf8CodeUnitCount] == 0
}

/// Reads `UID:GID`, two decimal numbers; nil for anything else. The largest number means "unchanged" to the kernel.
func parseUser(_ text: UnsafePointer<CChar>) -> (UInt32, UInt32)? {
  var index = 0
  func number() -> UInt32? {
    let start = index
    var value: UInt64 = 0
    while text[index] >= 48 && text[index] <= 57 && index - start < 10 {
      value = value * 10 + UInt64(text[index] - 48)
      index += 1
    }
    return index > start && value < UInt64(UInt32.max) ? UInt32(value) : nil
  }
  guard let user = number(), text[index] == 58 else { return nil }
  index += 1
  guard let group = number(), text[index] == 0 else { return nil }
  return (user, group)
}
