import Foundation

/// Memory that an engine or a simulated panel borrows: zeroed, aligned to a page, and given back to the kernel with this
/// object. Its pages cost nothing until they are touched, however often such memory is made: an engine's banks are far
/// larger than most archives, and the heap would clear them whole each time that it gives them out again.
package final class ZeroedMemory {
  package let bytes: UnsafeMutableRawBufferPointer

  /// - Parameter byteCount: may be 0.
  package init(byteCount: Int) {
    let count = max(byteCount, 1)
    let base = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let base, base != MAP_FAILED else {
      fatalError("out of memory: \(count) bytes for drawing")
    }
    bytes = UnsafeMutableRawBufferPointer(start: base, count: count)
  }

  deinit { munmap(bytes.baseAddress, bytes.count) }
}
