import CLinux

// Several boards on one card: each renderer gets a lease, a descriptor that can reach one connector, CRTC and plane only.
extension DRMCard {
  mutating func lease(_ seat: Int, _ panel: inout DRMPanel) throws(DisplaySetupError) {
    // A lease cannot reach what is not leased, so what another program left is put away here.
    if panel.foreignPlaneCount + panel.foreignConnectorCount > 0 || panel.formerCRTC != 0 { clearForeign(&panel) }
    let isSame =
      seats[seat].panel.map {
        $0.connector == panel.connector && $0.crtc == panel.crtc && $0.plane == panel.plane
      } ?? false
    if seats[seat].lease < 0 || !isSame {
      endLease(seats[seat])
      seats[seat].lease = -1
      try makeLease(seat, panel)
    }
    panel.descriptor = seats[seat].lease
  }

  private mutating func makeLease(_ seat: Int, _ panel: DRMPanel) throws(DisplaySetupError) {
    var objects = InlineArray<3, UInt32>(repeating: 0)
    objects[0] = panel.connector
    objects[1] = panel.crtc
    objects[2] = panel.plane
    let count: Int32 = panel.plane == 0 ? 2 : 3
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
    seats[seat].lease = made
    seats[seat].lessee = lessee
  }

  func endLease(_ seat: DRMSeat) {
    if seat.lease < 0 { return }
    _ = drmModeRevokeLease(descriptor, seat.lessee)
    _ = ag_close(seat.lease)
  }

  private func clearForeign(_ panel: inout DRMPanel) {
    if panel.isAtomic {
      var request = AtomicRequest()
      request.detachForeign(panel)
      _ = request.commit(to: descriptor, flags: UInt32(AG_DRM_ALLOW_MODESET))
    }
    panel.foreignPlaneCount = 0
    panel.foreignConnectorCount = 0
    panel.formerCRTC = 0
  }
}
