import Afterglow
import Foundation

// Charts, as written for Swift Charts.

struct Share {
  let name: String
  let share: Double
  let bytes: Int
}

enum Source: String, Plottable, CaseIterable {
  case solar
  case grid
}

struct LineIdioms: View {
  let values: [Double]
  let lows: [Double]
  let highs: [Double]
  let average: Double
  let start: Date
  let end: Date

  var body: some View {
    Chart(Array(values.enumerated()), id: \.offset) { hour, value in
      AreaMark(x: .value("Hour", hour), y: .value("kW", value))
        .foregroundStyle(.linearGradient(colors: [.blue, .clear], startPoint: .top, endPoint: .bottom))
    }
    Chart { LineMark(x: .value("Hour", 1), y: .value("%", 48)) }.chartYScale(domain: 0...100)
    Chart { PointMark(x: .value("Time", start), y: .value("Value", 3)) }.chartXScale(domain: start...end)
    Chart(values.indices, id: \.self) { day in
      LineMark(x: .value("Day", day), y: .value("Price", values[day]))
    }
    .chartYScale(domain: .automatic(includesZero: false))
    Chart(values.indices, id: \.self) { i in
      LineMark(x: .value("Hour", i), y: .value("°C", values[i])).interpolationMethod(.catmullRom)
        .symbol(.circle).symbolSize(30)
    }
    Chart(values.indices, id: \.self) { i in
      LineMark(x: .value("Day", i), y: .value("kg", values[i])).interpolationMethod(.monotone)
        .lineStyle(StrokeStyle(lineWidth: 3, lineCap: .round)).interpolationMethod(.catmullRom(alpha: 0.3))
    }
    Chart {
      LineMark(x: .value("Hour", 1), y: .value("°C", 12)).foregroundStyle(by: .value("City", "Rome"))
        .symbol(by: .value("City", "Rome"))
      PointMark(x: .value("Hour", 1), y: .value("°C", 12)).symbol { Image(systemName: "star") }
    }
    .chartLegend(.hidden)
    Chart(lows.indices, id: \.self) { i in
      AreaMark(x: .value("Day", i), yStart: .value("Low", lows[i]), yEnd: .value("High", highs[i]))
    }
  }
}

struct BarIdioms: View {
  let average: Double
  let date: Date
  let totals: [String: Int]
  let parts: [Share]

  var body: some View {
    Chart {
      BarMark(x: .value("Day", "Mon"), y: .value("Steps", 5200))
      RuleMark(y: .value("Average", average)).foregroundStyle(.secondary)
        .lineStyle(StrokeStyle(lineWidth: 1, dash: [3, 3]))
    }
    Chart { BarMark(x: .value("Day", "Mon"), y: .value("Steps", 5200)).annotation(position: .top) { Text("5.2k") } }
    Chart { BarMark(x: .value("Day", "Mon"), y: .value("Hours", 7)).cornerRadius(4) }
    Chart {
      BarMark(x: .value("Day", "Mon"), y: .value("kWh", 4)).foregroundStyle(by: .value("Source", "Solar"))
    }
    .chartForegroundStyleScale(["Solar": Color.yellow, "Grid": Color.gray])
    Chart {
      BarMark(x: .value("Day", "Mon"), y: .value("kWh", 4), stacking: .normalized)
        .foregroundStyle(by: .value("Source", Source.solar)).position(by: .value("Source", Source.solar))
    }
    .chartForegroundStyleScale([Source.solar: .yellow, Source.grid: .gray])
    Chart {
      BarMark(x: .value("Day", "Mon"), yStart: .value("Low", 8), yEnd: .value("High", 17)).clipShape(Capsule())
    }
    Chart(totals.sorted(by: <), id: \.key) { name, lines in
      BarMark(x: .value("Lines", lines), y: .value("Language", name), height: .ratio(0.6))
    }
    Chart(parts, id: \.name) { part in
      BarMark(x: .value("Bytes", part.bytes)).foregroundStyle(by: .value("Kind", part.name))
    }
    .chartXAxis(.hidden).frame(height: 20)
    Chart(parts, id: \.name) { item in
      SectorMark(angle: .value("Share", item.share), innerRadius: .ratio(0.6), angularInset: 1.5)
        .cornerRadius(3)
        .foregroundStyle(by: .value("Name", item.name))
    }
    Chart { BarMark(x: .value("Day", date, unit: .day), y: .value("Steps", 4000), width: 8) }
      .chartXAxis { AxisMarks(format: .dateTime.weekday(.narrow)) }
  }
}

struct AxisIdioms: View {
  let date: Date

  var body: some View {
    Chart { BarMark(x: .value("Day", "Mon"), y: .value("Hours", 7.5)) }.chartYAxis { AxisMarks(position: .leading) }
    Chart { LineMark(x: .value("Time", date), y: .value("°C", 18)) }
      .chartXAxis {
        AxisMarks(values: .stride(by: .hour, count: 6)) { _ in
          AxisGridLine()
          AxisValueLabel(format: .dateTime.hour())
        }
      }
    Chart { BarMark(x: .value("Day", "Mon"), y: .value("km", 8)) }
      .chartYAxis { AxisMarks(values: .automatic(desiredCount: 3)) }
    Chart { LineMark(x: .value("Hour", 4), y: .value("kW", 2)) }
      .chartYAxis {
        AxisMarks(position: .trailing) {
          AxisGridLine(stroke: StrokeStyle(lineWidth: 0.5, dash: [2, 2]))
          AxisTick()
          AxisValueLabel()
        }
      }
    Chart { LineMark(x: .value("Hour", 4), y: .value("kW", 2)) }
      .chartXAxis {
        AxisMarks(values: [0, 6, 12, 18]) { value in
          if let hour = value.as(Int.self) {
            AxisValueLabel(centered: true) { Text("\(hour)h").font(.caption2) }
          }
          if value.index == 0 { AxisGridLine().foregroundStyle(.red) } else { AxisTick() }
        }
        AxisMarks(values: .stride(by: 6.0)) { _ in AxisTick(length: 6, stroke: StrokeStyle(lineWidth: 2)) }
      }
      .chartXScale(range: .plotDimension(padding: 8)).chartYScale(domain: [10, 0])
  }
}
