import AfterglowArchive
import AfterglowCore
import AfterglowDocuments
import AfterglowLight

/// Every key of `board.yaml`, in the order of docs/boards.md. Readers use its limits; the tables of that page and
/// docs/schemas/board.schema.json are generated from it by its tests. The default of a key is its record's initial
/// value.
enum BoardKeys {
  static let all: [BoardKey] = [panel, light, distance, dimming, others, periods].flatMap { $0 }

  /// Mappings that every board must have.
  static let requiredParts: Set = ["display"]

  /// The keys outside of other keys.
  static let roots = Set(all.map { String($0.path.prefix { $0 != "." && $0 != "[" }) })

  private static let byPath = Dictionary(uniqueKeysWithValues: all.map { ($0.path, $0) })

  /// The declaration of a key, by its path in a document.
  static func key(_ path: String) -> BoardKey {
    let plain = path.replacing(/\[\d+\]/, with: "[]")
    guard let key = byPath[plain] else { preconditionFailure("\(plain) is not declared in BoardKeys") }
    return key
  }

  // MARK: The panel

  private static let panel: [BoardKey] = [
    BoardKey(required: "name", .text(64), "{}, for people"),
    BoardKey(required: "display.kind", .choice(DisplayPart.kinds), "{}; see [Displays](#displays)"),
    BoardKey(
      "display.device", .text(4096),
      "with `drm` a card such as `/dev/dri/card1`, with `framebuffer` one such as `/dev/fb1`",
      standard: "the first that has a display"),
    BoardKey(
      "display.connector", .text(32),
      "with `drm` and `auto`: `HDMI-A-1`, `DSI-1`, `DP-1` … as `ls /sys/class/drm` has it",
      standard: "the one that is connected"),
    BoardKey(
      "display.mode", .text(32),
      "with `drm` and `auto`: `1920x1080`, `1920x1080@50`, `1920x1080i@50`, in pixels of the panel",
      standard: "the display's own choice among those of the board's size"),
    BoardKey(
      "display.panel", .text(4096),
      "with `epaper` and `epaper-simulated`: \(PaperPanels.names.map { "`\($0)`" }.joined(separator: ", ")), or a "
        + "[file](#panels-as-files) of the folder", standard: "required with both"),
    BoardKey(
      "display.greys", .choice(PaperPanels.greys),
      "{}, with `epaper` and `epaper-simulated`: pictures in four greys, on panels that [have them](#e-paper)",
      standard: "2, or the panel file's"),
    BoardKey(
      "display.bus", .text(4096), "with `epaper`: the SPI device, such as `/dev/spidev0.0`",
      standard: "the first one"),
    BoardKey(
      "display.record", .text(4096),
      "with `epaper` and `epaper-simulated`: a file that gets what crosses the panel's wires "
        + "([recordings](panels/recordings.md)), relative to the folder", standard: "none"),
    BoardKey(
      required: "display.lines.dataCommand", line,
      "with `epaper`: offset {} of the D/C line on the chip; on a Raspberry Pi its BCM number",
      note: " in `lines`; without `lines` \(hat.dataCommand), \(hat.reset), \(hat.busy) and \(hat.power), as on "
        + "Waveshare's HATs"),
    BoardKey(required: "display.lines.reset", line, "offset {} of the RST line"),
    BoardKey(required: "display.lines.busy", line, "offset {} of the BUSY line"),
    BoardKey(
      "display.lines.power", line, "offset {} of the line that switches the panel's supply", standard: "none"),
    BoardKey(
      "display.lines.chip", .text(64), "the lines' GPIO chip: device, name (`gpiochip0`) or label",
      standard: "the header of a Raspberry Pi"),
    BoardKey(
      "display.path", .text(4096),
      "with `virtual-framebuffer`: path of the framebuffer file; with `epaper-simulated`: the panel's socket",
      standard: "chosen by the command"),
    BoardKey(
      required: "size.width", .integer(BoardLimits.sidePx, "px"),
      "{}, at most \(BoardLimits.areaMegapixels) megapixels with the height",
      note: "; with `drm` and `auto` `size` may be left out: it is the mode's or the connected display's; on e-paper "
        + "it is the panel's"),
    BoardKey(required: "size.height", .integer(BoardLimits.sidePx, "px")),
    BoardKey(
      required: "physicalSize.width", .number(BoardLimits.sideMm, "mm"), "{}, the lit area",
      note: "; with `drm` and `auto` `physicalSize` may be left out: it is the connected display's; on e-paper it is "
        + "the panel's"),
    BoardKey(required: "physicalSize.height", .number(BoardLimits.sideMm, "mm")),
    BoardKey("shape", .choice(BoardSettings.shapes), "{}: a disc, whose corners are not seen", standard: "`rectangle`"),
    BoardKey(
      "viewingDistance", .number(0.2...20, "m"),
      "{}: from how far away 11 pt text must be readable; points grow for it, and `check` reports where they cannot",
      standard: "not checked"),
    BoardKey(
      "rotation", .choice(BoardSettings.rotations), "{}: how far the picture is turned clockwise on the panel",
      standard: "0"),
    BoardKey(
      "pixelFormat", .choice(["auto"] + FormatPart.names.map(\.0)),
      "`auto`, `xrgb8888`, `argb8888`, `rgb565`, and on virtual panels `gray8`, `mono1`, "
        + "`gray2` and `spectra6` (black and white, four greys, and six inks: paper, which emits no light)",
      standard: "`auto`: `xrgb8888`; the panel's on e-paper"),
    BoardKey(
      "backlight", .text(64),
      "`auto`: the connector's or the only one, if there is one; `none`; a name in `/sys/class/backlight`; the folder of "
        + "another light with `brightness` and `max_brightness`, such as `/sys/class/leds/panel`",
      standard: "`auto` on screens, else `none`"),
    BoardKey(
      "input", .text(4096),
      "`auto`: touch screens, keys, knobs and mice act on the panel, wake it when it is dark, and wake always-on for a "
        + "while; `none`; one device such as `/dev/input/event0`, or its name. Where one firmware drives several panels, "
        + "those of `auto` only wake. Or a mapping with the following keys, see [Input](#input)",
      standard: "`none`"),
    BoardKey("input.device", .text(4096), "as `input`", standard: "`auto`"),
    BoardKey(
      "input.keys", .bindings(ArchiveLimits.boundKeys),
      "{} keys and buttons by the kernel's names, such as `KEY_PROG1` or `BTN_0`, or by their numbers, with what each "
        + "does: \(keyEffects), or an action of the scene; see [Input](#input)",
      standard: "the keys' usual effects"),
    BoardKey(
      "input.calibration", .numbers(-TouchMatrix.greatest...TouchMatrix.greatest, 6),
      "of a touch screen: {}, the first two rows of libinput's matrix",
      standard: "udev's `LIBINPUT_CALIBRATION_MATRIX`"),
    BoardKey(
      "input.swapAxes", .boolean, "{}: whether the first axis of the touch screen is the panel's second one",
      standard: "`false`"),
    BoardKey(
      "input.invertX", .boolean, "{}: whether the first axis of the touch screen is mirrored", standard: "`false`"),
    BoardKey(
      "input.invertY", .boolean, "{}: whether the second axis of the touch screen is mirrored", standard: "`false`"),
    BoardKey(
      "timeTravel", .boolean,
      "`true`: a knob that is turned while it is held, or a finger on the panel's foot, shows "
        + "the coming 36 hours; see [the day under your hand](actions.md#the-day-under-your-hand)",
      standard: "`true` on screens with an `input`"),
  ]

