import Afterglow
import Foundation

/// The entry of a view that shows nothing but its settings.
struct SettingsEntry<Intent: WidgetConfigurationIntent>: TimelineEntry {
  var date: Date
  var intent: Intent
  var displaySize: Size
}

/// A single entry: content changes only with the settings, and ticking costs no reloads (docs/rules.md, rule 69).
struct SettingsProvider<Intent: WidgetConfigurationIntent>: AppIntentTimelineProvider {
  func placeholder(in context: Context) -> SettingsEntry<Intent> { placeholder(for: Intent(), in: context) }

  func placeholder(for intent: Intent, in context: Context) -> SettingsEntry<Intent> {
    SettingsEntry(date: context.date, intent: intent, displaySize: context.displaySize)
  }

  func snapshot(for intent: Intent, in context: Context) throws -> SettingsEntry<Intent> {
    placeholder(for: intent, in: context)
  }

  func timeline(for intent: Intent, in context: Context) throws -> Timeline<SettingsEntry<Intent>> {
    Timeline(entries: [placeholder(for: intent, in: context)], policy: .never)
  }
}
