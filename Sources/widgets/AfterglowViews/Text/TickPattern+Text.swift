import Foundation

extension TickPattern {
  /// What a text shows; nil if it does not tick. At reduced luminance nothing changes more than once a minute.
  init?(_ storage: Text.Storage, in context: ResolveContext) {
    let locale = context.environment.locale
    let isSlow = context.environment.isLuminanceReduced
    func distance(_ date: Date, _ style: DistanceStyle) -> TickPattern {
      context.pattern(.distance(date, isSlow ? style.withoutSeconds : style, locale: locale))
    }
    switch storage {
    case .clock(.hourMinuteSecond, _) where isSlow: self = .clock(.hourMinute, in: locale)
    case .clock(let format, _): self = .clock(format, in: locale)
    case .timer(let interval, let countsDown, let showsHours) where isSlow:
      self = .minutes(interval, countsDown: countsDown, showsHours: showsHours, in: locale)
    case .timer(let interval, let countsDown, let showsHours):
      self = .timer(interval, countsDown: countsDown, showsHours: showsHours)
    case .age(let date, let words): self = .age(date, in: words)
    case .distance(let date, let style): self = distance(date, style)
    case .reference(let style):
      if style.absolute(in: context.environment) != nil { return nil }
      let units = isSlow ? style.units.filter { $0 != .second } : style.units
      self = .reference(style.date, units: units.isEmpty ? [.minute] : Set(units), in: locale)
    case .dated(let date, .timer) where isSlow: self = distance(date, .hoursAndMinutes)
    case .dated(let date, .timer): self = context.pattern(.timer(date))
    case .dated(let date, .relative): self = distance(date, .relative)
    case .dated(let date, .offset): self = distance(date, .offset)
    case .plain, .formatted, .localized, .image, .joined, .dated(_, .date), .dated(_, .time): return nil
    }
  }
}
