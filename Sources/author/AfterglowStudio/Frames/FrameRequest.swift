import Afterglow
import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import AfterglowKit
import AfterglowPreview
import AfterglowTimeline
import Foundation

/// What a page asks of a board: a moment, a room, and trials of the scene's settings.
struct FrameRequest: Decodable {
  /// Names the page's picture, of which it wants the difference.
  var view = ""
  /// Grows with each request of a view.
  var sequence = 0
  /// The frame that the view shows; nil = none.
  var base: Int?
  /// ISO 8601; nil = now.
  var at: String?
  /// Whether time is on its way, by a hand or by itself.
  var isMoving = false
  /// Whether a frame of what has been compiled is wanted now, rather than the right one when it is.
  var hurries = false
  var lux: Double?
  /// A trace of light instead of `lux`, and the instant at which it begins.
  var trace: Int?
  var traceFrom: String?
  var mode: String?
  /// In metres.
  var distance: Double?
  /// Whether someone has just touched the panel.
  var isOccupied = false
  var appearance: String?
  var typeSize: String?
  var locale: String?
  var content: String?
  var host: String?

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    view = try values.decodeIfPresent(String.self, forKey: .view) ?? ""
    sequence = try values.decodeIfPresent(Int.self, forKey: .sequence) ?? 0
    base = try values.decodeIfPresent(Int.self, forKey: .base)
    at = try values.decodeIfPresent(String.self, forKey: .at)
    isMoving = try values.decodeIfPresent(Bool.self, forKey: .isMoving) ?? false
    hurries = try values.decodeIfPresent(Bool.self, forKey: .hurries) ?? false
    lux = try values.decodeIfPresent(Double.self, forKey: .lux)
    trace = try values.decodeIfPresent(Int.self, forKey: .trace)
    traceFrom = try values.decodeIfPresent(String.self, forKey: .traceFrom)
    mode = try values.decodeIfPresent(String.self, forKey: .mode)
    distance = try values.decodeIfPresent(Double.self, forKey: .distance)
    isOccupied = try values.decodeIfPresent(Bool.self, forKey: .isOccupied) ?? false
    appearance = try values.decodeIfPresent(String.self, forKey: .appearance)
    typeSize = try values.decodeIfPresent(String.self, forKey: .typeSize)
    locale = try values.decodeIfPresent(String.self, forKey: .locale)
    content = try values.decodeIfPresent(String.self, forKey: .content)
    host = try values.decodeIfPresent(String.self, forKey: .host)
  }

  /// As in an address: `at`, `lux`, `mode`, `distance` and what is tried out.
  init(query: [String: String]) throws {
    at = query["at"]
    mode = query["mode"]
    appearance = query["appearance"]
    typeSize = query["typeSize"]
    locale = query["locale"]
    content = query["content"]
    host = query["host"]
    for (key, path) in [("lux", \FrameRequest.lux), ("distance", \.distance)] {
      guard let text = query[key] else { continue }
      guard let number = Double(text), number.isFinite else { throw StudioRefusal(400, "expected a number for \(key)") }
      self[keyPath: path] = number
    }
  }

  private enum CodingKeys: String, CodingKey {
    case view, sequence, base, at, isMoving, hurries, lux, trace, traceFrom, mode, distance, isOccupied, appearance
    case typeSize, locale, content, host
  }

  /// What the panel is shown in.
  ///
  /// - Parameter traces: where the page's traces of light are.
  func situation(now: Instant, _ traces: TraceShelf) throws -> Situation {
    var situation = Situation(at: now)
    if let trace {
      situation.evening = LuxEvening(try traces.file(trace), from: try traceFrom.map(Self.instant) ?? now)
    }
    if let at {
      situation.at = try Self.instant(at)
      situation.content = isMoving ? .near : .exact
    }
    if let lux {
      let most = Illuminance.maximumLux
      guard (0...Double(most)).contains(lux) else {
        throw StudioRefusal(400, "expected 0 to \(most) lux, found \(lux)")
      }
      situation.lux = Illuminance(millilux: Int64((lux * 1000).rounded()))
    }
    if let distance {
      let most = ViewerDistance.maximumMetres
      guard (0...Double(most)).contains(distance) else {
        throw StudioRefusal(400, "expected 0 to \(most) m, found \(distance)")
      }
      situation.distanceMm = Int64((distance * 1000).rounded())
    }
    situation.isOccupied = isOccupied
    if let mode {
      guard let override = ModeOverride(named: mode) else {
        throw StudioRefusal(400, "expected \(ModeOverride.choices), found \(mode)")
      }
      situation.mode = override
    }
    return situation
  }

  static func instant(_ text: String) throws -> Instant {
    guard let ms = ISO8601.instantMilliseconds(text) else {
      throw StudioRefusal(400, "expected an instant such as 2026-11-21T21:07:00Z, found \(text)")
    }
    return Instant(milliseconds: ms)
  }

  /// What is compiled.
  func variation() throws -> BoardVariation {
    var variation = BoardVariation()
    variation.appearance = try Self.choice(appearance)
    variation.typeSize = try Self.choice(typeSize)
    variation.content = try Self.choice(content) ?? .live
    if let locale {
      guard SystemLocale.locale(forTag: locale) != nil else {
        throw StudioRefusal(400, "expected a language tag such as de, found \(locale)")
      }
      variation.locale = locale
    }
    if let host {
      guard WidgetHost.named(host) != nil else { throw StudioRefusal(400, "there is no host \(host)") }
      variation.host = host
    }
    return variation
  }

  private static func choice<Choice: RawRepresentable<String>>(_ text: String?) throws -> Choice? {
    guard let text else { return nil }
    guard let found = Choice(rawValue: text) else { throw StudioRefusal(400, "\(text) is not known") }
    return found
  }
}

