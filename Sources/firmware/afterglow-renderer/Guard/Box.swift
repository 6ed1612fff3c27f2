import AfterglowLinux

/// A value on the heap, shared by reference and changed in place. Its owner must call `end`.
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

  /// Destroys the value and releases its memory.
  func end() {
    pointer.deinitialize(count: 1)
    ReservedMemory.giveBack(UnsafeMutableRawBufferPointer(start: pointer, count: MemoryLayout<Value>.size))
  }
}
