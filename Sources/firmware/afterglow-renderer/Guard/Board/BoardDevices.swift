import AfterglowArchive
import AfterglowCore
import AfterglowEngine
import AfterglowInput
import AfterglowLinux

/// A panel's devices other than its display: backlight, light and distance sensors, touch and keys. Each may be missing
/// or be removed; that is reported, and the panel keeps running. Owned by a `BoardSession`.
struct BoardDevices: ~Copyable {
  var dimming: PanelDimming
  private var sensor: SensorReader?
  private var distance: SensorReader?
  private var input: InputDevices?
  /// When to rescan for input devices that could not be opened.
  private var rescanAtMs = Int64.max
  private var pace = InputPace()
  /// Whether the board names its input devices, instead of any that are there.
  let isInputNamed: Bool
  private var firstLightAtMs: Int64 = 0
  private var places = DevicePlaces()

  /// How long startup waits for the first light reading, in ms, so that a panel in a dark bedroom does not start
  /// bright.
  private static var firstLightLimitMs: Int64 { 500 }

  /// `plan` must outlive the devices, which refer to its names.
  init(_ plan: borrowing BoardPlan, readsLight: Bool, drivesBacklight: Bool) {
    dimming = PanelDimming(plan, drivesBacklight: drivesBacklight)
    sensor =
      readsLight && plan.lightSource == .iio
      ? BoardDevices.startSensor(SensorRequest(name: plan[.lightSourcePath], calibration: plan.intensityCalibration))
      : nil
    distance = plan.distanceRequest.flatMap { BoardDevices.startSensor($0) }
    input = BoardDevices.openInput(plan)
    isInputNamed = !equals(plan[.input], "auto")
    // At boot some devices appear slightly later than this program starts.
    rescanAtMs = input == nil ? Int64.max : SystemTime.boottimeMs + 1_000
    if sensor != nil { firstLightAtMs = SystemTime.boottimeMs + BoardDevices.firstLightLimitMs }
  }

  /// Until when startup waits for the first reading; 0 once it has arrived, or without a sensor.
  var waitsForLightUntilMs: Int64 { firstLightAtMs }

  private static func startSensor(_ request: SensorRequest) -> SensorReader? {
    do throws(SystemError) {
      return try SensorReader.start(request, confine: { Lockdown.confineSensor() })
    } catch {
      reportMissing { (text: inout TextWriter) in
        text.write(request.quantity == .light ? "light sensor: " : "distance sensor: ")
        text.write(error)
      }
      return nil
    }
  }

  private static func openInput(_ plan: borrowing BoardPlan) -> InputDevices? {
    if plan[.input][0] == 0 { return nil }
    do throws(SystemError) {
      let opened = try InputDevices.open(
        plan[.input], on: Engine.surface(of: plan.board), calibration: calibration(plan))
      if opened.count == 0 && opened.isRefused {
        _ = complain(.done) { (text: inout TextWriter) in
          text.write(
            "touch and keys may not be read, and nothing wakes a dark panel; let the service's user belong to the")
          text.write(" group of /dev/input/event0, usually input")
        }
      }
      return opened
    } catch {
      reportMissing { (text: inout TextWriter) in
        text.write("input: ")
        text.write(error)
      }
      return nil
    }
  }

  /// The calibration of the board's file; nil = it has none. The author refuses an invalid one.
  private static func calibration(_ plan: borrowing BoardPlan) -> CalibrationMatrix? {
    let text = plan[.calibration]
    var count = 0
    while text[count] != 0 { count += 1 }
    if count == 0 { return nil }
    let bytes = UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
    let span = UnsafeBufferPointer(start: bytes, count: count).span
    do throws(CalibrationError) { return try CalibrationMatrix(parsing: span) } catch { return nil }
  }

  deinit {
    var dimming = dimming
    dimming.close()
    var sensor = sensor
    sensor?.stop()
    var distance = distance
    distance?.stop()
    input?.close()
  }

  mutating func watch(_ set: inout PollSet) {
    places.sensor = set.add(sensor?.descriptor ?? -1)
    places.distance = set.add(distance?.descriptor ?? -1)
    places.isInputPaused = pace.isWaiting(atMs: SystemTime.boottimeMs)
    places.input = set.add(places.isInputPaused ? -1 : input?.descriptor ?? -1)
    // Its messages are read when the light is updated.
    _ = set.add(dimming.monitorDescriptor)
  }

  /// Reads the devices that are ready.
  ///
  /// - Parameter deliver: gets the changes of input devices.
  mutating func take(_ set: borrowing PollSet, _ deliver: (InputPacket) -> Void) {
    let now = SystemTime.boottimeMs
    if set.isReady(places.sensor) {
      sensor?.read(atMs: now)
      firstLightAtMs = 0
    }
    sensor?.keep(atMs: now)
    if set.isReady(places.distance) { distance?.read(atMs: now) }
    distance?.keep(atMs: now)
    logSensors(atMs: now)
    if now >= rescanAtMs { rescanInput() }
    if !set.isReady(places.input) { return }
    pace.noteRead(atMs: now)
    // It may reappear at once under another number.
    if input?.read(deliver) == true { rescanAtMs = now + 1_000 }
  }

  /// The open input devices; nil = the board names none, or the kernel refused to watch them.
  var inputDevices: InputDevices? { input }

  private mutating func logSensors(atMs now: Int64) {
    if let notice = sensor?.nextNotice(atMs: now), let sensor { BoardDevices.log(notice, of: sensor) }
    if let notice = distance?.nextNotice(atMs: now), let distance { BoardDevices.log(notice, of: distance) }
  }

  private static func log(_ notice: SensorNews.Notice, of sensor: SensorReader) {
    _ = complain(.done) { (text: inout TextWriter) in notice.write(to: &text, of: sensor) }
  }

  /// Looks for new input devices after a hot-plug event.
  mutating func rescanInput() {
    let refused = input?.rescan() ?? 0
    let now = SystemTime.boottimeMs
    // Without any device, and possibly without hot-plug events, rescan periodically.
    rescanAtMs = refused > 0 ? now + 1_000 : input?.count == 0 ? now + 10_000 : Int64.max
  }

  func nextDueMs(after now: Int64) -> Int64 {
    let sensors = Swift.min(
      sensor?.nextDueMs(after: now) ?? Int64.max, distance?.nextDueMs(after: now) ?? Int64.max)
    let inputs = Swift.min(rescanAtMs, places.isInputPaused ? pace.readsAtMs : Int64.max)
    return Swift.min(dimming.nextDueMs, Swift.min(inputs, sensors))
  }

  /// Absent if the board has no light sensor.
  func light(atMs now: Int64) -> Reading<Illuminance> {
    sensor?.reading(atMs: now).map { Illuminance(millilux: $0) } ?? .absent
  }

  /// In the unit of the board's source; unknown also without a source.
  func distance(atMs now: Int64) -> Reading<Int64> { distance?.reading(atMs: now) ?? .unknown }
}

/// The indices of a panel's devices in the poll set.
private struct DevicePlaces {
  var sensor = -1
  var distance = -1
  var input = -1
  /// Whether input devices wait for the next frame.
  var isInputPaused = false
}
