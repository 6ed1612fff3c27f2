import AfterglowCharts
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Views on a panel, bit for bit: pictures that were inspected when they were made.
///
/// `AFTERGLOW_UPDATE_GOLDENS=1` updates them, and still fails the run: inspect them, then run again.
@Suite struct GoldenViewTests {
  /// A small widget by day, 340 px wide and high.
  private func check(_ name: String, _ view: @escaping @Sendable () -> some View) throws {
    let widget = PlainWidget { _ in view() }
    let scene = testScene([widget], widthPx: 340, heightPx: 340, board: testBoard())
    let compiled = try SceneCompiler().compile(scene, at: noon)
    #expect(compiled.diagnostics.isEmpty)
    try expectGolden(try shown(compiled), name)
  }

  @Test func `gauges of every style`() throws {
    try check("gauges") {
      VStack(spacing: 8) {
        HStack(spacing: 12) {
          Gauge(value: 0.3) {
            Text("CPU")
          } currentValueLabel: {
            Text("30")
          }
          .gaugeStyle(.accessoryCircular)
          Gauge(value: 71, in: 40...95) {
            Text("°")
          } currentValueLabel: {
            Text("71")
          } minimumValueLabel: {
            Text("40")
          } maximumValueLabel: {
            Text("95")
          }
          .gaugeStyle(.accessoryCircular).tint(.green)
        }
        HStack(spacing: 12) {
          Gauge(value: 0.66) {
            Text("Disk")
          }
          .gaugeStyle(.accessoryCircularCapacity).tint(.orange)
          ProgressView(value: 0.25).progressViewStyle(.circular)
        }
        Gauge(value: 0.7) {
          Text("UV")
        } currentValueLabel: {
          Text("7")
        } minimumValueLabel: {
          Text("0")
        } maximumValueLabel: {
          Text("10")
        }
        .gaugeStyle(.accessoryLinear).tint(Gradient(colors: [.green, .yellow, .red]))
      }
    }
  }

  @Test func `effects: shadows, blurs, masks, blends, filters, transforms, meshes`() throws {
    try check("effects") { EffectSheet() }
  }

  @Test func `bars, labels and joined texts`() throws {
    try check("bars") {
      VStack(alignment: .leading, spacing: 6) {
        Gauge(value: 0.6) {
          Label("Battery", systemImage: "battery.100")
        } currentValueLabel: {
          Text("60 %")
        }
        .tint(.green).font(.footnote)
        ProgressView("Washing", value: 3, total: 4).font(.footnote)
        Text("21").font(.title).bold() + Text("°C").font(.caption).foregroundStyle(.secondary)
        Text("Opens \(noon.addingTimeInterval(7200), style: .time)").font(.footnote)
        Toggle("Heating", isOn: true).font(.footnote)
      }
    }
  }

  @Test func `boxes, labelled content and nothing to show`() throws {
    try check("containers") {
      VStack(alignment: .leading, spacing: 6) {
        GroupBox("Tides") {
          LabeledContent("High water", value: "14:20")
          LabeledContent("Low water", value: "20:31")
        }
        ContentUnavailableView("No Events", systemImage: "calendar", description: Text("Enjoy the day."))
          .font(.footnote)
      }
      .font(.caption)
    }
  }

  @Test func `a line of each script, and emoji`() throws {
    try check("scripts") {
      VStack(alignment: .leading, spacing: 2) {
        Text("Hello Γειά Привет")
        Text("中文 かな 한국어")
        Text("مرحبا بالعالم 42")
        Text("שלום עולם")
        Text("नमस्ते क्षत्रिय")
        Text("😀👩‍💻 🇩🇪1️⃣ ☀️☀ 7").bold()
        Text("Fixed 11.1").font(.system(.footnote, design: .monospaced))
          + Text(" Serif").font(.system(.footnote, design: .serif))
      }
      .font(.footnote)
    }
  }

  @Test func `the smallest style in all type sizes`() throws {
    try check("type-sizes") {
      VStack(alignment: .leading, spacing: 0) {
        ForEach([0..<6, 6..<9, 9..<11, 11..<12]) { range in
          HStack(alignment: .firstTextBaseline, spacing: 6) {
            ForEach(Array(DynamicTypeSize.allCases[range])) { Text("Aa").dynamicTypeSize($0) }
          }
        }
      }
      .font(.caption2)
    }
  }

