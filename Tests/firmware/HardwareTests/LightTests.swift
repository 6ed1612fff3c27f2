import Testing

/// Light sensors with their stock drivers, on a stub bus whose registers the rig sets.
@Suite(.enabled(if: Rig.isAsked, Rig.missing))
struct LightTests {
  static let morning = "2026-11-21T09:41:05+01:00"

  /// A sensor whose readings take effect within a second.
  static func board(_ device: String) -> PanelBoard {
    let holds = "enterHold: 1, leaveHold: 1, minimumStay: 0"
    var board = PanelBoard.drm()
    board.light = """
      sensor: iio, device: \(device), filterTimeConstant: 0, night: {enter: 2, leave: 5, \(holds)}, \
      alwaysOn: {enter: 15, leave: 30, \(holds)}
      """
    return board
  }

  private func scenario(_ kind: String, device: String? = nil) throws -> Scenario {
    let scenario = try Scenario("light-\(kind)", screen: .bochs)
    try scenario.board(Self.board(device ?? kind), at: Self.morning)
    try scenario.picture("day", at: Self.morning, lux: 300)
    try scenario.picture("dim", at: Self.morning, lux: 12)
    try scenario.picture("night", at: Self.morning, lux: 0)
    for (name, lux) in [("nextday", 300.0), ("nextnight", 0)] {
      try scenario.picture(name, at: "2026-11-21T09:42:10+01:00", lux: lux)
    }
    return scenario
  }

  /// Counts that give a bright room with each sensor's scale: raw without a scale, raw with one, `input`, and `input`
  /// with the index 0.
  @Test(arguments: [("bh1780", 300), ("al3010", 5000), ("al3320a", 10000), ("isl29018", 0x4000)])
  func `a changed register makes night and day`(kind: String, counts: Int) throws {
    let run = try scenario(kind).run(
      at: Self.morning,
      """
      light_sensor \(kind) \(counts) || fail "no sensor"
      panel_start clock
      expect day 10
      light_value 0; expect night 12
      light_value \(counts); expect day 12
      panel_stop
      """)
    run.expectGood()
    Figures.note("night by \(kind)", milliseconds: run.numbers("night_ms"))
  }

  /// Its longest measurement, 254 units of 1.74 ms, distinguishes 0.23 lx from zero; the chip's model records its
  /// settings and counts readings that are too early.
  @Test func `a BH1750 is given its longest time, and is read when it is over`() throws {
    let run = try scenario("bh1750").run(
      at: Self.morning,
      """
      i2c_bus bh1750=1 millilux=300000 && modprobe bh1750 || fail "no sensor"
      echo bh1750 0x23 >/sys/bus/i2c/devices/i2c-9/new_device
      panel_start clock
      expect day 10
      i2c_make millilux 500; expect night 12
      i2c_make millilux 300000; expect day 12
      say time $(i2c_is time_register); say violations $(i2c_is violations)
      panel_stop
      """)
    run.expectGood()
    #expect(try run.number("time") == 254, "\(run.report)")
    #expect(try run.number("violations") == 0, "\(run.report)")
  }

  /// Polled once a second, a lamp would take effect after half a second on average; the chip's interrupt line reports
  /// it within one measurement.
  @Test func `a sensor with an interrupt line reports the light by itself`() throws {
    let run = try scenario("veml6030").run(
      at: Self.morning, within: 120,
      """
      modprobe veml6030 && i2c_bus veml6030=1 millilux=300000 || fail "no sensor"
      panel_start clock
      expect day 10
      i2c_make millilux 0; expect night 12
      i2c_make millilux 300000; expect day 12
      sleep 3
      say interrupts $(i2c_is interrupts); say violations $(i2c_is violations)
      say high $(cat /sys/bus/iio/devices/iio:device0/events/in_illuminance_thresh_rising_value)
      panel_stop
      say left $(cat /sys/bus/iio/devices/iio:device0/events/in_illuminance_thresh_either_en)
      """)
    run.expectGood()
    #expect(try run.number("interrupts") >= 2, "\(run.report)")
    #expect(try run.number("violations") == 0, "\(run.report)")
    #expect(try run.number("left") == 0, "\(run.report)")
  }

  /// The driver of the OPT3001 returns "busy" for every reading while events are enabled.
  @Test func `a driver that reads nothing while it reports events is only read`() throws {
    let run = try scenario("opt3001-events", device: "opt3001").run(
      at: Self.morning, within: 90,
      """
      light_sensor opt3001 0xa63e || fail "no sensor"
      # Automatic range, latched, and a conversion that is always ready; the stub knows the other byte order.
      light_write 0x01 0x90c0 w
      [ "$(cat $LIGHT_FILE)" = 300.000000 ] || fail "the model reports $(cat $LIGHT_FILE)"
      panel_start clock
      expect day 10
      sleep 3
      light_value 0; expect night 12
      light_value 0xa63e; expect day 12
      panel_stop
      """)
    run.expectGood()
  }

