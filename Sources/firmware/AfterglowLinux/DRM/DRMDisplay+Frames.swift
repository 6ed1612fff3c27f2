import AfterglowCore
import AfterglowDevice
import CLinux

// Mode set, flips and power: single ioctls on memory of the display itself.
extension DRMDisplay {
  /// The first frame: mode, connector and picture in one commit, so that no black frame is shown first.
  ///
  /// - Throws: `DisplayError.lost` or `system`, see `error`.
  mutating func setMode(showing back: Int) throws(DisplayError) {
    if panel.isAtomic {
      request.describe(panel, showing: back)
      let result = request.commit(to: panel.descriptor, flags: UInt32(AG_DRM_ALLOW_MODESET))
      if result < 0 { throw error(.present, -result) }
    } else {
      try setLegacyMode(showing: back)
    }
  }

  private mutating func setLegacyMode(showing back: Int) throws(DisplayError) {
    var mode = panel.mode.info
    let result = ag_drm_set_crtc(
      panel.descriptor, panel.route.crtc, panel.route.connector, panel.buffers[back].framebuffer, 0, 0, &mode)
    if result < 0 { throw error(.present, -result) }
    if panel.properties.connectorDPMS != 0 {
      _ = ag_drm_set_connector_property(
        panel.descriptor, panel.route.connector, panel.properties.connectorDPMS, UInt64(DRM_MODE_DPMS_ON))
    }
    var whole = Damage()
    whole.insert(PixelRect(panel.size))
    markDirty(back, whole)
  }

  /// Every later frame. Waits for a driver that is still busy with the last one, and sets the mode again if it was lost
  /// (another master came and went, or the connector was forced off).
  ///
  /// - Throws: `DisplayError.lost` or `system`, see `error`.
  mutating func flip(to back: Int, _ damage: borrowing Damage) throws(DisplayError) {
    token += 1
    let deadline = ag_boottime_ms() + DRMDisplay.flipLimitMs
    while true {
      let result = panel.isAtomic ? flipAtomic(to: back, damage) : flipLegacy(to: back, damage)
      switch result {
      case 0:
        awaitsFlip = true
        return
      case -EBUSY, -EAGAIN:
        if ag_boottime_ms() >= deadline { throw .lost(operation: .present, errno: -result) }
        var nothing = ag_poll_entry(fd: -1, events: 0, revents: 0)
        _ = ag_poll(&nothing, 1, 1)
      case -EINVAL, -ERANGE, -ENOENT: return try setMode(showing: back)
      default: throw error(.present, -result)
      }
    }
  }

  private mutating func flipAtomic(to back: Int, _ damage: borrowing Damage) -> Int32 {
    let blob = damageBlob(damage)
    request.removeAll()
    request.begin(panel.route.plane)
    request.set(panel.properties.planeFramebuffer, UInt64(panel.buffers[back].framebuffer))
    request.set(panel.properties.planeDamage, UInt64(blob))
    let flags = UInt32(AG_DRM_NONBLOCK) | UInt32(AG_DRM_FLIP_EVENT)
    let result = request.commit(to: panel.descriptor, flags: flags, token: token)
    if blob != 0 { _ = ag_drm_destroy_blob(panel.descriptor, blob) }
    return result
  }

  /// A blob with the damage; 0 = the whole frame, which is correct but slow.
  ///
  /// Covers what changed since this buffer was last shown, not only since the last frame: drivers that copy a buffer's
  /// damaged pixels to the device (virtio-gpu) need both.
  private mutating func damageBlob(_ damage: borrowing Damage) -> UInt32 {
    if panel.properties.planeDamage == 0 { return 0 }
    var clips = DamageClips(damage, within: panel.size)
    let count = Int32(clips.count * MemoryLayout<drm_mode_rect>.size)
    if count == 0 { return 0 }
    let made = clips.withRects { ag_drm_make_blob(panel.descriptor, $0, count) }
    return made < 0 ? 0 : UInt32(truncatingIfNeeded: made)
  }

  private mutating func flipLegacy(to back: Int, _ damage: borrowing Damage) -> Int32 {
    let result = ag_drm_flip(panel.descriptor, panel.route.crtc, panel.buffers[back].framebuffer, token)
    if result == 0 { markDirty(back, damage) }
    return result
  }

  /// Reports damage to a driver that copies pixels; one that does not need it returns an error once.
  private mutating func markDirty(_ back: Int, _ damage: borrowing Damage) {
    let isEmpty = damage.isEmpty
    if isDirtyUseless || isEmpty { return }
    var clips = DamageClips(damage, within: panel.size)
    let count = Int32(clips.count)
    let framebuffer = panel.buffers[back].framebuffer
    let result = clips.withClips { ag_drm_dirty(panel.descriptor, framebuffer, $0, count) }
    isDirtyUseless = result == -ENOSYS || result == -EOPNOTSUPP
  }

  /// CRTC off, with the last frame still on its plane; `setMode` shows another one as it turns the panel on.
  mutating func darken() -> Int32 {
    request.removeAll()
    request.begin(panel.route.crtc)
    request.set(panel.properties.crtcActive, 0)
    return request.commit(to: panel.descriptor, flags: UInt32(AG_DRM_ALLOW_MODESET))
  }

  mutating func darkenLegacy() -> Int32 {
    let property = panel.properties.connectorDPMS
    if property != 0 {
      return ag_drm_set_connector_property(panel.descriptor, panel.route.connector, property, UInt64(DRM_MODE_DPMS_OFF))
    }
    var mode = panel.mode.info
    return ag_drm_set_crtc(panel.descriptor, panel.route.crtc, panel.route.connector, 0, 0, 0, &mode)
  }

  /// Waits until the last flip is reported. A flip that is not reported within `flipLimitMs` makes the display lost:
  /// its owner sets it up again.
  mutating func finishFlip() {
    if !awaitsFlip { return }
    let deadline = ag_boottime_ms() + DRMDisplay.flipLimitMs
    while awaitsFlip {
      let left = deadline - ag_boottime_ms()
      if left <= 0 {
        awaitsFlip = false
        lossErrno = ETIMEDOUT
        return
      }
      var entry = ag_poll_entry(fd: panel.descriptor, events: Int16(AG_READABLE), revents: 0)
      if ag_poll(&entry, 1, left) > 0 { readEvents() }
    }
  }

  private mutating func readEvents() {
    let descriptor = panel.descriptor
    let expected = token
    var result: Int64 = 0
    var isDone = false
    events.withBytes { bytes in
      result = ag_read(descriptor, bytes, 1024)
      let read = UnsafeRawBufferPointer(start: bytes, count: Int(Swift.max(0, result)))
      isDone = DRMDisplay.reportsFlip(read, token: expected)
    }
    if isDone { awaitsFlip = false }
    if result < 0 && result != -Int64(EAGAIN) {
      awaitsFlip = false
      lossErrno = Int32(truncatingIfNeeded: -result)
    }
  }

  /// Whether the events that were read include the completion of the flip with this token.
  static func reportsFlip(_ bytes: UnsafeRawBufferPointer, token: UInt64) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    var event = ag_drm_event()
    var offset: Int64 = 0
    while true {
      offset = ag_drm_next_event(base, Int64(bytes.count), offset, &event)
      if offset < 0 { return false }
      if event.is_flip != 0 && event.token == token { return true }
    }
  }
}