  private static let keyEffects = KeyBinding.effects.map { "`\($0.0)`" }.joined(separator: ", ")
  private static let line = BoardKey.Kind.integer(0...1023, "")
  private static let hat = LinesPart.hat

  // MARK: Light

  private static let light: [BoardKey] =
    [
      BoardKey(
        required: "light.sensor", .choice(LightPart.sensors),
        "`none`, `iio`: a light sensor of the kernel, `external`: set by `afterglow light`, `constant`, `trace`",
        note: " in `light`; without `light` as `none`: the schedule decides, else day"),
      BoardKey(
        "light.device", .text(128), "with `iio`: the sensor's name, as `cat /sys/bus/iio/devices/*/name` has it",
        standard: "the first that measures light"),
      BoardKey(
        required: "light.calibration.channel", .choice(CalibrationPart.channels),
        "with `iio`, for a chip that reports counts and not lux: {}, the last one for `in_intensity_raw`",
        note: " in `calibration`; without it the sensor reports lux"),
      BoardKey(
        required: "light.calibration.luxPerCount", .number(0.000_001...1000, "lx"),
        "{} for one count of that channel's `_raw`, see [Light sensors](#light-sensors)", note: " with `channel`"),
      BoardKey(
        "light.validFor", .number(1...86_400, "s"), "with `external`: {} for which a set light holds",
        standard: milli(SensorSettings().externalValidMs)),
      BoardKey("light.lux", lux, standard: "required with `constant`"),
      BoardKey(
        "light.file", .text(4096),
        "a file of `seconds,lux` lines, relative to the folder; an empty lux is a drop-out, a header line is allowed",
        standard: "required with `trace`"),
    ] + threshold("light.night", .night, enter: "{}, below `leave`")
    + threshold("light.alwaysOn", .alwaysOn, enter: "{}, below `leave` and not below `night.enter`") + luminances

