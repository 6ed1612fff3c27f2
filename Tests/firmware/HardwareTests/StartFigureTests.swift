import AfterglowCore
import AfterglowPictures
import Foundation
import Testing

/// From exec to the first scanned-out frame, compared with a minimal C program that sets a mode and fills one dumb
/// buffer. On one processor whose clock counts instructions: everything that guard and renderer do until the picture
/// has been checked counts, including work after the frame, and every run gives the same result.
@Suite(.enabled(if: Rig.isAsked, Rig.missing), .serialized)
struct StartFigureTests {
  static let morning = "2026-11-21T09:41:05+01:00"

  @Test(arguments: [Screen.bochs, .virtio])
  func `the first frame is on the panel soon after the earliest possible`(screen: Screen) throws {
    let scenario = try Scenario("start-\(screen)", screen: screen)
    try scenario.board(.drm(), at: Self.morning)
    try scenario.picture("day", at: Self.morning, lux: 300)
    let plain = Picture(
      size: PixelSize(width: 800, height: 480), pixels: [UInt32](repeating: 0xFF33_6699, count: 800 * 480))
    try Data(plain.ppm).write(to: scenario.folder.appending(path: "plain.ppm"))
    let run = try scenario.run(
      at: Self.morning, options: ["--counted"], within: 120,
      """
      # Both programs, the archive and what they say are in memory, not on the host: a line that crosses the emulated bus
      # takes as long as a mode set.
      mkdir /run/own; mount -t tmpfs own /run/own
      cp $FIRMWARE /run/own/firmware; cp /hil/guest/drm-floor /hil/guest/grab /run/own/; cp /out/*.archive /out/*.ppm /run/own/
      for i in 1 2 3; do
        /run/own/grab --time plain 5 /run/own/drm-floor /dev/dri/card0 336699 60 >/run/own/took 2>/run/own/said ||
          { cat /run/own/said; fail "no floor"; }
        read -r found shown </run/own/took; say floor_ms "$found"; say floor_shown_ms "$shown"
        set_clock "2026-11-21 08:41:10"
        /run/own/grab --time day 8 /run/own/firmware --lux 300 /run/own/clock.archive >/run/own/took 2>/run/own/said ||
          { cat /run/own/said; fail "no frame"; }
        read -r found shown </run/own/took; say firmware_ms "$found"; say firmware_shown_ms "$shown"
      done
      """)
    run.expectGood()
    let floor = run.numbers("floor_ms").sorted()
    let firmware = run.numbers("firmware_ms").sorted()
    try #require(floor.count == 3 && firmware.count == 3, "\(run.report)")
    let ratio = firmware[1] / floor[1]
    let shown = (run.numbers("firmware_shown_ms").sorted(), run.numbers("floor_shown_ms").sorted())
    Figures.note(
      "exec to first frame on \(screen)",
      """
      firmware \(firmware[1]) ms ÷ floor \(floor[1]) ms = \(ratio) (medians of 3), with the search for the picture; \
      mode set at \(shown.0[1]) and \(shown.1[1]) ms, seen every 2 ms
      """)
    #expect(ratio <= 1.5, "\(run.report)")
  }
}
