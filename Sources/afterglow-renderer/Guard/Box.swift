import AfterglowLinux

/// A value in memory of its own, shared by reference and changed in place. Its owner calls `end`.
struct Box<Value: ~Copyable> {
  private let pointer: UnsafeMutablePointer<Value>

  init(_ value: consuming Value) throws(SystemError) {
    let memory = try ReservedMemory.forLife(byteCount: MemoryLayout<Value>.size)
    pointer = memory.baseAddress!.bindMemory(to: Value.self, capacity: 1)
    pointer.initialize(to: value)
  }

  var pointee: Value {
    unsafeAddress { UnsafePointer(pointer) }
    nonmutating unsafeMutableAddress { pointer }
  }

  /// Ends the value and releases its memory.
  func end() {
    pointer.deinitialize(count: 1)
    ReservedMemory.giveBack(UnsafeMutableRawBufferPointer(start: pointer, count: MemoryLayout<Value>.size))
  }
}
