// Logarithms and powers in 32.32 fixed point: results for light and colour are equal on every architecture, without the
// C library's floating point.

/// log2 of a value ≥ 1, in 1/2³²; the error is below 2⁻²⁸. A value below 1 counts as 1.
func log2Q32(_ value: UInt64) -> Int64 {
  if value <= 1 { return 0 }
  let exponent = 63 - value.leadingZeroBitCount
  // The mantissa in [2³¹, 2³²); squaring it yields one bit of the fraction at a time.
  var mantissa = exponent >= 31 ? value >> UInt64(exponent - 31) : value << UInt64(31 - exponent)
  var fraction: UInt64 = 0
  var bit: UInt64 = 1 << 31
  while bit != 0 {
    let square = mantissa &* mantissa
    if square >= 1 << 63 {
      fraction |= bit
      mantissa = square >> 32
    } else {
      mantissa = square >> 31
    }
    bit >>= 1
  }
  return Int64(exponent) << 32 | Int64(bitPattern: fraction)
}

/// 2 to the power of −x, for x ≥ 0 in 1/2³²; the result is in 1/2³², 2³² meaning 1.
func exp2NegativeQ32(_ x: Int64) -> UInt64 {
  if x <= 0 { return 1 << 32 }
  let whole = x >> 32
  if whole >= 33 { return 0 }
  let fraction = UInt64(bitPattern: x) & 0xFFFF_FFFF
  // 2^(−2^−k), k = 1...16; what is left below is linear to within 2⁻³⁴.
  let roots: InlineArray<16, UInt32> = [
    0xB504_F334, 0xD744_FCCB, 0xEAC0_C6E8, 0xF525_7D15, 0xFA83_B2DB, 0xFD3E_0C0D, 0xFE9E_115C, 0xFF4E_CB59,
    0xFFA7_5652, 0xFFD3_A752, 0xFFE9_D2B3, 0xFFF4_E91C, 0xFFFA_747F, 0xFFFD_3A3B, 0xFFFE_9D1D, 0xFFFF_4E8E,
  ]
  var product: UInt64 = 1 << 32
  for index in 0..<16 where fraction & (1 << UInt64(31 - index)) != 0 {
    product = (product &* UInt64(roots[index]) &+ (1 << 31)) >> 32
  }
  let rest = fraction & 0xFFFF
  let ln2: UInt64 = 0xB172_17F8
  let lost = (rest &* ln2) >> 32
  product -= ((product >> 16) &* lost) >> 16
  return whole == 0 ? product : (product &+ (1 << UInt64(whole - 1))) >> UInt64(whole)
}
