import AfterglowCore
import AfterglowInput
import AfterglowLinux

/// Reports when a panel would wake.
func probeInput(name: String, seconds: Int64) -> Int32 {
  let start = SystemTime.boottimeMs
  do throws(SystemError) {
    let surface = TouchSurface(
      sizePx: PixelSize(width: 800, height: 480), widthMicrometres: 0, heightMicrometres: 0, rotation: .none)
    var devices = try InputDevices.open(lasting(name), on: surface)
    say("open \(devices.count)")
    while SystemTime.boottimeMs - start < seconds * 1000 {
      var set = PollSet()
      _ = set.add(devices.descriptor)
      set.wait(timeoutMs: Swift.min(1_000, start + seconds * 1000 - SystemTime.boottimeMs))
      let isLost = devices.read { packet in
        for index in 0..<packet.count where packet[index].isActivity { say("activity") }
      }
      if isLost { say("lost") }
      let before = devices.count
      _ = devices.rescan()
      if devices.count != before { say("open \(devices.count)") }
    }
    devices.close()
    return 0
  } catch {
    say("") { (text: inout TextWriter) in text.write(error) }
    return 71
  }
}
