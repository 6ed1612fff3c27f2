import CLinux

// The system calls of each kind of display in a frame: request numbers on its descriptor.
extension RendererRules {
  /// The calls of a DRM panel; `DRMDisplay` lists them.
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

  /// The calls of a framebuffer; `FramebufferDisplay` lists them.
  public mutating func allow(_ panel: FramebufferPanel) {
    allowControl(of: panel.descriptor, request: ag_request_framebuffer_mode)
    allowControl(of: panel.descriptor, request: ag_request_framebuffer_blank)
  }

  /// The calls of an e-paper controller's bus and its lines, not of other panels' that the guard may hold;
  /// `LinuxPanelBus` lists them. BUSY's events are read, which every renderer may.
  public mutating func allow(_ wiring: PanelBusWiring) {
    allowControl(of: wiring.spi, request: ag_request_spi_message)
    allowSetting(wiring.dataCommand)
    allowSetting(wiring.reset)
    allowSetting(wiring.power)
    allowControl(of: wiring.busy.descriptor, request: ag_request_line_get)
  }

  private mutating func allowSetting(_ line: ag_line) {
    allowControl(of: line.descriptor, request: ag_request_line_set)
  }
}
