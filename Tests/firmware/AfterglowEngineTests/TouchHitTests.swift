import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowInput
import TestSupport
import Testing

@testable import AfterglowEngine

/// Taps on the pixels of panels, from the device's events to the command.
@Suite struct TouchHitTests {
  private static let panels: [(width: Int32, height: Int32, pixelMicrometres: Int32)] = [
    (120, 60, 833), (296, 128, 227), (400, 300, 212), (800, 480, 200), (1_024, 600, 150),
  ]

  /// A panel with a touch device that has one step per pixel.
  private final class Panel {
    let scene: RegionScene
    private let rig: Rig
    private var finger: DeviceDecoder
    private var nowMs: Int64 = 0

    init(_ scene: RegionScene) throws {
      self.scene = scene
      let (file, board) = try scene.build()
      rig = Rig(board)
      try rig.load(file)
      var traits = DeviceTraits()
      traits.absoluteAxes = 1 << UInt64(EventCode.x) | 1 << UInt64(EventCode.y)
      traits.keys.insert(EventCode.touch)
      let swaps = scene.rotation.swapsAxes
      traits.x = AxisRange(minimum: 0, maximum: (swaps ? scene.size.height : scene.size.width) - 1)
      traits.y = AxisRange(minimum: 0, maximum: (swaps ? scene.size.width : scene.size.height) - 1)
      finger = DeviceDecoder(
        traits, number: 0, surface: Engine.surface(of: board), calibration: .identity, state: DeviceState())
      _ = rig.engine.step(moment(100, monotonic: 0), lux: nil, override: .day, distance: nil)
      rig.engine.noteGlass()
    }

    /// The panel's own pixel that shows a pixel of the scene.
    private func shown(_ scenePixel: PixelPoint) -> PixelPoint {
      let (x, y) = (scenePixel.x, scenePixel.y)
      let (width, height) = (scene.size.width, scene.size.height)
      return switch scene.rotation {
      case .none: PixelPoint(x: x, y: y)
      case .clockwise90: PixelPoint(x: height - 1 - y, y: x)
      case .clockwise180: PixelPoint(x: width - 1 - x, y: height - 1 - y)
      case .clockwise270: PixelPoint(x: y, y: width - 1 - x)
      }
    }

    /// Taps on the place that shows a pixel of the scene.
    ///
    /// - Returns: the keys of the regions that act.
    func tap(_ scenePixel: PixelPoint) -> [UInt64] {
      nowMs += 1_000
      let place = shown(scenePixel)
      send([
        (EventType.absolute, EventCode.x, place.x), (EventType.absolute, EventCode.y, place.y),
        (EventType.key, EventCode.touch, 1), (EventType.synchronisation, EventCode.report, 0),
      ])
      nowMs += 80
      send([(EventType.key, EventCode.touch, 0), (EventType.synchronisation, EventCode.report, 0)])
      var keys: [UInt64] = []
      while let command = rig.engine.takeCommand() {
        keys.append(command.region)
        rig.engine.take(ActionAnswer(sequence: command.sequence, outcome: .done))
      }
      return keys
    }

    private func send(_ events: [(type: UInt16, code: UInt16, value: Int32)]) {
      var packet = InputPacket()
      for event in events {
        let at = MonotonicInstant(milliseconds: nowMs)
        _ = finger.take(InputEvent(at: at, type: event.type, code: event.code, value: event.value), into: &packet)
      }
      rig.engine.take(packet, isDark: false)
    }
  }

  /// Up to twelve regions, most of which are smaller than a finger; some lie in others.
  private static func regions(of size: PixelSize, _ least: Int, _ random: inout SeededNumbers) -> [PixelRect] {
    var regions: [PixelRect] = []
    for _ in 0..<Int(1 + random.next() % 12) {
      let around = random.next() % 3 == 0 ? regions.randomElement(using: &random) : nil
      let outer = around ?? PixelRect(size)
      let most = random.next() % 3 == 0 ? Int32(3 * least) : Int32(least)
      let width = 1 + Int32(random.next() % UInt64(Swift.min(outer.width, most)))
      let height = 1 + Int32(random.next() % UInt64(Swift.min(outer.height, most)))
      let x = outer.x0 + Int32(random.next() % UInt64(outer.width - width + 1))
      let y = outer.y0 + Int32(random.next() % UInt64(outer.height - height + 1))
      regions.append(PixelRect(x0: x, y0: y, x1: x + width, y1: y + height))
    }
    return regions
  }

  /// Any pixel of the panel, or one that is near a region.
  private static func pixel(_ scene: RegionScene, _ random: inout SeededNumbers) -> PixelPoint {
    let any = PixelPoint(
      x: Int32(random.next() % UInt64(scene.size.width)), y: Int32(random.next() % UInt64(scene.size.height)))
    guard random.next() % 4 != 0, let region = scene.regions.randomElement(using: &random) else { return any }
    let reach = UInt64(scene.leastSidePx)
    let x = region.x0 - Int32(reach / 2) + Int32(random.next() % (reach + UInt64(region.width)))
    let y = region.y0 - Int32(reach / 2) + Int32(random.next() % (reach + UInt64(region.height)))
    return PixelPoint(
      x: Swift.max(0, Swift.min(scene.size.width - 1, x)), y: Swift.max(0, Swift.min(scene.size.height - 1, y)))
  }

  /// 500 scenes with 20 taps each: 25 scenes of each panel at each rotation.
  @Test func `10,000 taps on five panels at four rotations act as an independent hit test says`() throws {
    var random = SeededNumbers(seed: 50)
    var counts = (none: 0, direct: 0, grown: 0)
    for number in 0..<500 {
      let panel = Self.panels[number / 4 % Self.panels.count]
      var scene = RegionScene(
        size: PixelSize(width: panel.width, height: panel.height), pixelMicrometres: panel.pixelMicrometres,
        rotation: Rotation(rawValue: UInt8(number % 4)) ?? .none, regions: [])
      scene.regions = Self.regions(of: scene.size, scene.leastSidePx, &random)
      let truth = RegionTruth(scene)
      let touched = try Panel(scene)
      for _ in 0..<20 {
        let pixel = Self.pixel(scene, &random)
        let expected = truth.target(at: pixel)
        let found = touched.tap(pixel)
        if found != expected.map({ [UInt64($0.number)] }) ?? [] {
          Issue.record("\(found), not \(String(describing: expected)), at \(pixel) of \(scene)")
        }
        if let expected {
          if expected.isGrown { counts.grown += 1 } else { counts.direct += 1 }
        } else {
          counts.none += 1
        }
      }
    }
    #expect(counts.none + counts.direct + counts.grown == 10_000)
    #expect(counts.none > 500 && counts.direct > 500 && counts.grown > 500, "\(counts)")
  }
}
