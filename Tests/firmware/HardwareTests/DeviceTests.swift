import Testing

/// Sensor, backlight, input and bus of AfterglowLinux, individually (`device-probe`) on the kernel's own drivers.
@Suite(.enabled(if: Rig.isAsked, Rig.missing))
struct DeviceTests {
  static let instant = "2026-11-21T09:41:10+01:00"
  static let probe = Rig.programs.appending(path: "device-probe").path
  /// The simulated controller behind the first four lines, once it is ready.
  static let controller = """
    \(Rig.programs.appending(path: "hil-panel").path) $GPIO_SIM 180 2in13-v4,0,1,2,3,/out/glass.ppm >/out/model.log 2>&1 & MODEL=$!
    for try in $(seq 100); do grep -q ready /out/model.log && break; sleep 0.1; done
    grep -q ready /out/model.log || fail "no controller: $(cat /out/model.log)"
    """

  /// The files of a sensor's driver for counts: raw, raw with scale, `input` with the index 0 in its name.
  struct Sensor: Sendable, CustomTestStringConvertible {
    var kind: String
    var counts: Int
    var millilux: Int

    var testDescription: String { kind }
  }

  static let sensors = [
    Sensor(kind: "bh1780", counts: 400, millilux: 400_000),
    Sensor(kind: "al3010", counts: 16_384, millilux: 1_215_693),
    Sensor(kind: "al3320a", counts: 16_384, millilux: 524_288),
    Sensor(kind: "isl29018", counts: 16_384, millilux: 249_000),
  ]

  @Test(arguments: sensors)
  func `a light sensor is followed, lost and found again`(sensor: Sensor) throws {
    let run = try Scenario("light-\(sensor.kind)", screen: .none).run(
      at: Self.instant,
      """
      light_sensor \(sensor.kind) 9 || fail "no sensor"
      \(Self.probe) light "" 30 >/out/light.log & PROBE=$!
      # seen VALUE: the last thing that was said, within ten seconds.
      seen() {
        for try in $(seq 100); do [ "$(tail -n 1 /out/light.log | cut -d' ' -f2)" = "$1" ] && return; sleep 0.1; done
        fail "expected $1 millilux, got: $(cat /out/light.log)"
      }
      for try in $(seq 100); do [ "$(wc -l </out/light.log)" -ge 2 ] && break; sleep 0.1; done
      light_value \(sensor.counts); seen \(sensor.millilux)
      light_remove; seen -1
      echo "$LIGHT_DEVICE $LIGHT_ADDRESS" >"/sys/bus/i2c/devices/i2c-$LIGHT_BUS/new_device"
      seen \(sensor.millilux)
      kill -9 $PROBE; sleep 0.3; pgrep aglow-light && fail "the reader outlived its guard"
      exit 0
      """)
    run.expectGood()
  }

  /// vcnl4000 takes a second and more to fail.
  @Test(arguments: ["ltr501", "opt3001", "max44009", "vcnl4000"])
  func `a sensor that cannot be read is unknown, and delays nothing`(kind: String) throws {
    let run = try Scenario("light-\(kind)", screen: .none).run(
      at: Self.instant,
      """
      light_sensor \(kind) 100 || fail "no sensor"
      cat $LIGHT_FILE && fail "the sensor can be read"
      timeout 20 \(Self.probe) light "\(kind)" 6 >/out/light.log || fail "status $?"
      cat /out/light.log
      [ "$(cut -d' ' -f2 /out/light.log | sort -u)" = -1 ] || fail "something else than unknown"
      exit 0
      """)
    run.expectGood()
  }

  @Test func `a backlight is dimmed, switched, kept in range and restored`() throws {
    let run = try Scenario("backlight", screen: .none).run(
      at: Self.instant,
      """
      backlight 255; echo 180 >/sys/class/backlight/hil/brightness
      \(Self.probe) backlight auto || fail "status $?"
      [ "$(cat /sys/class/backlight/hil/brightness /sys/class/backlight/hil/bl_power | tr '\\n' ' ')" = "180 0 " ] ||
        fail "not restored"
      exit 0
      """)
    run.expectGood()
    #expect(run.log.contains("maximum 255 was 180"))
    #expect(run.log.contains("dimmed 63\non false\non true\n-1: cannot"))
    #expect(run.log.contains("256: cannot set the backlight's brightness"))
  }

