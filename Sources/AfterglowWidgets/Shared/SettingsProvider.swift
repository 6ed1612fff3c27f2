import Afterglow
import Foundation

/// All that a view needs which shows nothing but what was set.
struct SettingsEntry<Intent: WidgetConfigurationIntent>: TimelineEntry {
  var date: Date
  var intent: Intent
  var displaySize: Size
}

/// One entry for ever: content changes when its owner sets it otherwise, and ticking costs no reloads (rule 69).
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
