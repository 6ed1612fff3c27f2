// A test program for the hardware rig, and for users with a board: drives the devices of AfterglowLinux individually.
import AfterglowLinux

let arguments = CommandLine.arguments.dropFirst()

func usage() -> Int32 {
  say(
    """
    device-probe light NAME SECONDS [FOLDER]               readings in millilux as they change; NAME "" = the first
    device-probe input NAME SECONDS                        what wakes a panel; NAME auto or a device's
    device-probe backlight NAME [CONNECTOR]                on, off, levels, limits, restored
    device-probe refresh SPI CHIP DC RST BUSY PWR SEED OUT one SSD1680 refresh; what it ought to show goes to OUT (PPM)
    """)
  return 64
}

func run(_ arguments: [String]) -> Int32 {
  switch (arguments.first, arguments.count) {
  case ("light", 3): probeLight(name: arguments[1], seconds: Int64(arguments[2]) ?? 0)
  case ("light", 4): probeLight(name: arguments[1], seconds: Int64(arguments[2]) ?? 0, folder: arguments[3])
  case ("input", 3): probeInput(name: arguments[1], seconds: Int64(arguments[2]) ?? 0)
  case ("backlight", 2): probeBacklight(name: arguments[1], connector: "")
  case ("backlight", 3): probeBacklight(name: arguments[1], connector: arguments[2])
  case ("refresh", 9): probeRefresh(Array(arguments.dropFirst()))
  default: usage()
  }
}

Process.ignoreBrokenPipes()
Process.exitNow(run(Array(arguments)))
