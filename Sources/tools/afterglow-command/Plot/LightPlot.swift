import Foundation

/// What a plot of a simulation shows, as far as its picture has room: the sensor's reading, the room's light by the
/// thresholds, the mode and its reason, and the panel's own light.
struct LightPlot: Sendable {
  let title: String
  let head: SimulationRecord.Head
  let time: TimeAxis
  let light: Decades
  let reading: Course
  let room: Course
  let spans: Spans
  /// nil = the panel emits nothing.
  let panel: PanelLight?

  /// What stays the same for a while.
  struct Spans: Sendable {
    var modes: [Stretch<Int>]
    var reasons: [Stretch<String>]
    /// Without a reading.
    var unknown: [Stretch<Bool>]
  }

  /// What the panel gives, in cd/m².
  struct PanelLight: Sendable {
    var scale: Decades
    /// Mean of a frame.
    var mean: Course
    /// Of white, which a backlight dims; nil = there is none.
    var white: Course?
  }

  /// - Parameter columns: pixels of the picture from the first to the last second.
  init(_ record: SimulationRecord, title: String, zone: TimeZone, columns: Int) {
    self.title = title
    head = record.head
    time = TimeAxis(from: record.from, to: record.to, zone: zone)
    let values = record.lights.lazy.flatMap { [$0.lux, $0.room].compactMap { $0 } }
    let limits = record.head.night + record.head.alwaysOn
    light = Decades([values.min(), values.max()].compactMap { $0 } + limits, least: 0.1...100)
    reading = record.reading(columns: columns, on: light)
    room = record.room(columns: columns, on: light)
    // Four pixels: narrower ones in a row cannot be distinguished.
    let least = (record.to - record.from) / Double(columns) * 4
    spans = Spans(
      modes: record.stretches(least: least, \.rank), reasons: record.stretches(least: least, \.reason),
      unknown: record.stretches(least: least) { $0.lux == nil }.filter(\.key))
    panel = record.panelLight(columns: columns)
  }
}

extension SimulationRecord {
  fileprivate func stretches<Key: Equatable & Sendable>(least: Double, _ key: @escaping (Light) -> Key) -> [Stretch<
    Key
  >] {
    Stretch.between(lights.lazy.map { (at: $0.at, key: key($0)) }, end: to, least: least)
  }

  private func course(columns: Int) -> Course { Course(from: from, to: to, columns: columns) }

  /// Each reading holds until the next.
  fileprivate func reading(columns: Int, on scale: Decades) -> Course {
    var course = course(columns: columns)
    for light in lights {
      course.hold(to: light.at)
      if let lux = light.lux { course.add(.init(at: light.at, value: scale.clamped(lux))) } else { course.interrupt() }
    }
    course.hold(to: to)
    course.finish()
    return course
  }

  /// Between two lines of the record the filter approaches the reading (docs/rules.md, Filter and holds).
  fileprivate func room(columns: Int, on scale: Decades) -> Course {
    var course = course(columns: columns)
    let constant = max(0.001, head.filterTimeConstant)
    for (index, light) in lights.enumerated() {
      guard let room = light.room, let lux = light.lux else {
        course.interrupt()
        continue
      }
      let end = index + 1 < lights.count ? lights[index + 1].at : to
      let target = log(max(0, lux - light.own) + 0.1)
      let start = log(room + 0.1)
      func add(_ at: Double) {
        let value = exp(target + (start - target) * exp(-(at - light.at) / constant)) - 0.1
        course.add(.init(at: at, value: scale.clamped(value)))
      }
      for share in [0, 0.2, 0.4, 0.7, 1, 1.4, 1.9, 2.5, 3.3, 4.5, 6] {
        let at = light.at + share * constant
        if at > end { break }
        add(at)
      }
      add(end)
    }
    course.finish()
    return course
  }

  fileprivate func panelLight(columns: Int) -> LightPlot.PanelLight? {
    // A backlight changes what a frame gives between two frames.
    let means =
      frames.compactMap { frame in frame.luminance.map { (at: frame.at, nits: $0) } }
      + dimmings.compactMap { step in step.luminance.map { (at: step.at, nits: $0) } }
    let whites = dimmings.map { (at: $0.at, nits: $0.white) }
    let values = (means + whites).map(\.nits)
    if values.isEmpty { return nil }
    let scale = Decades(values, least: 0.1...10)
    func held(_ values: [(at: Double, nits: Double)]) -> Course {
      var course = course(columns: columns)
      for value in values.sorted(by: { $0.at < $1.at }) {
        course.hold(to: value.at)
        course.add(.init(at: value.at, value: scale.clamped(value.nits)))
      }
      course.hold(to: to)
      course.finish()
      return course
    }
    return LightPlot.PanelLight(scale: scale, mean: held(means), white: whites.isEmpty ? nil : held(whites))
  }
}
