import Foundation
import Testing

@testable import AfterglowPrograms

extension ProgramSuites {
  /// A program whose file is not ready at once.
  @Suite struct ProgramStartTests {
    /// As where another thread of its writer has forked and not yet run a program (ETXTBSY).
    @Test func `a program that is open for writing runs as soon as it is closed`() throws {
      let folder = try SecretsFolder()
      let path = folder.path + "/script"
      try "#!/bin/sh\necho ran\n".write(toFile: path, atomically: true, encoding: .utf8)
      #expect(chmod(path, 0o755) == 0)
      let writer = open(path, O_WRONLY | O_CLOEXEC)
      try #require(writer >= 0)
      let running = try RunningProgram([path])
      // The first attempts find it open.
      usleep(50_000)
      close(writer)
      let (text, end) = try running.finish()
      #expect(text == "ran\n" && end == .status(0))
    }
  }
}
