import Afterglow
import AfterglowArchive
import AfterglowCore
import AfterglowDocuments
import AfterglowLight

/// What `board.yaml` says: the hardware, and how it answers to light (docs/boards.md).
public struct BoardSettings: Sendable {
  public var geometry: PanelGeometry
  /// Everything but sizes and strings, which stand beside it.
  public var record: BoardRecord
  public var strings: PanelScene.Strings
}

/// Bounds of what a board may say; docs/boards.md lists them.
public enum BoardLimits {
  public static let sidePx = 1...16_384
  /// 64 megapixels: eight times 4K. More is a slip of the finger.
  public static let areaPx = 64 * 1024 * 1024
  public static let sideMm = 5.0...5000.0
  public static let lux = 0.0...200_000.0
  public static let seconds = 0.0...3600.0
  public static let archiveKiB = 64...65_536
  public static let workingKiB = 256...1_048_576
  /// A day: e-paper makers ask for at least one refresh in it (panels.md 5).
  public static let refreshSeconds = 1.0...86_400.0
}

extension BoardSettings {
  /// Reads a board. Every problem goes to the decoder's collector; nil when there is no usable board.
  init?(_ root: inout StrictDecoder) {
    let name = root.text("name", maximumCount: 64, required: "a name for people")
    let display = DisplayPart(&root)
    let size = SizePart(&root)
    let physical = PhysicalPart(&root)
    let rotation = root.choice(
      "rotation", [("0", Rotation.none), ("90", .clockwise90), ("180", .clockwise180), ("270", .clockwise270)])
    let format = root.choice(
      "pixelFormat",
      [
        ("xrgb8888", PixelFormat.xrgb8888), ("argb8888", .argb8888), ("rgb565", .rgb565), ("gray8", .gray8),
        ("mono1", .mono1),
      ])
    let light = LightPart(&root)
    let trust = ClockPart.trust(&root)
    let memory = MemoryPart(&root, size: size)
    let interval = RefreshPart.minimumIntervalMs(&root)
    root.finish()
    guard let name, let display, let size, let physical, let light, let memory else { return nil }
    var record = BoardRecord()
    record.displayKind = display.kind.rawValue
    record.isEmissive = display.kind == .simulatedSSD1680 ? 0 : 1
    record.rotation = (rotation ?? .none).rawValue
    record.pixelFormat = (format ?? (display.kind == .simulatedSSD1680 ? .mono1 : .xrgb8888)).rawValue
    record.clockTrust = trust.rawValue
    record.lightSource = light.source.rawValue
    record.constantMillilux = light.constantMillilux
    record.light = light.settings
    record.minimumRefreshIntervalMs = interval
    record.archiveBankByteCount = UInt32(memory.archiveKiB) * 1024
    record.workingByteCount = UInt32(memory.workingKiB) * 1024
    self.init(
      geometry: PanelGeometry(
        widthPx: size.width, heightPx: size.height, widthMm: physical.width, heightMm: physical.height),
      record: record,
      strings: .init(name: name, displayPath: display.path, lightSourcePath: light.path))
    checkController(root)
  }

  /// The simulated SSD1680 has the glass of the 2.13" V4 panel: 122×250 at one bit a pixel (panels.md 2.1).
  private func checkController(_ root: StrictDecoder) {
    guard record.displayKind == DisplayKind.simulatedSSD1680.rawValue else { return }
    if record.pixelFormat != PixelFormat.mono1.rawValue {
      root.fail("pixelFormat", "expected mono1 for an SSD1680, which knows black and white, found another format")
    }
    let swaps = Rotation(rawValue: record.rotation)?.swapsAxes ?? false
    let width = swaps ? geometry.heightPx : geometry.widthPx
    let height = swaps ? geometry.widthPx : geometry.heightPx
    if width != 122 || height != 250 {
      root.fail(
        "size",
        "expected 122×250 px on the glass of the simulated SSD1680, found \(width)×\(height) px after rotation; "
          + "did you mean \"size: {width: 250, height: 122}\" with \"rotation: 90\"?")
    }
  }
}

private struct DisplayPart {
  var kind: DisplayKind
  var path: String

  init?(_ root: inout StrictDecoder) {
    guard var display = root.mapping("display", required: "kind: virtual-framebuffer or ssd1680-simulated") else {
      return nil
    }
    let kind = display.choice(
      "kind", [("virtual-framebuffer", DisplayKind.virtualFramebuffer), ("ssd1680-simulated", .simulatedSSD1680)],
      required: true)
    path = display.text("path", maximumCount: 4096) ?? ""
    display.finish()
    guard let kind else { return nil }
    self.kind = kind
  }
}

private struct SizePart {
  var width: Int
  var height: Int

  init?(_ root: inout StrictDecoder) {
    guard var size = root.mapping("size", required: "width and height in px") else { return nil }
    let width = size.integer("width", in: BoardLimits.sidePx, unit: "px", required: true)
    let height = size.integer("height", in: BoardLimits.sidePx, unit: "px", required: true)
    size.finish()
    guard let width, let height else { return nil }
    if width * height > BoardLimits.areaPx {
      let area = (width * height + 1_048_575) / 1_048_576
      root.fail("size", "expected at most 64 megapixels, found \(width)×\(height) px, \(area) megapixels")
      return nil
    }
    self.width = width
    self.height = height
  }
}

private struct PhysicalPart {
  var width: Double
  var height: Double

  init?(_ root: inout StrictDecoder) {
    guard var size = root.mapping("physicalSize", required: "width and height of the lit area in mm") else {
      return nil
    }
    let width = size.number("width", in: BoardLimits.sideMm, unit: "mm", required: true)
    let height = size.number("height", in: BoardLimits.sideMm, unit: "mm", required: true)
    size.finish()
    guard let width, let height else { return nil }
    self.width = width
    self.height = height
  }
}

private enum ClockPart {
  /// A board that does not say is not believed until the kernel reports synchronisation (law 4).
  static func trust(_ root: inout StrictDecoder) -> ClockTrust {
    guard var clock = root.mapping("clock") else { return .synchronised }
    let trust = clock.choice(
      "trust", [("synchronised", ClockTrust.synchronised), ("rtc", .rtc), ("always", .always)], required: true)
    clock.finish()
    return trust ?? .synchronised
  }
}

private struct MemoryPart {
  var archiveKiB = 1024
  var workingKiB: Int

  init?(_ root: inout StrictDecoder, size: SizePart?) {
    // The scene's plane at 4 bytes a pixel, and one MiB for layers, damage and state.
    let planeKiB = ((size?.width ?? 1) * (size?.height ?? 1) * 4 + 1023) / 1024
    workingKiB = planeKiB + 1024
    guard var memory = root.mapping("memory") else { return }
    archiveKiB = memory.integer("archive", in: BoardLimits.archiveKiB, unit: "KiB") ?? archiveKiB
    if let working = memory.integer("working", in: BoardLimits.workingKiB, unit: "KiB") {
      workingKiB = working
      if working < planeKiB {
        memory.fail(
          "working",
          "expected at least \(planeKiB) KiB for \"memory.working\", the scene's pixels alone, found \(working)")
      }
    }
    memory.finish()
  }
}

private enum RefreshPart {
  /// 0 = what the panel's maker asks (law 8).
  static func minimumIntervalMs(_ root: inout StrictDecoder) -> Int32 {
    guard var refresh = root.mapping("refresh") else { return 0 }
    let seconds = refresh.number("minimumInterval", in: BoardLimits.refreshSeconds, unit: "s", required: true)
    refresh.finish()
    return Int32((seconds ?? 0) * 1000)
  }
}
