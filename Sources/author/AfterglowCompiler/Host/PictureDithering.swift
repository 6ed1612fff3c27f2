import AfterglowCore
import AfterglowInk
import AfterglowPictures
import AfterglowViews
import Foundation

/// How pictures become the inks of e-paper (docs/ink.md, Dithering). Other panels do not need it.
public enum PictureDithering: String, CaseIterable, Codable, Sendable {
  /// Blue noise on a panel of black and white for a widget whose content changes within a quarter of an hour, so that a
  /// partial refresh moves few pixels; error diffusion elsewhere.
  case auto
  /// Error diffusion: the finest.
  case floydSteinberg
  /// Error diffusion with more contrast.
  case atkinson
  /// Thresholds that belong to the panel's pixels: a picture that changes in a part changes its dots only there.
  case blueNoise

  /// Content that changes at least as often gets no picture without the traces of the one before.
  static let oftenSeconds: TimeInterval = 900

  /// How a picture at a place on the panel becomes inks.
  func inkDithering(at corner: PixelPoint) -> InkDithering {
    switch self {
    case .auto, .floydSteinberg: .floydSteinberg
    case .atkinson: .atkinson
    case .blueNoise: .blueNoise(at: corner)
    }
  }

  /// What is used for a widget's pictures.
  func resolved(for timeline: WidgetTimeline, on inks: PanelInks) -> PictureDithering {
    guard self == .auto else { return self }
    return inks == .blackAndWhite && timeline.changesOften ? .blueNoise : .floydSteinberg
  }
}

extension WidgetTimeline {
  /// Whether two entries, or the last one and the next reload, are at most `oftenSeconds` apart.
  fileprivate var changesOften: Bool {
    var dates = entries.map(\.date)
    if case .after(let date) = policy { dates.append(date) }
    return zip(dates, dates.dropFirst()).contains { $1.timeIntervalSince($0) <= PictureDithering.oftenSeconds }
  }
}
