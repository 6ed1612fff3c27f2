// swift-format-ignore-file
//
//  Ferry.swift
//  FerryWidget
//
//  The next ferries from a quay that the intent of the time before AppIntents chooses, with badges that UIKit draws.
//

import Intents
import OSLog
import SwiftUI
import UIKit
import UserNotifications
import WidgetKit

private let log = OSLog(subsystem: "com.example.ferry", category: "widget")

// MARK: - Look

extension UIColor {
    convenience init(hex: Int) {
        self.init(
            red: CGFloat((hex >> 16) & 0xFF) / 255, green: CGFloat((hex >> 8) & 0xFF) / 255,
            blue: CGFloat(hex & 0xFF) / 255, alpha: 1)
    }

    static let quay = UIColor { traits in
        traits.userInterfaceStyle == .dark ? UIColor(hex: 0x64D2FF) : UIColor(hex: 0x0A5C8A)
    }

    var isLight: Bool {
        var red: CGFloat = 0, green: CGFloat = 0, blue: CGFloat = 0, alpha: CGFloat = 0
        getRed(&red, green: &green, blue: &blue, alpha: &alpha)
        return red * 0.299 + green * 0.587 + blue * 0.114 > 0.6
    }
}

extension Color {
    init(hex: UInt32, alpha: Double = 1) {
        self.init(
            .sRGB, red: Double((hex >> 16) & 0xFF) / 255, green: Double((hex >> 8) & 0xFF) / 255,
            blue: Double(hex & 0xFF) / 255, opacity: alpha)
    }
}

enum Badge {
    /// A number in a circle.
    static func image(_ number: Int, color: UIColor) -> UIImage {
        let side = UIFontMetrics(forTextStyle: .headline).scaledValue(for: 28)
        let renderer = UIGraphicsImageRenderer(size: CGSize(width: side, height: side))
        return renderer.image { context in
            let rect = CGRect(x: 0, y: 0, width: side, height: side)
            color.setFill()
            UIBezierPath(ovalIn: rect.insetBy(dx: 1, dy: 1)).fill()
            context.cgContext.setStrokeColor(UIColor.white.cgColor)
            context.cgContext.setLineWidth(2)
            for step in 0..<number {
                let x = side * CGFloat(step + 1) / CGFloat(number + 1)
                context.cgContext.move(to: CGPoint(x: x, y: side * 0.3))
                context.cgContext.addLine(to: CGPoint(x: x, y: side * 0.7))
                context.cgContext.strokePath()
            }
        }
    }

    static func symbol(_ name: String) -> UIImage {
        let configuration = UIImage.SymbolConfiguration(pointSize: 20, weight: .semibold, scale: .medium)
        return UIImage(systemName: name, withConfiguration: configuration)?.withTintColor(.quay, renderingMode: .alwaysOriginal)
            ?? UIImage()
    }
}

// MARK: - Configuration

/// What Xcode makes of the intent definition file, written out.
final class SelectQuayIntent: INIntent, @unchecked Sendable {
    var quay: Quay? = Quay(identifier: "old-town", display: "Old Town")
}

final class Quay: INObject, @unchecked Sendable {}

// MARK: - Provider

struct FerryEntry: TimelineEntry {
    let date: Date
    let configuration: SelectQuayIntent
    var minutes = [4, 19, 34]
}

struct FerryProvider: IntentTimelineProvider {
    func placeholder(in context: Context) -> FerryEntry {
        FerryEntry(date: Date(), configuration: SelectQuayIntent())
    }

    func getSnapshot(for configuration: SelectQuayIntent, in context: Context, completion: @escaping (FerryEntry) -> ()) {
        completion(FerryEntry(date: Date(), configuration: configuration))
    }

    func getTimeline(
        for configuration: SelectQuayIntent, in context: Context, completion: @escaping (Timeline<Entry>) -> ()
    ) {
        let now = Date()
        let entries = (0..<5).map { offset in
            FerryEntry(
                date: Calendar.current.date(byAdding: .minute, value: offset * 15, to: now)!, configuration: configuration)
        }
        os_log("Made %d entries for %{public}@", log: log, type: .info, entries.count, configuration.quay?.displayString ?? "-")
        UNUserNotificationCenter.current().getNotificationSettings { settings in
            if settings.authorizationStatus == .authorized { remind(entries[0]) }
        }
        completion(Timeline(entries: entries, policy: .atEnd))
    }
}

private func remind(_ entry: FerryEntry) {
    let content = UNMutableNotificationContent()
    content.title = "Ferry"
    content.body = "Leaves in \(entry.minutes[0]) minutes"
    content.sound = .default
    let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false)
    UNUserNotificationCenter.current().add(
        UNNotificationRequest(identifier: "ferry", content: content, trigger: trigger))
}

// MARK: - Views

struct FerryView: View {
    @Environment(\.sizeCategory) private var sizeCategory
    let entry: FerryEntry

    private static let time: DateFormatter = {
        let formatter = DateFormatter()
        formatter.timeStyle = .short
        return formatter
    }()

    private var isPad: Bool { UIDevice.current.userInterfaceIdiom == .pad }

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            HStack {
                Image(uiImage: Badge.symbol("ferry.fill"))
                Text(entry.configuration.quay?.displayString ?? "Any quay").font(Font(UIFont.preferredFont(forTextStyle: .headline)))
            }
            Text(entry.date, formatter: Self.time).accessibility(label: Text("Updated at \(entry.date, formatter: Self.time)"))
            HStack {
                ForEach(entry.minutes.indices, id: \.self) { index in
                    Image(uiImage: Badge.image(index + 1, color: .quay)).resizable().frame(width: isPad ? 32 : 20, height: isPad ? 32 : 20)
                    if !sizeCategory.isAccessibilityCategory { Text("\(entry.minutes[index])").font(.caption) }
                }
            }
        }
        .foregroundColor(Color(hex: 0x0A5C8A, alpha: 0.9))
        .containerBackground(Color(UIColor.systemBackground), for: .widget)
    }
}

struct FerryWidget: Widget {
    var body: some WidgetConfiguration {
        IntentConfiguration(kind: "FerryWidget", intent: SelectQuayIntent.self, provider: FerryProvider()) { entry in
            FerryView(entry: entry)
        }
        .configurationDisplayName("Ferries")
        .description("The next ferries from a quay.")
        .supportedFamilies([.systemSmall, .systemMedium, .systemExtraLarge])
    }
}

@main
struct FerryBundle: WidgetBundle {
    var body: some Widget { FerryWidget() }
}
