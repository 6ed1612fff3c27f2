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

  /// An e-paper controller's bus and its own lines, the guard may hold other panels' too; the table stands at
  /// LinuxPanelBus. Both of libgpiod's languages are there, because the library decides which one it speaks.
  public mutating func allow(_ wiring: PanelBusWiring) {
    allowControl(of: wiring.spi, request: ag_request_spi_message)
    allowSetting(wiring.dataCommand)
    allowSetting(wiring.reset)
    allowSetting(wiring.power)
    allowControl(of: wiring.busy.descriptor, request: ag_request_line_get_1)
    allowControl(of: wiring.busy.descriptor, request: ag_request_line_get_2)
  }

  private mutating func allowSetting(_ line: ag_line) {
    allowControl(of: line.descriptor, request: ag_request_line_set_1)
    allowControl(of: line.descriptor, request: ag_request_line_set_2)
  }
}
