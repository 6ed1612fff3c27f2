// Conversions of computed numbers to integers. The standard library's end the program for what is not a number and for what
// an integer cannot hold; numbers that come from content may be either.

extension FixedWidthInteger {
  /// The whole part of a number; 0 for what is not a number, the least or the greatest integer for what is beyond them.
  @inlinable
  package init(clamping value: Double) {
    let size = value.magnitude
    guard size < 0x1p51 else {
      self.init(clampingLarge: value)
      return
    }
    // The nearest whole number is in the significand of the sum: pictures convert millions of numbers.
    let sum = size + 0x1p52
    let nearest = Int64(truncatingIfNeeded: sum.bitPattern & 0xF_FFFF_FFFF_FFFF)
    let whole = sum - 0x1p52 > size ? nearest - 1 : nearest
    self.init(clamping: value < 0 ? -whole : whole)
  }

  /// The whole part of a number of 2⁵¹ or more in size, and 0 for what is not a number.
  @inlinable @inline(never)
  package init(clampingLarge value: Double) {
    let bits = value.bitPattern
    // The exponent of the significand's last bit.
    let exponent = Int(truncatingIfNeeded: bits >> 52 & 0x7FF) - 1075
    let significand = bits & 0xF_FFFF_FFFF_FFFF | 0x10_0000_0000_0000
    let magnitude: UInt64
    if exponent >= 12 {
      magnitude = value.isNaN ? 0 : .max
    } else if exponent >= 0 {
      magnitude = significand << UInt64(truncatingIfNeeded: exponent)
    } else {
      magnitude = exponent > -53 ? significand >> UInt64(truncatingIfNeeded: -exponent) : 0
    }
    if value < 0 {
      self.init(clamping: magnitude >= 1 << 63 ? Int64.min : -Int64(truncatingIfNeeded: magnitude))
    } else {
      self.init(clamping: magnitude)
    }
  }

  /// The whole part of a number; 0 for what is not a number, the least or the greatest integer for what is beyond them.
  @inlinable
  package init(clamping value: Float) { self.init(clamping: Double(value)) }

  /// The nearest whole pixel, at most 2²⁰ from the corner: sums and products of a few positions fit 32 bits. 0 for what is
  /// not a number.
  @inlinable
  package init(pixels value: Double) {
    let limit = 1_048_576.0
    // Half a pixel and the whole part of it, so that no library is needed to round.
    let bounded = value < -limit ? -limit : value > limit ? limit : value
    self.init(clamping: bounded < 0 ? bounded - 0.5 : bounded + 0.5)
  }
}

// These take the place of the standard library's initialisers of the same signature wherever this room is reached, so that
// no conversion of a computed number in this package can end a program.

extension Int {
  @inlinable package init(_ value: Double) { self.init(clamping: value) }
  @inlinable package init(_ value: Float) { self.init(clamping: value) }
}

extension Int8 {
  @inlinable package init(_ value: Double) { self.init(clamping: value) }
  @inlinable package init(_ value: Float) { self.init(clamping: value) }
}

extension Int16 {
  @inlinable package init(_ value: Double) { self.init(clamping: value) }
  @inlinable package init(_ value: Float) { self.init(clamping: value) }
}

extension Int32 {
  @inlinable package init(_ value: Double) { self.init(clamping: value) }
  @inlinable package init(_ value: Float) { self.init(clamping: value) }
}

extension Int64 {
  @inlinable package init(_ value: Double) { self.init(clamping: value) }
  @inlinable package init(_ value: Float) { self.init(clamping: value) }
}

extension UInt {
  @inlinable package init(_ value: Double) { self.init(clamping: value) }
  @inlinable package init(_ value: Float) { self.init(clamping: value) }
}

extension UInt8 {
  @inlinable package init(_ value: Double) { self.init(clamping: value) }
  @inlinable package init(_ value: Float) { self.init(clamping: value) }
}

extension UInt16 {
  @inlinable package init(_ value: Double) { self.init(clamping: value) }
  @inlinable package init(_ value: Float) { self.init(clamping: value) }
}

extension UInt32 {
  @inlinable package init(_ value: Double) { self.init(clamping: value) }
  @inlinable package init(_ value: Float) { self.init(clamping: value) }
}

extension UInt64 {
  @inlinable package init(_ value: Double) { self.init(clamping: value) }
  @inlinable package init(_ value: Float) { self.init(clamping: value) }
}
