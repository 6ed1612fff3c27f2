import Testing

/// The scanned-out picture, compared with `afterglow render` of the same instant, pixel by pixel.
@Suite(.enabled(if: Rig.isAsked, Rig.missing))
struct FirstFrameTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var screen: Screen
    var board: PanelBoard

    var testDescription: String { "\(screen)" }
  }

  static let morning = "2026-11-21T09:41:10+01:00"

  /// RGB565 is what `render` draws for a board of that format: the widened value of each rounded channel, as the emulator
  /// widens it.
  static let cases: [Case] = {
    var cirrus = PanelBoard.drm(1024, 768)
    cirrus.pixelFormat = "rgb565"
    var vesa16 = PanelBoard.framebuffer(800, 600)
    vesa16.pixelFormat = "rgb565"
    var padded16 = PanelBoard.framebuffer()
    padded16.pixelFormat = "rgb565"
    return [
      Case(screen: .bochs, board: .drm()),
      Case(screen: .virtio, board: .drm()),
      Case(screen: .cirrus, board: cirrus),
      Case(screen: .bochs, board: .framebuffer()),
      Case(screen: .vesa(bits: 16), board: vesa16),
      Case(screen: .vesa(bits: 24), board: .framebuffer(800, 600)),
      Case(screen: .padded(bits: 32, stride: 832), board: .framebuffer()),
      Case(screen: .padded(bits: 16, stride: 832), board: padded16),
    ]
  }()

  @Test(arguments: [90, 180, 270])
  func `a rotated picture is scanned out exactly`(rotation: Int) throws {
    for kind in ["drm", "fbdev"] {
      let scenario = try Scenario("turned-\(kind)-\(rotation)", screen: .bochs)
      var board = kind == "drm" ? PanelBoard.drm() : .framebuffer()
      if rotation % 180 != 0 { (board.width, board.height) = (480, 800) }
      board.rotation = rotation
      try scenario.board(board, at: Self.morning)
      try scenario.picture("day", at: Self.morning, lux: 300)
      let run = try scenario.run(at: Self.morning, "panel_start clock --lux 300; expect day 10; panel_stop")
      run.expectGood()
    }
  }

  /// vkms has a real vertical blank and no screen: the scanned-out picture is read back from its buffer.
  @Test(arguments: [Screen.vkms, .vkmsClips])
  func `vkms scans out the frame, and the next minute; where it takes clips, they come with it`(screen: Screen) throws {
    let scenario = try Scenario("frame-drm-\(screen)", screen: screen)
    try scenario.board(.drm(1024, 768), at: Self.morning)
    try scenario.picture("day", at: Self.morning, lux: 300)
    try scenario.picture("next", at: "2026-11-21T09:42:10+01:00", lux: 300)
    let run = try scenario.run(
      at: Self.morning,
      """
      panel_start clock --lux 300
      grab --match day 10 || fail "no first frame"
      # A frame's clips are handed over as a property blob, which the kernel's own account of requests shows.
      dmesg --clear; echo 1 >/sys/module/drm/parameters/debug
      set_clock "2026-11-21 08:41:58.500"
      grab --match next 4 || fail "no next minute"
      echo 0 >/sys/module/drm/parameters/debug
      say clips "$(dmesg | grep aglow-renderer | grep -c CREATEPROPBLOB)"
      panel_stop
      """)
    run.expectGood()
    let clips = run.numbers("clips").first ?? -1
    #expect(screen.description == "vkms" ? clips == 0 : clips > 0, "\(run.report)")
  }

  @Test(arguments: cases)
  func `day, always-on and night are scanned out exactly`(item: Case) throws {
    let kind = item.board.display.contains("framebuffer") ? "fbdev" : "drm"
    let scenario = try Scenario("frame-\(kind)-\(item.screen)", screen: item.screen)
    try scenario.board(item.board, at: Self.morning)
    for (name, lux) in [("day", 300.0), ("dim", 12.0), ("night", 0.5)] {
      try scenario.picture(name, at: Self.morning, lux: lux)
    }
    let run = try scenario.run(
      at: Self.morning,
      """
      for light in day:300 dim:12 night:0.5; do
        panel_start clock --lux ${light#*:}
        expect ${light%:*} 10
        panel_stop || fail "the firmware ended with status $?"
      done
      """)
    run.expectGood()
  }
}
