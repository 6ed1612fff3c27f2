import AfterglowCore
import CLinux

/// One connector that the guard drives, with the objects made for it.
struct DRMOutput: BitwiseCopyable {
  var request: DRMRequest
  /// The panel made last; its buffers and blob belong to this output.
  var panel: DRMPanel?
  var givenAtMs = Int64.min / 2
  /// Whether the request has changed since the panel was made.
  var hasNewRequest = false
  var buffers: DRMBuffers?
  /// Buffers of the previous board, which are shown until the first frame of this one.
  var retired: DRMBuffers?
  var modeBlob: UInt32 = 0
  var lease: DRMLease?
  var route = DRMRoute()
  /// What this CRTC showed before; nil = nothing.
  var previous: drm_mode_crtc?
  /// Whether the cable was found unplugged: the mode must be set again.
  var wasDisconnected = false

  init(_ request: DRMRequest) { self.request = request }
}

/// A descriptor that gives a renderer access to one panel's connector, CRTC and planes only
/// (`DRM_IOCTL_MODE_CREATE_LEASE`).
struct DRMLease: BitwiseCopyable {
  var descriptor: Int32
  /// The kernel's number of the lease.
  var lessee: UInt32
}
