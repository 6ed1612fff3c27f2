import Foundation

/// Memory for an engine or a simulated panel: zeroed, page-aligned, and released with this object. Its pages are only
/// allocated when touched: an engine's banks are far larger than most archives, and the heap would clear all of a block
/// each time it is reused.
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
