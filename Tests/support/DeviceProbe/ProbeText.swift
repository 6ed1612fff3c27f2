import AfterglowLinux

/// A line on standard output, flushed at once.
func say(_ text: String) { say(text) { (_: inout TextWriter) in } }

/// A line that ends with an error's description.
func say(_ prefix: String, _ body: (inout TextWriter) -> Void) {
  guard var writer = try? TextWriter(to: 1) else { return }
  for byte in prefix.utf8 { withUnsafeBytes(of: byte) { writer.write($0) } }
  body(&writer)
  writer.write("\n")
  writer.flush()
}

/// Texts that devices reference as long as the program runs.
func lasting(_ text: String) -> UnsafePointer<CChar> {
  let bytes = Array(text.utf8CString)
  let memory = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
  memory.update(from: bytes, count: bytes.count)
  return UnsafePointer(memory)
}
