import Testing

/// Hardware other than the display: touch, keys and backlight.
@Suite(.enabled(if: Rig.isAsked, Rig.missing))
struct BesideTests {
  static let morning = "2026-11-21T09:41:05+01:00"

  private func scenario(_ name: String, light: String = "sensor: none") throws -> Scenario {
    let scenario = try Scenario(name, screen: .bochs)
    var board = PanelBoard.drm()
    board.more = "input: auto"
    board.light = light
    try scenario.board(board, at: Self.morning)
    try scenario.picture("day", at: Self.morning, lux: 300)
    return scenario
  }

  static let dark = """
    is() { for try in $(seq 60); do [ "$(cat /sys/class/drm/card0-Virtual-1/dpms)" = $1 ] && return; sleep 0.05; done
      fail "the panel is not $1 but $(cat /sys/class/drm/card0-Virtual-1/dpms)"; }
    """

  @Test func `a touch and a key light the panel`() throws {
    let run = try scenario("touch").run(
      at: Self.morning, options: ["--input"],
      """
      \(Self.dark)
      panel_start clock --lux 300
      expect day 10
      for act in "touch 16000 9000 down" "key spc" "touch 100 100 down"; do
        panel-ctl $PANEL_SOCKET power off; is Off
        sleep 0.5; is Off
        start_ms=$(uptime_ms)
        hil $act
        is On
        expect day 2
        say wake_ms $(($(uptime_ms) - start_ms))
        [ "${act% down}" = "$act" ] || hil ${act% down} up
      done
      panel_stop
      """)
    run.expectGood()
    Figures.note("touch or key to the lit picture", milliseconds: run.numbers("wake_ms"))
    #expect(run.numbers("wake_ms").allSatisfy { $0 < 2000 })
  }

  /// Presence takes precedence over the light, but not over a user's override.
  @Test func `a touch and a key wake always-on to day for a while, and a night not at all`() throws {
    let scenario = try scenario("presence", light: "sensor: none, wakeFor: 4")
    try scenario.picture("dim", at: Self.morning, lux: 12)
    try scenario.picture("red", at: Self.morning, lux: 0)
    let run = try scenario.run(
      at: Self.morning, options: ["--input"], within: 90,
      """
      panel_start clock --lux 12
      expect dim 10
      for act in "touch 16000 9000 down" "key spc"; do
        set_clock "2026-11-21 08:41:05"
        hil touch 9000 9000 move; hil hold dim 1 || fail "a finger that only moves woke the panel"
        start_ms=$(uptime_ms)
        hil $act
        expect day 2
        hil hold day 2 || fail "not awake for as long as it should be"
        expect dim 8
        say awake_ms $(($(uptime_ms) - start_ms))
        [ "${act% down}" = "$act" ] || hil ${act% down} up
      done
      panel_stop
      set_clock "2026-11-21 08:41:05"
      panel_start clock --lux 0
      expect red 10
      hil key spc; hil touch 100 100 down
      hil hold red 2 || fail "a hand lit the night"
      panel_stop
      """)
    run.expectGood()
    Figures.note("touch or key to day, from always-on", milliseconds: run.numbers("day_ms"))
    #expect(run.numbers("awake_ms").count == 2 && run.numbers("awake_ms").allSatisfy { $0 >= 4_000 && $0 < 9_000 })
  }

  static let level = """
    level() { for try in $(seq 100); do [ "$(cat /sys/class/backlight/hil/actual_brightness)" = $1 ] && return; sleep 0.05; done
      fail "expected the backlight at $1, found $(cat /sys/class/backlight/hil/actual_brightness)"; }
    """

  @Test func `the backlight goes dark with the panel, comes back, and is left as it was`() throws {
    let run = try scenario("backlight").run(
      at: Self.morning,
      """
      \(Self.dark)
      \(Self.level)
      backlight 200 || fail "no backlight"
      echo 150 >/sys/class/backlight/hil/brightness
      panel_start clock --lux 1000
      expect day 10; level 200
      panel-ctl $PANEL_SOCKET power off; is Off; level 0
      panel-ctl $PANEL_SOCKET power on; is On; level 200; expect day 2
      panel-ctl $PANEL_SOCKET power off; level 0
      panel_stop
      level 150
      """)
    run.expectGood()
  }

  /// Of 250 cd/m² always-on needs 100, which 80 of 200 levels give, and night a white of 23.5, which 19 give. Colours
  /// are unchanged; when the backlight is removed they take over the dimming.
  @Test func `the backlight dims the panel, colours what it cannot, and all of it when it is gone`() throws {
    let scenario = try scenario("dimming", light: "sensor: none, nightFloor: 5")
    var dimmed = PanelBoard.drm()
    dimmed.more = "input: auto"
    dimmed.light = "sensor: none, peakLuminance: 23.75, alwaysOnLuminance: 1, nightFloor: 5"
    try scenario.board(dimmed, named: "dimmed", at: Self.morning)
    try scenario.picture("strong", of: "dimmed", at: Self.morning, lux: 12)
    try scenario.picture("red", of: "dimmed", at: Self.morning, lux: 0)
    try scenario.picture("pale", at: Self.morning, lux: 1000, alwaysOn: true)
    let run = try scenario.run(
      at: Self.morning, within: 90,
      """
      \(Self.level)
      backlight 200 || fail "no backlight"
      echo 150 >/sys/class/backlight/hil/brightness
      panel_start clock --lux 1000
      expect day 10; level 200
      start_ms=$(uptime_ms); panel-ctl $PANEL_SOCKET mode 2
      steps=0; last=200
      while [ $last != 19 ] && [ $(($(uptime_ms) - start_ms)) -lt 6000 ]; do
        read -r now </sys/class/backlight/hil/actual_brightness
        [ $now = $last ] || { [ $now -lt $last ] || fail "brighter on the way to night"; steps=$((steps + 1)); last=$now; }
      done
      say ramp_ms $(($(uptime_ms) - start_ms)); say ramp_steps $steps
      level 19; expect red 2
      panel-ctl $PANEL_SOCKET mode 3; level 80; expect strong 2
      panel-ctl $PANEL_SOCKET power off; panel-ctl $PANEL_SOCKET power on; level 80
      kill -9 $(pgrep aglow-renderer); level 80; expect strong 5
      panel-ctl $PANEL_SOCKET mode 2; level 19
      rmmod hil_board || fail "the backlight cannot be taken away"
      panel-ctl $PANEL_SOCKET mode 3; expect pale 12
      panel_stop
      """)
    run.expectGood()
    Figures.note("backlight from day to night", milliseconds: run.numbers("ramp_ms"))
    #expect(try run.number("ramp_ms") < 4_000, "\(run.report)")
    // As many as a shell observes on a slow machine.
    #expect(try run.number("ramp_steps") > 8, "\(run.report)")
  }
}
