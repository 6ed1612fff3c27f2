import Foundation
import Testing

@testable import AfterglowLinux

@Suite struct FixedTextTests {
  @Test func `a system call that fails is named, with what to do if that is known`() throws {
    func text(_ code: Int32, hasRemedy: Bool = true) throws -> String {
      let pipe = Pipe()
      var memory = [UInt8](repeating: 0, count: 512)
      memory.withUnsafeMutableBytes { bytes in
        var writer = TextWriter(to: pipe.fileHandleForWriting.fileDescriptor, memory: bytes)
        let error = SystemError("reserve room for the display file", errno: code)
        if hasRemedy { writer.write(error) } else { writer.write(withoutRemedy: error) }
      }
      try pipe.fileHandleForWriting.close()
      return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }
    let full = try text(ENOSPC)
    #expect(
      full.hasPrefix("cannot reserve room for the display file: ") && full.hasSuffix("is full: free some space there"))
    #expect(try text(ENOMEM).hasSuffix("memory is free: end other programs, or lower memory.archive in board.yaml"))
    #expect(try text(ENOMEM, hasRemedy: false).hasSuffix(String(cString: strerror(ENOMEM))))
    #expect(try text(EIO).hasSuffix(String(cString: strerror(EIO))))
    for (code, remedy) in [
      (EACCES, "give this user permission, or run the program as root"),
      (EPERM, "give this user permission, or run the program as root"), (EBUSY, "end the program that uses it"),
      (ENODEV, "check that it is connected and that its driver is loaded"),
      (ENOENT, "check the name, and that its folder exists"),
      (EROFS, "its file system is read-only: choose a folder that can be written"),
    ] { #expect(try text(code).hasSuffix("\(String(cString: strerror(code))); \(remedy)")) }
  }

  @Test func `a text that was filled in is cut at its room and leaves nothing of the one before`() {
    var text = FixedText<8>("abcdefg")
    text.fill { out, _ in out[0] = 120 }
    #expect(text.count == 1 + 6)
    _ = text.fill { out, room in
      for index in 0..<Int(room) { out[index] = 121 }
      return 0
    }
    #expect(text == FixedText<8>("yyyyyyy"))
    _ = text.fill { out, _ in
      out[0] = 120
      out[1] = 0
      return 0
    }
    text.append("z")
    #expect(text == FixedText<8>("xz"))
    #expect(text.equals("xz"))
  }

  @Test func `a line end is dropped once, and a prefix is distinguished from a part`() {
    var text = FixedText<16>("eventually\n")
    text.dropLineEnd()
    text.dropLineEnd()
    #expect(text.equals("eventually"))
    #expect(text.hasPrefix("event"))
    #expect(text.hasPrefix("eventually"))
    #expect(!text.hasPrefix("eventually!"))
    #expect(!FixedText<16>("ev").hasPrefix("event"))
  }
}
