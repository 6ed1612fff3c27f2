import AfterglowCore
import AfterglowPNG
import Foundation
import Testing

/// From exec to the first scanned-out frame, against a minimal C program that sets a mode and fills one dumb buffer.
@Suite(.enabled(if: Rig.isAsked, Rig.missing), .serialized)
struct StartFigureTests {
  static let morning = "2026-11-21T09:41:05+01:00"

  @Test(arguments: [Screen.bochs, .virtio])
  func `the first frame is on the glass soon after the soonest that any could be`(screen: Screen) throws {
    let scenario = try Scenario("start-\(screen)", screen: screen)
    try scenario.board(.drm(), at: Self.morning)
    try scenario.picture("day", at: Self.morning, lux: 300)
    let plain = Picture(
      size: PixelSize(width: 800, height: 480), pixels: [UInt32](repeating: 0xFF33_6699, count: 800 * 480))
    try Data(plain.ppm).write(to: scenario.folder.appending(path: "plain.ppm"))
    let run = try scenario.run(
      at: Self.morning, within: 120,
      """
      # Both programs, the archive and what they say are in memory, not on the host: a line that crosses the emulated bus
      # takes as long as a mode set.
      mkdir /run/own; mount -t tmpfs own /run/own
      cp $FIRMWARE /run/own/firmware; cp /hil/guest/drm-floor /hil/guest/grab /run/own/; cp /out/*.archive /out/*.ppm /run/own/
      for i in 1 2 3 4 5 6 7 8 9; do
        /run/own/grab --time plain 5 /run/own/drm-floor /dev/dri/card0 336699 60 >/run/own/took 2>/run/own/said ||
          { cat /run/own/said; fail "no floor"; }
        say floor_ms "$(cat /run/own/took)"
        set_clock "2026-11-21 08:41:10"
        /run/own/grab --time day 8 /run/own/firmware --lux 300 /run/own/clock.archive >/run/own/took 2>/run/own/said ||
          { cat /run/own/said; fail "no frame"; }
        say firmware_ms "$(cat /run/own/took)"
      done
      """)
    run.expectGood()
    let floor = run.numbers("floor_ms").sorted()
    let firmware = run.numbers("firmware_ms").sorted()
    try #require(floor.count == 9 && firmware.count == 9, "\(run.report)")
    let ratio = firmware[4] / floor[4]
    Figures.note(
      "exec to first frame on \(screen)", "firmware \(firmware[4]) ms ÷ floor \(floor[4]) ms = \(ratio) (medians of 9)")
    // The figure to reach is 1.5. On two processors that are left alone it is 1.3 to 1.6 from run to run on bochs and virtio:
    // two thirds of the floor's time is what looking for its picture takes, which both pay. On one processor whose clock
    // counts instructions it is 1.55 and 1.50, run after run: everything that guard and renderer do until the picture has been
    // looked through counts there, what they do after the frame as well. What is held leaves room for a busy machine.
    #expect(ratio <= 3, "\(run.report)")
  }
}
