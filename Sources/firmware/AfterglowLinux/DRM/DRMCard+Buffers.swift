import AfterglowCore
import CLinux

// An output's two dumb buffers, and restoring the previous state.
extension DRMCard {
  /// Makes an output's two buffers, unless they exist. They depend on the board only, not on the mode.
  ///
  /// - Throws: `DisplaySetupError` if the driver has no dumb buffers, or returns implausible ones.
  mutating func makeBuffers(_ output: Int, _ panel: DRMPanel) throws(DisplaySetupError) {
    let previous = outputs[output].buffers
    if let previous, previous.size == panel.size && previous.format == panel.format { return }
    let first = try makeBuffer(panel)
    do throws(DisplaySetupError) {
      outputs[output].buffers = DRMBuffers(
        pair: [first, try makeBuffer(panel)], size: panel.size, format: panel.format)
    } catch {
      free(first)
      throw error
    }
    guard let previous else { return }
    // Freeing a buffer that is being shown turns the panel black.
    if let retired = outputs[output].retired { freeBoth(retired) }
    outputs[output].retired = previous
  }

  private func makeBuffer(_ panel: DRMPanel) throws(DisplaySetupError) -> DRMBuffer {
    let width = UInt32(panel.size.width)
    let height = UInt32(panel.size.height)
    let bits = DRMFormat.bitsPerPixel(panel.format)
    var dumb = ag_drm_dumb()
    let made = ag_drm_make_dumb(descriptor, width, height, bits, &dumb)
    if made < 0 { throw bufferFailure(panel, "make a buffer", made) }
    var isKept = false
    defer { if !isKept { _ = ag_drm_destroy_dumb(descriptor, dumb.handle) } }
    try requirePlausible(dumb, panel, rowBytes: width * bits / 8)
    let framebuffer = ag_drm_make_framebuffer(
      descriptor, width, height, DRMFormat.fourCC(panel.format), dumb.handle, dumb.pitch)
    if framebuffer < 0 {
      throw bufferFailure(panel, "make a framebuffer", Int32(truncatingIfNeeded: framebuffer))
    }
    let offset = ag_drm_dumb_offset(descriptor, dumb.handle)
    if offset < 0 {
      _ = ag_drm_remove_framebuffer(descriptor, UInt32(truncatingIfNeeded: framebuffer))
      throw bufferFailure(panel, "map a buffer", Int32(truncatingIfNeeded: offset))
    }
    isKept = true
    return DRMBuffer(
      offset: offset, byteCount: Int(dumb.size), strideBytes: Int(dumb.pitch), handle: dumb.handle,
      framebuffer: UInt32(truncatingIfNeeded: framebuffer))
  }

  private func requirePlausible(
    _ dumb: ag_drm_dumb, _ panel: DRMPanel, rowBytes: UInt32
  ) throws(DisplaySetupError) {
    if DRMCard.isPlausible(
      strideBytes: dumb.pitch, byteCount: dumb.size, rowBytes: rowBytes, rows: UInt32(panel.size.height))
    {
      return
    }
    var error = DisplaySetupError(.absurd, device: panel.name, operation: "use the driver's buffer")
    error.advice.append("its lines have ")
    error.advice.append(decimal: Int64(dumb.pitch))
    error.advice.append(" bytes and it has ")
    error.advice.append(decimal: Int64(clamping: dumb.size))
    error.advice.append(", where a line takes ")
    error.advice.append(decimal: Int64(rowBytes))
    error.advice.append("; this is the driver's mistake, use /dev/fb0 instead")
    throw error
  }

  /// Whether a frame fits: writing past a buffer that a driver made too small would crash every renderer.
  static func isPlausible(strideBytes: UInt32, byteCount: UInt64, rowBytes: UInt32, rows: UInt32) -> Bool {
    strideBytes >= rowBytes && byteCount >= UInt64(strideBytes) * UInt64(rows) && byteCount <= 1 << 31
  }

  private func bufferFailure(
    _ panel: DRMPanel, _ operation: StaticString, _ result: Int32
  ) -> DisplaySetupError {
    var error = failure(.system, operation, -result)
    error.device = panel.name
    if result == -ENOMEM || result == -ENOSPC {
      error.advice.append("two frames of ")
      error.advice.append(panel.size)
      error.advice.append(" do not fit into the card's memory; give it more (Raspberry Pi: cma= of vc4-kms-v3d)")
    } else if result == -EINVAL {
      error.kind = .format
      error.advice.append("the driver does not take ")
      error.advice.append(DRMFormat.name(panel.format))
      error.advice.append(" at this size; try xrgb8888")
    }
    return error
  }

  private func freeBoth(_ buffers: DRMBuffers) {
    free(buffers.pair[0])
    free(buffers.pair[1])
  }

  private func free(_ buffer: DRMBuffer) {
    _ = ag_drm_remove_framebuffer(descriptor, buffer.framebuffer)
    _ = ag_drm_destroy_dumb(descriptor, buffer.handle)
  }

  /// Restores what each CRTC showed before this program, and frees everything.
  func restore() {
    for output in 0..<outputCount {
      let held = outputs[output]
      endLease(output)
      if held.route.crtc != 0, var previous = held.previous {
        _ = ag_drm_set_crtc(
          descriptor, held.route.crtc, held.route.connector, previous.fb_id, previous.x, previous.y, &previous.mode)
      }
      if held.modeBlob != 0 { _ = ag_drm_destroy_blob(descriptor, held.modeBlob) }
      if let buffers = held.buffers { freeBoth(buffers) }
      if let retired = held.retired { freeBoth(retired) }
    }
    _ = ag_drm_drop_master(descriptor)
  }
}
