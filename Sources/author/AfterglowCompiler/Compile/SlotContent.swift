import AfterglowCore
import AfterglowViews
import Foundation

/// The content of one slot after its provider has run.
struct SlotContent {
  var timeline: WidgetTimeline
  /// Of the provider's answer: the same for as long as the content is kept.
  var mark = ContentMark()
  /// The view is redacted: there is no real content.
  var isPlaceholder = false
  /// In place of a placeholder the view says why there is none.
  var isNotice = false
  /// The provider failed, and is to be called again soon.
  var isRetrying = false
  /// Why the provider failed, in one sentence; nil = it did not, or its content has not come yet.
  var failure: String?
  var diagnostics: [Diagnostic] = []
  /// Why there is no new content; nil = there is.
  var shortfall: ContentShortfall?
  /// Why nothing of it is composed; nil = it is.
  var setAside: SetAsideContent?
  /// What is tried out on it.
  var trial: ContentTrial?

  /// Maximum number of entries of one timeline in an archive; for more, the daemon reloads in time.
  static let maximumEntryCount = WidgetTimeline.maximumEntryCount
  /// Delay after a failure, and minimum interval between two reloads that a widget asks for (docs/rules.md, Timelines).
  static let retryInterval = WidgetTimeline.reloadInterval
  /// How long after a due reload content is considered stale, our choice: a widget is reloaded every 15 to 60 min.
  static let staleGrace: TimeInterval = 1800

  static func load(
    _ slot: SceneSlot, placement: SlotPlacement, scene: PanelScene, date: Date
  ) -> SlotContent {
    if let aside = slot.reasonAside { return setAside(aside, slot, at: date) }
    var context = TimelineProviderContext(
      family: slot.family, displaySize: placement.sizePt, isPreview: scene.style.isPreview, date: date,
      environment: scene.environment(family: slot.family, placement: placement), folder: scene.origin.folder,
      place: scene.place)
    if scene.board.showsAhead != 0 { context.secondsAhead = ComingHours.seconds }
    return load(slot, context, scene, at: date).tried(scene.style.contentTrial, slot, context)
  }

  private static func load(
    _ slot: SceneSlot, _ context: TimelineProviderContext, _ scene: PanelScene, at date: Date
  ) -> SlotContent {
    if let kept = slot.kept, !scene.style.isPreview { return kept.content.trimmed(to: date) }
    let descriptor = slot.widget.descriptor
    var diagnostics: [Diagnostic] = []
    let failure: String?
    var notice: ContentNotice?
    let shortfall: ContentShortfall
    do {
      if scene.style.isPreview {
        let entry = try descriptor.snapshot(slot.configuration, context)
        return SlotContent(timeline: WidgetTimeline(entries: [entry], madeAt: date, policy: .never))
      }
      var timeline = try descriptor.timeline(slot.configuration, context)
      if timeline.entries.isEmpty { throw CompileError("its timeline has no entries") }
      timeline.madeAt = timeline.reception.map { min($0.date, date) } ?? date
      timeline.trim(to: date)
      if let slowness = timeline.slowness { diagnostics.append(Diagnostic(.warning, slot: slot.identifier, slowness)) }
      return SlotContent(timeline: timeline, diagnostics: diagnostics)
    } catch {
      let awaited = error as? any AwaitableContentError
      let isAwaited = awaited?.isAwaited == true
      notice = isAwaited ? awaited?.notice(in: scene.locale) : nil
      let told = notice.flatMap { $0.date <= date ? $0.words : nil }
      // A log and `afterglow status` have one line for it.
      let sentence = "\(error)".split(whereSeparator: \.isNewline).joined(separator: "; ")
      let reason = sentence.last.map(".?!".contains) == true ? sentence : "\(sentence)."
      // Awaited content arrives without a retry.
      failure = isAwaited ? nil : reason
      let words = !isAwaited ? "no new content" : told == nil ? "no content yet" : "no content"
      shortfall = ContentShortfall(
        severity: isAwaited && told == nil ? .notice : .error, reason: "\(words): \(reason)", told: told)
    }
    if var last = slot.lastGood {
      last.trim(to: date)
      return SlotContent(
        timeline: last, isRetrying: true, failure: failure, diagnostics: diagnostics, shortfall: shortfall)
    }
    if let notice, notice.date <= date { return showing(notice, slot, context, after: shortfall) }
    let entry = descriptor.placeholder(slot.configuration, context)
    let policy = notice.map { TimelineReloadPolicy.after($0.date) } ?? .never
    let placeholder = WidgetTimeline(entries: [entry], madeAt: nil, policy: policy)
    return SlotContent(
      timeline: placeholder, isPlaceholder: true, isRetrying: true, failure: failure, diagnostics: diagnostics,
      shortfall: shortfall)
  }

