/// The commands of UltraChip's UC8179 that a sequence may send (docs/panels/uc8179.md, Commands). Those that write
/// one-time memory (A0, A1) are not among them.
public enum UltraChipCommand: UInt8, Sendable {
  case panelSetting = 0x00
  case powerSetting = 0x01
  case powerOff = 0x02
  case powerOn = 0x04
  case booster = 0x06
  case deepSleep = 0x07
  case writeOldPlane = 0x10
  case refresh = 0x12
  case writeNewPlane = 0x13
  case dualSPI = 0x15
  case waveformVCOM = 0x20
  case waveformWhiteToWhite = 0x21
  case waveformBlackToWhite = 0x22
  case waveformWhiteToBlack = 0x23
  case waveformBlackToBlack = 0x24
  case waveformBorder = 0x25
  case temperatureSensor = 0x41
  case dataInterval = 0x50
  case gatesToSources = 0x60
  case resolution = 0x61
  case commonVoltage = 0x82
  case window = 0x90
  case partialIn = 0x91
  case partialOut = 0x92
  case cascade = 0xE0
  case powerSaving = 0xE3
  case forcedTemperature = 0xE5
}
