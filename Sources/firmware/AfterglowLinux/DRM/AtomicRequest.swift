import AfterglowCore
import CLinux

/// The properties of one atomic commit, in arrays inside the value itself, because libdrm's own would allocate in every
/// frame (`struct drm_mode_atomic` of `drm_mode.h`).
struct AtomicRequest {
  private var objects: InlineArray<24, UInt32> = InlineArray(repeating: 0)
  private var propertyCounts: InlineArray<24, UInt32> = InlineArray(repeating: 0)
  private var properties: InlineArray<64, UInt32> = InlineArray(repeating: 0)
  private var values: InlineArray<64, UInt64> = InlineArray(repeating: 0)
  private var objectCount = 0
  private var count = 0

  mutating func removeAll() {
    objectCount = 0
    count = 0
  }

  /// Begins an object, to which the next properties belong. Each object is begun once in a request.
  mutating func begin(_ object: UInt32) {
    precondition(objectCount < 24)
    objects[objectCount] = object
    propertyCounts[objectCount] = 0
    objectCount += 1
  }

  /// Sets a property of the object begun last; a property of 0 is one that the driver does not have and is skipped.
  mutating func set(_ property: UInt32, _ value: UInt64) {
    if property == 0 { return }
    precondition(count < 64 && objectCount > 0)
    properties[count] = property
    values[count] = value
    count += 1
    propertyCounts[objectCount - 1] += 1
  }

  /// Passes the request to the kernel. Returns 0 or −errno.
  mutating func commit(to descriptor: Int32, flags: UInt32, token: UInt64 = 0) -> Int32 {
    let used = Int32(objectCount)
    return objects.withBytes { objects in
      propertyCounts.withBytes { counts in
        properties.withBytes { properties in
          values.withBytes { values in
            ag_drm_commit(
              descriptor, flags, objects.assumingMemoryBound(to: UInt32.self),
              counts.assumingMemoryBound(to: UInt32.self), used, properties.assumingMemoryBound(to: UInt32.self),
              values.assumingMemoryBound(to: UInt64.self), token)
          }
        }
      }
    }
  }
}

extension InlineArray where Element: BitwiseCopyable {
  /// Passes the elements' memory to `body`.
  @inline(__always)
  mutating func withBytes<Result>(_ body: (UnsafeMutableRawPointer) -> Result) -> Result {
    withUnsafeMutableBytes(of: &self) { body($0.baseAddress!) }
  }
}

extension AtomicRequest {
  /// The whole state of a panel: connector, mode and plane, without state left behind by another program. The kernel
  /// determines whether this needs a mode set; if the mode is set already, this is a flip.
  mutating func describe(_ panel: DRMPanel, showing buffer: Int) {
    let names = panel.properties
    removeAll()
    begin(panel.route.connector)
    set(names.connectorCRTC, UInt64(panel.route.crtc))
    set(names.connectorLinkStatus, 0)
    begin(panel.route.crtc)
    set(names.crtcMode, UInt64(panel.mode.blob))
    set(names.crtcActive, 1)
    set(names.crtcGamma, 0)
    set(names.crtcDegamma, 0)
    set(names.crtcMatrix, 0)
    begin(panel.route.plane)
    set(names.planeFramebuffer, UInt64(panel.buffers[buffer].framebuffer))
    set(names.planeCRTC, UInt64(panel.route.crtc))
    set(names.planeSourceX, 0)
    set(names.planeSourceY, 0)
    set(names.planeSourceWidth, UInt64(panel.size.width) << 16)
    set(names.planeSourceHeight, UInt64(panel.size.height) << 16)
    set(names.planeX, 0)
    set(names.planeY, 0)
    set(names.planeWidth, UInt64(panel.size.width))
    set(names.planeHeight, UInt64(panel.size.height))
    // Resets rotation, opacity and damage, whatever was set before.
    set(names.planeRotation, UInt64(DRM_MODE_ROTATE_0))
    set(names.planeAlpha, 0xFFFF)
    set(names.planeDamage, 0)
    detach(panel.leftovers, names)
  }

  mutating func detach(_ leftovers: DRMLeftovers, _ names: DRMProperties) {
    for index in 0..<leftovers.planeCount {
      begin(leftovers.planes[index])
      set(names.planeFramebuffer, 0)
      set(names.planeCRTC, 0)
    }
    for index in 0..<leftovers.connectorCount {
      begin(leftovers.connectors[index])
      set(names.connectorCRTC, 0)
    }
    if leftovers.previousCRTC != 0 {
      begin(leftovers.previousCRTC)
      set(names.crtcMode, 0)
      set(names.crtcActive, 0)
    }
  }
}
