import AfterglowCore
import AfterglowDevice
import AfterglowLinux
import AfterglowPreview
import AfterglowVirtual
import CLinux

/// A virtual framebuffer in a file that this program writes.
final class OpenWindow {
  private let size: PixelSize
  private let file: DisplayFile
  private var framebuffer: VirtualFramebuffer

  /// `path` must outlive it.
  ///
  /// - Throws: `SystemError`.
  init(_ path: UnsafePointer<CChar>, _ size: PixelSize) throws(SystemError) {
    self.size = size
    let count = VirtualFramebuffer.byteCount(for: size, format: .xrgb8888)
    let file = try DisplayFile(path: path, byteCount: count, magic: VirtualFramebufferLayout.magic)
    framebuffer = VirtualFramebuffer(memory: file.memory, size: size, format: .xrgb8888)
    self.file = file
  }

  /// Whether it has this size, and its file can still be seen by others.
  func isUsable(_ size: PixelSize) -> Bool { size == self.size && file.isInPlace }

  /// Shows a picture of the window's size.
  func put(_ picture: PanelPicture) {
    precondition(picture.width == Int(size.width) && picture.height == Int(size.height))
    framebuffer.withBackBuffer { back in
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          let pixel = 0xFF00_0000 | picture.pixels[y * picture.width + x]
          (back.base + y * back.strideBytes).storeBytes(of: pixel.littleEndian, toByteOffset: 4 * x, as: UInt32.self)
        }
      }
    }
    var damage = Damage()
    damage.insert(PixelRect(size))
    try? framebuffer.present(damage, at: MonotonicInstant(milliseconds: ag_boottime_ms()))
  }
}
