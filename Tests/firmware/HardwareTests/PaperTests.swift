import AfterglowPictures
import Foundation
import Testing

/// The real driver on the kernel's spidev and GPIO lines; behind them the strict model of the panel with all its
/// rules (Tests/support/HardwareModel).
@Suite(.enabled(if: Rig.isAsked, Rig.missing))
struct PaperTests {
  static let morning = "2026-11-21T09:41:05+01:00"

  private func scenario(_ name: String, _ papers: [Paper] = [.small]) throws -> Scenario {
    let scenario = try Scenario(name, screen: .none)
    for (place, paper) in papers.enumerated() {
      let board = place == 0 ? "clock" : "other"
      try scenario.board(paper.board(at: place), named: board, at: Self.morning)
      for (name, minute) in [("day", 41), ("next", 42)] {
        try scenario.picture(name + (place == 0 ? "" : "1"), of: board, at: "2026-11-21T09:\(minute):05+01:00")
      }
    }
    return scenario
  }

  @Test(arguments: [Paper.small, .large, .inks])
  func `the driver shows the frame and the next minute, and breaks no rule`(paper: Paper) throws {
    let run = try scenario("paper-\(paper.model)", [paper]).run(
      at: Self.morning, within: 150,
      """
      \(Paper.wiring([paper]))
      panel_start clock
      glass day 40; unbroken
      set_clock "2026-11-21 08:41:58.500"
      glass next 60; unbroken
      panel_stop || fail "status $?"
      cat /out/model.log; unbroken
      [ "$(gpio_level 7)" = 0 ] || fail "the supply is left on"
      """)
    run.expectGood()
    // spidev takes no longer ones.
    #expect(run.log.contains("longest=\(paper.model == "2in13-v4" ? 4000 : 4096)"), "\(run.report)")
  }

  @Test func `a bus that takes longer transfers gets them`() throws {
    let run = try scenario("paper-bufsiz", [.large]).run(
      at: Self.morning, options: ["--append", "spidev.bufsiz=65536"], within: 90,
      """
      \(Paper.wiring([.large]))
      panel_start clock
      glass day 30; unbroken
      panel_stop || fail "status $?"
      cat /out/model.log
      """)
    run.expectGood()
    #expect(run.log.contains("longest=16384"), "\(run.report)")
  }

  @Test func `two panels of one bus are refreshed at once, and one's dead renderer leaves the other alone`() throws {
    let run = try scenario("paper-two", [.small, .large]).run(
      at: Self.morning, within: 120,
      """
      \(Paper.wiring([.small, .large]))
      $FIRMWARE /out/clock.archive /out/other.archive </dev/null >>/out/panel.log 2>&1 & GUARD=$!
      glass day 40; glass day1 40 1; unbroken
      victim=$(renderer) || fail "no renderer to kill"
      kill -9 $victim
      set_clock "2026-11-21 08:41:58.500"
      glass next 60; glass next1 60 1
      panel_stop || fail "status $?"
      cat /out/model.log
      [ "$(gpio_level 7)$(gpio_level 11)" = 00 ] || fail "a supply is left on"
      """)
    run.expectGood()
  }

  /// It answers no transfer either.
  @Test func `a controller that hangs in a refresh is reported once, and the panel is right when it is back`() throws {
    let run = try scenario("paper-hanging").run(
      at: Self.morning, within: 150,
      """
      \(Paper.wiring())
      echo 100 >/sys/module/hil_spi/parameters/reply_ms
      panel_start clock
      # A reset keeps it busy for milliseconds, a refresh for seconds.
      busy() { read -r level <$GPIO_SIM/sim_gpio6/value; [ "$level" = 1 ]; }
      for try in $(seq 500); do busy && sleep 0.2 && busy && break; sleep 0.02; done
      busy || fail "no refresh begins: $(cat /out/model.log)"
      kill -STOP $MODEL
      for try in $(seq 60); do grep -q 'trying again' $OUT/panel.log && break; sleep 1; done
      sleep 10
      is_running $GUARD || fail "the guard has ended"
      kill -CONT $MODEL
      glass day 40
      set_clock "2026-11-21 08:41:58.500"
      glass next 40
      panel_stop || fail "status $?"
      """)
    run.expectGood()
    #expect(run.firmware.components(separatedBy: "trying again until it works").count - 1 == 1, "\(run.report)")
    #expect(run.firmware.contains("the display shows the picture again"), "\(run.report)")
  }

  @Test func `a transfer that fails is tried again, and the panel is right in the end`() throws {
    let run = try scenario("paper-failing").run(
      at: Self.morning, within: 90,
      """
      \(Paper.wiring())
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
      \(Paper.wiring())
      panel_start clock
      glass day 20
      echo spi0.0 >/sys/bus/spi/drivers/spidev/unbind
      set_clock "2026-11-21 08:41:58.500"
      sleep 6; cmp -s /out/glass0.ppm /out/next.ppm && fail "the panel changed without a bus"
      echo spi0.0 >/sys/bus/spi/drivers/spidev/bind
      glass next 40
      panel_stop || fail "status $?"
      """)
    run.expectGood()
    #expect(run.firmware.contains("the display is lost"), "\(run.report)")
  }

