import AfterglowCore
import CLinux

/// One connector that the guard drives, and what it made for it.
struct DRMOutput: BitwiseCopyable {
  var request: DRMRequest
  /// The panel that was made last; its buffers and blob are this output's.
  var panel: DRMPanel?
  var givenAtMs = Int64.min / 2
  /// The request is another than the panel's.
  var hasNewRequest = false
  var buffers: DRMBuffers?
  /// Buffers of the board before, which are on the glass until the first frame of this one is.
  var retired: DRMBuffers?
  var modeBlob: UInt32 = 0
  var lease: DRMLease?
  var route = DRMRoute()
  /// What this CRTC showed before; nil = nothing.
  var previous: drm_mode_crtc?
  /// The cable was found pulled: the mode has to be set truly again.
  var wasDisconnected = false

  init(_ request: DRMRequest) { self.request = request }
}

/// A descriptor that reaches one panel's way and nothing else, for a renderer.
struct DRMLease: BitwiseCopyable {
  var descriptor: Int32
  /// The kernel's name for it.
  var lessee: UInt32
}
