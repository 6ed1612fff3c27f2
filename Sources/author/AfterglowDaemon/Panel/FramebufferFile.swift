import AfterglowCore
import AfterglowKit
import AfterglowPreview
import AfterglowVirtual
import Foundation

/// A virtual framebuffer file (docs/virtual-framebuffer.md). It is read rather than mapped, because reading a mapping
/// beyond the end of a truncated file ends the process (SIGBUS).
package final class FramebufferFile {
  private let descriptor: Int32
  private let header: VirtualFramebufferReader
  private let memory: UnsafeMutableRawBufferPointer
  /// The rotation from the scene to the panel, which the file does not contain.
  private let rotation: Rotation

  /// Opens a file; `sceneSize` identifies one that contains the upright picture already (a simulated controller's).
  ///
  /// - Throws: `FileFailure` if it cannot be opened, `Failure` if it is not a virtual framebuffer.
  package init(path: String, rotation: Rotation, sceneSize: PixelSize? = nil) throws {
    let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard opened >= 0 else { throw FileFailure(operation: .read, path: path, code: errno) }
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: VirtualFramebufferLayout.headerByteCount, alignment: 8)
    do {
      header = try Self.readHeader(opened, path, into: memory)
    } catch {
      close(opened)
      memory.deallocate()
      throw error
    }
    descriptor = opened
    self.memory = memory
    self.rotation = rotation.swapsAxes && header.size == sceneSize ? .none : rotation
  }

  deinit {
    close(descriptor)
    memory.deallocate()
  }

  private static func readHeader(
    _ descriptor: Int32, _ path: String, into memory: UnsafeMutableRawBufferPointer
  ) throws -> VirtualFramebufferReader {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
      throw Failure(.badInput, "cannot read \(path): expected a virtual framebuffer, found something else")
    }
    let count = pread(descriptor, memory.baseAddress!, memory.count, 0)
    do throws(VirtualFramebufferError) {
      return try VirtualFramebufferReader(
        header: UnsafeRawBufferPointer(rebasing: memory[..<max(0, count)]), fileByteCount: Int64(status.st_size))
    } catch {
      throw Failure(.badInput, "cannot read \(path): \(text(error))")
    }
  }

  /// Whether a file begins like a virtual framebuffer.
  package static func isOne(_ firstBytes: ArraySlice<UInt8>) -> Bool {
    firstBytes.starts(with: Array("AGLOWFB\0".utf8))
  }

  /// False if another file, or none, has this path now: the guard replaces one that was removed or truncated.
  package func isStill(at path: String) -> Bool {
    var own = stat()
    var found = stat()
    guard fstat(descriptor, &own) == 0, stat(path, &found) == 0 else { return false }
    return own.st_dev == found.st_dev && own.st_ino == found.st_ino
  }

  /// Increases with each frame; odd while one is being written, and if the file was truncated.
  package var sequence: UInt64 {
    var number: UInt64 = 1
    let count = pread(descriptor, &number, 8, off_t(VirtualFramebufferLayout.sequenceOffset))
    return count == 8 ? UInt64(littleEndian: number) : 1
  }

  /// The last complete frame. The bytes it is made from are freed again: a viewer rests for a minute between two frames,
  /// and those of a television would be a third of what the author holds.
  ///
  /// - Throws: `Failure` if the writer has stopped in the middle of one.
  package func picture() throws -> PanelPicture {
    let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: header.pixelByteCount, alignment: 8)
    defer { pixels.deallocate() }
    try copyFrame(to: pixels)
    return PanelPicture(
      panel: UnsafeRawPointer(pixels.baseAddress!), strideBytes: header.strideBytes, size: header.size,
      format: header.format, rotation: rotation)
  }

  /// Waits half a second for a writer in the middle of a frame, which takes milliseconds.
  ///
  /// - Throws: `Failure` after that.
  private func copyFrame(to pixels: UnsafeMutableRawBufferPointer) throws {
    for _ in 0..<100 {
      let before = sequence
      if before & 1 == 0 && read(pixels) && sequence == before { return }
      usleep(5_000)
    }
    throw Failure(.unavailable, "no whole frame in the framebuffer: \(Self.text(.noWholeFrame(attempts: 100)))")
  }

  private func read(_ pixels: UnsafeMutableRawBufferPointer) -> Bool {
    var done = 0
    while done < pixels.count {
      let count = pread(descriptor, pixels.baseAddress! + done, pixels.count - done, off_t(header.pixelsOffset + done))
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return false }
      done += count
    }
    return true
  }

  private static func text(_ error: VirtualFramebufferError) -> String {
    switch error {
    case .tooShort(let expected, let found): "expected at least \(expected) bytes, found \(found)"
    case .wrongMagic: "expected a virtual framebuffer (\"AGLOWFB\"), found something else"
    case .unknownVersion(let version): "version \(version) is newer than this program"
    case .unknownFormat(let code): "unknown pixel format 0x\(String(code, radix: 16))"
    case .impossibleGeometry: "its size and stride cannot hold a picture"
    case .destinationTooSmall(let needed, let found): "\(needed) bytes needed, \(found) there"
    case .noWholeFrame: "its writer is in the middle of a frame, or died there, or the file was cut short"
    }
  }
}
