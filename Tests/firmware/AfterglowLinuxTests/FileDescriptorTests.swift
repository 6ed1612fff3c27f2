import AfterglowLinux
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct FileDescriptorTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "files-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  /// errno of an attempt; 0 = success.
  private func errno(_ body: () throws(SystemError) -> Void) -> Int32 {
    do throws(SystemError) {
      try body()
      return 0
    } catch { return error.errno }
  }

  @Test func `a pipe without a writer is refused at once, for reading and for writing`() throws {
    try withFolder { folder in
      let pipe = folder + "/pipe"
      try #require(mkfifo(pipe, 0o600) == 0)
      #expect(errno { () throws(SystemError) in _ = try FileDescriptor.open(forReading: pipe) } == EINVAL)
      #expect(errno { () throws(SystemError) in _ = try FileDescriptor.create(regular: pipe) } == EINVAL)
      #expect(errno { () throws(SystemError) in _ = try DisplayFile(path: pipe, byteCount: 8192, magic: 1) } == EINVAL)
      #expect(errno { () throws(SystemError) in _ = try FileDescriptor.open(forReading: folder) } == EINVAL)
      #expect(errno { () throws(SystemError) in _ = try FileDescriptor.open(forReading: "/dev/zero") } == EINVAL)
    }
  }

  @Test func `a private copy cannot be changed, and is read and mapped all the same`() throws {
    try withFolder { folder in
      let content = [UInt8]((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
      try Data(content).write(to: URL(fileURLWithPath: folder + "/archive"))
      let copy = try FileDescriptor.open(forReading: folder + "/archive").privateCopy(limit: 1 << 20)
      // F_GET_SEALS: F_SEAL_SEAL, SHRINK, GROW and WRITE (linux/fcntl.h).
      #expect(fcntl(copy.number, 1034) == 0xF)
      var byte: UInt8 = 99
      #expect(pwrite(copy.number, &byte, 1, 0) == -1)
      #expect(ftruncate(copy.number, 10) == -1)
      #expect(ftruncate(copy.number, 200_000) == -1)
      #expect(mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, copy.number, 0) == MAP_FAILED)
      // Also through another path to the same file.
      let again = open("/proc/self/fd/\(copy.number)", O_RDWR)
      #expect(again >= 0 && pwrite(again, &byte, 1, 0) == -1)
      closeDescriptor(again)
      let view = try FileView(copy, byteCount: content.count)
      #expect(view.bytes.elementsEqual(content))
    }
  }
}
