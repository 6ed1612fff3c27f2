import Afterglow

/// Rows of reminders that a touch ticks off.
extension RemindersView {
  /// The least side of a control, in points (docs/rules.md, rule 83).
  static let leastTickPt = 44.0

  /// As many rows as fingers can reach, and the number of those that do not fit.
  func tickRows(_ size: Size, _ points: Double) -> some View {
    let line = points * 1.7
    let whole = Int(size.height / Self.leastTickPt)
    let fits = entry.total <= whole && !entry.isIncomplete
    let room = fits ? size.height : size.height - line
    let shown = entry.reminders.prefix(fits ? whole : max(1, Int(room / Self.leastTickPt)))
    let pitch = min(points * 4.2, max(Self.leastTickPt, room / Double(max(1, shown.count))))
    let words = min(points * 1.25, max(points, pitch * 0.34))
    let left = SharedWord.more.text(Figures.text(entry.total - shown.count, in: locale), in: locale)
    let note = entry.isIncomplete ? SharedWord.listIncomplete.text(in: locale) : left
    return VStack(alignment: .leading, spacing: 0) {
      ForEach(Array(shown.enumerated()), id: \.offset) { index, reminder in
        tickable(reminder, Size(width: size.width, height: pitch), words)
          .overlay(alignment: .top) {
            if index > 0 { Divider().padding(.leading, inset(words)) }
          }
      }
      if !fits {
        Text(note).font(.system(size: max(11, points * 0.9))).lineLimit(1).foregroundStyle(.secondary)
          .frame(height: line).accessibilityIdentifier(entry.isIncomplete ? "incomplete" : "more")
          .padding(.leading, inset(words))
      }
    }
    .frame(width: size.width, height: size.height, alignment: .topLeading)
  }

  /// A row that is a toggle, with the look of a task that is done; without one where the task cannot be identified.
  @ViewBuilder func tickable(_ reminder: Reminder, _ size: Size, _ points: Double) -> some View {
    if let identity = reminder.identity {
      IdentityPlace(identity) {
        Toggle(isOn: reminder.isDone, intent: TickReminder(identity, isDone: !reminder.isDone)) { EmptyView() }
          .toggleStyle(TickStyle { isDone in AnyView(whole(reminder, size, points, isDone: isDone)) })
      }
    } else {
      whole(reminder, size, points, isDone: false)
    }
  }

  /// A row in a frame of its own. A title says more than when it is due.
  private func whole(_ reminder: Reminder, _ size: Size, _ points: Double, isDone: Bool) -> some View {
    ViewThatFits(in: .horizontal) {
      row(reminder, points, due: dueWords(reminder), isDone: isDone)
      row(reminder, points, due: nil, isDone: isDone)
    }
    .frame(width: size.width, height: size.height, alignment: .leading)
  }
}

/// A toggle that is drawn as a task, open or done.
private struct TickStyle: ToggleStyle {
  let look: (Bool) -> AnyView

  func makeBody(configuration: Configuration) -> some View { look(configuration.isOn) }
}
