import Testing

/// The author of a running panel: it may exit, be killed, or have no disk.
@Suite(.enabled(if: Rig.isAsked, Rig.missing))
struct AuthorTests {
  static let morning = "2026-11-21T09:41:05+01:00"

  private func scenario(_ name: String) throws -> Scenario {
    let scenario = try Scenario("author-\(name)", screen: .bochs)
    try scenario.board(.drm(), at: Self.morning)
    try scenario.picture("day", at: Self.morning, lux: 300)
    try scenario.picture("next", at: "2026-11-21T09:42:10+01:00", lux: 300)
    return scenario
  }

  /// `author LOG`: an author that sends its archive to the guard; `handed_over LOG` waits until it has.
  static let author = """
    export XDG_STATE_HOME=/run/state XDG_RUNTIME_DIR=/run/user; mkdir -p /run/state /run/user
    author() {
      \(Rig.programs.path)/afterglow run /out/clock --headless --control $PANEL_SOCKET --lux 300 >/out/$1 2>&1 & AUTHOR=$!
    }
    panel-ctl $PANEL_SOCKET watch 300 >/out/updates.log &
    adoptions() { grep -c ^adopted /out/updates.log; }
    handed_over() { for try in $(seq 300); do [ $(adoptions) -gt $1 ] && return; is_running $AUTHOR || break; sleep 0.1; done
      fail "nothing is handed over: $(cat /out/author*.log)"; }
    """

  @Test func `an author that is killed leaves the panel as it is, and the next one takes over`() throws {
    let run = try scenario("killed").run(
      at: Self.morning, within: 180,
      """
      panel_start clock --lux 300
      expect day 10
      \(Self.author)
      for i in $(seq \(Swift.min(Rig.repeats, 4))); do
        set_clock "2026-11-21 08:41:10"
        before=$(adoptions)
        author author$i.log
        handed_over $before
        kill -9 $AUTHOR; wait $AUTHOR 2>/dev/null
        hil hold day 0.3 || fail "the picture went with the author"
        say killed $i
      done
      set_clock "2026-11-21 08:41:58.500"
      expect next 4
      panel_stop
      """)
    run.expectGood()
  }

  @Test func `a full disk stops neither the author nor the panel`() throws {
    let run = try scenario("disk-full").run(
      at: Self.morning, within: 120,
      """
      panel_start clock --lux 300
      expect day 10
      \(Self.author)
      mount -t tmpfs -o size=64k full /run/state; mount -t tmpfs -o size=64k full /run/user
      cat /dev/zero >/run/state/all 2>/dev/null; cat /dev/zero >/run/user/all 2>/dev/null
      author author.log
      sleep 8
      hil hold day 0.5 || fail "the picture went with the disk"
      rm /run/state/all /run/user/all
      is_running $AUTHOR || author author-again.log
      touch /out/clock/scene.yaml
      set_clock "2026-11-21 08:41:58.500"
      expect next 6
      panel_stop
      """)
    run.expectGood()
  }

  @Test func `without an author the panel keeps running, after its renderer dies as well`() throws {
    let run = try scenario("dead").run(
      at: Self.morning,
      """
      panel_start clock --lux 300
      expect day 10
      rm /out/clock.archive
      kill -9 $(renderer)
      hil hold day 0.3 || fail "the picture went"
      set_clock "2026-11-21 08:41:58.500"
      expect next 5
      panel_stop
      """)
    run.expectGood()
  }
}
