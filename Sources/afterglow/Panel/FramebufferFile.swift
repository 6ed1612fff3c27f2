import AfterglowCore
import AfterglowVirtual
import Foundation

/// A virtual framebuffer file (docs/virtual-framebuffer.md), mapped for reading.
final class FramebufferFile {
  private let memory: UnsafeRawBufferPointer
  private let reader: VirtualFramebufferReader
  private var pixels: [UInt8]
  /// How the scene is turned onto the glass; the file does not say.
  private let rotation: Rotation

  /// `sceneSize` tells a file that holds the picture upright already (a simulated controller's) from one that does not.
  init(path: String, rotation: Rotation, sceneSize: PixelSize? = nil) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure(operation: .read, path: path, code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > 0,
      let base = mmap(nil, Int(status.st_size), PROT_READ, MAP_SHARED, descriptor, 0), base != MAP_FAILED
    else {
      throw Failure(.badInput, "cannot read \(path): expected a virtual framebuffer, found something else")
    }
    memory = UnsafeRawBufferPointer(start: base, count: Int(status.st_size))
    do throws(VirtualFramebufferError) {
      reader = try VirtualFramebufferReader(memory: memory)
    } catch {
      munmap(base, Int(status.st_size))
      throw Failure(.badInput, "cannot read \(path): \(Self.text(error))")
    }
    pixels = [UInt8](repeating: 0, count: reader.pixelByteCount)
    self.rotation = rotation.swapsAxes && reader.size == sceneSize ? .none : rotation
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: memory.baseAddress!), memory.count) }

  /// Whether a file begins as virtual framebuffers do.
  static func isOne(_ firstBytes: ArraySlice<UInt8>) -> Bool { firstBytes.starts(with: Array("AGLOWFB\0".utf8)) }

  /// Grows with each frame; odd while one is being written.
  var sequence: UInt64 { reader.sequence }

  /// The last whole frame.
  func picture() throws -> PanelPicture {
    try copyFrame()
    return pixels.withUnsafeBytes {
      PanelPicture(
        panel: $0.baseAddress!, strideBytes: reader.strideBytes, size: reader.size, format: reader.format,
        rotation: rotation)
    }
  }

  /// A writer takes milliseconds for a frame: gives it half a second before calling it dead.
  private func copyFrame() throws {
    var attempt = 0
    while true {
      do {
        _ = try pixels.withUnsafeMutableBytes { try reader.copyFrame(into: $0) }
        return
      } catch let error as VirtualFramebufferError {
        attempt += 1
        guard case .noWholeFrame = error, attempt < 100 else {
          throw Failure(.unavailable, "the framebuffer gives no whole frame: \(Self.text(error))")
        }
        usleep(5_000)
      }
    }
  }

  private static func text(_ error: VirtualFramebufferError) -> String {
    switch error {
    case .tooShort(let expected, let found): "expected at least \(expected) bytes, found \(found)"
    case .wrongMagic: "expected a virtual framebuffer (\"AGLOWFB\"), found something else"
    case .unknownVersion(let version): "version \(version) is newer than this program"
    case .unknownFormat(let code): "unknown pixel format 0x\(String(code, radix: 16))"
    case .impossibleGeometry: "its size and stride cannot hold a picture"
    case .destinationTooSmall(let needed, let found): "\(needed) bytes needed, \(found) there"
    case .noWholeFrame: "its writer is in the middle of a frame, or died there"
    }
  }
}
