import Foundation
import PixelSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// A kernel that has no close_range (before 5.9), as a filter that answers ENOSYS makes one.
@Suite(.serialized, .enabled(if: !FirmwareProgram.native.isEmpty && isInstalled("python3"), FirmwareProgram.missing))
struct OldKernelTests {
  /// Runs a program without the call 436, which is close_range on every architecture.
  private static let wrapper = """
    import ctypes, os, struct, sys
    libc = ctypes.CDLL(None, use_errno=True)
    steps = [(0x20, 0, 0, 0), (0x15, 0, 1, 436), (0x06, 0, 0, 0x00050000 | 38), (0x06, 0, 0, 0x7fff0000)]
    code = b"".join(struct.pack("HBBI", *step) for step in steps)
    memory = ctypes.create_string_buffer(code)
    class Program(ctypes.Structure):
        _fields_ = [("count", ctypes.c_ushort), ("steps", ctypes.c_void_p)]
    program = Program(len(steps), ctypes.addressof(memory))
    assert libc.prctl(38, 1, 0, 0, 0) == 0
    assert libc.prctl(22, 2, ctypes.byref(program), 0, 0) == 0, ctypes.get_errno()
    assert libc.syscall(436, 900, 900, 0) == -1 and ctypes.get_errno() == 38
    os.execv(sys.argv[1], sys.argv[1:])
    """

  private func descriptors(_ process: Int32) -> [String: String] {
    let folder = "/proc/\(process)/fd"
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return Dictionary(
      uniqueKeysWithValues: numbers.map {
        ($0, (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) ?? "")
      })
  }

  private func name(_ process: Int32) -> String {
    ((try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)) ?? "")
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test(arguments: FirmwareProgram.native)
  func `each child keeps its own descriptors alone, whether or not the kernel can close many at once`(
    _ program: FirmwareProgram
  ) throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let display = folder.appending(path: "panel").path
    let archive = folder.appending(path: "archive")
    try TestArchive.clock(displayPath: display) { $0.lightSource = 3 }.write(to: archive)
    let script = folder.appending(path: "without.py")
    try Self.wrapper.write(to: script, atomically: true, encoding: .utf8)
    let arguments = ["--control", folder.appending(path: "control").path, archive.path]
    let old = FirmwareProgram(
      name: "without close_range", command: ["/usr/bin/env", "python3", script.path] + program.command)
    for kernel in [program, old] {
      try? FileManager.default.removeItem(atPath: display)
      let running = try RunningFirmware(kernel, arguments, in: folder)
      try #require(seconds(until: 10) { (DisplayFileState(display)?.frames ?? 0) > 0 } != nil, "\(running.errors)")
      let children = running.children
      let sensor = try #require(children.first { name($0) == "aglow-light" }, "\(children.map(name))")
      let renderer = try #require(children.first { name($0) == "aglow-renderer" })
      // Standard error, and the pipe to the guard.
      func keepsTwo() -> Bool {
        let kept = descriptors(sensor)
        return kept.count == 2 && kept["2"] != nil
      }
      #expect(seconds(until: 5, keepsTwo) != nil, "\(kernel.name): \(descriptors(sensor))")
      // Standard streams, the line to the guard, and two timers.
      #expect(
        descriptors(renderer).filter { Int32($0.key) ?? 0 > 2 }.count == 3, "\(kernel.name): \(descriptors(renderer))")
      #expect(try running.terminate() == 0)
    }
  }
}

private func isInstalled(_ program: String) -> Bool {
  (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    access("\($0)/\(program)", X_OK) == 0
  }
}
