import AfterglowCore
import Foundation

/// Draws a simulation's light over time: the sensor's reading, the room's light by the thresholds, the mode and its
/// reason, and the panel's own light.
final class LightPlot {
  private let record: SimulationRecord
  private let canvas: PlotCanvas
  private let time: TimeScale
  private let title: String

  private static let width = 1_800
  private static let left = 118.0
  private static let right = 1_736.0
  private static let lightTop = 164.0
  private static let lightBottom = 664.0
  private static let stripTop = 694.0
  private static let stripHeight = 46.0
  private static let luminanceTop = 814.0
  private static let luminanceBottom = 1_014.0

  init(_ record: SimulationRecord, title: String, zone: TimeZone) throws {
    self.record = record
    self.title = title
    canvas = try PlotCanvas(width: Self.width, height: 1_088, background: PlotLook.page)
    time = TimeScale(from: record.from, to: record.to, left: Self.left, right: Self.right, zone: zone)
  }

  func draw() -> PanelPicture {
    drawTitle()
    drawLight()
    drawModes()
    drawLuminance()
    drawTimes(under: Self.luminanceBottom)
    return canvas.picture
  }

  // MARK: stretches

  /// The spans of the record in which `key` stays equal.
  private func stretches<Key: Equatable>(_ key: (SimulationRecord.Light) -> Key) -> [(
    from: Double, to: Double, key: Key
  )] {
    var found: [(from: Double, to: Double, key: Key)] = []
    for light in record.lights {
      if found.last?.key == key(light) { continue }
      if !found.isEmpty { found[found.count - 1].to = light.at }
      found.append((light.at, record.to, key(light)))
    }
    // Two decisions of one moment: only the last was to be seen.
    return found.filter { $0.to > $0.from }
  }

  // MARK: frame

  private func drawTitle() {
    canvas.text(title, Self.left, 62, size: 34, weight: .semibold, PlotLook.ink)
    let first = time.date(record.from)
    let last = time.date(record.to)
    let days = first == last ? first : "\(first) to \(last)"
    let span = "\(days), \(time.clock(record.from)) to \(time.clock(record.to)) in \(time.zone.identifier)"
    canvas.text(span, Self.left, 98, size: 19, PlotLook.dim)
    var x = Self.right
    for (name, color) in [("without the panel's own light, smoothed", PlotLook.room), ("sensor", PlotLook.reading)] {
      let width = canvas.textWidth(name, size: 19)
      canvas.text(name, x - width, 98, size: 19, PlotLook.dim)
      canvas.line([(x - width - 44, 92), (x - width - 14, 92)], width: 4, color)
      x -= width + 76
    }
  }

  private func drawTimes(under bottom: Double) {
    for tick in time.ticks {
      let x = time.x(tick)
      canvas.text(
        time.clock(tick, seconds: record.to - record.from < 600), x, bottom + 32, size: 19, PlotLook.dim,
        anchor: .center)
      if time.isMidnight(tick) || tick == time.ticks.first {
        canvas.text(
          String(time.date(tick).dropLast(5)), x, bottom + 56, size: 16, weight: .medium, PlotLook.dim, anchor: .center)
      }
    }
  }

  private func sheet(_ top: Double, _ bottom: Double, _ name: String, unit: String) {
    canvas.rectangle(Self.left, top, Self.right - Self.left, bottom - top, PlotLook.sheet)
    for tick in time.ticks {
      canvas.rectangle(time.x(tick).rounded(), top, 1, bottom - top, PlotLook.grid)
    }
    canvas.text(name, Self.left, top - 14, size: 19, weight: .semibold, PlotLook.ink)
    canvas.text(
      unit, Self.left + canvas.textWidth(name, size: 19, weight: .semibold) + 12, top - 14, size: 19, PlotLook.dim)
  }

  private func grid(_ scale: LogScale) {
    for decade in scale.decades {
      let y = scale.y(decade).rounded()
      canvas.rectangle(Self.left, y, Self.right - Self.left, 1, PlotLook.grid)
      canvas.text(LogScale.label(decade), Self.left - 14, y + 6, size: 18, PlotLook.dim, anchor: .trailing)
      guard decade < scale.highest * 0.99 else { continue }
      for part in 2...9 {
        canvas.rectangle(
          Self.left, scale.y(decade * Double(part)).rounded(), Self.right - Self.left, 1, PlotLook.fineGrid)
      }
    }
  }