  /// In place of content that has never come.
  private static func showing(
    _ notice: ContentNotice, _ slot: SceneSlot, _ context: TimelineProviderContext, after shortfall: ContentShortfall
  ) -> SlotContent {
    let isBare = slot.widget.descriptor.contentMarginsDisabled
    let margins = isBare ? context.environment.widgetContentMargins : EdgeInsets()
    let family = slot.family
    let entry = ErasedEntry(date: context.date) {
      AnyView(HostChrome.Notice(notice: notice, family: family, margins: margins))
    }
    return SlotContent(
      timeline: WidgetTimeline(entries: [entry], madeAt: nil, policy: .never), isPlaceholder: true, isNotice: true,
      isRetrying: true, shortfall: shortfall)
  }

  /// The same content at a later date.
  private func trimmed(to date: Date) -> SlotContent {
    var content = self
    content.timeline.trim(to: date)
    return content
  }

  /// Whether the widget has neither new content nor any that this process knows: its last picture is better than a
  /// placeholder.
  var lacksContent: Bool { isPlaceholder && (isRetrying || setAside != nil) }

  /// When the provider is to be called again; nil = never.
  func nextReload(after date: Date) -> Date? {
    let soonest = date.addingTimeInterval(Self.retryInterval)
    if isRetrying { return soonest }
    let dates = [timeline.reloadDue, checkDue.flatMap { $0 > date ? $0 : nil }]
    return dates.compactMap(\.self).min().map { max($0, soonest) }
  }

  /// In time to see whether it was confirmed. Once it is stale, its confirmation is reported.
  var checkDue: Date? { timeline.receptionDue?.addingTimeInterval(Self.staleGrace - 2 * Self.retryInterval) }

  var staleAfter: Date? {
    if isPlaceholder { return nil }
    if trial == .stale { return timeline.madeAt }
    return [timeline.endDue, timeline.receptionDue].compactMap(\.self).min()?.addingTimeInterval(Self.staleGrace)
  }
}

/// Why a widget has no new content.
struct ContentShortfall {
  var severity: Diagnostic.Severity
  /// One sentence.
  var reason: String
  /// The words that a viewer reads in place of content that has never come; nil = none.
  var told: String?

  /// The message to the user.
  ///
  /// - Parameter shown: what the panel shows instead, such as "a placeholder".
  func diagnostic(_ slot: String, shown: String) -> Diagnostic {
    Diagnostic(severity, slot: slot, "\(reason) The panel shows \(shown) meanwhile.")
  }
}

