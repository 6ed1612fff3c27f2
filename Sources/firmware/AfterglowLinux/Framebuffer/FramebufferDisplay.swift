// Framebuffer display, renderer side.
//
// System calls after start, complete, for the system-call filter (numbers are the same on x86-64 and aarch64):
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

/// A framebuffer as the renderer's display: a single buffer that is shown, written only where it changed.
public struct FramebufferDisplay: ~Copyable, Display {
  /// Shortest time between frames, in ms: the driver reports no frame time, and waiting for a vertical blank returns at
  /// once on most drivers. Sixty frames a second are enough.
  public static var shortestIntervalMs: Int64 { 16 }

  private let panel: FramebufferPanel
  private var presentedAtMs: Int64 = Int64.min / 2
  /// Whether the next frame has to turn the panel on: an earlier renderer may have left it dark.
  private var isUnlit = true
  /// Whether this renderer has darkened the panel.
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

  /// Pixels are visible as soon as they are written. This only checks that the driver still shows them: stores into the
  /// memory of a driver that was removed, or that now shows another part of it, do not fail.
  ///
  /// - Throws: `DisplayError.lost` when the driver is gone or its mode has changed, `system` when a dark panel cannot
  ///   be turned on.
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
    // Drivers without blanking return an error; their panel is on.
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

  /// Darkens the panel by FBIOBLANK. Many drivers refuse, and the panel stays on. It is turned on again once the next
  /// frame is written.
  ///
  /// - Throws: `DisplayError.lost` when the driver is gone, `system` for every other error, including EINVAL and
  ///   ENOTTY.
  public mutating func setPower(_ isOn: Bool) throws(DisplayError) {
    if isOn { return }
    let result = ag_fb_blank(panel.descriptor, 0)
    if result < 0 { throw FramebufferDisplay.powerError(-result) }
    isUnlit = true
    isDark = true
  }

  /// The picture stays, because the guard owns it.
  public mutating func close() {}
}

extension FramebufferPanel {
  /// Whether the driver's setting is still that of `mode`.
  fileprivate func isSame(_ variable: fb_var_screeninfo) -> Bool {
    variable.xres == mode.xres && variable.yres == mode.yres && variable.xoffset == mode.xoffset
      && variable.yoffset == mode.yoffset && variable.bits_per_pixel == mode.bits_per_pixel
  }
}
