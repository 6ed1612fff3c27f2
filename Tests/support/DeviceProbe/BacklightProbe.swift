import AfterglowLinux

/// Switches and dims a backlight, tries what is out of range, and restores it.
func probeBacklight(name: String, connector: String) -> Int32 {
  let backlight: Backlight
  do throws(BacklightError) {
    backlight = try Backlight.open(lasting(name), connector: lasting(connector))
  } catch {
    say("") { (text: inout TextWriter) in error.write(to: &text) }
    return 69
  }
  do throws(SystemError) {
    say("maximum \(backlight.maximumBrightness) was \(try backlight.brightness()) scale \(backlight.scale)")
    try backlight.setBrightness(backlight.maximumBrightness / 4)
    say("dimmed \(try backlight.brightness())")
    try backlight.setOn(false)
    say("on \(try backlight.isOn())")
    try backlight.setOn(true)
    say("on \(try backlight.isOn())")
  } catch {
    say("") { (text: inout TextWriter) in text.write(error) }
    return 74
  }
  for value in [-1, backlight.maximumBrightness + 1] {
    do throws(SystemError) {
      try backlight.setBrightness(value)
      say("took \(value)")
      return 1
    } catch {
      say("\(value): ") { (text: inout TextWriter) in text.write(error) }
    }
  }
  backlight.close()
  return 0
}
