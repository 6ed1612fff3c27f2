import AfterglowCore
import AfterglowInput
import Testing

@Suite struct TouchSurfaceTests {
  @Test func `every pixel of a panel is touched where it is shown, at every rotation`() {
    let rotations = [Rotation.none, .clockwise90, .clockwise180, .clockwise270]
    // Odd sides, pixels that are not square, and pixels that are no whole µm.
    for (widthUm, heightUm) in [(Int32(2_900), Int32(1_700)), (1_000, 1_000), (31_007, 20_011)] {
      for rotation in rotations {
        let surface = TouchSurface(
          sizePx: PixelSize(width: 29, height: 17), widthMicrometres: widthUm, heightMicrometres: heightUm,
          rotation: rotation)
        for x in Int32(0)..<29 {
          for y in Int32(0)..<17 {
            let pixel = PixelPoint(x: x, y: y)
            let gestures = PanelTaps.tap(on: surface, showing: pixel, at: 5)
            guard case .tap(let start, _)? = gestures.last else {
              Issue.record("no tap at \(pixel)")
              continue
            }
            if surface.pixel(at: start) != pixel { Issue.record("\(pixel) is touched at \(start), \(rotation)") }
          }
        }
      }
    }
  }

  @Test func `positions outside the lit area are outside the pixels`() {
    let surface = InputRig.surface
    let outside = surface.pixel(at: PanelPoint(x: -1, y: 96_000))
    #expect(outside == PixelPoint(x: -1, y: 480))
    let corner = surface.pixel(at: PanelPoint(x: 159_999, y: 0))
    #expect(corner == PixelPoint(x: 799, y: 0))
  }

  @Test func `a panel of unknown size has pixels of 96 to the inch`() {
    for (width, height) in [(Int32(0), Int32(90_000)), (-1, -1), (90_000, 0)] {
      let surface = TouchSurface(
        sizePx: PixelSize(width: 100, height: 0), widthMicrometres: width, heightMicrometres: height, rotation: .none)
      #expect(surface.widthMicrometres == 26_500 && surface.heightMicrometres == 265)
      #expect(surface.sizePx == PixelSize(width: 100, height: 1))
    }
  }

  @Test func `a finger on the last step of a fine axis is on the panel`() {
    var traits = DeviceTraits()
    traits.absoluteAxes = 3
    traits.keys.insert(EventCode.touch)
    traits.x = AxisRange(minimum: .min, maximum: .max)
    traits.y = AxisRange(minimum: .min, maximum: .max)
    let rig = InputRig([traits])
    for (type, code, value) in [
      (UInt16(3), UInt16(0), Int32.max), (3, 1, .min), (1, EventCode.touch, 1), (0, 0, 0),
    ] {
      rig.play(InputEvent(at: MonotonicInstant(milliseconds: 1), type: type, code: code, value: value))
    }
    rig.deliver()
    #expect(rig.found == [.press(PanelPoint(x: 159_999, y: 0))])
  }
}
