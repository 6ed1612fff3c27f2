import AfterglowCore
import CLinux

/// The child that reads a light sensor: nobody else waits when the sensor does. It holds a pipe and nothing else, and
/// ends when the pipe or the guard does.
enum SensorProcess {
  /// A reading a second is what the light filter asks for.
  static var intervalMs: Int64 { 1_000 }
  /// Says that it lives, when the light does not change.
  static var keepAliveMs: Int64 { 5_000 }

  /// How long to rest after a reading that took `tookMs`: a slow sensor is busy at most half of the time.
  static func restMs(tookMs: Int64) -> Int64 { Swift.max(intervalMs - tookMs, Swift.max(tookMs, 1)) }

  /// Whether a reading is worth telling.
  static func isNews(_ millilux: Int64, after last: Int64?, silentMs: Int64) -> Bool {
    millilux != last || silentMs >= keepAliveMs
  }

  /// Returns when nobody reads any more.
  static func run(_ sensor: IIOLightSensor, pipe: Int32) {
    var sensor = sensor
    var told: Int64?
    var toldAtMs: Int64 = 0
    while true {
      let startMs = SystemTime.boottimeMs
      var millilux = sensor.sample()?.millilux ?? -1
      let endMs = SystemTime.boottimeMs
      if isNews(millilux, after: told, silentMs: endMs - toldAtMs) {
        if ag_write(pipe, &millilux, 8) != 8 { return }
        told = millilux
        toldAtMs = endMs
      }
      if ag_wait_for_end(pipe, restMs(tookMs: endMs - startMs)) == 1 { return }
    }
  }
}
