import AfterglowCore
import AfterglowDevice
import AfterglowEPaper
import AfterglowLinux

/// A picture that is different for each seed.
func probePixelIsWhite(x: Int, y: Int, seed: Int) -> Bool { (x * 7 + y * 3 + (x ^ y) * seed) % 5 != 0 }

/// A picture (PPM) of the 2.13" panel.
func writeGlass(_ path: String, _ level: (Int, Int) -> UInt8) -> Bool {
  var bytes = Array("P6\n122 250\n255\n".utf8)
  for y in 0..<250 {
    for x in 0..<122 { bytes += [level(x, y), level(x, y), level(x, y)] }
  }
  do throws(SystemError) {
    let file = try FileDescriptor.create(lasting(path))
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    memory.copyBytes(from: bytes)
    try file.write(all: UnsafeRawBufferPointer(memory))
    memory.deallocate()
    return true
  } catch {
    return false
  }
}

/// Shows one picture on an SSD1680 with real lines and a real bus.
func probeRefresh(_ words8: [String]) -> Int32 {
  let offsets = words8[2...5].map { Int16($0) ?? -1 }
  let seed = Int(words8[6]) ?? 0
  let request = BusRequest(
    path: lasting(words8[0]), chip: lasting(words8[1]), dataCommand: offsets[0], reset: offsets[1], busy: offsets[2],
    power: offsets[3])
  do throws(DisplaySetupError) {
    let device = try PanelBusDevice.open(request)
    return show(on: device, seed: seed, expectation: words8[7])
  } catch {
    say("") { (text: inout TextWriter) in error.write(to: &text) }
    return 69
  }
}

private func show(on device: borrowing PanelBusDevice, seed: Int, expectation: String) -> Int32 {
  let wiring = device.wiring
  say("bufsiz \(wiring.maximumTransferByteCount)")
  let memory = UnsafeMutableRawBufferPointer.allocate(
    byteCount: PaperDisplay<SSD1680, LinuxPanelBus>.byteCount(SSD1680()), alignment: 64)
  var display = PaperDisplay(SSD1680(), bus: LinuxPanelBus(wiring), memory: memory)
  display.withBackBuffer { back in
    for y in 0..<250 {
      for x in 0..<122 where !probePixelIsWhite(x: x, y: y, seed: seed) {
        let place = y * back.strideBytes + x / 8
        let byte = back.base.load(fromByteOffset: place, as: UInt8.self)
        back.base.storeBytes(of: byte & ~(0x80 >> UInt8(x % 8)), toByteOffset: place, as: UInt8.self)
      }
    }
  }
  guard writeGlass(expectation, { x, y in probePixelIsWhite(x: x, y: y, seed: seed) ? 255 : 0 }) else { return 74 }
  var damage = Damage()
  damage.insert(PixelRect(x0: 0, y0: 0, x1: 122, y1: 250))
  let start = SystemTime.boottimeMs
  do throws(DisplayError) {
    try display.present(damage, at: MonotonicInstant(milliseconds: start))
    try finish(&display)
    say("shown after \(SystemTime.boottimeMs - start) ms")
    display.close()
    try finish(&display)
    return 0
  } catch {
    say("\(error) after \(SystemTime.boottimeMs - start) ms")
    return 75
  }
}

/// Continues what is under way until it ends.
private func finish(_ display: inout PaperDisplay<SSD1680, LinuxPanelBus>) throws(DisplayError) {
  while let step = display.nextPresentStep {
    let now = SystemTime.boottimeMs
    if step.milliseconds > now { SystemTime.sleep(milliseconds: step.milliseconds - now) }
    try display.continuePresent(at: MonotonicInstant(milliseconds: SystemTime.boottimeMs), isStopping: false)
  }
}
