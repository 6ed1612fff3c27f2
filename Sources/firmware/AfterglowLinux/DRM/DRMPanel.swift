import AfterglowCore
import CLinux

/// One of a panel's two dumb buffers.
struct DRMBuffer: BitwiseCopyable, @unchecked Sendable {
  /// Where a renderer has mapped it; the guard maps none.
  var base: UnsafeMutableRawPointer?
  /// The offset for mmap on the card.
  var offset: Int64 = 0
  var byteCount: Int
  var strideBytes: Int
  var handle: UInt32
  var framebuffer: UInt32

  static var none: DRMBuffer { DRMBuffer(byteCount: 0, strideBytes: 0, handle: 0, framebuffer: 0) }
}

/// A panel's two buffers, with the size and format that they were made for.
struct DRMBuffers: BitwiseCopyable {
  var pair: InlineArray<2, DRMBuffer>
  var size: PixelSize
  var format: PixelFormat
}

/// The mode that a panel is set to.
struct DRMPanelMode: BitwiseCopyable {
  var info = drm_mode_modeinfo()
  /// The mode as a kernel object; 0 = none.
  var blob: UInt32 = 0
}

/// The pipeline from memory to connector: plane, CRTC and connector; 0 = none.
struct DRMRoute: BitwiseCopyable, Equatable, Sendable {
  var plane: UInt32 = 0
  var crtc: UInt32 = 0
  var connector: UInt32 = 0
}

/// State that another program left on a panel's CRTC and connector, removed by the first commit.
struct DRMLeftovers: BitwiseCopyable, Sendable {
  /// On the panel's CRTC.
  var planes: InlineArray<8, UInt32> = InlineArray(repeating: 0)
  var planeCount = 0
  var connectors: InlineArray<4, UInt32> = InlineArray(repeating: 0)
  var connectorCount = 0
  /// The CRTC that drove the panel's connector before, if it was another one; 0 = none.
  var previousCRTC: UInt32 = 0

  var isEmpty: Bool { planeCount + connectorCount == 0 && previousCRTC == 0 }

  /// Planes beyond the capacity are left unchanged.
  mutating func note(plane: UInt32) {
    if planeCount == 8 { return }
    planes[planeCount] = plane
    planeCount += 1
  }

  mutating func note(connector: UInt32) {
    if connectorCount == 4 { return }
    connectors[connectorCount] = connector
    connectorCount += 1
  }
}

/// Identifiers of the properties used in frames and mode sets; 0 = not supported by the driver.
struct DRMProperties: BitwiseCopyable, Sendable {
  var connectorCRTC: UInt32 = 0
  var connectorLinkStatus: UInt32 = 0
  /// For the legacy interface.
  var connectorDPMS: UInt32 = 0
  var crtcActive: UInt32 = 0
  var crtcMode: UInt32 = 0
  var crtcGamma: UInt32 = 0
  var crtcDegamma: UInt32 = 0
  var crtcMatrix: UInt32 = 0
  var planeFramebuffer: UInt32 = 0
  var planeCRTC: UInt32 = 0
  var planeSourceX: UInt32 = 0
  var planeSourceY: UInt32 = 0
  var planeSourceWidth: UInt32 = 0
  var planeSourceHeight: UInt32 = 0
  var planeX: UInt32 = 0
  var planeY: UInt32 = 0
  var planeWidth: UInt32 = 0
  var planeHeight: UInt32 = 0
  var planeRotation: UInt32 = 0
  var planeAlpha: UInt32 = 0
  var planeDamage: UInt32 = 0
}

/// One connector with its mode and two buffers: made by the guard, inherited by the forked renderer or sent to it, and
/// mapped there. Valid while the card is open.
public struct DRMPanel: BitwiseCopyable, @unchecked Sendable {
  /// The card, or a lease of one of its connectors.
  public internal(set) var descriptor: Int32
  /// The card, through which the buffers are mapped.
  public internal(set) var card: Int32
  public internal(set) var size: PixelSize
  public internal(set) var format: PixelFormat
  /// Refresh rate, Hz × 1000.
  public internal(set) var refreshMilliHertz: Int32 = 0
  /// Path of the card and name of the connector: "/dev/dri/card0 HDMI-A-1".
  public internal(set) var name: FixedText<96>
  public internal(set) var isAtomic: Bool

  var route = DRMRoute()
  var mode = DRMPanelMode()
  var properties = DRMProperties()
  var buffers: InlineArray<2, DRMBuffer> = InlineArray(repeating: .none)
  var leftovers = DRMLeftovers()

  /// Whether the card is reached through a lease of one connector.
  public var isLeased: Bool { descriptor != card }

  /// Maps both buffers into this process, and closes the card if drawing goes through a lease.
  ///
  /// - Throws: `DisplaySetupError` when the kernel refuses a mapping.
  public mutating func map() throws(DisplaySetupError) {
    for index in 0..<2 {
      guard let base = ag_drm_map(card, buffers[index].offset, Int64(buffers[index].byteCount)) else {
        throw DisplaySetupError(.system, device: name, operation: "map a buffer", errno: ag_errno())
      }
      buffers[index].base = base
    }
    if isLeased { _ = ag_close(card) }
    card = descriptor
  }
}