  // MARK: light

  private func drawLight() {
    let values = record.lights.flatMap { [$0.lux, $0.room].compactMap { $0 } }
    let scale = LogScale(values, least: 0.1...100, top: Self.lightTop, bottom: Self.lightBottom)
    sheet(Self.lightTop, Self.lightBottom, "Light", unit: "lx")
    grid(scale)
    for stretch in stretches(\.rank) where stretch.key > 0 {
      band(stretch.from, stretch.to, PlotLook.faint(PlotLook.modes[stretch.key], 26))
    }
    for stretch in stretches({ $0.lux == nil }) where stretch.key { drawUnknown(stretch.from, stretch.to) }
    drawLimits(record.head.alwaysOn, 1, scale)
    drawLimits(record.head.night, 2, scale)
    for piece in readings(scale) where piece.count > 1 { canvas.line(piece, width: 1.5, PlotLook.reading) }
    for piece in room(scale) where piece.count > 1 { canvas.line(piece, width: 2.5, PlotLook.room) }
  }

  private func band(_ from: Double, _ to: Double, _ color: Color) {
    let x = time.x(from)
    canvas.rectangle(x, Self.lightTop, time.x(to) - x, Self.lightBottom - Self.lightTop, color)
  }

  private func drawUnknown(_ from: Double, _ to: Double) {
    let x = time.x(from)
    let width = max(1, time.x(to) - x)
    band(from, to, PlotLook.faint(PlotLook.unknown, 120))
    let words = "no reading"
    if width > canvas.textWidth(words, size: 17) + 24 {
      canvas.text(words, x + width / 2, Self.lightTop + 30, size: 17, PlotLook.dim, anchor: .center)
    }
  }

  /// The limits at which a mode begins and ends.
  private func drawLimits(_ limits: [Double], _ rank: Int, _ scale: LogScale) {
    for (limit, isEnter) in [(limits[0], true), (limits[1], false)] {
      let y = scale.y(limit).rounded() + 0.5
      canvas.dashes(
        from: (Self.left, y), to: (Self.right, y), width: 1.5, dash: isEnter ? 12 : 3, gap: isEnter ? 8 : 7,
        PlotLook.modes[rank])
    }
    let names = ["", "always-on", "night"]
    let word = "\(names[rank]) \(plain(limits[0])) to \(plain(limits[1]))"
    let y = (scale.y(limits[0]) + scale.y(limits[1])) / 2 + 6
    canvas.text(word, Self.right - 10, y, size: 16, weight: .medium, PlotLook.modes[rank], anchor: .trailing)
  }

  private func plain(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }

  /// Each reading holds until the next.
  private func readings(_ scale: LogScale) -> [[PlotCanvas.Dot]] {
    var course = Course()
    for light in record.lights {
      let x = time.x(light.at)
      course.hold(to: x)
      if let lux = light.lux { course.add((x, scale.y(lux))) } else { course.interrupt() }
    }
    course.hold(to: time.x(record.to))
    course.finish()
    return course.pieces
  }

  /// Between two lines of the record the filter approaches the reading (docs/rules.md, Filter and holds).
  private func room(_ scale: LogScale) -> [[PlotCanvas.Dot]] {
    var course = Course()
    let constant = max(0.001, record.head.filterTimeConstant)
    for (index, light) in record.lights.enumerated() {
      guard let room = light.room, let lux = light.lux else {
        course.interrupt()
        continue
      }
      let end = index + 1 < record.lights.count ? record.lights[index + 1].at : record.to
      let target = log(max(0, lux - light.own) + 0.1)
      let start = log(room + 0.1)
      for share in [0, 0.2, 0.4, 0.7, 1, 1.4, 1.9, 2.5, 3.3, 4.5, 6] {
        let at = light.at + share * constant
        if at > end { break }
        course.add((time.x(at), scale.y(exp(target + (start - target) * exp(-share)) - 0.1)))
      }
      let last = exp(target + (start - target) * exp(-(end - light.at) / constant)) - 0.1
      course.add((time.x(end), scale.y(last)))
    }
    course.finish()
    return course.pieces
  }

  // MARK: modes