  @Test func `a sensor that is taken away leaves the panel as it was, on time, and is taken up again`() throws {
    let run = try scenario("removed", device: "bh1780").run(
      at: Self.morning, within: 90,
      """
      light_sensor bh1780 0 || fail "no sensor"
      panel_start clock
      expect night 10
      light_remove
      hil hold night 4 || fail "the picture changed when the sensor went"
      set_clock "2026-11-21 08:41:58.500"
      expect nextnight 3
      say late_ms $(($(date +%s%3N) % 60000))
      light_value 300
      echo "$LIGHT_DEVICE $LIGHT_ADDRESS" >/sys/bus/i2c/devices/i2c-$LIGHT_BUS/new_device
      expect nextday 40
      panel_stop
      """)
    run.expectGood()
    #expect(try run.number("late_ms") < Rig.lateLimitMs, "\(run.report)")
  }

  /// Three kinds of failing reads, one of which takes seconds: the minute is on time nevertheless.
  @Test(arguments: ["ltr501", "opt3001", "max44009", "vcnl4000"])
  func `a sensor whose readings fail delays nothing`(kind: String) throws {
    let run = try scenario(kind).run(
      at: Self.morning,
      """
      light_sensor \(kind) 0 || fail "no sensor"
      panel_start clock
      expect day 10
      sleep 2
      set_clock "2026-11-21 08:41:58.500"
      expect nextday 3
      say late_ms $(($(date +%s%3N) % 60000))
      panel_stop
      """)
    run.expectGood()
    Figures.note("minute change beside a failing \(kind)", milliseconds: run.numbers("late_ms"))
    #expect(try run.number("late_ms") < Rig.lateLimitMs, "\(run.report)")
  }

  @Test func `a sensor that is missing is reported once, and one that is plugged in later is used`() throws {
    let run = try scenario("later", device: "bh1780").run(
      at: Self.morning, within: 90,
      """
      panel_start clock
      expect day 10
      sleep 14
      light_sensor bh1780 0 || fail "no sensor"
      expect night 12
      light_value 300; expect day 12
      panel_stop
      """)
    run.expectGood()
    let lines = run.firmware.split(separator: "\n").filter { $0.contains("light sensor") }
    #expect(lines.count == 1 && lines[0].contains("there is no light sensor called bh1780"), "\(run.report)")
  }

  /// A chip that reports red, green, blue and clear, but not lux.
  @Test func `counts of light become night and day by the board's calibration`() throws {
    let scenario = try Scenario("light-tcs3472", screen: .bochs)
    var board = Self.board("tcs3472")
    board.light += ", calibration: {channel: clear, luxPerCount: 0.1}"
    try scenario.board(board, at: Self.morning)
    try scenario.picture("day", at: Self.morning, lux: 300)
    try scenario.picture("night", at: Self.morning, lux: 0)
    let run = try scenario.run(
      at: Self.morning,
      """
      light_sensor tcs3472 3000 || fail "no sensor"
      panel_start clock
      expect day 10
      light_value 10; expect night 12
      light_value 3000; expect day 12
      panel_stop
      """)
    run.expectGood()
  }

  @Test func `a sensor that cannot be read is reported once`() throws {
    let run = try scenario("told", device: "ltr501").run(
      at: Self.morning, within: 90,
      """
      light_sensor ltr501 0 || fail "no sensor"
      panel_start clock
      expect day 10
      sleep 25
      panel_stop
      """)
    run.expectGood()
    let lines = run.firmware.split(separator: "\n").filter { $0.contains("the light sensor ltr501") }
    #expect(lines.count == 1 && lines[0].contains("cannot be read"), "\(run.report)")
  }

  @Test func `a viewer who walks away sees less, larger, and all again when back`() throws {
    let scenario = try Scenario("distance", screen: .bochs)
    var board = PanelBoard.drm()
    board.more = "distance: {sensor: iio, device: srf08}"
    try scenario.board(board, at: Self.morning)
    try scenario.picture("near", at: Self.morning, metres: 0.8)
    try scenario.picture("far", at: Self.morning, metres: 3)
    let run = try scenario.run(
      at: Self.morning,
      """
      distance_sensor 80 || fail "no sensor"
      panel_start clock
      expect near 10
      distance_value 300; expect far 8
      distance_value 170; hil hold far 3 || fail "it changed between the limits"
      distance_value 80; expect near 6
      panel_stop
      """)
    run.expectGood()
    // Held for three seconds.
    #expect(try run.number("far_ms") > 2_500, "\(run.report)")
    Figures.note("simplified after walking away", milliseconds: run.numbers("far_ms"))
  }

  @Test func `always-on lies between day and night`() throws {
    let run = try scenario("always-on", device: "bh1780").run(
      at: Self.morning,
      """
      light_sensor bh1780 300 || fail "no sensor"
      panel_start clock
      expect day 10
      light_value 12; expect dim 12
      light_value 0; expect night 12
      panel_stop
      """)
    run.expectGood()
  }
}
