import Afterglow
import AfterglowArchive
import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import AfterglowKit
import AfterglowWidgets
import Foundation

/// A clock face that fills a panel, with sample content, in its place's zone.
package struct FacePreview {
  package enum Shape: CaseIterable { case wide, tall, round }

  package var face: ClockFace
  package var shape: Shape
  /// Of the panel's shorter side, in pixels.
  package var side: Double

  package init(face: ClockFace, shape: Shape, side: Double) {
    self.face = face
    self.shape = shape
    self.side = side
  }

  package func compile(at instant: Instant) throws -> CompiledBoard {
    let (short, long) = (Int(side.rounded()), Int((side * 5 / 3).rounded()))
    let (width, height) = (shape == .wide ? long : short, shape == .tall ? long : short)
    var style = PanelStyle()
    style.isPreview = true
    let board = BoardRecord.ofPicture
    let clock = WidgetUse(kind: "clock", configuration: ["face": .string(face.rawValue)])
    guard let widget = WidgetGallery.builtIn.widget(clock) else { throw Failure(.badInput, "there is no clock") }
    let scene = PanelScene(
      context: .standBy, style: style,
      slots: [SceneSlot(identifier: "clock", widget: widget, family: .systemSmall, configuration: clock.configuration)],
      timeZone: SamplePlace.zone, locale: SystemLocale.current,
      geometry: PanelGeometry(
        widthPx: width, heightPx: height, widthMm: Double(width) * 0.2, heightMm: Double(height) * 0.2,
        isRound: shape == .round),
      board: board, strings: BoardStrings(name: face.rawValue))
    do {
      let compiled = try SceneCompiler().compile(scene, at: Date(instant))
      return try CompiledBoard(name: face.rawValue, scene: scene, compiled: compiled, problems: [])
    } catch let error as CompileError {
      throw Failure(.badInput, "\(face.rawValue): \(error.message)")
    }
  }
}
