import AfterglowArchive

/// The part of an archive's regions and actions that one widget may use. An archive with too many is refused as a whole, and a
/// widget's program may send any number: each widget has an equal part.
struct RegionBudget {
  private var actions: Set<RegionPlan.Action> = []
  private var runs: Set<[RegionPlan.Planned]> = []
  private var recordCount = 0

  /// More records than the schedules of all pages take among the actions.
  private static let scheduleCount = 256
  /// Actions of all widgets together. Each key of the board takes a record and an action besides.
  private static let actionCount =
    ArchiveSection.actions.maximumCount - 2 * ArchiveLimits.boundKeys - scheduleCount

  /// Notes the regions of an entry if there is room for them. Equal ones are stored once.
  ///
  /// - Parameters:
  ///   - widgetCount: the number of widgets that share the archive.
  ///   - bankByteCount: the board's room for an archive, of which regions get at most an eighth.
  mutating func admits(_ regions: [RegionPlan.Planned], widgetCount: Int, bankByteCount: Int) -> Bool {
    if regions.isEmpty || runs.contains(regions) { return true }
    let known = actions.union(regions.map(\.action))
    let room = bankByteCount / 8 / ArchiveSection.regions.recordByteCount
    let most = min(ArchiveSection.regions.maximumCount, room) / max(1, widgetCount)
    guard known.count <= Self.actionCount / max(1, widgetCount), recordCount + regions.count <= most
    else { return false }
    actions = known
    runs.insert(regions)
    recordCount += regions.count
    return true
  }
}
