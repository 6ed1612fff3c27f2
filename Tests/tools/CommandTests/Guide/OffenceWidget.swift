import Afterglow
import Foundation

/// A widget in Swift whose view breaks a rule, or keeps it.
struct OffenceWidget<Content: View>: Widget {
  struct Entry: TimelineEntry {
    let date: Date
  }

  struct Provider: TimelineProvider {
    func placeholder(in context: Context) -> Entry { Entry(date: context.date) }
    func snapshot(in context: Context) throws -> Entry { placeholder(in: context) }
    func timeline(in context: Context) throws -> Timeline<Entry> {
      Timeline(entries: [placeholder(in: context)], policy: .never)
    }
  }

  var describes = "See what is the case."
  var disfavored: [WidgetLocation] = []
  var mountingStyles = WidgetMountingStyle.allCases
  @ViewBuilder let content: @Sendable () -> Content

  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "offence", provider: Provider()) { [content] _ in content() }
      .configurationDisplayName("Offence").description(describes)
      .disfavoredLocations(disfavored, for: WidgetFamily.allCases).supportedMountingStyles(mountingStyles)
  }
}
