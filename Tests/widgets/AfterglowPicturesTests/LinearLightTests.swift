import AfterglowPictures
import Testing

@Suite struct LinearLightTests {
  @Test func `each code comes back from its light, with its fraction as without`() {
    for code in UInt8.min...UInt8.max {
      let light = LinearLight.decode(code)
      #expect(LinearLight.encode(light) == code)
      #expect(abs(LinearLight.code(of: light) - Double(code)) < 1e-4)
      #expect(LinearLight.floats[Int(code)] == Float(light))
    }
    #expect(LinearLight.encode(-1) == 0)
    #expect(LinearLight.encode(2) == 255)
  }

  /// sRGB's middle grey, and the point between the linear segment and the curve (IEC 61966-2-1).
  @Test func `known codes have their lights`() {
    #expect(abs(LinearLight.decode(188) - 0.5029) < 1e-4)
    #expect(LinearLight.decode(10) == 10 / 255 / 12.92)
    #expect(abs(LinearLight.decode(11) - 0.0033465) < 1e-7)
  }

  /// WCAG 2.2's example of the lightest grey on white with 4.5:1, and pure red.
  @Test func `contrast is the web's`() {
    let white = LinearLight.luminance(0xFFFF_FFFF)
    #expect(LinearLight.contrast(white, LinearLight.luminance(0)) == 21)
    #expect(LinearLight.contrast(LinearLight.luminance(0x76_7676), white) >= 4.5)
    #expect(LinearLight.contrast(LinearLight.luminance(0x77_7777), white) < 4.5)
    #expect(LinearLight.luminance(0xFF_0000) == 0.2126)
    #expect(LinearLight.luminance(0x80FF_0000) == LinearLight.luminance(red: 255, green: 0, blue: 0))
  }
}
