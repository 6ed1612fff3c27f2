import Afterglow
import Foundation

// Live Activities as authors of iOS widgets declare them.

struct DeliveryAttributes: ActivityAttributes {
  public struct ContentState: Codable, Hashable {
    var driver: String
    var arrival: ClosedRange<Date>
  }

  var orderNumber: Int
}

struct DeliveryActivity: Widget {
  var body: some WidgetConfiguration {
    ActivityConfiguration(for: DeliveryAttributes.self) { context in
      VStack {
        Text("Order \(context.attributes.orderNumber)").opacity(context.isStale ? 0.5 : 1)
        Text(timerInterval: context.state.arrival)
      }
      .activityBackgroundTint(Color.black.opacity(0.6))
      .activitySystemActionForegroundColor(.white)
    } dynamicIsland: { context in
      DynamicIsland {
        DynamicIslandExpandedRegion(.leading, priority: 1) { Image(systemName: "car") }
        DynamicIslandExpandedRegion(.trailing) {
          Text(timerInterval: context.state.arrival).dynamicIsland(verticalPlacement: .belowIfTooWide)
        }
        if context.isStale {
          DynamicIslandExpandedRegion(.bottom) { Text(context.state.driver) }
        }
      } compactLeading: {
        Image(systemName: "car")
      } compactTrailing: {
        Text("4m")
      } minimal: {
        Text("4")
      }
      .keylineTint(.orange)
      .widgetURL(URL(string: "https://example.com"))
      .contentMargins(.trailing, 8, for: .expanded)
    }
    .supplementalActivityFamilies([.small])
  }
}

struct ActivityIdioms {
  func start(_ state: DeliveryAttributes.ContentState) async throws -> Activity<DeliveryAttributes>? {
    guard ActivityAuthorizationInfo().areActivitiesEnabled else { return nil }
    let content = ActivityContent(state: state, staleDate: .now + 600, relevanceScore: 50)
    let activity = try Activity.request(
      attributes: DeliveryAttributes(orderNumber: 4), content: content, pushType: .token)
    await activity.update(content, alertConfiguration: AlertConfiguration(title: "Here", body: "Soon", sound: .default))
    for await update in activity.contentUpdates { print(update.state.driver) }
    for await activity in Activity<DeliveryAttributes>.activityUpdates { print(activity.activityState) }
    for activity in Activity<DeliveryAttributes>.activities {
      await activity.end(nil, dismissalPolicy: .after(.now + 60))
    }
    return activity
  }
}

#Preview("Notification", as: .content, using: DeliveryAttributes(orderNumber: 4)) {
  DeliveryActivity()
} contentStates: {
  DeliveryAttributes.ContentState(driver: "Ada", arrival: .now...Date.now + 240)
}
