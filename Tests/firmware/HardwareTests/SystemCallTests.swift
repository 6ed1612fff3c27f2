import Testing

/// Every n-th system call of the programs fails once, one run each, while they drive real devices: displays, sensors, a
/// backlight, a monitor and an e-paper panel (make/test-syscalls.py). A run that does not answer in eight seconds hangs,
/// on a busy host too: the machine's clock counts instructions.
@Suite(.enabled(if: Rig.isAsked, Rig.missing))
struct SystemCallTests {
  static let morning = "2026-11-21T09:41:05+01:00"

  /// - Parameters:
  ///   - most: calls of each kind that fail, ioctl apart.
  ///   - share: "N/M", of M equal shares of the runs the N-th.
  ///   - devices: the others, next to the display.
  private func check(
    _ name: String, _ screen: Screen, _ board: PanelBoard, most: Int = 3, mostControls: Int = 40, share: String = "1/1",
    devices: String
  ) throws {
    let scenario = try Scenario("system-calls-\(name)", screen: screen)
    try scenario.board(board, at: Self.morning)
    let script = Rig.root.appending(path: "make/test-syscalls.py").path
    let run = try scenario.run(
      at: Self.morning, options: ["--paced"], within: 1_200,
      """
      \(devices)
      /usr/bin/python3 \(script) $FIRMWARE /out/clock.archive --devices --most \(most) --most-ioctl \(mostControls) --share \(share) ||
        fail "see above"
      """)
    run.expectGood()
    #expect(run.log.contains("test-syscalls: 0 of "), "\(run.report)")
  }

  /// More runs than any other, in two machines.
  @Test(arguments: 1...2) func `a graphics card, a light sensor and a monitor`(share: Int) throws {
    var board = PanelBoard.drm()
    board.light = "sensor: iio, dimming: {monitor: /dev/i2c-9}"
    try check(
      "drm-\(share)", .bochs, board, share: "\(share)/2",
      devices: """
        i2c_bus monitor=100 bh1750=1 millilux=300000 && modprobe bh1750 || fail "no monitor, or no sensor"
        echo bh1750 0x23 >/sys/bus/i2c/devices/i2c-9/new_device
        """)
  }

  @Test func `a framebuffer, a distance sensor and a backlight`() throws {
    var board = PanelBoard.framebuffer(800, 600)
    board.more = "backlight: auto\ndistance: {sensor: iio}"
    try check(
      "framebuffer", .vesa(bits: 24), board,
      devices: """
        backlight 200 || fail "no backlight"
        distance_sensor 80 || fail "no sensor"
        """)
  }

  @Test func `an e-paper panel`() throws {
    try check(
      "paper", .none, Paper.small.board(), most: 1, mostControls: 12, devices: Paper.wiring())
  }
}
