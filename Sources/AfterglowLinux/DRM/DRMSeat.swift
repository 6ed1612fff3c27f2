import AfterglowCore
import CLinux

/// One connector that the guard drives, and what it made for it.
struct DRMSeat: BitwiseCopyable {
  var request: DRMRequest
  /// The panel that was made last; its buffers and blob are this seat's.
  var panel: DRMPanel?
  var givenAtMs = Int64.min / 2
  /// The request is another than the panel's.
  var hasNewRequest = false
  var buffers: InlineArray<2, DRMBuffer>
  /// What the buffers are for; width 0 = there are none.
  var bufferSize = PixelSize(width: 0, height: 0)
  var bufferFormat = PixelFormat.xrgb8888
  /// Buffers of the board before, which are on the glass until the first frame of this one is.
  var retired: InlineArray<2, DRMBuffer>
  var hasRetired = false
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

  var hasBuffers: Bool { bufferSize.width > 0 }

  init(_ request: DRMRequest) {
    self.request = request
    buffers = InlineArray(repeating: .none)
    retired = InlineArray(repeating: .none)
    former = drm_mode_crtc()
  }
}
