import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowTypesetting
@testable import AfterglowViews

@Suite struct OutlineTests {
  private func geometry(_ view: some View, width: Double = 40, height: Double = 40) throws -> [Path.Geometry] {
    try drawn(view, width: width, height: height).compactMap {
      if case .shape(let geometry, _) = $0.kind { geometry } else { nil }
    }
  }

  private func area(_ contours: [Path.Contour]) -> Double {
    contours.reduce(0) { sum, contour in
      let points = contour.points
      return sum
        + zip(points, points.dropFirst() + points.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y } / 2
    }
  }

  private func strokeArea(_ points: [Point], closed: Bool = false, _ style: StrokeStyle) -> Double {
    abs(area(Path(contours: [Path.Contour(points: points, isClosed: closed)]).strokedPath(style).contours))
  }

  @Test func `caps, joins and closed lines have their areas`() {
    let line = [Point(x: 0, y: 0), Point(x: 20, y: 0)]
    #expect(abs(strokeArea(line, StrokeStyle(lineWidth: 4)) - 80) < 1e-9)
    #expect(abs(strokeArea(line, StrokeStyle(lineWidth: 4, lineCap: .square)) - 96) < 1e-9)
    #expect(abs(strokeArea(line, StrokeStyle(lineWidth: 4, lineCap: .round)) - 80 - 4 * .pi) < 0.2)
    let corner = line + [Point(x: 20, y: 20)]
    #expect(abs(strokeArea(corner, StrokeStyle(lineWidth: 4)) - 160) < 1e-9)
    #expect(abs(strokeArea(corner, StrokeStyle(lineWidth: 4, lineJoin: .bevel)) - 158) < 1e-9)
    let square = corner + [Point(x: 0, y: 20)]
    #expect(abs(strokeArea(square, closed: true, StrokeStyle(lineWidth: 4)) - (24 * 24 - 16 * 16)) < 1e-9)
  }

  @Test func `dashes cover their share of a line`() {
    let line = [Point(x: 0, y: 0), Point(x: 100, y: 0)]
    let dashed = Path(contours: [Path.Contour(points: line)])
      .strokedPath(StrokeStyle(lineWidth: 2, dash: [6, 4], dashPhase: 3))
    #expect(abs(abs(area(dashed.contours)) - 120) < 1e-6)
    #expect(dashed.contours.count == 11)
  }

  @Test func `parts of outlines have their lengths`() throws {
    let half = Path(Rect(x: 0, y: 0, width: 30, height: 10)).trimmedPath(from: 0.25, to: 0.75)
    #expect(abs(Polyline.length(half.contours.flatMap(\.points)) - 40) < 1e-9)
    guard
      case .arc(_, _, let start, let sweep)? = try geometry(Circle().trim(from: 0.25, to: 0.5).stroke(lineWidth: 2))
        .first
    else {
      Issue.record("a part of a circle is no arc")
      return
    }
    #expect(start.degrees == 90 && sweep.degrees == 90)
  }

  @Test func `shapes of one's own need only a path`() throws {
    struct Roof: Shape {
      func path(in rect: CGRect) -> Path {
        Path {
          $0.move(to: Point(x: rect.minX, y: rect.maxY))
          $0.addLine(to: Point(x: rect.midX, y: rect.minY))
          $0.addLine(to: Point(x: rect.maxX, y: rect.maxY))
          $0.closeSubpath()
        }
      }
    }
    guard case .contours(let contours)? = try geometry(Roof().rotation(.degrees(180))).first else {
      Issue.record("no outline")
      return
    }
    #expect(contours[0].points.map { Point(x: $0.x.rounded(), y: $0.y.rounded()) }[1] == Point(x: 20, y: 40))
  }

  @Test func `a shape of one's own may take its rectangle to begin at 0, 0, wherever it is drawn`() throws {
    struct Diagonal: Shape {
      func path(in rect: CGRect) -> Path { Path { $0.addLines([.zero, CGPoint(x: rect.width, y: rect.height)]) } }
    }
    struct Disc: Shape {
      func path(in rect: CGRect) -> Path {
        Circle().path(in: CGRect(x: 0, y: 0, width: rect.width, height: rect.width))
      }
    }
    struct Card: Shape {
      func path(in rect: CGRect) -> Path { ContainerRelativeShape().path(in: rect) }
    }
    guard case .contours(let line)? = try geometry(Diagonal().stroke(lineWidth: 2).padding(5)).first,
      case .contours(let half)? = try geometry(Diagonal().trim(from: 0.5, to: 1).stroke(lineWidth: 2).padding(5)).first
    else {
      Issue.record("no line")
      return
    }
    // A line of two points has four corners.
    for (corners, ends) in [(line[0].points, (5.0, 35.0)), (half[0].points, (20.0, 35.0))] {
      try #require(corners.count == 4)
      let (start, end) = ((corners[0].x + corners[3].x) / 2, (corners[1].x + corners[2].x) / 2)
      #expect(abs(start - ends.0) < 1e-9 && abs(end - ends.1) < 1e-9, "\(corners)")
    }
    guard case .arc(let center, let radius, _, _)? = try geometry(Disc().padding(5)).first else {
      Issue.record("a disc is no arc")
      return
    }
    #expect(center == Point(x: 20, y: 20) && radius == 15)
    let inner = ZStack { Card().padding(4) }.containerShape(RoundedRectangle(cornerRadius: 12))
    #expect(try geometry(inner).first == .roundedRectangle(Rect(x: 4, y: 4, width: 32, height: 32), radius: 8))
  }

