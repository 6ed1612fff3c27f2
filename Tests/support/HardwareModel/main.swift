// The other side of an SPI bus in the rig's virtual machine: strict models of e-paper panels behind the kernel's spidev
// and GPIO lines. Runs inside the virtual machine.
//
// usage: hil-panel GPIO_SIM INTERVAL PANEL,DC,RST,BUSY,PWR,PICTURE.ppm[,FAULT] …
//   GPIO_SIM is the far side of the simulated chip in sysfs; the lines are offsets on it, PWR −1 = always supplied.
//   INTERVAL is what the boards allow between two full refreshes, in seconds.
//   PANEL is a name such as 2in13-v4 (`afterglow panel-sim --help`); the first is on chip select 0, the next on 1.
//   FAULT is stuck-high, stuck-low, absent or slow.
// Writes PICTURE.ppm whenever its panel has changed, or with HIL_PICTURES=asked in the environment on SIGUSR1 only; a line
// for each change and for each broken rule. Ends on SIGTERM.
import Foundation

/// Set by SIGUSR1.
nonisolated(unsafe) var isPictureAsked: sig_atomic_t = 0

/// A line, flushed at once for any reader.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

signal(SIGUSR1) { _ in isPictureAsked = 1 }
let words = CommandLine.arguments
do {
  let panels = try words.dropFirst(3).compactMap {
    try WiredPanel($0, folder: words[1], intervalSeconds: Int64(words[2]) ?? 0)
  }
  if panels.isEmpty || panels.count != words.count - 3 {
    say("usage: hil-panel GPIO_SIM INTERVAL PANEL,DC,RST,BUSY,PWR,PICTURE.ppm[,FAULT] …")
    exit(64)
  }
  var model = try Model(panels, bus: "/dev/hilspi", chip: words[1])
  try model.run()
} catch {
  say("hil-panel: \(error)")
  exit(71)
}
