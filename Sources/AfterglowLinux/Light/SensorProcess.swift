import AfterglowCore
import CLinux

/// The child that reads a sensor: nobody else waits when the sensor does. It holds a pipe and nothing else, and
/// ends when the pipe or the guard does.
enum SensorProcess {
  /// Says that it lives, when the light does not change.
  static var keepAliveMs: Int64 { 5_000 }

  /// How long to rest after a reading that took `tookMs`: a slow sensor is busy at most half of the time.
  static func restMs(tookMs: Int64, intervalMs: Int64) -> Int64 { Swift.max(intervalMs - tookMs, Swift.max(tookMs, 1)) }

  /// Whether a reading is worth telling.
  static func isNews(_ reading: SensorReading, after last: SensorReading?, silentMs: Int64) -> Bool {
    reading != last || silentMs >= keepAliveMs
  }

  /// Returns when nobody reads any more, or when a sensor has come that another process is to prepare.
  /// - Parameter preparation: the errno with which setting the sensor up was refused; 0 = it was not.
  static func run(_ sensor: IIOSensor, preparation: Int32, pipe: Int32) {
    var sensor = sensor
    var told: SensorReading?
    var toldName = ShortText()
    var toldAtMs: Int64 = 0
    if preparation != 0 && !tell(SensorReport(.coarse, name: sensor.name, errno: preparation), pipe) { return }
    while true {
      let startMs = SystemTime.boottimeMs
      if sensor.wantsPreparation() {
        _ = tell(SensorReport(.renew, name: sensor.name), pipe)
        return
      }
      let reading = sensor.read()
      let endMs = SystemTime.boottimeMs
      if sensor.name != toldName || isNews(reading, after: told, silentMs: endMs - toldAtMs) {
        if !tell(SensorReport(reading, name: sensor.name), pipe) { return }
        told = reading
        toldName = sensor.name
        toldAtMs = endMs
      }
      if ag_wait_for_end(pipe, restMs(tookMs: endMs - startMs, intervalMs: sensor.intervalMs)) == 1 { return }
    }
  }

  /// False when nobody reads any more.
  private static func tell(_ report: SensorReport, _ pipe: Int32) -> Bool {
    var report = report
    return ag_write(pipe, &report, Int64(SensorReport.byteCount)) == Int64(SensorReport.byteCount)
  }
}
