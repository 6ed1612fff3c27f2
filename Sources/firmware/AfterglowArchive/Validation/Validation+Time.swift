import AfterglowCore
import AfterglowTimeline

extension Validator {
  func checkZones() throws(ArchiveError) {
    let zones = archive.zones
    var end: UInt32 = 0
    for index in 0..<zones.count {
      let zone = zones[index]
      if !continues(zone.transitions, &end) { throw fault(.rangeOutOfOrder, .zones, index) }
      if !isInside(zone.transitions, .zoneTransitions) || !isInside(zone.name, .strings) {
        throw fault(.rangeOutOfSection, .zones, index)
      }
      if zone.reserved0 != 0 { throw fault(.nonzeroReserved, .zones, index) }
      if !isOffset(zone.initialOffsetSeconds) { throw fault(.valueOutOfRange, .zones, index) }
      try checkRule(zone.rule, index)
      try checkTransitions(zone.transitions)
    }
    if UInt64(end) != count(.zoneTransitions) { throw fault(.unfinishedData, .zoneTransitions, Int(end)) }
  }

  private func isOffset(_ seconds: Int32) -> Bool {
    seconds.magnitude <= UInt32(ArchiveLimits.utcOffsetSeconds)
  }

  private func checkTransitions(_ range: RecordRange) throws(ArchiveError) {
    let transitions = archive.records(.zoneTransitions, as: ZoneTransition.self)
    var before = Int64.min
    for index in Int(range.first)..<Int(range.first) + Int(range.count) {
      let transition = transitions[index]
      if transition.seconds <= before { throw fault(.unsorted, .zoneTransitions, index) }
      before = transition.seconds
      if transition.seconds.magnitude > UInt64(ArchiveLimits.instantMs / 1000)
        || !isOffset(transition.utcOffsetSeconds) || transition.isDaylight > 1
      {
        throw fault(.valueOutOfRange, .zoneTransitions, index)
      }
      if transition.reserved0 != 0 || transition.reserved1 != 0 {
        throw fault(.nonzeroReserved, .zoneTransitions, index)
      }
    }
  }

  private func checkRule(_ rule: PosixRule, _ zone: Int) throws(ArchiveError) {
    if rule.kind > 2 { throw fault(.unknownValue, .zones, zone) }
    if rule.reserved0 != 0 || rule.reserved1 != 0 || rule.reserved2 != 0 {
      throw fault(.nonzeroReserved, .zones, zone)
    }
    if !isOffset(rule.standardOffsetSeconds) || !isOffset(rule.daylightOffsetSeconds) {
      throw fault(.valueOutOfRange, .zones, zone)
    }
    try checkDay(rule.daylightStart, zone)
    try checkDay(rule.daylightEnd, zone)
  }

  private func checkDay(_ day: PosixDay, _ zone: Int) throws(ArchiveError) {
    guard PosixDayKind(rawValue: day.kind) != nil else { throw fault(.unknownValue, .zones, zone) }
    if day.reserved != 0 { throw fault(.nonzeroReserved, .zones, zone) }
    if day.month < 1 || day.month > 12 || day.week < 1 || day.week > 5 || day.weekday > 6 || day.day > 365
      || day.timeSeconds.magnitude > UInt32(ArchiveLimits.ruleTimeSeconds)
    {
      throw fault(.valueOutOfRange, .zones, zone)
    }
  }
}
