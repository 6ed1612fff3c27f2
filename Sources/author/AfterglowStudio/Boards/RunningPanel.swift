import AfterglowBoards
import AfterglowCore
import AfterglowPreview
import AfterglowServer
import Foundation

/// What a running panel says of itself.
package struct RunningPanel: Encodable, Sendable {
  package struct Line: Encodable, Sendable {
    /// ISO 8601.
    package var at: String
    package var text: String

    package init(at: String, text: String) {
      self.at = at
      self.text = text
    }
  }

  /// day, alwaysOn or night; nil = no frame has been reported yet.
  package var mode: String?
  /// Why the mode is what it is.
  package var reason: String?
  /// ISO 8601: the instant that it shows.
  package var shown: String?
  /// From that instant until the frame was reported, in ms.
  package var lagMs: Int64?
  /// ISO 8601; nil = nothing is due by itself.
  package var next: String?
  /// Where its picture is.
  package var display: String?
  /// What dims it, and how.
  package var dimming: String?
  /// Whether its picture can be read.
  package var hasPicture = false
  /// The newest last.
  package var log: [Line] = []

  package init() {}
}

/// Panels that run on this machine.
package protocol PanelAccess: Sendable {
  /// - Returns: nil where no panel of the board runs.
  func panel(ofBoardIn folder: String) -> RunningPanel?
  /// What is on it.
  ///
  /// - Throws: `Failure` where that cannot be read.
  func picture(ofBoardIn folder: String, rotation: Rotation, size: PixelSize) throws -> PanelPicture
  /// Shows a mode until another is asked for.
  ///
  /// - Throws: `Failure` where no panel runs, or it refuses.
  func setMode(_ mode: ModeOverride, ofBoardIn folder: String) throws
}

/// A mode that a page asks a running panel for.
struct PanelRequest: Decodable {
  var mode: String
}

extension StudioBoard {
  private struct Document: Encodable {
    var isRunning: Bool
    var panel: RunningPanel?
  }

  /// What a running panel says of itself.
  func panel(_ access: (any PanelAccess)?, _ reply: @escaping Reply) {
    let folder = source.folder
    panels.add(.frame, key: "panel") {
      let panel = access?.panel(ofBoardIn: folder)
      reply(.compact(Document(isRunning: panel != nil, panel: panel)))
    } overtaken: {
      reply(StudioRefusal.overtaken.answer)
    }
  }

  /// What is on a running panel, as a file.
  func panelPicture(_ access: (any PanelAccess)?, _ reply: @escaping Reply) {
    let refuse: @Sendable (any Error) -> Void = { reply(StudioRefusal($0).answer) }
    queue.add(.facts) { [self] in
      guard let access, let board = source.content.folder?.board else {
        return refuse(StudioRefusal(404, "no panel runs"))
      }
      let folder = source.folder
      let rotation = Rotation(rawValue: board.record.rotation) ?? .none
      let size = PixelSize(width: Int32(board.geometry.widthPx), height: Int32(board.geometry.heightPx))
      panels.add(.facts) {
        do {
          var answer = HTTPAnswer(200)
          answer.contentType = "image/png"
          answer.body = try access.picture(ofBoardIn: folder, rotation: rotation, size: size).png()
          reply(answer)
        } catch { refuse(error) }
      }
    }
  }

  /// Asks a running panel for a mode.
  func setPanelMode(_ access: (any PanelAccess)?, _ request: PanelRequest, _ reply: @escaping Reply) throws {
    guard let mode = ModeOverride(named: request.mode) else {
      throw StudioRefusal(400, "expected \(ModeOverride.choices), found \(request.mode)")
    }
    let folder = source.folder
    panels.add(.frame) {
      do {
        guard let access else { throw StudioRefusal(404, "no panel runs") }
        try access.setMode(mode, ofBoardIn: folder)
        reply(HTTPAnswer(204))
      } catch {
        reply(StudioRefusal(error).answer)
      }
    }
  }
}
