import AfterglowCore
import Foundation
import Testing

import struct AfterglowViews.Color

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Drawings that code makes.
@Suite struct CanvasTests {
  private func items(_ draw: @escaping (inout GraphicsContext, CGSize) -> Void) throws -> [DrawItem] {
    let drawn = try laidOut(Canvas(renderer: draw).frame(width: 100, height: 50), width: 200, height: 150, scale: 1)
    #expect(drawn.problems.isEmpty, "\(drawn.problems)")
    return drawn.items
  }

  private func bounds(_ item: DrawItem) -> Rect {
    guard case .shape(let geometry, _) = item.kind else { return item.frame }
    var path = Path()
    path.geometry = geometry
    return path.bounds
  }

  @Test func `a canvas fills its frame, and its coordinates begin at its corner`() throws {
    let drawn = try items { context, size in
      #expect(size == CGSize(width: 100, height: 50))
      context.fill(Path(CGRect(x: 10, y: 5, width: 20, height: 10)), with: .color(.red))
    }
    #expect(bounds(drawn[0]) == Rect(x: 60, y: 55, width: 20, height: 10))
    #expect(drawn[0].style == AnyShapeStyle(storage: .color(Color.red.argb)))
  }

  @Test func `transforms are those of the context, in the order in which they are made`() throws {
    let drawn = try items { context, _ in
      var copy = context
      copy.translateBy(x: 50, y: 25)
      copy.rotate(by: .degrees(90))
      copy.scaleBy(x: 2, y: 2)
      copy.stroke(Path { $0.addLines([.zero, CGPoint(x: 10, y: 0)]) }, with: .color(.white), lineWidth: 3)
      context.fill(Path(CGRect(x: 0, y: 0, width: 1, height: 1)), with: .color(.white))
    }
    // From the middle 20 points down, and twice as wide.
    let line = bounds(drawn[0])
    #expect(abs(line.midX - 100) < 1e-6 && abs(line.minY - 75) < 1e-6 && abs(line.maxY - 95) < 1e-6)
    #expect(abs(line.width - 6) < 1e-6)
    #expect(bounds(drawn[1]).origin == Point(x: 50, y: 50))
  }

  @Test func `text is drawn at its anchor, wrapped in a rectangle, and turned`() throws {
    let drawn = try items { context, size in
      let text = context.resolve(Text("Wind"))
      let own = text.measure(in: size)
      #expect(own.width > 20 && own.height > 10 && text.firstBaseline(in: size) < own.height)
      context.draw(text, at: CGPoint(x: 100, y: 50), anchor: .bottomTrailing)
      context.draw(Text("two words").font(.caption), in: CGRect(x: 0, y: 0, width: 44, height: 60))
      context.rotate(by: .degrees(-90))
      context.draw(Text("up"), at: .zero)
    }
    #expect(abs(drawn[0].frame.maxX - 150) < 1e-6 && abs(drawn[0].frame.maxY - 100) < 1e-6)
    guard case .glyphs(let wrapped) = drawn[1].kind, case .glyphs(let turned) = drawn[2].kind else { return }
    #expect(wrapped.lines.count == 2)
    #expect(turned.glyphs.allSatisfy { $0.turn.tenths == -900 })
  }

  @Test func `opacity, clips, filters and layers`() throws {
    let drawn = try items { context, size in
      context.opacity = 0.5
      context.clip(to: Path(ellipseIn: CGRect(x: 0, y: 0, width: 50, height: 50)))
      context.addFilter(.shadow(color: .black, radius: 2))
      context.drawLayer { layer in
        layer.fill(Path(CGRect(origin: .zero, size: size)), with: .color(.red))
        layer.fill(Path(CGRect(x: 0, y: 0, width: 10, height: 10)), with: .color(.green))
      }
    }
    // A group with a clip with a shadow and two shapes.
    guard case .beginGroup(128) = drawn[0].kind, case .beginClip(25) = drawn[1].kind,
      case .layer(let shadow) = drawn[2].kind
    else {
      Issue.record("\(drawn.map(\.kind))")
      return
    }
    #expect(shadow.items.count == 2 && drawn.count == 7)
  }

  @Test func `gradients lie where they are said to, whatever is filled`() throws {
    let drawn = try items { context, _ in
      context.fill(
        Path(CGRect(x: 20, y: 0, width: 40, height: 10)),
        with: .linearGradient(
          Gradient(colors: [.red, .blue]), startPoint: CGPoint(x: 0, y: 0), endPoint: CGPoint(x: 100, y: 0)))
    }
    guard case .gradient(_, let start, let end) = drawn[0].style.storage else { return }
    #expect(start == UnitPoint(x: -0.5, y: 0) && end == UnitPoint(x: 2, y: 0))
  }

  @Test func `views are drawn by their tags`() throws {
    let canvas = Canvas { context, size in
      #expect(context.resolveSymbol(id: 3) == nil)
      guard let symbol = context.resolveSymbol(id: 1) else {
        Issue.record("no symbol")
        return
      }
      for x in [0, 50] { context.draw(symbol, at: CGPoint(x: x, y: 0), anchor: .topLeading) }
    } symbols: {
      Color.red.frame(width: 8, height: 8).tag(0)
      Color.green.frame(width: 8, height: 8).tag(1)
    }
    let drawn = try laidOut(canvas, width: 100, height: 50, scale: 1)
    #expect(drawn.items.map(\.frame.minX) == [0, 50])
    #expect(drawn.items.allSatisfy { $0.style == AnyShapeStyle(storage: .color(Color.green.argb)) })
  }

  @Test func `a transform that is not a number is an error`() throws {
    let drawn = try laidOut(
      Canvas { context, _ in
        context.scaleBy(x: .nan, y: 1)
        context.fill(Path(CGRect(x: 0, y: 0, width: 1, height: 1)), with: .color(.red))
      }, width: 10, height: 10)
    #expect(drawn.problems.map(\.severity) == [.error])
  }
}

extension GraphicsContext.ResolvedSymbol? {
  fileprivate static func == (symbol: Self, other: _OptionalNilComparisonType) -> Bool {
    if case .none = symbol { true } else { false }
  }
}
