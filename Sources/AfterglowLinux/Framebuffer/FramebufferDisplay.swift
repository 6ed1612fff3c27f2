// The renderer's side of a framebuffer.
//
// System calls after start, complete, for the filter (numbers are the same on x86-64 and aarch64):
//
// | call | when | request |
// |---|---|---|
// | ioctl FBIOGET_VSCREENINFO | each frame | 0x4600 |
// | ioctl FBIOBLANK | first frame, power, first frame after the dark | 0x4611 |
//
// Everything else is stores into the mapping.

import AfterglowCore
import AfterglowDevice
import CLinux

/// A framebuffer as the renderer's display: the one picture that is shown, written where it changed.
public struct FramebufferDisplay: ~Copyable, Display {
  /// No beat is told, and waiting for a vertical blank returns at once on most drivers: sixty frames a second are enough.
  public static var shortestIntervalMs: Int64 { 16 }

  private let panel: FramebufferPanel
  private var presentedAtMs: Int64 = Int64.min / 2
  /// Whether the next frame has to light the panel: a renderer that died may have left it dark.
  private var isUnlit = true
  /// Whether this renderer has darkened it.
  private var isDark = false

  public init(_ panel: FramebufferPanel) { self.panel = panel }

  public var properties: DisplayProperties {
    DisplayProperties(
      size: panel.geometry.size, format: panel.format, isEmissive: true, bufferAge: 1, minimumRefreshIntervalMs: 0,
      scanOutLayout: panel.geometry.layout)
  }

  public mutating func withBackBuffer<Result>(_ body: (BackBuffer) -> Result) -> Result {
    body(BackBuffer(base: panel.base, strideBytes: panel.geometry.strideBytes))
  }

  /// What was written is shown already. Asked is only whether it still is: stores into the memory of a driver that went
  /// away, or that shows another part of it by now, tell nothing.
  public mutating func present(_ damage: borrowing Damage, at now: MonotonicInstant) throws(DisplayError) {
    presentedAtMs = now.milliseconds
    var variable = fb_var_screeninfo()
    let result = ag_fb_variable(panel.descriptor, &variable)
    if result < 0 { throw .lost(operation: .present, errno: -result) }
    if !panel.isSame(variable) { throw .lost(operation: .present, errno: ESTALE) }
    if isUnlit { try light() }
  }

  private mutating func light() throws(DisplayError) {
    let result = ag_fb_blank(panel.descriptor, 1)
    // Drivers without blanking refuse, and are lit.
    if result < 0 && isDark { throw FramebufferDisplay.powerError(-result) }
    isUnlit = false
    isDark = false
  }

  private static func powerError(_ errno: Int32) -> DisplayError {
    errno == ENODEV || errno == ENXIO
      ? .lost(operation: .power, errno: errno) : .system(operation: .power, errno: errno)
  }

  public func earliestPresent(after now: MonotonicInstant) -> MonotonicInstant {
    MonotonicInstant(milliseconds: presentedAtMs + FramebufferDisplay.shortestIntervalMs)
  }

  /// Many drivers cannot: those refuse with EINVAL or ENOTTY, and the panel stays lit. It is lit again once the next frame
  /// is written.
  public mutating func setPower(_ isOn: Bool) throws(DisplayError) {
    if isOn { return }
    let result = ag_fb_blank(panel.descriptor, 0)
    if result < 0 { throw FramebufferDisplay.powerError(-result) }
    isUnlit = true
    isDark = true
  }

  /// The picture stays: the guard holds it.
  public mutating func close() {}
}

extension FramebufferPanel {
  /// Whether the driver shows what it showed when this was made.
  fileprivate func isSame(_ variable: fb_var_screeninfo) -> Bool {
    variable.xres == mode.xres && variable.yres == mode.yres && variable.xoffset == mode.xoffset
      && variable.yoffset == mode.yoffset && variable.bits_per_pixel == mode.bits_per_pixel
  }
}
