import AfterglowCompiler
import AfterglowDocuments

/// The times of the week at which pages of a scene are the home page: `schedule` of each page.
struct PageSchedule {
  /// Maximum number of periods of a page.
  static let maximumCount = 16

  /// A period on one day of the week.
  private struct Start: Hashable {
    var minute: Int
    /// 0 is Sunday.
    var day: Int
  }

  private var week = Week()
  /// The pages that begin at a minute of a day.
  private var begun: [Start: Int] = [:]
  private var ended: Set<Start> = []

  /// Reads the periods of a page.
  mutating func read(_ part: inout StrictDecoder, page: Int) {
    guard let items = part.mappings("schedule", of: "periods", maximumCount: Self.maximumCount) else { return }
    for var item in items {
      let times = SchedulePart.times(&item)
      item.finish()
      guard let times else { continue }
      let text = "\(SchedulePart.time(times.start)) to \(SchedulePart.time(times.end))"
      let words = "\"\(item.path)\" on line \(item.position.line), \(text)"
      if let other = week.insert(times.start, times.end, days: times.days, words) {
        item.fail(
          "from", "expected a period that overlaps no earlier one, found \(text), which overlaps \(other)")
      }
      for day in 0..<7 where times.days & (1 << UInt8(day)) != 0 {
        begun[Start(minute: Int(times.start), day: day)] = page
        let isNextDay = times.end <= times.start || times.end == 1440
        ended.insert(Start(minute: Int(times.end) % 1440, day: isNextDay ? (day + 1) % 7 : day))
      }
    }
  }

  /// The changes of the home page: a page begins, or the first one returns where no other follows.
  var starts: [PanelPages.Start] {
    var days: [PanelPages.Start: UInt8] = [:]
    func add(_ page: Int, _ start: Start) {
      days[PanelPages.Start(page: page, minute: start.minute, days: 0), default: 0] |= 1 << UInt8(start.day)
    }
    for (start, page) in begun { add(page, start) }
    for start in ended where begun[start] == nil { add(0, start) }
    return days.map { PanelPages.Start(page: $0.page, minute: $0.minute, days: $1) }
      .sorted { ($0.minute, $0.page) < ($1.minute, $1.page) }
  }
}
