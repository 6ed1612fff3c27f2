import Afterglow
import AfterglowBoards
import AfterglowCore
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
  var lux: Double?
  var mode: String?
  /// In metres.
  var distance: Double?
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
    lux = try values.decodeIfPresent(Double.self, forKey: .lux)
    mode = try values.decodeIfPresent(String.self, forKey: .mode)
    distance = try values.decodeIfPresent(Double.self, forKey: .distance)
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
    case view, sequence, base, at, isMoving, lux, mode, distance, appearance, typeSize, locale, content, host
  }

  /// What the panel is shown in.
  func situation(now: Instant) throws -> Situation {
    var situation = Situation(at: now)
    if let at {
      guard let ms = ISO8601.instantMilliseconds(at) else {
        throw StudioRefusal(400, "expected an instant such as 2026-11-21T21:07:00Z, found \(at)")
      }
      situation.at = Instant(milliseconds: ms)
      situation.content = isMoving ? .near : .exact
    }
    if let lux {
      guard (0...200_000).contains(lux) else { throw StudioRefusal(400, "expected 0 to 200000 lux, found \(lux)") }
      situation.lux = Illuminance(millilux: Int64((lux * 1000).rounded()))
    }
    if let distance {
      guard (0...100).contains(distance) else { throw StudioRefusal(400, "expected 0 to 100 m, found \(distance)") }
      situation.distanceMm = Int64((distance * 1000).rounded())
    }
    switch mode {
    case "day": situation.mode = .day
    case "alwaysOn": situation.mode = .alwaysOn
    case "night": situation.mode = .night
    case nil, "automatic": break
    case let mode?: throw StudioRefusal(400, "expected automatic, day, alwaysOn or night, found \(mode)")
    }
    return situation
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
struct Situation: Equatable {
  /// Of when its content may be.
  enum Content {
    /// Compiled at the instant.
    case exact
    /// Compiled before, and not due again yet, as on a panel.
    case current
    /// Of some hours before: good enough while time is on its way.
    case near
  }

  var at: Instant
  var content = Content.current
  /// nil = the board's own.
  var lux: Illuminance?
  var mode = ModeOverride.automatic
  /// nil = near, or the board's own.
  var distanceMm: Int64?

  init(at instant: Instant) { at = instant }
}

/// Settings of a scene that are tried out, without a change of its file.
struct BoardVariation: Hashable {
  var appearance: WidgetAppearance?
  var typeSize: DynamicTypeSize?
  var locale: String?
  var host: String?
  var content = ContentTrial.live

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
