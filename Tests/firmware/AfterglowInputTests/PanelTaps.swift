import AfterglowCore
import AfterglowInput
import AfterglowRaster

/// Taps on the place of a panel that shows a pixel of the scene, by a touch device with one step per pixel.
enum PanelTaps {
  static func tap(on surface: TouchSurface, showing scene: PixelPoint, at time: Int64) -> [Gesture] {
    let shown = surface.rotation.panelRect(
      ofScene: PixelRect(x0: scene.x, y0: scene.y, x1: scene.x + 1, y1: scene.y + 1), in: surface.sizePx)
    let swaps = surface.rotation.swapsAxes
    var traits = DeviceTraits()
    traits.absoluteAxes = 1 << UInt64(EventCode.x) | 1 << UInt64(EventCode.y)
    traits.keys.insert(EventCode.touch)
    traits.x = AxisRange(minimum: 0, maximum: (swaps ? surface.sizePx.height : surface.sizePx.width) - 1)
    traits.y = AxisRange(minimum: 0, maximum: (swaps ? surface.sizePx.width : surface.sizePx.height) - 1)
    let rig = InputRig([traits], surface: surface)
    let events: [(Int64, UInt16, UInt16, Int32)] = [
      (0, EventType.absolute, EventCode.x, shown.x0), (0, EventType.absolute, EventCode.y, shown.y0),
      (0, EventType.key, EventCode.touch, 1), (0, EventType.synchronisation, EventCode.report, 0),
      (80, EventType.key, EventCode.touch, 0), (80, EventType.synchronisation, EventCode.report, 0),
    ]
    for event in events {
      rig.play(
        InputEvent(at: MonotonicInstant(milliseconds: time + event.0), type: event.1, code: event.2, value: event.3))
    }
    rig.deliver()
    return rig.found
  }
}
