import AfterglowPNG
import Foundation
import Testing

/// The real driver on the kernel's spidev and GPIO lines; behind them the strict model of the panel with all its
/// rules (Tests/HardwareModel).
@Suite(.enabled(if: Rig.isAsked, Rig.missing))
struct PaperTests {
  static let morning = "2026-11-21T09:41:05+01:00"

  static func board() -> PanelBoard {
    var board = PanelBoard(
      display: "kind: epaper, panel: waveshare-2in13-v4, bus: /dev/spidev0.0, "
        + "lines: {chip: panel, dataCommand: 4, reset: 5, busy: 6, power: 7}",
      width: 250, height: 122)
    board.rotation = 90
    board.pixelFormat = "mono1"
    board.more = "refresh: {minimumInterval: 5}"
    return board
  }

  private func scenario(_ name: String) throws -> Scenario {
    let scenario = try Scenario(name, screen: .none)
    try scenario.board(Self.board(), at: Self.morning)
    for (name, minute) in [("day", 41), ("next", 42)] {
      try scenario.picture(name, at: "2026-11-21T09:\(minute):05+01:00")
    }
    return scenario
  }

  /// The chip, the bus and the controller behind both.
  static let wiring = """
    gpio_chip panel SCK MOSI MISO CS DC RST BUSY PWR || fail "no lines"
    gpio_pull 6 down
    spi_bus $SPI || fail "no bus"
    \(Rig.programs.path)/hil-panel 2in13-v4 $GPIO_SIM 4 5 6 7 4 /out/glass.ppm >/out/model.log 2>&1 & MODEL=$!
    for try in $(seq 100); do grep -q ready /out/model.log && break; sleep 0.1; done
    grep -q ready /out/model.log || fail "no controller: $(cat /out/model.log)"
    glass() { for try in $(seq $(($2 * 10))); do cmp -s /out/glass.ppm /out/$1.ppm && return; sleep 0.1; done
      fail "the panel is not $1 after $2 s: $(cat /out/model.log)"; }
    unbroken() { ! grep "broken rule" /out/model.log || fail "the driver breaks the controller's rules"; }
    """

  @Test func `the driver shows the frame and the next minute, and breaks no rule`() throws {
    let run = try scenario("paper").run(
      at: Self.morning, within: 90,
      """
      \(Self.wiring)
      panel_start clock
      glass day 20; unbroken
      set_clock "2026-11-21 08:41:58.500"
      glass next 20; unbroken
      panel_stop || fail "status $?"
      [ "$(gpio_level 7)" = 0 ] || fail "the supply is left on"
      """)
    run.expectGood()
  }

  @Test func `a transfer that fails is tried again, and the panel is right in the end`() throws {
    let run = try scenario("paper-failing").run(
      at: Self.morning, within: 90,
      """
      \(Self.wiring)
      panel_start clock
      glass day 20
      echo 1 >/sys/module/hil_spi/parameters/fail_next
      set_clock "2026-11-21 08:41:58.500"
      glass next 40
      panel_stop || fail "status $?"
      """)
    run.expectGood()
  }

  @Test func `a bus that goes and comes back is opened anew, and the panel is right again`() throws {
    let run = try scenario("paper-unbound").run(
      at: Self.morning, within: 90,
      """
      \(Self.wiring)
      panel_start clock
      glass day 20
      echo spi0.0 >/sys/bus/spi/drivers/spidev/unbind
      set_clock "2026-11-21 08:41:58.500"
      sleep 6; cmp -s /out/glass.ppm /out/next.ppm && fail "the panel changed without a bus"
      echo spi0.0 >/sys/bus/spi/drivers/spidev/bind
      glass next 40
      panel_stop || fail "status $?"
      """)
    run.expectGood()
    #expect(run.firmware.contains("the display is lost"), "\(run.report)")
  }

  /// The line of a missing controller may have either level; the driver's bias pulls it to idle.
  @Test(arguments: ["up", "down"])
  func `a controller that is not there is reported once, and leaves the firmware alive until it is stopped`(
    pull: String
  ) throws {
    let words = "BUSY did not follow a refresh"
    let run = try scenario("paper-absent-\(pull)").run(
      at: Self.morning, within: 150,
      """
      gpio_chip panel SCK MOSI MISO CS DC RST BUSY PWR || fail "no lines"
      gpio_pull 6 \(pull)
      spi_bus || fail "no bus"
      panel_start clock
      for try in $(seq 90); do grep -q '\(words)' $OUT/panel.log && break; sleep 1; done
      grep -q '\(words)' $OUT/panel.log || fail "nothing is said of BUSY"
      set_clock "2026-11-21 08:41:58.500"
      sleep 5
      is_running $GUARD || fail "the guard has ended"
      kill $GUARD
      for try in $(seq 150); do is_running $GUARD || exit 0; sleep 0.1; done
      fail "the firmware does not end"
      """)
    run.expectGood()
    for said in [words, "; trying again until it works"] {
      #expect(run.firmware.components(separatedBy: said).count - 1 == 1, "\(said): \(run.report)")
    }
  }
}
