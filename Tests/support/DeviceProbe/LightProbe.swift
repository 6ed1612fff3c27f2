import AfterglowLinux

/// Reads a light sensor like the guard.
func probeLight(name: String, seconds: Int64, folder: String = "/sys/bus/iio/devices") -> Int32 {
  let start = SystemTime.boottimeMs
  do throws(SystemError) {
    var reader = try SensorReader.start(SensorRequest(name: lasting(name), devices: lasting(folder)))
    var shown: Int64?
    while SystemTime.boottimeMs - start < seconds * 1000 {
      let now = SystemTime.boottimeMs
      reader.read(atMs: now)
      reader.keep(atMs: now)
      let millilux = reader.reading(atMs: now).value ?? -1
      if millilux != shown { say("\((now - start) / 100) \(millilux)") }
      shown = millilux
      var set = PollSet()
      _ = set.add(reader.descriptor)
      let due = Swift.min(reader.nextDueMs(after: now) ?? .max, start + seconds * 1000)
      set.wait(timeoutMs: due - now)
    }
    reader.stop()
    return 0
  } catch {
    say("") { (text: inout TextWriter) in text.write(error) }
    return 71
  }
}
