import AfterglowCore
import AfterglowPictures
import Foundation
import PixelSupport
import TestSupport
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// What a widget draws stays on its card, whose corners are round.
@Suite struct CornerClipTests {
  struct BareWidget: Widget {
    let content: @Sendable () -> AnyView

    var body: some WidgetConfiguration {
      StaticConfiguration(kind: "bare", provider: PlainProvider()) { [content] _ in content() }
        .contentMarginsDisabled()
    }
  }

  /// The picture and the frame of one small widget on a wide home screen.
  private func frame(_ content: @escaping @Sendable () -> AnyView) throws -> (picture: Picture, card: Rect) {
    var scene = testScene([BareWidget(content: content)])
    scene.context = .home
    scene.style.wallpaper = .colors([0xFF00_0000])
    let compiled = try SceneCompiler().compile(scene, at: noon)
    return (try shown(compiled), try #require(compiled.layout.slotFramesPx["slot0"]))
  }

  /// Of all pixels: red ones outside of the card's outline, and those of its area that are not red.
  private func misplaced(_ picture: Picture, _ card: Rect) -> (outside: Int, missing: Int) {
    picture.misplacedRed(card: card, radius: PanelLayout.cornerShare * card.width)
  }

  @Test(arguments: ["rectangle", "stroke", "larger", "faded", "rounded less"])
  func `what fills a card has its corners`(_ shape: String) throws {
    let (picture, card) = try frame { Self.filling(shape) }
    let wrong = misplaced(picture, card)
    #expect(wrong.outside == 0)
    #expect(wrong.missing == 0)
  }

  private static func filling(_ shape: String) -> AnyView {
    let red = Color(red: 255, green: 0, blue: 0)
    switch shape {
    case "rectangle": return AnyView(red)
    case "stroke": return AnyView(Rectangle().stroke(red, lineWidth: 400))
    case "larger": return AnyView(Circle().fill(red).frame(width: 900, height: 900))
    case "faded": return AnyView(red.opacity(0.9))
    default: return AnyView(RoundedRectangle(cornerRadius: 6).fill(red))
    }
  }

  @Test func `a disc that lies half outside covers no neighbour`() throws {
    let (picture, card) = try frame {
      let red = Color(red: 255, green: 0, blue: 0)
      return AnyView(Circle().fill(red).frame(width: 100, height: 100).offset(x: 80, y: 80))
    }
    let wrong = misplaced(picture, card)
    #expect(wrong.outside == 0)
    // Much of the card is free of it.
    #expect(wrong.missing > 1000 && picture.pixels.pureRedCount > 1000)
  }

  /// A clip costs each frame; what lies within the outline has none.
  @Test func `what stays within the outline is not clipped`() throws {
    let inner = RoundedRectangle(cornerRadius: 30).fill(Color(red: 255, green: 0, blue: 0))
    let items = try drawn(inner, width: 100, height: 100)
    let clip = CornerClip(card: Rect(x: 0, y: 0, width: 100, height: 100), radius: 14)
    #expect(clip.applied(to: items).count == items.count)
    let square = try drawn(Rectangle(), width: 100, height: 100)
    #expect(clip.applied(to: square).count == square.count + 2)
  }

  /// Such as a photograph that its widget cuts itself: twice would thin the edge.
  @Test func `what is cut already is not cut again`() throws {
    let clip = CornerClip(card: Rect(x: 0, y: 0, width: 100, height: 100), radius: 14)
    let cut = try drawn(Rectangle().clipShape(RoundedRectangle(cornerRadius: 14)), width: 100, height: 100)
    #expect(clip.applied(to: cut).count == cut.count)
    let less = try drawn(Rectangle().clipShape(RoundedRectangle(cornerRadius: 6)), width: 100, height: 100)
    #expect(clip.applied(to: less).count > less.count)
  }

  /// The archive's limit of nested groups holds, whatever a widget nests itself.
  @Test func `deeply nested content is left as it is`() throws {
    var canvas = DrawCanvas()
    let card = Rect(x: 0, y: 0, width: 100, height: 100)
    let square = try drawn(Rectangle(), width: 100, height: 100)
    func nest(_ depth: Int, _ canvas: inout DrawCanvas) {
      if depth == 0 {
        canvas.items += square
      } else {
        canvas.clip(to: card, radius: 0) { nest(depth - 1, &$0) }
      }
    }
    nest(LayoutLimit.groupDepth, &canvas)
    #expect(CornerClip(card: card, radius: 14).applied(to: canvas.items).count == canvas.items.count)
  }
}
