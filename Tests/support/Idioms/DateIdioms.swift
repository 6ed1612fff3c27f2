import Afterglow
import Foundation

// Dates, times and lengths of time, as written for SwiftUI.

struct DateIdioms: View {
  var date: Date
  var start: Date
  var end: Date
  var now: Date
  var target: Date
  var pace = Duration.seconds(305)
  var seconds = 3900
  var interval: TimeInterval = 7500

  var days: Int {
    Calendar.current.dateComponents([.day], from: Calendar.current.startOfDay(for: now), to: target).day ?? 0
  }

  static let formatter: DateFormatter = {
    let formatter = DateFormatter()
    formatter.dateFormat = "MMMM"
    return formatter
  }()

  var text: String {
    let formatter = DateComponentsFormatter()
    formatter.unitsStyle = .abbreviated
    return formatter.string(from: interval) ?? "–"
  }

  var height: String {
    let formatter = MeasurementFormatter()
    formatter.unitStyle = .long
    formatter.unitOptions = .providedUnit
    return formatter.string(from: Measurement(value: 2.5, unit: UnitLength.meters))
  }

  var body: some View {
    Text(date, style: .time)
    Text("Updated \(date, style: .relative) ago").font(.caption2)
    Text(timerInterval: now...now.addingTimeInterval(360), countsDown: true)
    Text("Sunrise at \(date, format: .dateTime.hour().minute())")
    Text(start...end)
    Text("\(days) days")
    Text(Self.formatter.string(from: date))
    Text(pace, format: .time(pattern: .minuteSecond))
    Text(Duration.seconds(seconds).formatted(.units(allowed: [.hours, .minutes], width: .narrow)))
    Text(text)
    Text(height)
    Text(date, style: .timer)
    Text(date, style: .offset)
    Text(date, style: .date)
    Text(DateInterval(start: start, end: end))
    ProgressView(timerInterval: start...end, countsDown: false)
    TimelineView(.everyMinute) { context in Text(context.date, format: .dateTime.hour().minute()) }
  }
}

/// What depends on the time at which it is drawn.
struct RelativeDateIdioms: View {
  let date: Date

  var body: some View { Text(date, format: .relative(presentation: .named)) }
}
