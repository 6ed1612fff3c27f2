import Testing

/// Faults of a real display while a panel is shown, each repeated: the picture must be right again within two seconds,
/// every time.
@Suite(.enabled(if: Rig.isAsked, Rig.missing))
struct DeviceFaultTests {
  static let morning = "2026-11-21T09:41:05+01:00"

  /// A panel by day, with its night picture to check that it is live: `live` in the script toggles between them.
  private func scenario(_ name: String, _ screen: Screen) throws -> Scenario {
    let scenario = try Scenario("fault-\(name)-\(screen)", screen: screen)
    try scenario.board(.drm(), at: Self.morning)
    try scenario.picture("day", at: Self.morning, lux: 300)
    try scenario.picture("night", at: Self.morning, lux: 0.1)
    return scenario
  }

  /// Repeats `fault`: afterwards the panel must show the other picture within two seconds of `start_ms`, which the
  /// fault sets.
  private func check(
    _ name: String, _ screen: Screen, options: [String] = [], repeats: Int = Rig.repeats, limitMs: Double = 2000,
    before: String = "", fault: String, after: String = ""
  ) throws {
    let run = try scenario(name, screen).run(
      at: Self.morning, options: options, within: 40 + repeats * 8,
      """
      \(before)
      panel_start clock --lux 300
      expect day 10
      shown=day other=night
      for i in $(seq \(repeats)); do
        set_clock "2026-11-21 08:41:10"
        \(fault)
        if [ $other = night ]; then panel-ctl $PANEL_SOCKET mode 2; else panel-ctl $PANEL_SOCKET mode 1; fi
        hil match $other 10 >/dev/null || fail "not live after fault $i"
        say recovered_ms $(($(uptime_ms) - start_ms))
        swap=$shown shown=$other other=$swap
        sleep 0.3
      done
      panel_stop || fail "the firmware ended with status $?"
      \(after)
      """)
    run.expectGood()
    let times = run.numbers("recovered_ms")
    Figures.note("\(name) on \(screen)", milliseconds: times)
    #expect(times.count == repeats, "\(run.report)")
    #expect(times.allSatisfy { $0 <= limitMs }, "\(times)\n\(run.report)")
  }

  @Test(arguments: [Screen.bochs, .virtio])
  func `renderer killed: its picture stays, and a new one lives`(screen: Screen) throws {
    try check(
      "renderer-killed", screen,
      fault: """
        victim=$(renderer) || fail "no renderer to kill"
        start_ms=$(uptime_ms)
        kill -9 $victim
        hil hold $shown 0.15 || fail "the picture went with the renderer"
        """)
  }

  @Test(arguments: [Screen.bochs, .virtio])
  func `connector pulled and put back`(screen: Screen) throws {
    try check(
      "unplugged", screen,
      fault: """
        connector Virtual-1 off
        sleep 0.5
        connector Virtual-1 on
        start_ms=$(uptime_ms)
        """)
  }

  @Test(arguments: [Screen.bochs, .virtio])
  func `driver unbound and bound again`(screen: Screen) throws {
    try check(
      "driver-rebound", screen, repeats: Swift.min(Rig.repeats, 5),
      fault: """
        drm_driver unbind || fail "cannot unbind"
        sleep 0.5
        drm_driver bind || fail "cannot bind"
        start_ms=$(uptime_ms)
        """)
  }

  @Test(arguments: [Screen.bochs, .virtio])
  func `another console in front, master lost, and back`(screen: Screen) throws {
    try check(
      "master-lost", screen,
      fault: """
        hil console 2
        for try in $(seq 40); do [ "$(hil console)" = "2 text free" ] && break; sleep 0.05; done
        [ "$(hil console)" = "2 text free" ] || fail "the console cannot be switched: $(hil console)"
        drm-floor /dev/dri/card0 336699 1 >/dev/null 2>&1 & wait $! || fail "the display was not let go"
        hil console 1
        start_ms=$(uptime_ms)
        """)
  }

  @Test(arguments: [Screen.bochs, .virtio])
  func `darkened for an empty room and lit again`(screen: Screen) throws {
    try check(
      "power", screen,
      fault: """
        panel-ctl $PANEL_SOCKET power off
        for try in $(seq 40); do [ "$(cat /sys/class/drm/card0-Virtual-1/dpms)" = Off ] && break; sleep 0.05; done
        [ "$(cat /sys/class/drm/card0-Virtual-1/dpms)" = Off ] || fail "not dark: $(cat /sys/class/drm/card0-Virtual-1/dpms)"
        panel-ctl $PANEL_SOCKET power on
        start_ms=$(uptime_ms)
        """)
  }

  @Test(arguments: [Screen.bochs, .virtio])
  func `guard killed: the console comes back, and so does the panel with the next guard`(screen: Screen) throws {
    try check(
      "guard-killed", screen, repeats: Swift.min(Rig.repeats, 5),
      fault: """
        [ "$(hil console)" != "1 text free" ] || fail "the console was never taken"
        old=$(renderer)
        kill -9 $GUARD; wait $GUARD 2>/dev/null
        for try in $(seq 40); do [ "$(hil console)" = "1 text free" ] && break; sleep 0.05; done
        [ "$(hil console)" = "1 text free" ] || fail "the console stays as it was: $(hil console)"
        for try in $(seq 40); do is_running $old || break; sleep 0.05; done
        is_running $old && fail "a renderer outlives its guard"
        start_ms=$(uptime_ms)
        panel_start clock --lux 300
        """,
      after: #"[ "$(hil console)" = "1 text free" ] || fail "the console is not given back at the end""#)
  }

  @Test func `a display that another program holds is named, and taken when it is free`() throws {
    let run = try scenario("held", .bochs).run(
      at: Self.morning,
      """
      drm-floor /dev/dri/card0 336699 60 >/dev/null & HOLDER=$!
      sleep 1
      panel_start clock --lux 300
      sleep 2
      kill $HOLDER; wait $HOLDER 2>/dev/null
      sleep 0.1
      if is_running $GUARD; then expect day 5; else wait $GUARD; say status $?; panel_start clock --lux 300; expect day 5; fi
      panel_stop
      """)
    run.expectGood()
    #expect(run.firmware.contains("drm-floor"), "\(run.report)")
  }
}