  @Test func `a placeholder of bars and rings`() throws {
    try check("placeholder") {
      VStack(alignment: .leading, spacing: 6) {
        Label("Battery of the bicycle", systemImage: "battery.100").font(.headline)
        Text("Two lines of text that tell of something real").font(.footnote)
        Gauge(value: 0.6) { Text("Charge") }.font(.footnote)
        HStack {
          Gauge(value: 0.3) {
            Text("CPU")
          } currentValueLabel: {
            Text("30")
          }.gaugeStyle(.accessoryCircular)
          Chart(Array(0..<8), id: \.self) { BarMark(x: .value("", $0), y: .value("", $0)) }
        }
      }
      .redacted(reason: .placeholder)
    }
  }

  @Test func `a line chart with an area, a rule and a point`() throws {
    try check("chart-line") {
      Chart {
        ForEach(Array(0..<24)) { hour in
          let date = noon.addingTimeInterval(Double(hour) * 3600)
          let value = 14 + 6 * sin(Double(hour) / 4)
          AreaMark(x: .value("Time", date), y: .value("Temperature", value))
            .foregroundStyle(LinearGradient(colors: [.blue.opacity(0.5), .clear], startPoint: .top, endPoint: .bottom))
            .interpolationMethod(.monotone)
          LineMark(x: .value("Time", date), y: .value("Temperature", value)).interpolationMethod(.monotone)
        }
        RuleMark(y: .value("Limit", 18)).foregroundStyle(.red).lineStyle(StrokeStyle(lineWidth: 1, dash: [4, 3]))
        PointMark(x: .value("Time", noon.addingTimeInterval(6 * 3600)), y: .value("Temperature", 20))
          .foregroundStyle(.orange)
      }
    }
  }

  @Test func `stacked and horizontal bars`() throws {
    try check("chart-bars") {
      VStack(spacing: 10) {
        Chart {
          ForEach(["Mon", "Tue", "Wed", "Thu"]) { day in
            BarMark(x: .value("Day", day), y: .value("Rain", Double(day.unicodeScalars.first!.value % 7) + 1))
              .foregroundStyle(by: .value("Kind", "Rain")).cornerRadius(2)
            BarMark(x: .value("Day", day), y: .value("Snow", 2.0)).foregroundStyle(by: .value("Kind", "Snow"))
          }
        }
        .chartForegroundStyleScale(["Rain": Color.blue, "Snow": Color.cyan])
        Chart {
          BarMark(x: .value("Used", 61), y: .value("Disk", "root"))
          BarMark(x: .value("Used", 23), y: .value("Disk", "data"))
        }
        .chartXAxis(.hidden).frame(height: 44)
      }
    }
  }

  @Test func `rings, pies and bars of one axis`() throws {
    let shares = [("Solar", 42.0), ("Wind", 27), ("Gas", 18), ("Other", 6)]
    try check("chart-shares") {
      VStack(spacing: 10) {
        HStack(spacing: 10) {
          Chart(shares, id: \.0) { name, share in
            SectorMark(angle: .value("Share", share), innerRadius: .ratio(0.6), angularInset: 1.5)
              .cornerRadius(3).foregroundStyle(by: .value("Name", name))
          }
          .chartLegend(.hidden)
          Chart(shares, id: \.0) { name, share in
            SectorMark(angle: .value("Share", share)).foregroundStyle(by: .value("Name", name))
              .annotation(position: .overlay) { Text(share, format: .number).font(.caption2).foregroundStyle(.white) }
          }
          .chartLegend(.hidden)
        }
        Chart(shares, id: \.0) { name, share in
          BarMark(x: .value("Share", share)).foregroundStyle(by: .value("Name", name))
        }
        .chartXAxis(.hidden).frame(height: 34)
      }
    }
  }

  @Test func `axes, symbols and curves of one's own`() throws {
    let values = [3.0, 5, 4, 8, 7, 9, 6]
    try check("chart-axes") {
      VStack(spacing: 8) {
        Chart(values.indices, id: \.self) { day in
          LineMark(x: .value("Day", day), y: .value("°C", values[day])).interpolationMethod(.catmullRom)
            .symbol(.square.strokeBorder(lineWidth: 1.5)).symbolSize(40)
        }
        .chartYScale(domain: .automatic(includesZero: false)).chartXScale(range: .plotDimension(padding: 6))
        .chartXAxis {
          AxisMarks(values: [0, 3, 6]) { value in
            AxisTick()
            AxisValueLabel { Text("d\(value.index)").font(.caption2) }
          }
        }
        .chartYAxis {
          AxisMarks(position: .leading, values: .stride(by: 2.0)) {
            AxisGridLine(stroke: StrokeStyle(lineWidth: 0.5, dash: [2, 2])).foregroundStyle(.orange)
            AxisValueLabel()
          }
        }
        Chart {
          ForEach(["Mon", "Tue", "Wed"]) { day in
            BarMark(x: .value("Day", day), y: .value("km", Double(day.count) + 1), width: .ratio(0.5))
              .position(by: .value("Who", "Ada")).foregroundStyle(by: .value("Who", "Ada")).clipShape(Capsule())
            BarMark(x: .value("Day", day), y: .value("km", day == "Tue" ? 7.0 : 3))
              .position(by: .value("Who", "Bo")).foregroundStyle(by: .value("Who", "Bo"))
          }
        }
        .chartYAxis(.hidden)
      }
    }
  }

