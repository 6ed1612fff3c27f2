import AfterglowCore

extension LinearLight {
  /// 64 colours along evenly spaced stops, interpolated in linear light.
  package static func ramp(_ stops: [UInt32]) -> InlineArray<64, UInt32> {
    InlineArray { color(at: Double($0) / 63, of: stops) }
  }

  /// The same without mixtures: each stop's colour as far as halfway to the next.
  package static func steps(_ stops: [UInt32]) -> InlineArray<64, UInt32> {
    InlineArray { index in
      stops.isEmpty ? 0 : stops[Int((Double(index) / 63 * Double(stops.count - 1)).rounded())]
    }
  }

  /// The colour at a fraction of evenly spaced stops; 0 without any.
  package static func color(at share: Double, of stops: [UInt32]) -> UInt32 {
    guard stops.count > 1 else { return stops.first ?? 0 }
    let place = share * Double(stops.count - 1)
    let lower = min(Int(place), stops.count - 2)
    return mix(stops[lower], stops[lower + 1], place - Double(lower))
  }

  package static func mix(_ from: UInt32, _ to: UInt32, _ share: Double) -> UInt32 {
    let (a, b) = (Color(argb: from), Color(argb: to))
    func mix(_ from: UInt8, _ to: UInt8) -> UInt8 { encode(decode(from) * (1 - share) + decode(to) * share) }
    let alpha = Double(a.alpha) * (1 - share) + Double(b.alpha) * share
    return Color(
      red: mix(a.red, b.red), green: mix(a.green, b.green), blue: mix(a.blue, b.blue), alpha: UInt8(alpha.rounded())
    ).argb
  }
}
