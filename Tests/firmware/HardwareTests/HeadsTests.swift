import Testing

/// Two connectors of one card: two renderers under one guard, each with its own lease.
@Suite(.enabled(if: Rig.isAsked, Rig.missing))
struct HeadsTests {
  static let morning = "2026-11-21T09:41:05+01:00"

  @Test func `two panels of one card live and die on their own`() throws {
    let scenario = try Scenario("heads", screen: .virtio(outputs: 2))
    try scenario.board(.drm(connector: "Virtual-1"), at: Self.morning)
    var second = PanelBoard.drm(1024, 768)
    second.display = "kind: drm, connector: Virtual-2, mode: 1024x768"
    try scenario.board(second, named: "second", at: Self.morning)
    try scenario.picture("day", at: Self.morning, lux: 300)
    try scenario.picture("other", of: "second", at: Self.morning, lux: 0.1)
    try scenario.picture("next", at: "2026-11-21T09:42:10+01:00", lux: 300)
    try scenario.picture("othernext", of: "second", at: "2026-11-21T09:42:10+01:00", lux: 0.1)
    let run = try scenario.run(
      at: Self.morning, within: 90,
      """
      connector Virtual-2 on
      $FIRMWARE --lux 300 /out/clock.archive --lux 0.1 /out/second.archive </dev/null >>/out/panel.log 2>&1 & GUARD=$!
      expect day 10
      expect other 5 --head 1
      set -- $(cat /proc/$GUARD/task/$GUARD/children)
      for victim in "$@"; do
        [ "$(cat /proc/$victim/comm)" = aglow-renderer ] || continue
        kill -9 $victim
        hil hold day 0.3 || fail "the first picture went"
        hil hold other 0.3 --head 1 || fail "the second picture went"
      done
      set_clock "2026-11-21 08:41:58.500"
      expect next 5
      expect othernext 2 --head 1
      connector Virtual-2 off; sleep 0.5; connector Virtual-2 on
      hil hold next 0.5 || fail "the first picture went with the second's cable"
      expect othernext 3 --head 1
      panel_stop || fail "status $?"
      """)
    run.expectGood()
  }
}