  @Test func `the example of the page for those who know WidgetKit`() throws {
    try check("tides") { TideView(entry: .sample(at: noon)) }
  }

  @Test func `shapes, strokes and grids`() throws {
    try check("shapes") {
      Grid(horizontalSpacing: 8, verticalSpacing: 8) {
        GridRow {
          Ellipse().fill(Color.teal.gradient)
          UnevenRoundedRectangle(topLeadingRadius: 16, bottomTrailingRadius: 16).fill(.secondary)
          Capsule().strokeBorder(.orange, lineWidth: 4)
        }
        GridRow {
          Circle().inset(by: 3).trim(from: 0, to: 0.7).rotation(.degrees(-90))
            .stroke(.green, style: StrokeStyle(lineWidth: 6, lineCap: .round))
          RoundedRectangle(cornerRadius: 8).stroke(.yellow, style: StrokeStyle(lineWidth: 2, dash: [6, 4]))
          Zigzag().stroke(.pink, style: StrokeStyle(lineWidth: 5, lineJoin: .miter))
        }
        GridRow {
          Zigzag().stroke(.pink, style: StrokeStyle(lineWidth: 5, lineCap: .square, lineJoin: .bevel)).gridCellColumns(
            2)
          Rectangle().fill(.red).frame(width: 22, height: 22).rotationEffect(.degrees(30))
        }
      }
    }
  }
}

private struct Zigzag: Shape {
  func path(in rect: CGRect) -> Path {
    let inner = rect.insetBy(dx: 4, dy: 8)
    return Path {
      $0.addLines(
        (0...4).map {
          Point(x: inner.minX + inner.width * Double($0) / 4, y: $0 % 2 == 0 ? inner.maxY : inner.minY)
        })
    }
  }
}

private struct EffectSheet: View {
  private let columns = Array(repeating: GridItem(.flexible(), spacing: 6), count: 4)
  private let sky = LinearGradient(colors: [.indigo, .orange], startPoint: .top, endPoint: .bottom)

  var body: some View {
    LazyVGrid(columns: columns, spacing: 6) {
      Text("18°").bold().foregroundStyle(.white).shadow(color: .black, radius: 2, x: 1, y: 2).frame(
        width: 34, height: 34
      )
      .background(.cyan)
      Circle().fill(.purple).blur(radius: 4)
      sky.mask { Image(systemName: "cloud.sun.fill").font(.system(size: 26)) }
      sky.clipShape(Ellipse())
      ZStack {
        sky
        Circle().fill(.white).frame(width: 22).blendMode(.softLight)
      }
      ZStack {
        Circle().fill(.teal)
        Image(systemName: "bolt.fill").blendMode(.destinationOut)
      }
      .compositingGroup()
      sky.saturation(0.2)
      sky.hueRotation(.degrees(120))
      Circle().stroke(AngularGradient(colors: [.pink, .purple, .pink.opacity(0.2)], center: .center), lineWidth: 6)
        .rotationEffect(.degrees(-90)).padding(3)
      Text("Ab").scaleEffect(x: -1.4, y: 1.4)
      Text("Ab").scaleEffect(x: 0.7, y: 1.6)
      Text("🙂").rotationEffect(.degrees(20))
      MeshGradient(
        width: 3, height: 3,
        points: [[0, 0], [0.5, 0], [1, 0], [0, 0.5], [0.7, 0.4], [1, 0.5], [0, 1], [0.5, 1], [1, 1]],
        colors: [.indigo, .purple, .pink, .blue, .white, .orange, .cyan, .mint, .yellow])
      Rectangle().fill(.green).rotation3DEffect(.degrees(60), axis: (x: 0, y: 1, z: 0))
      RoundedRectangle(cornerRadius: 6).fill(.brown).brightness(0.2).shadow(radius: 3, y: 2)
      sky.mask { LinearGradient(colors: [.black, .clear], startPoint: .leading, endPoint: .trailing) }
    }
    .frame(height: 150)
  }
}
