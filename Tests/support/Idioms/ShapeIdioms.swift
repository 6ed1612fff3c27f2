import Afterglow
import Foundation

// Shapes and paths, as written for SwiftUI.

struct ShapeIdioms: View {
  let progress: Double

  var body: some View {
    Circle().fill(.green).frame(width: 8, height: 8)
    Circle().trim(from: 0, to: progress).stroke(.pink, style: StrokeStyle(lineWidth: 8, lineCap: .round))
      .rotationEffect(.degrees(-90))
    RoundedRectangle(cornerRadius: 10).strokeBorder(.secondary, lineWidth: 1)
    ContainerRelativeShape().fill(.blue).padding(8)
    Color.teal.clipShape(.rect(cornerRadius: 8))
    Text("Sun").padding(.horizontal, 6).background(.blue.opacity(0.2), in: Capsule())
    Rectangle().stroke(style: StrokeStyle(lineWidth: 1, dash: [4, 3])).frame(height: 1)
    ForEach(0..<12) { hour in
      Rectangle().frame(width: 2, height: 6).offset(y: -40).rotationEffect(.degrees(Double(hour) / 12 * 360))
    }
    Circle().fill(.yellow).stroke(.orange, lineWidth: 2)
    Triangle().fill(.red)
    Wedge(end: .degrees(80)).stroke(lineWidth: 2)
    Triangle().inset(by: 2).offset(CGSize(width: 1, height: 1))
  }
}

struct Triangle: InsettableShape {
  var amount: CGFloat = 0

  func path(in rect: CGRect) -> Path {
    var p = Path()
    p.move(to: CGPoint(x: rect.midX, y: rect.minY + amount))
    p.addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
    p.addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
    p.closeSubpath()
    return p
  }

  func inset(by amount: CGFloat) -> Triangle { Triangle(amount: self.amount + amount) }
}

struct Wedge: Shape {
  let end: Angle

  func path(in rect: CGRect) -> Path {
    var p = Path()
    let center = CGPoint(x: rect.midX, y: rect.midY)
    p.move(to: center)
    p.addArc(center: center, radius: rect.width / 2, startAngle: .zero, endAngle: end, clockwise: false)
    return p
  }
}

struct Ticket: Shape {
  func path(in rect: CGRect) -> Path {
    var path = Path(roundedRect: rect, cornerSize: CGSize(width: 4, height: 4), style: .continuous)
    path.addRoundedRect(in: rect.insetBy(dx: 2, dy: 2), cornerSize: CGSize(width: 2, height: 2))
    path.addEllipse(in: CGRect(x: 0, y: 0, width: 4, height: 4))
    path.addRects([rect, .zero])
    path.addLines([.zero, CGPoint(x: 1, y: 1)])
    path.addArc(tangent1End: CGPoint(x: 9, y: 0), tangent2End: CGPoint(x: 9, y: 9), radius: 3)
    path.addRelativeArc(center: .zero, radius: 2, startAngle: .zero, delta: .degrees(40))
    path.addQuadCurve(to: CGPoint(x: rect.maxX, y: 0), control: rect.origin)
    path.addCurve(to: rect.origin, control1: .zero, control2: path.currentPoint ?? .zero)
    if path.contains(rect.origin) { path.addPath(Path(ellipseIn: path.boundingRect)) }
    return path.offsetBy(dx: 1, dy: 1).trimmedPath(from: 0, to: 0.5)
  }
}
