import CLinux

/// A path in memory of its own, for as long as it takes to open it.
struct PathText {
  private var storage = InlineArray<1024, CChar>(repeating: 0)

  func withCString<Result, Failure: Error>(
    _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafePointer(to: storage) { pointer throws(Failure) in
      try body(UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
    }
  }

  /// Lends `AG_PATH_ROOM` bytes to write a C string into.
  mutating func fill(_ body: (UnsafeMutablePointer<CChar>) -> Int32) -> Int32 {
    withUnsafeMutablePointer(to: &storage) { pointer in
      body(UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: CChar.self))
    }
  }
}
