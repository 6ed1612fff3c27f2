import AfterglowArchive
import AfterglowLinux

/// What belongs to a panel besides its display: backlight, light sensor, touch and keys. Each may be missing or go away;
/// that is said, and the panel goes on.
struct SeatDevices: ~Copyable {
  var dimming: PanelDimming
  private var sensor: SensorReader?
  private var input: InputDevices?
  /// When input devices that were refused are looked for again.
  private var rescanAtMs = Int64.max
  private var firstLightAtMs: Int64 = 0

  /// A panel in a dark bedroom waits this long for the first reading, so that it does not begin with a glare.
  private static var firstLightLimitMs: Int64 { 500 }

  /// `plan` outlives the devices: they keep its names.
  init(_ plan: borrowing BoardPlan, readsLight: Bool, drivesBacklight: Bool) {
    dimming = PanelDimming(plan, drivesBacklight: drivesBacklight)
    sensor = readsLight && plan.lightSource == .iio ? SeatDevices.startSensor(plan) : nil
    input = SeatDevices.openInput(plan)
    // At boot some devices come a moment later than this program.
    rescanAtMs = input == nil ? Int64.max : SystemTime.boottimeMs + 1_000
    if sensor != nil { firstLightAtMs = SystemTime.boottimeMs + SeatDevices.firstLightLimitMs }
  }

  /// 0 once the sensor has told the light, or there is none.
  var waitsForLightUntilMs: Int64 { firstLightAtMs }

  private static func startSensor(_ plan: borrowing BoardPlan) -> SensorReader? {
    do throws(SystemError) {
      return try SensorReader.start(name: plan.lightSourcePath, confine: { Lockdown.confineSensor() })
    } catch {
      return sayWithout("light sensor: ", error)
    }
  }

  private static func openInput(_ plan: borrowing BoardPlan) -> InputDevices? {
    if plan.input[0] == 0 { return nil }
    do throws(SystemError) {
      let opened = try InputDevices.open(plan.input)
      if opened.count == 0 && opened.isRefused {
        _ = complain(.done) { (text: inout TextWriter) in
          text.write(
            "touch and keys may not be read, and nothing wakes a dark panel; let the service's user belong to the")
          text.write(" group of /dev/input/event0, usually input")
        }
      }
      return opened
    } catch {
      return sayWithout("input: ", error)
    }
  }

  private static func sayWithout<Device>(_ what: StaticString, _ error: SystemError) -> Device? {
    _ = complain(.done) { (text: inout TextWriter) in
      text.write(what)
      text.write(error)
      text.write("; the panel goes on without it")
    }
    return nil
  }

  deinit {
    var dimming = dimming
    dimming.close()
    var sensor = sensor
    sensor?.stop()
    input?.close()
  }

  func watch(_ set: inout PollSet, _ places: inout DevicePlaces) {
    places.sensor = set.add(sensor?.descriptor ?? -1)
    places.input = set.add(input?.descriptor ?? -1)
    // What it says is heard wherever the light is tended.
    _ = set.add(dimming.monitorDescriptor)
  }

  /// True when somebody touched the panel or pressed a key.
  mutating func take(_ set: borrowing PollSet, _ places: DevicePlaces) -> Bool {
    let now = SystemTime.boottimeMs
    if set.isReady(places.sensor) {
      sensor?.read(atMs: now)
      firstLightAtMs = 0
    }
    sensor?.keep(atMs: now)
    if now >= rescanAtMs { rescanInput() }
    if !set.isReady(places.input) { return false }
    var isActive = false
    while let event = input?.next() {
      switch event {
      case .activity: isActive = true
      // It may be back at once under another number.
      case .deviceLost: rescanAtMs = now + 1_000
      }
    }
    return isActive
  }

  /// After a hot-plug event: something new may be there.
  mutating func rescanInput() {
    let refused = input?.rescan() ?? 0
    let now = SystemTime.boottimeMs
    // Without any device, and perhaps without news of what is plugged in, it is looked for from time to time.
    rescanAtMs = refused > 0 ? now + 1_000 : input?.count == 0 ? now + 10_000 : Int64.max
  }

  func nextDueMs(after now: Int64) -> Int64 {
    Swift.min(dimming.nextDueMs, Swift.min(rescanAtMs, sensor?.nextDueMs(after: now) ?? Int64.max))
  }

  /// nil = the board has no light sensor; −1 = it has one that does not tell.
  func millilux(atMs now: Int64) -> Int64? { sensor?.millilux(atMs: now) }
}

/// Where a seat's devices are in the set that is waited on.
struct DevicePlaces {
  var sensor = -1
  var input = -1
}
