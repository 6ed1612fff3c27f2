import Testing

/// The rig itself: its comparison of pictures must be right before it is used.
@Suite(.enabled(if: Rig.isAsked, Rig.missing))
struct RigTests {
  @Test(arguments: [Screen.bochs, .virtio, .cirrus])
  func `a picture of one colour is seen as it is, and no other is taken for it`(screen: Screen) throws {
    let scenario = try Scenario("rig-\(screen)", screen: screen)
    let run = try scenario.run(
      at: "2026-11-21T09:41:10+01:00",
      """
      drm-floor /dev/dri/card0 336699 60 & FLOOR=$!
      hil wait /dev/dri/card0; sleep 1; grab own || fail "no picture read back"
      hil match own 2 || fail "the screen does not show what the card's buffer holds"
      kill $FLOOR; wait $FLOOR 2>/dev/null
      drm-floor /dev/dri/card0 336698 60 & sleep 1
      hil match own 0.3 2>/dev/null && fail "another colour is taken for the expected one"
      exit 0
      """)
    run.expectGood()
  }

  @Test func `the machine's exit status, time-out and death are distinguished`() throws {
    #expect(try Scenario("rig-status", screen: .none).run(at: "2026-11-21T09:41:10+01:00", "exit 7").status == 7)
    let late = try runProgram(
      Rig.root.appending(path: "hil/boot.sh"),
      ["--out", Scenario("rig-late", screen: .none).folder.path, "--timeout", "2", "--cmd", "sleep 60"])
    #expect(late.status == 124, "\(late.output)")
    let dead = try runProgram(
      Rig.root.appending(path: "hil/boot.sh"),
      ["--out", Scenario("rig-dead", screen: .none).folder.path, "--cmd", "echo c >/proc/sysrq-trigger; sleep 60"])
    #expect(dead.status == 125, "\(dead.output)")
  }
}
