import Afterglow
import AfterglowArchive
import AfterglowBoards
import AfterglowCore
import AfterglowKit
import AfterglowLight
import AfterglowPreview
import Foundation

/// A board, for the page's start.
struct BoardDocument: Encodable, Sendable {
  struct Threshold: Encodable, Sendable {
    var lux: Double
    /// Empty for the threshold at which the mode is left.
    var label: String
  }

  var id: String
  var name: String
  var folder: String
  var widthPx = 800
  var heightPx = 480
  var widthMm = 154.0
  var heightMm = 86.0
  var isPaper = false
  var isRound = false
  /// Whether it has a form for a viewer who is far away.
  var hasDistance = false
  /// Whether a touch wakes it from always-on.
  var hasPresence = false
  /// Whether it has input devices, so that its widgets can be touched.
  var isTouchable = false
  var zone = TimeZone.current.identifier
  /// Of a constant light.
  var lux: Double?
  var thresholds: [Threshold] = []

  init(id: String, _ source: StudioSource) {
    self.id = id
    name = source.name
    folder = source.folder
    guard let board = source.content.folder else { return }
    let (geometry, record) = (board.board.geometry, board.board.record)
    (widthPx, heightPx) = (geometry.widthPx, geometry.heightPx)
    (widthMm, heightMm) = (geometry.widthMm, geometry.heightMm)
    isRound = geometry.isRound
    isPaper = record.isEmissive == 0
    hasDistance = record.sensor.distanceKind != .none
    hasPresence = !isPaper && record.rules.wakeMs > 0
    isTouchable = !board.board.strings[.input].isEmpty
    zone = board.scene.timeZone.identifier
    if record.lightSource == LightSourceKind.constant.rawValue { lux = Double(record.constantMillilux) / 1000 }
    if !isPaper { thresholds = Self.thresholds(record.light) }
  }

  private static func thresholds(_ light: LightSettings) -> [Threshold] {
    [("night", light.night), ("always-on", light.alwaysOn)].flatMap { name, threshold in
      [
        Threshold(lux: Double(threshold.enterMillilux) / 1000, label: name),
        Threshold(lux: Double(threshold.leaveMillilux) / 1000, label: ""),
      ]
    }
  }
}

/// A rectangle in pixels of the scene.
struct FrameDocument: Encodable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  init(_ rect: Rect) {
    func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
    (x, y, width, height) = (rounded(rect.minX), rounded(rect.minY), rounded(rect.width), rounded(rect.height))
  }

  init(_ rect: PixelRect) {
    (x, y) = (Double(rect.x0), Double(rect.y0))
    (width, height) = (Double(rect.x1 - rect.x0), Double(rect.y1 - rect.y0))
  }
}

/// What is known of a frame as soon as it is drawn.
struct FactsDocument: Encodable {
  struct Archive: Encodable {
    var bytes: Int
    var budget: Int
  }

  /// ISO 8601.
  var at: String
  /// day, alwaysOn or night.
  var mode: String
  /// Lux; null = unknown.
  var room: Double?
  /// Why the mode is what it is.
  var reason: String
  var nextReload: String?
  /// Of the whole panel, in cd/m²; null = it emits no light.
  var meanLuminance: Double?
  var whiteLuminance: Double
  var blackLuminance: Double
  /// Of the room's light, from the whole panel.
  var reflectedLuminance: Double
  var archive: Archive
  var memory: String

  /// - Parameter share: the light of all pixels as a share of what white ones would give.
  init(
    _ board: CompiledBoard, _ frame: some PageFrame, meanLuminance share: Double, _ situation: Situation
  ) {
    let record = board.record
    at = TimeText.utc(situation.at)
    mode = frame.mode.name
    reason = ReasonText.short(frame.modeReason)
    room = situation.lux(on: board).map { Double($0.millilux) / 1000 }
    nextReload = board.nextReload.map(TimeText.utc)
    let isPaper = record.isEmissive == 0
    whiteLuminance = isPaper ? 0 : Double(record.light.peakMillinits) / 1000
    blackLuminance = isPaper ? 0 : Double(record.legibility.blackMillinits) / 1000
    let lux = room ?? Double(Situation.unknownLight.millilux) / 1000
    reflectedLuminance = isPaper ? 0 : lux * Double(record.legibility.reflectancePermille) / 1000 / Double.pi
    meanLuminance = isPaper ? nil : blackLuminance + share * (whiteLuminance - blackLuminance)
    archive = Archive(bytes: board.archive.count, budget: Int(record.archiveBankByteCount))
    memory = board.memoryText
  }
}

/// What follows a frame's words.
struct FrameHeader: Encodable {
  var sequence: Int
  /// The frame that the words change; null = they are a whole one.
  var base: Int?
  var widthPx: Int
  var heightPx: Int
  /// Whether its content is of another time, because what is right has yet to be compiled.
  var isProvisional: Bool
  var facts: FactsDocument
}
