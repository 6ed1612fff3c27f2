import CLinux

/// Sets the longest integration time of the few chips that otherwise cannot distinguish a dark room from a dim one:
/// drivers start them for daylight, with steps as coarse as the night threshold. A BH1750 counts in steps of 0.83 lx
/// then, a VEML6030 of 0.46 lx; with the longest integration time these are 0.23 lx and 0.06 lx.
enum SensorPreparation {
  static func isNeeded(_ name: ShortText) -> Bool {
    name.hasPrefix("bh17") || name.hasPrefix("veml60") || name.hasPrefix("veml7700")
  }

  /// Sets the longest integration time that the driver lists, at most a second. 0, or an errno.
  static func prepare(_ entry: ShortText, _ name: ShortText, in folder: Folder) -> Int32 {
    if !isNeeded(name) { return 0 }
    for place in 0..<2 {
      let time: StaticString = place == 0 ? "in_illuminance_integration_time" : "integration_time"
      if !folder.has(entry, time) { continue }
      guard let longest = longestTime(entry, in: folder) else { return 0 }
      let (now, status) = folder.text(entry, time)
      if status > 0, now.withCString({ DecimalNumber($0) }) == longest.withCString({ DecimalNumber($0) }) { return 0 }
      return -folder.write(longest, entry, time)
    }
    return 0
  }

  private static var longestMicroseconds: Int64 { 1_000_000 }

  /// In the driver's spelling. A BH1750 lists 224 times, which fill half a page.
  private static func longestTime(_ entry: ShortText, in folder: Folder) -> ShortText? {
    var list = FixedText<4097>()
    if folder.read(entry, "in_illuminance_integration_time_available", into: &list) <= 0 {
      if folder.read(entry, "integration_time_available", into: &list) <= 0 { return nil }
    }
    var longest: (text: ShortText, microseconds: Int64)?
    var word = ShortText()
    for index in 0...list.count {
      let byte = list[index]
      if byte > 32 {
        word.append(byte: byte)
        continue
      }
      if !word.isEmpty, let time = word.withCString({ DecimalNumber($0) })?.scaled(to: 6),
        time > longest?.microseconds ?? 0, time <= longestMicroseconds
      {
        longest = (word, time)
      }
      word = ShortText()
    }
    return longest?.text
  }
}