  private static let mostLux = Double(Illuminance.maximumLux)
  /// Most that a panel shines, in cd/m².
  private static let mostNits = 10_000.0
  private static let lux = BoardKey.Kind.number(0...mostLux, "lx")
  private static let seconds = BoardKey.Kind.number(0...3600, "s")

  private static func threshold(_ part: String, _ standard: LightThreshold, enter: String) -> [BoardKey] {
    [
      BoardKey("\(part).enter", lux, enter, standard: milli(standard.enterMillilux)),
      BoardKey("\(part).leave", lux, standard: milli(standard.leaveMillilux)),
      BoardKey("\(part).enterHold", seconds, standard: milli(standard.enterHoldMs)),
      BoardKey("\(part).leaveHold", seconds, standard: milli(standard.leaveHoldMs)),
      BoardKey("\(part).minimumStay", seconds, "{} in either state", standard: milli(standard.minimumStayMs)),
    ]
  }

  private static let luminances: [BoardKey] = [
    BoardKey("light.filterTimeConstant", .number(0...60, "s"), standard: milli(LightSettings().filterTimeConstantMs)),
    BoardKey(
      "light.peakLuminance", .number(1...mostNits, "cd/m²"), "{}: white at the highest backlight level",
      standard: milli(LightSettings().peakMillinits)),
    BoardKey(
      "light.blackLuminance", .number(0...100, "cd/m²"),
      "{}: black at the same setting. An LCD leaks light; an OLED has 0",
      standard: "a thousandth of `peakLuminance`"),
    BoardKey(
      "light.reflectance", .number(0...0.5, "of the room's light"), "{}: the share that the panel reflects",
      standard: milli(LegibilitySettings().reflectancePermille)),
    BoardKey(
      "light.nightLuminance", .number(0.1...100, "cd/m²"), "{}, at most `peakLuminance`: no red is brighter",
      standard: milli(LightSettings().nightMillinits)),
    BoardKey(
      "light.nightFloor", .number(0.01...100, "cd/m²"), "{}, at most `nightLuminance`: the main red is never darker",
      standard: milli(LegibilitySettings().nightFloorMillinits)),
    BoardKey(
      "light.alwaysOnLuminance", .number(0.05...1, "of the day's luminance"), "{}; colours alone go down to 0.23",
      standard: milli(LightSettings().alwaysOnPermille)),
    BoardKey("light.schedule", .list(LightSchedule.capacity), "{} periods, see [Modes](#modes)", standard: "none"),
    BoardKey(
      "light.wakeFor", seconds, "{}: how long a touch, a key or a motion wakes the panel from always-on; 0: not at all",
      standard: milli(LightRules().wakeMs)),
    BoardKey(
      "light.ownLight", .number(0...20, "lx"),
      "{} that a day's picture adds to the sensor in a black room, if it is known", standard: "measured"),
  ]

  // MARK: Distance

  private static let distance: [BoardKey] = [
    BoardKey(
      required: "distance.sensor", .choice(DistancePart.sensors),
      "how far away the viewer is: `none`, `iio`: a distance sensor of the kernel, `proximity`: one that only counts, "
        + "`external`: set by `afterglow distance`, `constant`; see [Distance](#distance)",
      note: " in `distance`; without `distance` as `none`: always near"),
    BoardKey(
      "distance.device", .text(128), "with `iio` and `proximity`: the sensor's name", standard: "the first one"),
    BoardKey("distance.metres", metres, standard: "required with `constant`"),
    BoardKey(
      "distance.validFor", .number(1...86_400, "s"), "with `external`: {} for which a set distance holds",
      standard: milli(SensorSettings().externalDistanceValidMs)),
    BoardKey(
      "distance.simplified.enter", metres, "{}; with `proximity` counts, below `leave`",
      standard: milli(SensorSettings().simplifiedEnter) + "; with `proximity` required", or: counts),
    BoardKey(
      "distance.simplified.leave", metres, "{}, below `enter`; with `proximity` counts",
      standard: milli(SensorSettings().simplifiedLeave) + "; with `proximity` required", or: counts),
    BoardKey("distance.simplified.enterHold", seconds, standard: milli(SensorSettings().simplifiedEnterHoldMs)),
    BoardKey("distance.simplified.leaveHold", seconds, standard: milli(SensorSettings().simplifiedLeaveHoldMs)),
  ]

  private static let metres = BoardKey.Kind.number(0.1...Double(ViewerDistance.maximumMetres), "m")
  private static let counts = BoardKey.Kind.number(0...1_000_000_000, "counts")

  // MARK: Dimming

