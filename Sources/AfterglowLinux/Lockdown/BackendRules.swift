import CLinux

// What each kind of display asks of the kernel in a frame: request numbers on its own descriptor.
extension RendererRules {
  /// A connector of a graphics card; the table stands at DRMDisplay.
  public mutating func allow(_ panel: DRMPanel) {
    if panel.isAtomic {
      allowControl(of: panel.descriptor, request: ag_request_drm_atomic)
      allowControl(of: panel.descriptor, request: ag_request_drm_make_blob)
      allowControl(of: panel.descriptor, request: ag_request_drm_destroy_blob)
    } else {
      allowControl(of: panel.descriptor, request: ag_request_drm_flip)
      allowControl(of: panel.descriptor, request: ag_request_drm_dirty)
      allowControl(of: panel.descriptor, request: ag_request_drm_set_crtc)
      allowControl(of: panel.descriptor, request: ag_request_drm_set_property)
    }
  }

  /// An old framebuffer; the table stands at FramebufferDisplay.
  public mutating func allow(_ panel: FramebufferPanel) {
    allowControl(of: panel.descriptor, request: ag_request_framebuffer_mode)
    allowControl(of: panel.descriptor, request: ag_request_framebuffer_blank)
  }

  /// An e-paper controller's bus and lines; the table stands at LinuxPanelBus. Both of libgpiod's languages are there,
  /// because the library decides which one it speaks.
  public mutating func allow(_ wiring: PanelBusWiring) {
    allowControl(of: wiring.spi, request: ag_request_spi_message)
    var fd: Int32 = 3
    while fd < 64 {
      if ag_is_line(fd) != 0 {
        allowControl(of: fd, request: ag_request_line_get_1)
        allowControl(of: fd, request: ag_request_line_set_1)
        allowControl(of: fd, request: ag_request_line_get_2)
        allowControl(of: fd, request: ag_request_line_set_2)
      }
      fd += 1
    }
  }
}

extension KeptDescriptors {
  /// GPIO lines: libgpiod does not tell their descriptors, the kernel does.
  public mutating func keepLines() {
    var fd: Int32 = 3
    while fd < 64 {
      if ag_is_line(fd) != 0 { keep(fd) }
      fd += 1
    }
  }
}
