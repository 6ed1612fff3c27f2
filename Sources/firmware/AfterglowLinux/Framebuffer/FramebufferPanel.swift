import AfterglowCore
import CLinux

/// The framebuffer and format that a board requests.
public struct FramebufferRequest: BitwiseCopyable, @unchecked Sendable {
  /// Device file such as /dev/fb1; "" = the first that fits. Must outlive the device.
  public var path: UnsafePointer<CChar>
  /// The panel's pixels before any rotation.
  public var size: PixelSize
  /// The board's format. The driver's layout may differ.
  public var format: PixelFormat

  public init(path: UnsafePointer<CChar>, size: PixelSize, format: PixelFormat) {
    self.path = path
    self.size = size
    self.format = format
  }
}

/// A framebuffer and its mapping: made by the guard, inherited by the forked renderer, valid while the device is open.
public struct FramebufferPanel: BitwiseCopyable, @unchecked Sendable {
  public internal(set) var descriptor: Int32
  /// "/dev/fb0".
  public internal(set) var name: FixedText<96>
  /// The driver's name, such as "simple".
  public internal(set) var driver: FixedText<17>
  public internal(set) var geometry: FramebufferGeometry
  public internal(set) var format: PixelFormat
  /// The visible part's first pixel.
  let base: UnsafeMutableRawPointer
  /// The driver setting from which the geometry was read.
  let mode: fb_var_screeninfo
}
