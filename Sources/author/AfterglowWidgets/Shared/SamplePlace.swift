import Afterglow
import Foundation

/// The place of all sample content, so that its weather, its sky and its clocks agree.
package enum SamplePlace {
  /// Porto, whose hours are those of `zone`.
  package static let place = Place(name: "Porto", latitude: 41.15, longitude: -8.61)

  /// The zone of clocks next to sample content.
  package static let zone = TimeZone(identifier: "Europe/Lisbon") ?? .gmt

  /// The place whose sky a preview shows: the scene's; without one Porto, moved to the scene's zone, where the sun rises at the
  /// hours of Porto.
  static func sky(_ context: TimelineProviderContext) -> Place? {
    if let place = context.place { return place }
    guard context.isPreview else { return nil }
    let ahead = context.environment.timeZone.secondsFromGMT(for: context.date) - zone.secondsFromGMT(for: context.date)
    var sample = place
    // The earth turns by a degree in 240 seconds.
    let longitude = sample.longitude + Double(ahead) / 240
    sample.longitude = longitude - 360 * (longitude / 360).rounded()
    return sample
  }
}
