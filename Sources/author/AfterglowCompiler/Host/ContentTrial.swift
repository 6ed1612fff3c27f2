import AfterglowViews

/// A situation that a widget has to bear, whatever its content is, for who looks at it before it happens.
package enum ContentTrial: String, CaseIterable, Hashable, Sendable {
  /// Words are twice as long.
  case longest
  /// No update has come for a day.
  case stale
  /// The provider fails, and there is no earlier content.
  case failing
  /// No content has come yet.
  case placeholder
  /// Private content is hidden.
  case redacted
}

extension SlotContent {
  /// The content in a trial.
  func tried(_ trial: ContentTrial?, _ slot: SceneSlot, _ context: TimelineProviderContext) -> SlotContent {
    switch trial {
    case .stale:
      guard staleAfter != nil else { return self }
      var old = self
      old.trial = .stale
      old.timeline.madeAt = timeline.madeAt.map { $0 - Self.trialAge }
      old.timeline.reception = timeline.reception.map {
        ContentReception(date: $0.date - Self.trialAge, every: $0.every)
      }
      return old
    case .failing:
      return Self.bare(slot, context, failure: "The provider fails, because this is tried out.")
    case .placeholder: return Self.bare(slot, context, failure: nil)
    case .redacted, .longest, nil:
      var same = self
      same.trial = trial
      return same
    }
  }

  private static let trialAge: Double = 86_400

  /// What is shown without content.
  private static func bare(_ slot: SceneSlot, _ context: TimelineProviderContext, failure: String?) -> SlotContent {
    let entry = slot.widget.descriptor.placeholder(slot.configuration, context)
    return SlotContent(
      timeline: WidgetTimeline(entries: [entry], madeAt: nil, policy: .never), isPlaceholder: true,
      isRetrying: failure != nil, failure: failure,
      shortfall: failure.map { ContentShortfall(severity: .error, reason: "no new content: \($0)") })
  }

  /// Why its views hide something.
  var redactionReasons: RedactionReasons {
    if isPlaceholder { return isNotice ? [] : .placeholder }
    return trial == .redacted ? .privacy : []
  }
}
