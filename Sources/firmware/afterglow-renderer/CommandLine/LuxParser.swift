/// Parses lux with at most three decimals, such as `0.5` or `180`, into millilux; at most 200,000 lx, nil for anything
/// else.
func parseMillilux(_ text: UnsafePointer<CChar>) -> Int64? {
  var millilux: Int64 = 0
  var decimals = -1
  var index = 0
  while text[index] != 0 {
    let character = text[index]
    if character == 46 && decimals < 0 && index > 0 {
      decimals = 0
    } else if character >= 48 && character <= 57 && decimals < 3 && millilux < 200_000_000 {
      millilux = millilux * 10 + Int64(character - 48)
      if decimals >= 0 { decimals += 1 }
    } else {
      return nil
    }
    index += 1
  }
  if index == 0 || decimals == 0 { return nil }
  for _ in 0..<(3 - Swift.max(0, decimals)) { millilux *= 10 }
  return millilux <= 200_000_000 ? millilux : nil
}