/// The moment and the room of a frame.
struct Situation: Sendable {
  /// Of when its content may be.
  enum Content: Sendable {
    /// Compiled at the instant.
    case exact
    /// Compiled before, and not due again yet, as on a panel.
    case current
    /// Of some hours before: good enough while time is on its way.
    case near
  }

  /// The light of a lit room, for figures about a room whose light is unknown.
  static let unknownLight = Illuminance(millilux: 300_000)

  var at: Instant
  var content = Content.current
  /// nil = the board's own.
  var lux: Illuminance?
  /// What the light has been, instead of `lux`.
  var evening: LuxEvening?
  var mode = ModeOverride.automatic
  /// nil = near, or the board's own.
  var distanceMm: Int64?
  /// Whether someone has just touched the panel.
  var isOccupied = false

  init(at instant: Instant, _ content: Content = .current) {
    at = instant
    self.content = content
  }

  /// The light of the room; nil = unknown.
  func lux(on board: CompiledBoard) -> Illuminance? {
    if let evening { return evening.lux(at: at) }
    return lux ?? board.constantLight
  }

  /// The same without its history: with the light and the mode that a panel has at the instant.
  func settled(on board: CompiledBoard) throws -> Situation {
    guard let evening else { return self }
    var settled = self
    settled.lux = evening.lux(at: at)
    settled.evening = nil
    if mode == .automatic {
      let modes = try SceneStage(board).modes(from: at, to: Instant(milliseconds: at.milliseconds + 1), in: evening)
      settled.mode =
        modes.last.map { $0.mode == .night ? .night : $0.mode == .alwaysOn ? .alwaysOn : .day } ?? .automatic
    }
    return settled
  }
}

/// Settings of a scene that are tried out, without a change of its file.
struct BoardVariation: Hashable {
  var appearance: WidgetAppearance?
  var typeSize: DynamicTypeSize?
  var locale: String?
  var host: String?
  var content = ShownContent.live

  /// Sets what is tried out.
  func apply(to scene: inout PanelScene) {
    if let appearance, scene.context.hasAppearances {
      scene.style.appearance = appearance
      scene.appearanceTurns = nil
    }
    if let typeSize { scene.style.typeSize = typeSize }
    if let locale = locale.flatMap(SystemLocale.locale(forTag:)) { scene.locale = locale }
    if let host = host.flatMap(WidgetHost.named) {
      scene.style.host = host
      scene.style.grid = nil
    }
    content.apply(to: &scene)
  }
}
