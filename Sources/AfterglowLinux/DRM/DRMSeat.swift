import AfterglowCore
import CLinux

/// One connector that the guard drives, and what it made for it.
struct DRMSeat: BitwiseCopyable {
  var request: DRMRequest
  /// The panel that was made last; its buffers and blob are this seat's.
  var panel: DRMPanel?
  var hasBuffers = false
  var buffers: InlineArray<2, DRMBuffer>
  var modeBlob: UInt32 = 0
  /// Descriptor of a lease; −1 = none.
  var lease: Int32 = -1
  var lessee: UInt32 = 0
  var connector: UInt32 = 0
  var crtc: UInt32 = 0
  /// What this CRTC showed before.
  var former: drm_mode_crtc
  var hasFormer = false
  /// The cable was found pulled: the mode has to be set truly again.
  var wasDisconnected = false

  init(_ request: DRMRequest) {
    self.request = request
    let none = DRMBuffer(
      base: UnsafeMutableRawPointer(bitPattern: 8)!, byteCount: 0, strideBytes: 0, handle: 0, framebuffer: 0)
    buffers = InlineArray(repeating: none)
    former = drm_mode_crtc()
  }
}