  /// The kernel reports neither a chip that goes in the middle of a wait, nor one that goes while nothing happens.
  @Test(arguments: ["refresh", "rest"])
  func `a chip of lines that goes and comes back is opened anew, and the panel is right again`(when: String) throws {
    let run = try scenario("paper-chipless-\(when)").run(
      at: Self.morning, within: 150,
      """
      \(Paper.wiring())
      panel_start clock
      if [ \(when) = rest ]; then
        glass day 30
      else
        busy() { read -r level <$GPIO_SIM/sim_gpio6/value; [ "$level" = 1 ]; }
        for try in $(seq 500); do busy && sleep 0.3 && busy && break; sleep 0.02; done
        busy || fail "no refresh begins: $(cat /out/model.log)"
      fi
      echo 0 >/sys/kernel/config/gpio-sim/panel/live
      kill $MODEL; wait $MODEL
      set_clock "2026-11-21 08:41:58.500"
      for try in $(seq 60); do grep -q 'the display is lost' $OUT/panel.log && break; sleep 1; done
      grep -q 'the display is lost' $OUT/panel.log || fail "the loss is not noticed"
      is_running $GUARD || fail "the guard has ended"
      # The panel is there as soon as its lines are: a guard that opens them first would reset nobody.
      kill -STOP $GUARD
      echo 1 >/sys/kernel/config/gpio-sim/panel/live
      chip=$(cat /sys/kernel/config/gpio-sim/panel/bank0/chip_name)
      GPIO_SIM=/sys/devices/platform/$(cat /sys/kernel/config/gpio-sim/panel/dev_name)/$chip
      rm -f /out/glass0.ppm
      \(Rig.programs.path)/hil-panel $GPIO_SIM 4 2in13-v4,4,5,6,7,/out/glass0.ppm >/out/model.log 2>&1 & MODEL=$!
      for try in $(seq 300); do grep -q ready /out/model.log && break; sleep 0.1; done
      grep -q ready /out/model.log || fail "no controller: $(cat /out/model.log)"
      kill -CONT $GUARD
      glass next 60; unbroken
      panel_stop || fail "status $?"
      """)
    run.expectGood()
  }

  /// As an expander on a bus, which reports no change of its inputs: such a BUSY is polled.
  @Test func `a chip without interrupts serves as well`() throws {
    let run = try scenario("paper-polled", [.small]).run(
      at: Self.morning, within: 150,
      """
      modprobe gpio-sim has_interrupts=0 || fail "no chip"
      \(Paper.wiring())
      panel_start clock
      glass day 40; unbroken
      set_clock "2026-11-21 08:41:58.500"
      glass next 60; unbroken
      panel_stop || fail "status $?"
      unbroken
      """)
    run.expectGood()
  }

  /// Lines of gpio-sim that no process holds follow their pull; those of a Raspberry Pi keep their level.
  @Test(arguments: [Paper.small, .large])
  func `after guard and renderer are killed in a refresh, it ends, and the next guard refreshes the whole panel`(
    paper: Paper
  ) throws {
    let isBusyHigh = paper.model == "2in13-v4"
    let run = try scenario("paper-killed-\(paper.model)", [paper]).run(
      at: Self.morning, within: 150,
      """
      \(Paper.wiring([paper], interval: 0))
      gpio_pull 5 up; gpio_pull 7 up
      panel_start clock
      # A reset keeps it busy for milliseconds, a refresh for seconds.
      busy() { read -r level <$GPIO_SIM/sim_gpio6/value; [ "$level" = \(isBusyHigh ? 1 : 0) ]; }
      for try in $(seq 500); do busy && sleep 0.3 && busy && break; sleep 0.02; done
      busy || fail "no refresh begins: $(cat /out/model.log)"
      kill -9 $GUARD $(renderer)
      wait $GUARD
      set_clock "2026-11-21 08:42:10"
      panel_start clock
      busy || fail "the first refresh was over before the second guard started"
      glass next 60
      cat /out/model.log
      grep -q 'glass 2 full=2 ' /out/model.log || fail "not two full refreshes"
      unbroken
      panel_stop || fail "status $?"
      unbroken
      """)
    run.expectGood()
  }

  @Test(arguments: [(Paper.small, "stuck-high"), (.large, "stuck-low"), (.inks, "stuck-low")])
  func `a BUSY line that never ends is reported once, and the supply is off`(paper: Paper, fault: String) throws {
    let run = try scenario("paper-\(fault)-\(paper.model)", [paper]).run(
      at: Self.morning, within: 200,
      """
      \(Paper.wiring([paper], fault: fault))
      panel_start clock
      for try in $(seq 150); do grep -q 'still busy' $OUT/panel.log && break; sleep 1; done
      sleep 5
      is_running $GUARD || fail "the guard has ended"
      panel_stop || fail "status $?"
      [ "$(gpio_level 7)" = 0 ] || fail "the supply is left on"
      [ ! -e /out/glass0.ppm ] || fail "the panel has changed"
      """)
    run.expectGood()
    let said = "the display's controller was still busy after "
    #expect(run.firmware.components(separatedBy: said).count - 1 == 1, "\(run.report)")
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