/// What a slot showed in an earlier compile, to be shown again without asking its provider (``SceneSlot/kept``).
package struct KeptContent: Sendable {
  let content: SlotContent
  /// The date of the picture that stands in place of the content; nil = there is none.
  var pictureDate: Date?
  /// The content of the widget's detail page; nil = it has none.
  var detail: SlotContent?

  /// The timeline of the widget's detail page; nil = there is only a placeholder.
  package var detailTimeline: WidgetTimeline? { detail.flatMap { $0.isPlaceholder ? nil : $0.timeline } }

  /// nil = there is only a placeholder.
  package var timeline: WidgetTimeline? { content.isPlaceholder ? nil : content.timeline }
  /// When its policy asks for the next timeline.
  package var reloadDue: Date? { content.timeline.reloadDue }
  /// When to look whether received content was confirmed, before it is marked as old.
  package var checkDue: Date? { content.checkDue }
  /// Whether the host says why there is no content.
  package var isNotice: Bool { content.isNotice }
  /// The words that a viewer reads in place of content that has never come; nil = none.
  package var notice: String? { content.isNotice && pictureDate == nil ? content.shortfall?.told : nil }
  /// Whether the content is invented, because the scene asks for a sample.
  package var isInvented: Bool { content.timeline.isInvented }
  /// Whether nothing of it is composed until it changes.
  package var isSetAside: Bool { content.setAside != nil }
  /// Why the provider failed, in one sentence; nil = it did not.
  package var failure: String? { content.failure }
  /// One sentence about the part that the content lacks; nil = it is whole, or there is only a placeholder.
  package var shortage: String? { content.isPlaceholder ? nil : content.timeline.shortage }
  /// One sentence about content that a limit left out and that nothing shown depends on; nil = there is none, or there
  /// is only a placeholder.
  package var remark: String? { content.isPlaceholder ? nil : content.timeline.remark }
  /// A clause about content that is whole and has nothing to show; nil = it has something, or there is only a placeholder.
  package var emptiness: String? { content.isPlaceholder ? nil : content.timeline.emptiness }
  /// The age of the content counts from here; nil = there is only a placeholder.
  package var date: Date? {
    pictureDate ?? (content.isPlaceholder ? nil : content.timeline.reception?.date ?? content.timeline.madeAt)
  }
  /// Whether the widget has neither new content nor any that this process knows.
  package var lacksContent: Bool { content.lacksContent }
}

/// The date of the content: for entries that were due before the content was read, their own date; for later ones, the
/// time of reading. Reading an old file again does not make its content newer.
struct AgeWords: Equatable {
  let first: AgeText
  let later: AgeText

  init(_ timeline: WidgetTimeline, compiledAt now: Date, scene: PanelScene) {
    let madeAt = timeline.madeAt ?? now
    let words = { AgeText($0, compiledAt: now, locale: scene.locale, timeZone: scene.timeZone) }
    later = words(madeAt)
    let firstDate = timeline.entries.first?.date ?? madeAt
    first = firstDate < madeAt ? words(firstDate) : later
  }
}

extension WidgetTimeline {
  /// When its provider is to be called again: by its policy, or because more entries follow.
  var reloadDue: Date? { [policyDue, continuesAt].compactMap(\.self).min() }

  /// From when the entries are not the newest: by their policy, or because those that follow are not among them.
  var endDue: Date? {
    [policyDue, continuesAt == nil ? nil : entries.last?.date].compactMap(\.self).min()
  }

  private var policyDue: Date? {
    switch policy {
    case .atEnd: entries.last?.date
    case .after(let date): date
    case .never: nil
    }
  }

  /// When content from elsewhere is due.
  var receptionDue: Date? { reception.flatMap { reception in reception.every.map { reception.date + $0 } } }

  /// Sorted, starting with the entry that is shown now; at most as many as an archive holds.
  mutating func trim(to date: Date) {
    let sorted = entries.enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }
      .map(\.element)
    let window = Self.window(sorted, at: date, dated: \.date)
    entries = Array(window.entries)
    continuesAt = [continuesAt, window.continuesAt].compactMap(\.self).min()
  }
}

extension PanelScene {
  /// The environment of a slot's provider and views, before rendering mode and luminance.
  func environment(family: WidgetFamily, placement: SlotPlacement) -> EnvironmentValues {
    var environment = EnvironmentValues()
    environment.widgetFamily = family
    environment.showsWidgetContainerBackground = placement.showsContainerBackground
    environment.widgetContentMargins = placement.margins
    environment.showsDetails = placement.showsDetails
    environment.showsWidgetLabel = placement.label != nil
    environment.widgetLabelRoom = placement.label?.size ?? .zero
    environment.locale = locale
    environment.layoutDirection = LayoutDirection(locale)
    environment.timeZone = timeZone
    environment.dynamicTypeSize = style.typeSize
    environment.typeTable = style.typeTable
    environment.fontFile = style.font
    environment.accessibilityInvertColors = board.isEmissive == 0
    environment.panelInks = PanelInks(PixelFormat(rawValue: board.pixelFormat))
    environment.smallestTextPt = Font.smallestTextPt / placement.deviceShare
    return environment
  }
}
