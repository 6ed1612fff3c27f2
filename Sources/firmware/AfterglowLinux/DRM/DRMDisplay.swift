// DRM display, renderer side.
//
// System calls after start, complete, for the system-call filter (x86-64 and aarch64 alike; numbers are _IOWR('d', nr,
// struct)):
//
// | call | when | request |
// |---|---|---|
// | ioctl DRM_IOCTL_MODE_ATOMIC | each frame, power | 0xC03864BC |
// | ioctl DRM_IOCTL_MODE_CREATEPROPBLOB | each frame, where the driver takes damage | 0xC01064BD |
// | ioctl DRM_IOCTL_MODE_DESTROYPROPBLOB | the same | 0xC00464BE |
// | ioctl DRM_IOCTL_MODE_PAGE_FLIP | each frame of a driver without atomic commits | 0xC01864B0 |
// | ioctl DRM_IOCTL_MODE_DIRTYFB | the same | 0xC01864B1 |
// | ioctl DRM_IOCTL_MODE_SETCRTC | first frame, also after the dark, of a driver without atomic commits | 0xC06864A2 |
// | ioctl DRM_IOCTL_MODE_GETCRTC | once, before the first frame | 0xC06864A1 |
// | ioctl DRM_IOCTL_MODE_SETPROPERTY | power, of a driver without atomic commits | 0xC01064AB |
// | ppoll, read | waiting for the flip | on the card's descriptor |
// | clock_gettime | limits of waits | |
//
// The guard, in addition, during set-up: open, close, mmap, munmap, readlink, getdents64 and these requests: VERSION,
// GET_CAP, SET_CLIENT_CAP, AUTH_MAGIC, SET_MASTER, DROP_MASTER, MODE_GETRESOURCES, GETCONNECTOR, GETENCODER,
// GETPLANERESOURCES, GETPLANE, GETPROPERTY, OBJ_GETPROPERTIES, CREATE_DUMB, MAP_DUMB, DESTROY_DUMB, ADDFB2, RMFB,
// CREATE_LEASE, REVOKE_LEASE; libdrm calls brk and mmap for its own memory.

import AfterglowCore
import AfterglowDevice
import CLinux

/// A DRM panel as the renderer's display: two buffers in turn, the mode set together with the first frame, damage
/// passed to drivers that support it (docs/panels/drm.md, Frames).
public struct DRMDisplay: ~Copyable, Display {
  /// How long a flip may take before the display counts as lost, in ms.
  public static var flipLimitMs: Int64 { 1_000 }

  let panel: DRMPanel
  /// Which of the two buffers is shown.
  var front: Int
  /// Whether the panel shows frames of this renderer. The first frame, and the first one after power-off, sets the
  /// mode.
  var hasMode = false
  /// Whether a flip was requested and its completion has not been reported yet.
  var awaitsFlip = false
  /// Distinguishes this renderer's flips from those of an earlier one on the same descriptor.
  var token: UInt64
  /// The errno by which the display was lost; 0 = it is not lost.
  var lossErrno: Int32 = 0
  var isDirtyUseless = false
  var presentedAtMs: Int64 = Int64.min / 2
  var request = AtomicRequest()
  var events: InlineArray<1024, UInt8> = InlineArray(repeating: 0)

  /// Queries which buffer is shown. That of an earlier renderer stays on the panel, and the first frame goes into the
  /// other one.
  ///
  /// - Parameter panel: mapped into this process.
  public init(_ panel: DRMPanel) {
    self.panel = panel
    token = UInt64(UInt32(bitPattern: ag_pid())) << 32
    var state = drm_mode_crtc()
    let result = ag_drm_get_crtc(panel.descriptor, panel.route.crtc, &state)
    front = result == 1 && state.fb_id == panel.buffers[0].framebuffer ? 0 : 1
  }

  public var properties: DisplayProperties {
    DisplayProperties(
      size: panel.size, format: panel.format, isEmissive: true, bufferAge: 2, minimumRefreshIntervalMs: 0,
      scanOutLayout: PixelLayout(panel.format))
  }

  /// Passes the buffer that is not shown to `body`, once the flip away from it has completed.
  public mutating func withBackBuffer<Result>(_ body: (BackBuffer) -> Result) -> Result {
    finishFlip()
    let back = panel.buffers[1 - front]
    return body(BackBuffer(base: back.base!, strideBytes: back.strideBytes))
  }

  /// Shows the back buffer: by a mode set with the first frame, by a flip with further ones.
  ///
  /// - Throws: `DisplayError.lost` when the display must be set up again, `system` for a frame that may be retried.
  public mutating func present(_ damage: borrowing Damage, at now: MonotonicInstant) throws(DisplayError) {
    finishFlip()
    if lossErrno != 0 { throw .lost(operation: .present, errno: lossErrno) }
    // Nothing differs in this buffer, so the one on the panel has the same content.
    let isEmpty = damage.isEmpty
    if hasMode && isEmpty { return }
    let back = 1 - front
    if hasMode {
      try flip(to: back, damage)
    } else {
      try setMode(showing: back)
      hasMode = true
    }
    front = back
    presentedAtMs = now.milliseconds
  }

  /// A frame time after the last frame, rounded down: where flips are reported at the display's refresh rate, waiting
  /// for the report paces the rest; where they are reported at once, only this keeps the loop from spinning.
  public func earliestPresent(after now: MonotonicInstant) -> MonotonicInstant {
    MonotonicInstant(milliseconds: presentedAtMs + frameTimeMs)
  }

  private var frameTimeMs: Int64 { Swift.max(1, 1_000_000 / Int64(Swift.max(1, panel.refreshMilliHertz))) }

  /// Turns the CRTC off; the next frame turns it on again.
  ///
  /// - Throws: `DisplayError.lost` or `system`, see `error`.
  public mutating func setPower(_ isOn: Bool) throws(DisplayError) {
    finishFlip()
    if lossErrno != 0 { throw .lost(operation: .power, errno: lossErrno) }
    // The next frame turns the panel on: mode and picture in one commit.
    if isOn { return }
    let result = panel.isAtomic ? darken() : darkenLegacy()
    if result < 0 { throw error(.power, -result) }
    hasMode = false
  }

  /// Waits for the last flip. The picture stays, because the guard owns it.
  public mutating func close() { finishFlip() }

  /// Classifies an errno: `lost` for those after which no further frame can succeed.
  func error(_ operation: DisplayOperation, _ errno: Int32) -> DisplayError {
    switch errno {
    case ENOMEM: .system(operation: operation, errno: errno)
    default: .lost(operation: operation, errno: errno)
    }
  }
}
