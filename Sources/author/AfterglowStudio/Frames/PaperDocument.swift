import AfterglowCore
import AfterglowGuide
import AfterglowKit
import AfterglowPreview
import Foundation

/// What the glass of e-paper goes through in the day that follows an instant, and how its refreshes look.
struct PaperDocument: Encodable {
  struct Refresh: Encodable {
    var at: String
    /// full, fast, partial or grey.
    var kind: String
    var frame: FrameDocument
  }

  struct Tile: Encodable {
    var frame: FrameDocument
    var count: Int
  }

  /// In ms at 25 °C.
  struct Durations: Encodable {
    var full: Int64
    var fast: Int64
    var partial: Int64
    var grey: Int64
  }

  var from: String
  var refreshes: [Refresh]
  /// Parts of the glass, with the refreshes that drive each.
  var tiles: [Tile]
  /// How long the glass lasts at that rate, in words.
  var life: String
  var durations: Durations
  /// What is seen in as many equal parts of a refresh that drives every pixel: `inverted`, or a colour.
  var phases: [String]

  init(_ board: CompiledBoard, at instant: Instant, lux: Illuminance?) throws {
    let day = try PaperDay(board, from: instant, lux: lux)
    from = TimeText.utc(instant)
    refreshes = day.refreshes.map {
      Refresh(at: TimeText.utc($0.at), kind: $0.kind, frame: FrameDocument($0.area))
    }
    tiles = day.tiles.map { Tile(frame: FrameDocument($0.area), count: $0.refreshCount) }
    life = day.life.text
    let flash = PaperDay.Flash(board)
    durations = Durations(full: flash.fullMs, fast: flash.fastMs, partial: flash.partialMs, grey: flash.greyMs)
    phases = flash.phases
  }
}
