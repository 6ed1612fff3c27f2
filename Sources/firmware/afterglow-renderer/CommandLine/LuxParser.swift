import AfterglowCore

/// Parses lux with at most three decimals, such as `0.5` or `180`, into millilux; nil for anything else, and for more
/// than `Illuminance.maximum`.
func parseMillilux(_ text: UnsafePointer<CChar>) -> Int64? {
  let maximum = Illuminance.maximum.millilux
  var millilux: Int64 = 0
  var decimals = -1
  var index = 0
  while text[index] != 0 {
    let character = text[index]
    if character == 46 && decimals < 0 && index > 0 {
      decimals = 0
    } else if character >= 48 && character <= 57 && decimals < 3 && millilux < maximum {
      millilux = millilux * 10 + Int64(character - 48)
      if decimals >= 0 { decimals += 1 }
    } else {
      return nil
    }
    index += 1
  }
  if index == 0 || decimals == 0 { return nil }
  for _ in 0..<(3 - Swift.max(0, decimals)) { millilux *= 10 }
  return millilux <= maximum ? millilux : nil
}
