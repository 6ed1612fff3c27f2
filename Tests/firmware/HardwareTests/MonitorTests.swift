import Testing

/// A monitor with DDC/CI, on a kernel bus behind `/dev/i2c-9`. It checks checksums and pauses.
@Suite(.enabled(if: Rig.isAsked, Rig.missing))
struct MonitorTests {
  static let morning = "2026-11-21T09:41:05+01:00"

  static let level = """
    level() { for try in $(seq 300); do [ "$(i2c_is brightness)" = $1 ] && return; sleep 0.05; done
      fail "expected the monitor at $1, found $(i2c_is brightness)"; }
    """

  private func scenario(_ name: String) throws -> Scenario {
    let scenario = try Scenario(name, screen: .bochs)
    var board = PanelBoard.drm()
    board.light = "sensor: none, nightFloor: 5, dimming: {monitor: /dev/i2c-9}"
    try scenario.board(board, at: Self.morning)
    try scenario.picture("day", at: Self.morning, lux: 1000)
    return scenario
  }

  /// Of 250 cd/m² always-on needs 100: brightness 25, where 0 still gives a fifth. Night's white is below that, so that
  /// colours dim the remaining 50 cd/m².
  @Test func `a monitor is dimmed by one order a change, colours do the rest, and it gets back what it had`() throws {
    let scenario = try scenario("monitor")
    var dimmed = PanelBoard.drm()
    dimmed.light = "sensor: none, peakLuminance: 50, nightFloor: 5"
    try scenario.board(dimmed, named: "dimmed", at: Self.morning)
    try scenario.picture("red", of: "dimmed", at: Self.morning, lux: 0)
    let run = try scenario.run(
      at: Self.morning, within: 120,
      """
      \(Self.level)
      i2c_bus monitor=100 brightness=70 || fail "no monitor"
      panel_start clock --lux 1000
      expect day 10; level 100
      panel-ctl $PANEL_SOCKET mode 3; level 25
      panel-ctl $PANEL_SOCKET mode 2; level 0; expect red 2
      say orders $(i2c_is orders)
      panel_stop
      level 70
      say orders_in_all $(i2c_is orders); say violations $(i2c_is violations)
      """)
    run.expectGood()
    #expect(try run.number("orders") == 3, "\(run.report)")
    #expect(try run.number("orders_in_all") == 4, "\(run.report)")
    #expect(try run.number("violations") == 0, "\(run.report)")
  }

  @Test func `a monitor that is noisy, off for a while, or whose guard is killed ends at the right brightness`() throws
  {
    let run = try scenario("monitor-trouble").run(
      at: Self.morning, within: 150,
      """
      \(Self.level)
      i2c_bus monitor=100 brightness=70 noise=2 || fail "no monitor"
      panel_start clock --lux 1000
      expect day 10; level 100
      i2c_make off 1
      panel-ctl $PANEL_SOCKET mode 3; sleep 8
      [ "$(i2c_is brightness)" = 100 ] || fail "it cannot have heard"
      i2c_make off 0; level 25
      kill -9 $GUARD; level 70
      say violations $(i2c_is violations)
      """)
    run.expectGood()
    #expect(try run.number("violations") == 0, "\(run.report)")
  }
}
