import Afterglow
import Foundation

// Colours, gradients, effects and backgrounds, as written for SwiftUI.

extension Color {
  static let brand = Color(red: 30 / 255, green: 64 / 255, blue: 175 / 255)
}

enum AirQuality {
  case good
  case fair
  case poor

  var color: Color {
    switch self {
    case .good: .green
    case .fair: .yellow
    case .poor: .red
    }
  }
}

struct ColorIdioms: View {
  var isLow = true
  var isPast = true
  var isNight = false
  var air = AirQuality.fair

  var style: AnyShapeStyle { isNight ? AnyShapeStyle(Color.black) : AnyShapeStyle(Color.blue.gradient) }

  var body: some View {
    VStack {
      Text("Rome").foregroundStyle(.secondary)
      Text("CET").foregroundStyle(.tertiary)
    }
    Text("Overdue").foregroundColor(.red)
    Text("Hello").foregroundStyle(Color.brand)
    Image(systemName: "star.fill").foregroundStyle(Color.accentColor)
    Rectangle().fill(Color.primary.opacity(0.1)).frame(height: 1)
    Text("12%").foregroundStyle(isLow ? Color.red : Color.secondary)
    Circle().fill(air.color)
    VStack {
      Image(systemName: "figure.run").widgetAccentable()
      Text("4.2 km")
    }
    VStack {
      Text("High")
      Text("Low").foregroundStyle(.secondary)
    }
    .foregroundStyle(.blue, .gray)
    Rectangle().fill(style)
    HStack {
      Capsule().fill(.quaternary)
      Capsule().fill(.tint)
    }
    Text("Standup").opacity(isPast ? 0.4 : 1)
    Color(uiColor: .systemBackground).overlay(Color(.secondarySystemFill))
    Text("Fade").padding(4).background(.ultraThinMaterial, in: Capsule())
  }
}

struct GradientIdioms: View {
  var body: some View {
    LinearGradient(colors: [.blue, .cyan], startPoint: .top, endPoint: .bottom)
    RadialGradient(colors: [.yellow, .orange], center: .topTrailing, startRadius: 5, endRadius: 120)
    Circle().stroke(
      AngularGradient(gradient: Gradient(colors: [.red, .purple, .red]), center: .center), lineWidth: 6)
    MeshGradient(
      width: 2, height: 2, points: [[0, 0], [1, 0], [0, 1], [1, 1]], colors: [.indigo, .purple, .orange, .pink])
    EllipticalGradient(colors: [.mint, .teal])
    Circle().trim(from: 0, to: 0.7)
      .stroke(
        AngularGradient(colors: [.green, .mint], center: .center), style: StrokeStyle(lineWidth: 6, lineCap: .round)
      )
      .rotationEffect(.degrees(-90))
  }
}

struct EffectIdioms: View {
  var text = "Harbour"

  var body: some View {
    Text("Lisbon").foregroundStyle(.white).shadow(color: .black.opacity(0.4), radius: 3, x: 0, y: 1).padding(4)
      .background(.orange)
    Circle().fill(.purple).blur(radius: 8)
    Circle().fill(.white).blendMode(.plusLighter)
    Text(text).mask(LinearGradient(colors: [.black, .clear], startPoint: .top, endPoint: .bottom))
    LinearGradient(colors: [.pink, .orange], startPoint: .leading, endPoint: .trailing).mask { Text("Sale").bold() }
    ProgressView().scaleEffect(0.8, anchor: .leading)
    Color.orange.saturation(0.4).brightness(0.1).contrast(1.2)
    Text("Grey").foregroundStyle(.red).grayscale(1)
    Color.teal.hueRotation(.degrees(90)).colorMultiply(.white)
    Text("Dip").padding(4).background(.white).colorInvert()
    Text("18°").foregroundStyle(.white.shadow(.drop(color: .red, radius: 2, y: 2)))
    Circle().fill(.blue.shadow(.inner(radius: 4, y: 3)))
    ZStack {
      Capsule().fill(.yellow)
      Text("OUT").bold().blendMode(.destinationOut)
    }
    .compositingGroup().frame(height: 24)
    Text("Lean").rotation3DEffect(.degrees(40), axis: (x: 0, y: 1, z: 0)).drawingGroup()
    Canvas { context, size in
      context.fill(Path(ellipseIn: CGRect(origin: .zero, size: size)), with: .color(.indigo))
      context.rotate(by: .degrees(8))
      context.draw(Text("Canvas").font(.caption), at: CGPoint(x: size.width / 2, y: size.height / 3))
    }
  }
}

struct BackgroundIdioms: View {
  var body: some View {
    Text("Hello").containerBackground(.fill.tertiary, for: .widget)
    Text("18°").containerBackground(for: .widget) {
      LinearGradient(colors: [.indigo, .blue], startPoint: .top, endPoint: .bottom)
    }
    Text("22:10").containerBackground(Color.black, for: .widget)
  }
}
