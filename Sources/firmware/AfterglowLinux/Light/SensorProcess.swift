import AfterglowCore
import CLinux

/// The child that reads a sensor, so that a slow chip blocks only this process. It has a pipe and, if the driver
/// supports events, their files. It exits when the pipe closes or the guard exits.
enum SensorProcess {
  /// How often it writes to the pipe while the light is constant, in ms.
  static var keepAliveMs: Int64 { 5_000 }

  /// Pause after a reading that took `tookMs`: a slow sensor is busy at most half of the time.
  static func restMs(tookMs: Int64, intervalMs: Int64) -> Int64 { Swift.max(intervalMs - tookMs, Swift.max(tookMs, 1)) }

  /// Whether a reading is written to the pipe.
  static func isNews(_ reading: SensorReading, after last: SensorReading?, silentMs: Int64) -> Bool {
    reading != last || silentMs >= keepAliveMs
  }

  /// Reads until the pipe's reader is gone, or until a sensor appears that another process has to prepare.
  ///
  /// - Parameters:
  ///   - events: the driver's events; nil = none.
  ///   - preparation: the errno of the sensor's failed set-up; 0 = it succeeded.
  ///   - intervalMs: time between readings, unless an event comes first.
  static func run(_ sensor: IIOSensor, events: SensorEvents?, preparation: Int32, pipe: Int32, intervalMs: Int64) {
    var events = events
    readContinuously(sensor, &events, preparation: preparation, pipe: pipe, intervalMs: intervalMs)
    events?.close()
  }

  private static func readContinuously(
    _ sensor: IIOSensor, _ events: inout SensorEvents?, preparation: Int32, pipe: Int32, intervalMs: Int64
  ) {
    var sensor = sensor
    var sent: SensorReading?
    var sentName = ShortText()
    var sentAtMs: Int64 = 0
    if preparation != 0 && !send(SensorReport(.coarse, name: sensor.name, errno: preparation), pipe) { return }
    while true {
      let startMs = SystemTime.boottimeMs
      if sensor.wantsPreparation() {
        _ = send(SensorReport(.renew, name: sensor.name), pipe)
        return
      }
      let reading = sensor.read()
      let endMs = SystemTime.boottimeMs
      if sensor.name != sentName || isNews(reading, after: sent, silentMs: endMs - sentAtMs) {
        if !send(SensorReport(reading, name: sensor.name), pipe) { return }
        sent = reading
        sentName = sensor.name
        sentAtMs = endMs
      }
      // Some drivers do not return readings while they report events.
      if reading.value == nil || events?.arm(around: reading) == false { end(&events) }
      if rest(&events, pipe, tookMs: endMs - startMs, intervalMs: intervalMs) { return }
    }
  }

  private static func end(_ events: inout SensorEvents?) {
    events?.close()
    events = nil
  }

  /// Waits until the next reading; true when the pipe's reader is gone.
  private static func rest(
    _ events: inout SensorEvents?, _ pipe: Int32, tookMs: Int64, intervalMs: Int64
  ) -> Bool {
    let ms = restMs(tookMs: tookMs, intervalMs: intervalMs)
    switch events?.wait(pipe: pipe, ms: ms) {
    case .time?: return false
    case .end?: return true
    case .event?: return ag_wait_for_end(pipe, Swift.max(SensorEvents.leastPauseMs, tookMs)) == 1
    case .broken?: end(&events)
    case nil: break
    }
    return ag_wait_for_end(pipe, ms) == 1
  }

  /// Writes a report; false when the pipe's reader is gone.
  private static func send(_ report: SensorReport, _ pipe: Int32) -> Bool {
    var report = report
    return ag_write(pipe, &report, Int64(SensorReport.byteCount)) == Int64(SensorReport.byteCount)
  }
}
