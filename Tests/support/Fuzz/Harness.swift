// The archive reader under libFuzzer. Input: an archive, of any bytes. Magic, version, length and checksum are repaired
// first, so that the fuzzer gets past them; what is then accepted is read to its last byte, and drawn. The same bytes are
// played as events of input devices.
import AfterglowArchive
import AfterglowCore
import TestSupport

@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var file = Array(UnsafeBufferPointer(start: data, count: count))
  let asGiven = AlignedBytes(file)
  if repair(&file) {
    // Code that only runs before the repair.
    _ = try? Archive.validate(asGiven.bytes)
  }
  withExtendedLifetime(asGiven) {}
  sink = sink &+ touch(file)
  // Exactly as long as the file, so that the address sanitizer detects every read past its end.
  let aligned = AlignedBytes(file)
  defer { withExtendedLifetime(aligned) {} }
  do throws(ArchiveError) {
    let archive = try Archive.validate(aligned.bytes)
    sink = sink &+ UInt64(archive.byteCount(of: .points))
    sink = sink &+ walk(archive)
    if canDraw(archive) { sink = sink &+ draw(file, archive) }
  } catch {
    sink = sink &+ UInt64(error.shortDescription.utf8CodeUnitCount) &+ UInt64(error.byteOffset)
  }
  return 0
}

/// Prevents the reads from being optimised away.
nonisolated(unsafe) var sink: UInt64 = 0

/// True if something had to be repaired.
func repair(_ file: inout [UInt8]) -> Bool {
  if file.count < MemoryLayout<ArchiveHeader>.stride { return false }
  let before = Array(file.prefix(40))
  replace(&file, at: 0, ArchiveHeader.expectedMagic)
  replace(&file, at: 8, ArchiveHeader.currentVersion)
  replace(&file, at: 16, UInt32(file.count))
  ArchiveChecksum.seal(&file)
  return !file.starts(with: before)
}

func replace<T: FixedWidthInteger>(_ file: inout [UInt8], at offset: Int, _ value: T) {
  file.withUnsafeMutableBytes { $0.storeBytes(of: value.littleEndian, toByteOffset: offset, as: T.self) }
}
