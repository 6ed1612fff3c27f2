import AfterglowCore
import AfterglowRaster

#if canImport(Glibc)
  import Glibc
#endif

/// Copying damage into scan-out memory, compared with a memcpy of the same bytes, row by row into the same place.
///
/// Such memory is not cached: each run writes to another one of many targets. Whole frames of them exceed the caches
/// several times; the digits of them do not on a large machine, where the memcpy of two bytes per pixel then costs a
/// quarter of what it does elsewhere. Therefore none of these ratios has a limit; instructions are limited instead.
func benchTransfer(_ bench: inout Bench) {
  guard bench.wants("transfer") else { return }
  for (size, label) in benchPanels {
    // One of a clock's digits, as high as in the clock scene.
    let digit = PixelRect(
      x0: 61, y0: 40, x1: 61 + 110 * size.height / 480, y1: 40 + 160 * size.height / 480)
    let targets = bench.isCounting ? 1 : nil
    // Rows of a digit on the smaller panel are short, so that the cost per row matters most there.
    let isShort = size.height == 480
    let parts = [
      (
        digit, "digit", isShort ? Limits(plain: 0.85, night: 2.7, halves: 5.2) : Limits(plain: 0.6, night: 2, halves: 4)
      ),
      (PixelRect(size), "frame", Limits(plain: 0.5, night: 1.8, halves: 3.7)),
    ]
    for (part, what, limits) in parts {
      let words = TransferRig(size, .xrgb8888, .none, targets: targets)
      words.add(to: &bench, "transfer xrgb8888 \(what) \(label)", part, limit: limits.plain)
      words.add(
        to: &bench, "transfer xrgb8888 by night \(what) \(label)", part, isRedOnly: true, limit: limits.night)
      let halves = TransferRig(size, .rgb565, .none, targets: targets)
      halves.add(to: &bench, "transfer rgb565 \(what) \(label)", part, limit: limits.halves)
    }
    let warm = TransferRig(size, .rgb565, .none, targets: 1)
    warm.time(on: &bench, "transfer rgb565 in cache \(label)", PixelRect(size))
    let turned = TransferRig(size, .xrgb8888, .clockwise90, targets: targets)
    turned.add(to: &bench, "transfer xrgb8888 turned \(label)", PixelRect(turned.panel), limit: 3.2)
  }
}

/// Instructions per pixel.
private struct Limits {
  var plain: Double
  var night: Double
  var halves: Double
}

private final class TransferRig {
  let panel: PixelSize
  /// Rows start on cache lines, as in an engine.
  private let plane: PixelPlane
  private let layout: PixelLayout
  private let rotation: Rotation
  private let strideBytes: Int
  private let targets: [UnsafeMutableRawPointer]
  private let source: UnsafeMutableRawPointer
  private var next = 0

  /// `targets` nil = more than fit in any cache.
  init(_ scene: PixelSize, _ layout: PixelLayout, _ rotation: Rotation, targets count: Int?) {
    let pixels = TransferRig.memory(Int(scene.area) * 4).assumingMemoryBound(to: UInt32.self)
    for index in 0..<Int(scene.area) {
      pixels[index] = 0xFF00_0000 | UInt32(truncatingIfNeeded: index &* 2_654_435_761) >> 8
    }
    plane = PixelPlane(base: pixels, stridePx: Int(scene.width), size: scene)
    panel = rotation.swapsAxes ? PixelSize(width: scene.height, height: scene.width) : scene
    self.layout = layout
    self.rotation = rotation
    strideBytes = Int(panel.width) * Int(layout.bytesPerPixel)
    let byteCount = strideBytes * Int(panel.height)
    targets = (0..<(count ?? max(4, (128 << 20) / byteCount))).map { _ in TransferRig.memory(byteCount) }
    source = TransferRig.memory(byteCount)
  }

  private static func memory(_ byteCount: Int) -> UnsafeMutableRawPointer {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 4096)
    memory.initializeMemory(as: UInt8.self, repeating: 1, count: byteCount)
    return memory
  }

  deinit {
    for target in targets { target.deallocate() }
    source.deallocate()
    UnsafeMutableRawPointer(plane.base).deallocate()
  }

  func add(to bench: inout Bench, _ name: String, _ part: PixelRect, isRedOnly: Bool = false, limit: Double) {
    bench.count(name, a: "pixel", per: part.area, limit: limit) { _ = transfer(part, isRedOnly: isRedOnly) }
    time(on: &bench, name, part, isRedOnly: isRedOnly)
  }

  func time(on bench: inout Bench, _ name: String, _ part: PixelRect, isRedOnly: Bool = false) {
    if bench.isCounting || !bench.wants(name) { return }
    var values: [Double] = []
    var bases: [Double] = []
    for _ in 0..<10 {
      bases.append(Bench.median(15) { copy(part) })
      values.append(Bench.median(15) { _ = transfer(part, isRedOnly: isRedOnly) })
    }
    bench.add(Row(name, (Bench.middle(values), Bench.middle(bases)), fault: fault(part)))
  }

  private func target() -> UnsafeMutableRawPointer {
    next = (next + 1) % targets.count
    return targets[next]
  }

  private func copy(_ part: PixelRect) {
    let to = target()
    let width = Int(part.width) * Int(layout.bytesPerPixel)
    for y in Int(part.y0)..<Int(part.y1) {
      let offset = y * strideBytes + Int(part.x0) * Int(layout.bytesPerPixel)
      memcpy(to + offset, source + offset, width)
    }
  }

  private func transfer(_ part: PixelRect, isRedOnly: Bool) -> UnsafeMutableRawPointer {
    let to = target()
    _ = AfterglowRaster.transfer(
      plane, part,
      into: ScanOutTarget(
        base: to, strideBytes: strideBytes, size: panel, layout: layout, format: .xrgb8888, rotation: rotation,
        isRedOnly: isRedOnly))
    return to
  }

  /// By day and at night, each pixel individually.
  private func fault(_ part: PixelRect) -> String? {
    for isRedOnly in [false, true] {
      let to = transfer(part, isRedOnly: isRedOnly)
      for y in Int(part.y0)..<Int(part.y1) {
        for x in Int(part.x0)..<Int(part.x1) {
          let scene = y * plane.stridePx + x
          let turned = (Int(plane.size.height) - 1 - x) * plane.stridePx + y
          let argb = plane.base[rotation == .none ? scene : turned] & (isRedOnly ? 0xFF_0000 : 0xFF_FFFF)
          let at = to + (y * strideBytes + x * Int(layout.bytesPerPixel))
          let isRight =
            layout.bytesPerPixel == 4
            ? at.load(as: UInt32.self) & 0xFF_FFFF == argb
            : UInt32(at.load(as: UInt16.self)) == (argb >> 8) & 0xF800 | (argb >> 5) & 0x7E0 | (argb >> 3) & 0x1F
          if !isRight { return "pixel \(x), \(y) is not the plane's" }
        }
      }
    }
    return nil
  }
}
