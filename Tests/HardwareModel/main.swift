// The other side of an SPI bus in the rig's virtual machine: a strict model of an e-paper panel behind the kernel's
// spidev and GPIO lines. Runs inside the virtual machine.
//
// usage: hil-panel PANEL GPIO_SIM DC RST BUSY PWR INTERVAL PICTURE.ppm [FAULT]
//   PANEL is a name such as 2in13-v4 (`afterglow panel-sim --help`).
//   GPIO_SIM is the far side of the simulated chip in sysfs; the lines are offsets on it, PWR −1 = always supplied.
//   INTERVAL is what the board allows between two full refreshes, in seconds.
//   FAULT is stuck-high, stuck-low, absent or slow.
// Writes PICTURE.ppm whenever the panel has changed, a line for each change and for each broken rule; ends on SIGTERM.
import AfterglowCore
import AfterglowPanelModels
import Foundation

/// A line, flushed at once for any reader.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

let words = CommandLine.arguments
guard words.count == 9 || words.count == 10, let description = PanelDescription.named(words[1]),
  let dataCommand = Int(words[3]), let reset = Int(words[4]), let busy = Int(words[5]), let power = Int(words[6]),
  let interval = Int64(words[7]), let fault = PanelFault(rawValue: words.count == 10 ? words[9] : "none")
else {
  say("usage: hil-panel PANEL GPIO_SIM DC RST BUSY PWR INTERVAL PICTURE.ppm [FAULT]")
  exit(64)
}
do {
  var settings = ModelSettings()
  settings.minimumIntervalSeconds = interval
  settings.fault = fault
  // The bus itself limits transfers.
  settings.maximumTransferByteCount = nil
  var model = try Model(
    SimulatedPanel(description, settings: settings),
    lines: SimulatedLines(folder: words[2], dataCommand: dataCommand, reset: reset, busy: busy, power: power),
    bus: "/dev/hilspi", picture: words[8])
  try model.run()
} catch {
  say("hil-panel: \(error)")
  exit(71)
}
