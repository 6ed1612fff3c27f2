import AfterglowCore
import AfterglowPanelModels
import Foundation
import Testing

@testable import AfterglowEPaper

/// A panel that can be named: its controller, and the strict model that was written from other pages.
struct PanelCase: Sendable, CustomTestStringConvertible {
  var name: String
  var controller: AnyController
  var description: PanelDescription

  var testDescription: String { name }

  private init(_ name: String, _ controller: AnyController, model: String) {
    self.name = name
    self.controller = controller
    description = PanelDescription.named(model)!
  }

  /// Every panel, and those in greys.
  static let all: [PanelCase] = [
    PanelCase("2in13-v4", .ssd1680(SSD1680()), model: "2in13-v4"),
    PanelCase("2in9-v2", .ssd1680(try! SSD1680(.inch2in9V2)), model: "2in9-v2"),
    PanelCase("2in9-v2-old", .ssd1680(try! SSD1680(.inch2in9V2Old)), model: "2in9-v2-old"),
    PanelCase("4in2-v2", .ssd1683(SSD1683()), model: "4in2-v2"),
    PanelCase("7in5-v2", .uc8179(UC8179()), model: "7in5-v2"),
    PanelCase("7in5-v2-old", .uc8179(try! UC8179(.inch7in5V2Old)), model: "7in5-v2-old"),
    PanelCase("7in3-spectra6", .spectra6(Spectra6()), model: "7in3-spectra6"),
    PanelCase("4in0-spectra6", .spectra6(try! Spectra6(.inch4in0)), model: "4in0-spectra6"),
    PanelCase("2in9-v2 in greys", .ssd1680(GreyRefreshTests.ssd1680()), model: "2in9-v2"),
    PanelCase("4in2-v2 in greys", .ssd1683(GreyRefreshTests.ssd1683()), model: "4in2-v2"),
    PanelCase("7in5-v2 in greys", .uc8179(GreyRefreshTests.uc8179()), model: "7in5-v2"),
  ]

  /// Slow proofs run as a whole with `AFTERGLOW_PANELS=1` (`make test-panels`), else in samples.
  static let isWhole = ProcessInfo.processInfo.environment["AFTERGLOW_PANELS"] == "1"

  /// Its sequences, each as one refresh.
  var sequences: [PanelSequence] {
    let kinds: [RefreshKind] = controller.bitsPerPixel == 2 ? [.grey] : [.full, .fast, .partial]
    return kinds.filter { controller.supports($0) }.flatMap { kind in
      switch kind {
      case .partial: [PanelSequence(panel: self, kind: kind, ending: .standby)]
      case .grey: [RefreshEnding.standby, .sleep].map { PanelSequence(panel: self, kind: kind, ending: $0) }
      case .full, .fast: [PanelSequence(panel: self, kind: kind, ending: .sleep)]
      }
    }
  }

  static let sequences: [PanelSequence] = all.flatMap(\.sequences)
}

/// One sequence of a panel: a kind of refresh, from where it starts to where it ends.
struct PanelSequence: Sendable, CustomTestStringConvertible {
  var panel: PanelCase
  var kind: RefreshKind
  var ending: RefreshEnding

  var testDescription: String { "\(panel.name): \(kind), then \(ending)" }

  /// A partial refresh follows standby, and what stands by afterwards does not sleep.
  func runs(_ part: SequencePart) -> Bool {
    switch part {
    case .wake, .setUp: kind != .partial
    case .prepare, .refresh, .settle, .powerOff: true
    case .floatBorder, .sleep: ending == .sleep
    }
  }

  /// Where a partial refresh draws.
  static let area = PixelRect(x0: 16, y0: 20, x1: 64, y1: 60)

  var refresh: PanelRefresh {
    let controller = panel.controller
    return PanelRefresh(
      kind: kind, window: kind == .partial ? controller.window(covering: Self.area) : PixelRect(controller.size),
      ending: ending)
  }
}
