// The archive reader under libFuzzer. Input: an archive, of any bytes. Length and checksum are repaired first, so that
// the fuzzer gets past them; what is then accepted is read to its last byte.
import AfterglowArchive
import AfterglowCore
import AfterglowTimeline

@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var file = Array(UnsafeBufferPointer(start: data, count: count))
  repair(&file)
  // Exactly as long as the file, so that the address sanitizer sees every byte read past its end.
  let aligned = AlignedBytes(file)
  do throws(ArchiveError) {
    let archive = try Archive.validate(aligned.bytes)
    sink = sink &+ walk(archive)
  } catch {
    sink = sink &+ UInt64(error.problem.description.utf8CodeUnitCount)
    sink = sink &+ UInt64(error.description.utf8.count)
  }
  return 0
}

nonisolated(unsafe) var sink: UInt64 = 0

private func repair(_ file: inout [UInt8]) {
  if file.count < 64 { return }
  let magic = bytes(of: ArchiveHeader.expectedMagic) + bytes(of: ArchiveHeader.currentVersion)
  for index in magic.indices { file[index] = magic[index] }
  let length = bytes(of: UInt32(file.count))
  for index in 0..<4 { file[16 + index] = length[index] }
  ArchiveChecksum.repair(&file)
}