  @Test func `turned views turn their shapes and words, and warn about what ticks`() throws {
    let result = try laidOut(
      ZStack {
        Rectangle().fill(.primary).frame(width: 20, height: 10)
        Text("upper")
        Text(clock: .minute)
      }.rotationEffect(.degrees(90)), width: 40, height: 40)
    guard case .shape(.contours(let contours), _)? = result.items.first?.kind else {
      Issue.record("nothing was turned")
      return
    }
    let box = Path(contours: contours).bounds
    #expect(abs(box.width - 10) < 1e-9 && abs(box.height - 20) < 1e-9)
    #expect(result.problems.map(\.severity) == [.warning])
    guard case .glyphs(let words) = result.items[1].kind else {
      Issue.record("no words")
      return
    }
    // From top to bottom, one below another.
    #expect(words.glyphs.allSatisfy { $0.turn.tenths == 900 && !$0.turn.isMirrored })
    #expect(zip(words.glyphs, words.glyphs.dropFirst()).allSatisfy { $0.y < $1.y && abs($0.x - $1.x) < 1e-6 })
    let frame = result.items[1].frame
    #expect(frame.height > frame.width && abs(frame.midX - 20) < 1e-6 && abs(frame.midY - 20) < 1e-6)
  }

  @Test func `a turned letter has a turned picture, and a mirrored one its mirror image`() throws {
    try TypesetterCache.shared.withTypesetter { typesetter in
      let font = ShapingFont(sizePx: 40, weight: .regular, hasTabularFigures: false, trackingPx: 0)
      let letter = try #require(
        typesetter.shape(
          .init(text: "L", font: font, width: nil, lineLimit: nil, alignment: .leading, language: "en")
        ).glyphs.first)
      func image(_ turn: GlyphTurn) -> GlyphImage {
        typesetter.glyphs.image(
          GlyphKey(face: letter.face, glyph: letter.glyph, size26Dot6: font.size26Dot6, quarter: 0, turn: turn))
      }
      let plain = image(GlyphTurn())
      let mirrored = image(GlyphTurn(isMirrored: true))
      #expect(mirrored.width == plain.width && mirrored.height == plain.height && mirrored.top == plain.top)
      #expect(mirrored.left == -(plain.left + plain.width) && mirrored.code != plain.code)
      let down = image(GlyphTurn(tenths: 900))
      #expect(abs(down.width - plain.height) <= 1 && abs(down.height - plain.width) <= 1)
      // Its foot, which was at the baseline, is now at the left.
      #expect(down.left >= -1 && down.top > 0)
    }
  }

  @Test func `borders of rounded rectangles are concentric`() throws {
    guard
      case .roundedRectangle(let rect, let radius)? = try geometry(
        RoundedRectangle(cornerRadius: 10).strokeBorder(.primary, lineWidth: 4)
      ).first
    else {
      Issue.record("no rounded rectangle")
      return
    }
    #expect(rect == Rect(x: 2, y: 2, width: 36, height: 36) && radius == 8)
  }

  @Test func `styles fade, tint and take stops`() throws {
    let items = try drawn(
      HStack {
        Color.red.opacity(0.5)
        Rectangle().fill(.tint).tint(.green)
        Rectangle().fill(.primary.opacity(0.5))
        Rectangle().fill(
          .linearGradient(
            stops: [.init(color: .black, location: 0.5), .init(color: .white, location: 1)], startPoint: .leading,
            endPoint: .trailing))
      }, width: 40, height: 10)
    #expect(items[0].style.storage == .color(0x80FF_453A))
    #expect(items[1].style.storage == .color(Color.green.argb))
    if case .beginGroup(let opacity) = items[2].kind { #expect(opacity == 128) } else { Issue.record("no group") }
    guard case .gradient(let colors, _, _) = items[5].style.storage else {
      Issue.record("no gradient")
      return
    }
    #expect(colors[10] == 0xFF00_0000 && colors[63] == 0xFFFF_FFFF && colors.count == 64)
  }

  @Test func `numbers make the colours that they make elsewhere`() {
    #expect(Color(red: 1, green: 0.5, blue: 0) == Color(argb: 0xFFFF_8000))
    #expect(Color(hue: 1.0 / 3, saturation: 1, brightness: 1) == Color(argb: 0xFF00_FF00))
    #expect(Color(white: 0.5, opacity: 0.5) == Color(argb: 0x8080_8080))
    #expect(Color(hex: 0x0A84FF).argb == Color.blue.argb)
  }
}
