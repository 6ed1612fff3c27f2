import AfterglowCore

// Light and distance in packets: `value` is −1 for unknown and −2 for absent, here and nowhere else.
extension ControlMessage {
  /// A reading in thousandths of lux or metres; absent = the board's own source applies again.
  public init(_ kind: ControlKind, reading: Reading<Int64>) {
    switch reading {
    case .absent: self.init(kind, value: ControlMessage.absent)
    case .unknown: self.init(kind, value: -1)
    case .value(let value): self.init(kind, value: value)
    }
  }

  public init(light: Reading<Illuminance>) { self.init(.lux, reading: light.map { $0.millilux }) }

  public init(distance: Reading<Int64>) { self.init(.distance, reading: distance) }

  /// The content of a packet of kind `lux`.
  public var light: Reading<Illuminance> { reading.map { Illuminance(millilux: $0) } }

  /// The content of a packet of kind `distance`, in the unit of the board's source.
  public var distance: Reading<Int64> { reading }

  private var reading: Reading<Int64> {
    if value == ControlMessage.absent { return .absent }
    return value < 0 ? .unknown : .value(value)
  }

  private static var absent: Int64 { -2 }
}