  private static let dimming: [BoardKey] = [
    BoardKey(
      "light.dimming.dayLuminance", .number(1...mostNits, "cd/m²"),
      "{}, at most `peakLuminance`: white by day; see [Dimming](#dimming)", standard: "`peakLuminance`"),
    BoardKey(
      "light.dimming.dimLuminance", .number(0.1...mostNits, "cd/m²"),
      "{}, at most `dayLuminance`: white in a room at `night.enter`",
      standard: milli(DimmingSettings().dimMillinits) + ", or `dayLuminance` if that is less"),
    BoardKey(
      "light.dimming.fullAt", .number(1...mostLux, "lx"), "{}: from here on white is as bright as by day",
      standard: milli(DimmingSettings().fullMillilux)),
    BoardKey(
      "light.dimming.followsLight", .boolean,
      "`true`: by day and in always-on the backlight follows the room; `false`: each mode has its own luminance",
      standard: "`\(DimmingSettings().followsLight == 1)`"),
    BoardKey(
      "light.dimming.minimumLevel", .integer(0...Int(Int32.max), "of the driver's levels"),
      "the lowest backlight level that is used, as the driver counts; 0 only where that is not off",
      standard: "5 % of the highest, at least 1"),
    BoardKey(
      "light.dimming.monitor", .text(64),
      "a monitor controlled over DDC/CI: `none`; `auto`: the connector's; its I²C bus, such as `/dev/i2c-3`",
      standard: "`none`"),
    BoardKey(
      "light.dimming.monitorFloor", .number(0...1, "of the brightest"), "{}: what the monitor gives at brightness 0",
      standard: milli(DimmingSettings().monitorFloorPermille)),
    BoardKey(
      "light.dimming.scale", .choice(DimmingPart.scales),
      "`auto`: as the driver reports, else linear; `linear`: levels are proportional to the light; `perceptual`: equal "
        + "steps look equal",
      standard: "`auto`"),
  ]

  // MARK: What is left

  private static let others: [BoardKey] = [
    BoardKey(
      "wear.orbit", .integer(0...Int(Orbit.maximumPx), "px"),
      "{}: how far the picture moves from its centre, so that no pixel shows the same stroke for years. Use the width of the "
        + "widest strokes of always-on, and no more than keeps everything on the panel; `afterglow check` reports both",
      standard: "\(WearSettings().orbitPx): it does not move"),
    BoardKey(
      "wear.orbitPeriod", .integer(10...10_000, "min"),
      "{}: one sweep to the right, to the left and back; up and down takes more than six times as long",
      standard: "\(WearSettings().orbitPeriodMinutes)"),
    BoardKey(
      required: "clock.trust", .choice(ClockPart.trusts),
      "`synchronised`: once the kernel reports it; `rtc`: from the start, the board has a battery; `always`: virtual boards",
      note: " in `clock`; without `clock` as `synchronised`"),
    BoardKey(
      "memory.archive", .integer(64...Archive.maximumByteCount >> 10, "KiB"), "{} for each of the two archive banks",
      standard: "\(MemoryPart.standardKiB)"),
    // At most a day: e-paper makers require at least one refresh per day.
    BoardKey(
      "refresh.minimumInterval", .number(1...86_400, "s"), "{} from the end of one refresh to the start of the next",
      standard: "the manufacturer's minimum"),
    BoardKey(
      "refresh.inDark", .choice(RefreshPart.inDark),
      "{}: in a dark room e-paper changes at most once an hour and does not flash, or as in a lit one",
      standard: "`quiet`"),
  ]

  private static let periods: [BoardKey] = [
    BoardKey(required: "light.schedule[].mode", .choice(LightMode.named)),
    BoardKey(
      required: "light.schedule[].from", .text(16, pattern: #"^([01]\d|2[0-3]):[0-5]\d$"#),
      "`\"00:00\"` to `\"23:59\"`, such as `\"22:30\"`"),
    BoardKey(
      required: "light.schedule[].to", .text(16, pattern: #"^(([01]\d|2[0-3]):[0-5]\d|24:00)$"#),
      "`\"00:00\"` to `\"24:00\"`, such as `\"06:30\"`; where it is not later than `from` it is on the next day"),
    BoardKey(
      "light.schedule[].days", .choices(SchedulePart.days.map(\.0), 7), "those on which it begins: {}",
      standard: "every day"),
    BoardKey(
      "light.schedule[].decides", .choice(SchedulePart.rules),
      "`unknownLight`: only while light was never known; `darker`: the period or the light, whichever asks for the darker "
        + "mode; `always`",
      standard: "`unknownLight`"),
  ]

  /// Formats a value in thousandths, as records store it.
  private static func milli(_ value: Int32) -> String { ScalarText.format(Double(value) / 1000) }
}
