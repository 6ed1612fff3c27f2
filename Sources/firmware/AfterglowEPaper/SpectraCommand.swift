/// The commands of the Spectra 6 controller that a sequence may send (docs/panels/spectra6.md, Commands).
public enum SpectraCommand: UInt8, Sendable {
  case panelSetting = 0x00
  case powerSetting = 0x01
  case powerOff = 0x02
  case powerOffSequence = 0x03
  case powerOn = 0x04
  case boosterFirst = 0x05
  case boosterSecond = 0x06
  case deepSleep = 0x07
  case boosterThird = 0x08
  case writePicture = 0x10
  case refresh = 0x12
  case frameClock = 0x30
  case dataInterval = 0x50
  case gatesToSources = 0x60
  case resolution = 0x61
  case voltageSetting = 0x84
  case unlock = 0xAA
  case powerSaving = 0xE3
}