  private func drawModes() {
    canvas.text(
      "Mode", Self.left - 14, Self.stripTop + 30, size: 19, weight: .semibold, PlotLook.ink, anchor: .trailing)
    for stretch in stretches(\.rank) {
      let x = time.x(stretch.from)
      let width = max(1.5, time.x(stretch.to) - x)
      let inset = width > 6 ? 1.0 : 0
      canvas.rectangle(
        x + inset, Self.stripTop, width - 2 * inset, Self.stripHeight, PlotLook.modes[stretch.key],
        radius: width > 14 ? 6 : 0)
      let name = PlotLook.modeNames[stretch.key]
      if width > canvas.textWidth(name, size: 19, weight: .semibold) + 20 {
        canvas.text(
          name, x + width / 2, Self.stripTop + 30, size: 19, weight: .semibold, PlotLook.page, anchor: .center)
      }
    }
    drawReasons()
  }

  /// The reasons of modes, where there is room; light is the usual one and not written.
  private func drawReasons() {
    let words = [
      "schedule": "schedule", "presence": "presence", "override": "asked for", "heldLight": "held",
      "nothing": "no light known",
    ]
    var free = Self.left
    for stretch in stretches(\.reason) {
      guard let word = words[stretch.key] else { continue }
      let x = time.x(stretch.from)
      let width = time.x(stretch.to) - x
      canvas.rectangle(x, Self.stripTop + Self.stripHeight + 4, max(1.5, width), 3, PlotLook.dim)
      let half = canvas.textWidth(word, size: 16) / 2
      let middle = min(max(x + width / 2, Self.left + half), Self.right - half)
      if middle - half < free { continue }
      canvas.text(word, middle, Self.stripTop + Self.stripHeight + 26, size: 16, PlotLook.dim, anchor: .center)
      free = middle + half + 10
    }
  }

  // MARK: what the panel gives

  private func drawLuminance() {
    sheet(Self.luminanceTop, Self.luminanceBottom, "Panel", unit: "mean luminance of a frame, cd/m²")
    // A backlight changes what a frame gives between two frames.
    let given = panelLight
    let values = given.map(\.nits) + record.dimmings.map(\.white)
    guard !values.isEmpty else {
      let middle = (Self.left + Self.right) / 2
      canvas.text(
        "this panel emits nothing", middle, (Self.luminanceTop + Self.luminanceBottom) / 2, size: 19, PlotLook.dim,
        anchor: .center)
      return
    }
    let scale = LogScale(values, least: 0.1...10, top: Self.luminanceTop, bottom: Self.luminanceBottom)
    grid(scale)
    let pieces = held(given, scale)
    for piece in pieces {
      canvas.area(
        piece, base: Self.luminanceBottom, top: piece.map(\.y).min() ?? Self.luminanceTop,
        PlotLook.faint(PlotLook.luminance, 110))
    }
    for piece in pieces where piece.count > 1 { canvas.line(piece, width: 3, PlotLook.luminance) }
    drawBacklight(scale)
  }

  /// By the luminance of white, on the same scale.
  private func drawBacklight(_ scale: LogScale) {
    if record.dimmings.isEmpty { return }
    let white = held(record.dimmings.map { (at: $0.at, nits: $0.white) }, scale)
    for piece in white where piece.count > 1 { canvas.line(piece, width: 2, PlotLook.backlight) }
    let name = "white, as the backlight has it"
    let width = canvas.textWidth(name, size: 19)
    canvas.text(name, Self.right - width, Self.luminanceTop - 14, size: 19, PlotLook.dim)
    canvas.line(
      [(Self.right - width - 44, Self.luminanceTop - 20), (Self.right - width - 14, Self.luminanceTop - 20)], width: 4,
      PlotLook.backlight)
  }

  private var panelLight: [(at: Double, nits: Double)] {
    let frames = record.frames.compactMap { frame in frame.luminance.map { (at: frame.at, nits: $0) } }
    let steps = record.dimmings.compactMap { step in step.luminance.map { (at: step.at, nits: $0) } }
    return (frames + steps).sorted { $0.at < $1.at }
  }

  /// Each value holds until the next.
  private func held(_ values: [(at: Double, nits: Double)], _ scale: LogScale) -> [[PlotCanvas.Dot]] {
    var course = Course()
    for value in values {
      let x = time.x(value.at)
      course.hold(to: x)
      course.add((x, scale.y(value.nits)))
    }
    course.hold(to: time.x(record.to))
    course.finish()
    return course.pieces
  }
}