  @Test func `touch and keys wake, motion and releases do not, and a device may leave and return`() throws {
    let run = try Scenario("input", screen: .none).run(
      at: Self.instant, options: ["--input"],
      """
      modprobe evdev && modprobe virtio_input && hil wait /dev/input/event2 || fail "no input"
      \(Self.probe) input auto 40 >>/out/input.log & PROBE=$!
      lines() { grep -c "$1" /out/input.log; }
      # expect_lines WORD COUNT: as many and no more.
      expect_lines() {
        for try in $(seq 40); do [ "$(lines $1)" -ge $2 ] && break; sleep 0.1; done
        sleep 0.3; [ "$(lines $1)" = $2 ] || fail "expected $2 of $1: $(cat /out/input.log)"
      }
      expect_lines open 1
      hil touch 100 100 move; hil touch 200 200 move; expect_lines activity 0
      hil touch 200 200 down; expect_lines activity 1
      hil touch 200 200 up; expect_lines activity 1
      hil key a; expect_lines activity 2
      driver=/sys/bus/virtio/drivers/virtio_input
      devices=$(cd $driver && ls -d virtio*)
      for device in $devices; do echo $device >$driver/unbind; done
      expect_lines lost 2
      for device in $devices; do echo $device >$driver/bind; done
      sleep 2.5; hil key a; expect_lines activity 3
      kill $PROBE; cat /out/input.log; exit 0
      """)
    run.expectGood()
  }

  /// The strict model behind the kernel's spidev and lines records every violated rule.
  @Test func `an e-paper panel is refreshed over real lines and a real bus, without a broken rule`() throws {
    let run = try Scenario("bus", screen: .none).run(
      at: Self.instant,
      """
      gpio_chip panel DC RST BUSY PWR && spi_bus || fail "no bus"
      \(Self.controller)
      \(Self.probe) refresh "" panel 0 1 2 3 7 /out/wanted.ppm || fail "status $?"
      cat /out/model.log
      cmp /out/wanted.ppm /out/glass.ppm || fail "another picture is on the panel"
      grep "broken rule" /out/model.log && fail "broken rules"
      [ "$(gpio_level 3)" = 0 ] || fail "the supply is still on"
      exit 0
      """)
    run.expectGood()
    #expect(run.log.contains("bufsiz 4096"))
  }

  @Test func `a bus or line that fails is reported within its limit, and names its holder`() throws {
    let run = try Scenario("bus-faults", screen: .none).run(
      at: Self.instant, within: 120,
      """
      gpio_chip panel DC RST BUSY PWR SPARE && spi_bus || fail "no bus"
      \(Self.controller)
      refresh() { echo "== $1"; shift; timeout 40 \(Self.probe) refresh "$@" 7 /out/wanted.ppm; echo "status $?"; }
      refresh unconnected "" panel 0 1 4 3
      # Again and again: the process that takes the line pulls it to idle, at a time that is not known.
      (for try in $(seq 200); do gpio_pull 4 up; sleep 0.02; done) & refresh stuck "" panel 0 1 4 3; gpio_pull 4 down
      echo 1 >/sys/module/hil_spi/parameters/fail_next; refresh failing "" panel 0 1 2 3
      refresh beyond "" panel 0 1 77 3
      refresh twice "" panel 0 1 2 2
      refresh chipless "" nochip 0 1 2 3
      refresh busless /dev/spidev9.9 panel 0 1 2 3
      # Its first words come when all is open, before the first transfer.
      mkfifo /run/words; \(Self.probe) refresh /dev/spidev0.0 panel 0 1 2 3 7 /out/wanted.ppm >/run/words & PROBE=$!
      exec 9</run/words; read -r words <&9; kill -STOP $PROBE; echo "== unbound"; echo "$words"
      echo spi0.0 >/sys/bus/spi/drivers/spidev/unbind
      kill -CONT $PROBE; cat <&9; wait $PROBE; echo "status $?"
      exit 0
      """)
    run.expectGood()
    for expected in [
      "busyTimeout(isBusy: false, waitedMs: 50)", "busyAfterReset(waitedMs: 2", "bus(errno: 5)",
      "/dev/gpiochip0 line 77 (BUSY): cannot take the line (errno 22, Invalid argument): the chip has 5 lines",
      "/dev/gpiochip0 line 2 (PWR): cannot take the line (errno 16, Device or resource busy): afterglow holds it",
      "nochip: cannot find the GPIO chip", "/dev/spidev9.9: cannot open the SPI device (errno 2",
      "errno: 108) after",
    ] {
      #expect(run.log.contains(expected), "missing: \(expected)\n\(run.report)")
    }
    #expect(!run.log.contains("status 124"), "\(run.report)")
    #expect(!run.log.contains("status 0"), "\(run.report)")
  }
}
