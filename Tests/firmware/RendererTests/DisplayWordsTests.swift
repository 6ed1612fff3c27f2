import AfterglowCore
import AfterglowDevice
import AfterglowLinux
import Testing

@testable import afterglow_renderer

/// The reasons that a renderer reports for a frame that its display did not accept.
@Suite struct DisplayWordsTests {
  private func words(
    _ error: DisplayError, _ controller: PaperController = .ssd1680, _ change: (inout PaperPanel) -> Void
  )
    -> String
  {
    var panel = PaperPanel()
    panel.controller = controller.rawValue
    change(&panel)
    var message = ControlMessage(.displayFailed)
    message.append(error, of: panel)
    return message.text
  }

  @Test func `glass without a partial waveform is reported with the panel that it may be`() {
    let failure = DisplayError.partialFailed(waitedMs: 120)
    let newer29 = words(failure) { ($0.widthPx, $0.heightPx) = (128, 296) }
    #expect(
      newer29 == "the panel did not answer a partial refresh (120 ms): this glass has no partial waveform; is it "
        + "waveshare-2in9-v2-old?")
    let newer75 = words(failure, .uc8179) { ($0.widthPx, $0.heightPx, $0.glass) = (800, 480, 1) }
    #expect(newer75.hasSuffix("this glass has no partial waveform; is it waveshare-7in5-v2-old?"), "\(newer75)")
    // Panels of which no older glass is known, and the older glass itself.
    let unknown = "is it the panel that the board names?"
    let others = [
      words(failure) { ($0.widthPx, $0.heightPx) = (122, 250) },
      words(failure) { ($0.widthPx, $0.heightPx, $0.glass) = (128, 296, 1) },
      words(failure, .ssd1683) { ($0.widthPx, $0.heightPx) = (400, 300) },
      words(failure, .uc8179) { ($0.widthPx, $0.heightPx) = (800, 480) },
    ]
    for other in others { #expect(other.hasSuffix(unknown), "\(other)") }
  }

  @Test func `a refresh that is not over in time names the cold, one that never began does not`() {
    let late = words(.busyTimeout(isBusy: true, waitedMs: 20_000)) { _ in }
    #expect(late.contains("still busy after 20000 ms") && late.contains("is the panel colder than 0 °C?"), "\(late)")
    let silent = words(.busyTimeout(isBusy: false, waitedMs: 500)) { _ in }
    #expect(silent.contains("within 500 ms") && !silent.contains("cold"), "\(silent)")
    let reset = words(.busyAfterReset(waitedMs: 500)) { _ in }
    #expect(reset.contains("after a reset") && !reset.contains("cold"), "\(reset)")
  }
}
