// The other side of an SPI bus in the rig's virtual machine: the simulated SSD1680 with all its rules, behind the
// kernel's spidev and GPIO lines. Runs inside the virtual machine.
//
// usage: hil-ssd1680 GPIO_SIM DC RST BUSY PWR INTERVAL PICTURE.ppm
//   GPIO_SIM is the far side of the simulated chip in sysfs; the lines are offsets on it, PWR −1 = always supplied.
//   INTERVAL is what the board allows between two refreshes, in milliseconds.
// Writes PICTURE.ppm whenever the panel has changed, a line for each change and for each broken rule; ends on SIGTERM.
import AfterglowCore
import AfterglowVirtual
import Foundation

/// A line, flushed at once for any reader.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

let words = CommandLine.arguments
guard words.count == 8, let dataCommand = Int(words[2]), let reset = Int(words[3]), let busy = Int(words[4]),
  let power = Int(words[5]),
  let interval = Int64(words[6])
else {
  say("usage: hil-ssd1680 GPIO_SIM DC RST BUSY PWR INTERVAL PICTURE.ppm")
  exit(64)
}
do {
  var model = try Model(
    lines: SimulatedLines(folder: words[1], dataCommand: dataCommand, reset: reset, busy: busy, power: power),
    minimumIntervalMs: interval, picture: words[7])
  try model.run()
} catch {
  say("hil-ssd1680: \(error)")
  exit(71)
}
