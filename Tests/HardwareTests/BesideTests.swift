import Testing

/// What belongs to a panel besides its picture: touch, keys and backlight.
@Suite(.enabled(if: Rig.isAsked, Rig.missing))
struct BesideTests {
  static let morning = "2026-11-21T09:41:05+01:00"

  private func scenario(_ name: String) throws -> Scenario {
    let scenario = try Scenario(name, screen: .bochs)
    var board = PanelBoard.drm()
    board.more = "input: auto"
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

  @Test func `the backlight goes dark with the panel, comes back, and is left as it was`() throws {
    let run = try scenario("backlight").run(
      at: Self.morning,
      """
      \(Self.dark)
      backlight 200 || fail "no backlight"
      level() { for try in $(seq 60); do [ "$(cat /sys/class/backlight/hil/actual_brightness)" = $1 ] && return; sleep 0.05; done
        fail "expected the backlight at $1, found $(cat /sys/class/backlight/hil/actual_brightness)"; }
      echo 150 >/sys/class/backlight/hil/brightness
      panel_start clock --lux 300
      expect day 10; level 150
      panel-ctl $PANEL_SOCKET power off; is Off; level 0
      panel-ctl $PANEL_SOCKET power on; is On; level 150; expect day 2
      panel-ctl $PANEL_SOCKET power off; level 0
      panel_stop
      level 150
      """)
    run.expectGood()
  }
}
