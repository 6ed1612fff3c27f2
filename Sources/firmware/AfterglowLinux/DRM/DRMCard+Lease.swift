import CLinux

// Several boards on one card: each renderer gets a lease, a descriptor that can reach one connector, CRTC and plane only.
extension DRMCard {
  mutating func lease(_ output: Int, _ panel: inout DRMPanel) throws(DisplaySetupError) {
    // A lease cannot reach objects that are not leased, so state left by other programs is cleared here.
    if !panel.leftovers.isEmpty { clearLeftovers(&panel) }
    if let lease = outputs[output].lease, outputs[output].panel?.route == panel.route {
      panel.descriptor = lease.descriptor
      return
    }
    endLease(output)
    outputs[output].lease = nil
    let lease = try makeLease(panel)
    outputs[output].lease = lease
    panel.descriptor = lease.descriptor
  }

  private func makeLease(_ panel: DRMPanel) throws(DisplaySetupError) -> DRMLease {
    var objects: InlineArray<3, UInt32> = [panel.route.connector, panel.route.crtc, panel.route.plane]
    let count: Int32 = panel.route.plane == 0 ? 2 : 3
    var lessee: UInt32 = 0
    let made = objects.withBytes { bytes in
      drmModeCreateLease(descriptor, bytes.assumingMemoryBound(to: UInt32.self), count, O_CLOEXEC, &lessee)
    }
    if made < 0 {
      var error = failure(.system, "lease the connector", -made)
      error.device = panel.name
      error.advice.append("several boards on one card need DRM leases (Linux 4.15)")
      throw error
    }
    _ = ag_drm_set_client_capability(made, UInt64(AG_DRM_CLIENT_UNIVERSAL_PLANES), 1)
    if panel.isAtomic { _ = ag_drm_set_client_capability(made, UInt64(AG_DRM_CLIENT_ATOMIC), 1) }
    return DRMLease(descriptor: made, lessee: lessee)
  }

  func endLease(_ output: Int) {
    guard let lease = outputs[output].lease else { return }
    _ = drmModeRevokeLease(descriptor, lease.lessee)
    _ = ag_close(lease.descriptor)
  }

  private func clearLeftovers(_ panel: inout DRMPanel) {
    if panel.isAtomic {
      var request = AtomicRequest()
      request.detach(panel.leftovers, panel.properties)
      _ = request.commit(to: descriptor, flags: UInt32(AG_DRM_ALLOW_MODESET))
    }
    panel.leftovers = DRMLeftovers()
  }
}
