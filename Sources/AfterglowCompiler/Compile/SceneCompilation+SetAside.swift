import Afterglow
import AfterglowArchive
import AfterglowCore
import Foundation

// Widgets whose content is set aside: they keep the picture of the archive before, with its age.
extension SceneCompilation {
  /// Adds a widget as the last good archive shows it.
  ///
  /// - Returns: false where there is no picture of it at this place, or no room for it.
  func addKept(_ index: Int) -> Bool {
    guard let aside = contents[index].setAside, let last = LastGoodArchive.standard else { return false }
    return last.withArchive { archive in
      guard let place = kept(index, in: archive) else { return false }
      var builder = sink.builder
      _ = builder.copyWidget(
        place, of: archive, from: Instant(date: date), staleAfter: Instant(milliseconds: aside.sinceMs))
      let byteCount = builder.pictureByteCount - sink.builder.pictureByteCount
      guard byteCount == 0 || sink.admits(byteCount) else { return false }
      sink.builder = builder
      return true
    }
  }

  /// The same kind at the same place of a panel of the same kind.
  private func kept(_ index: Int, in archive: Archive) -> Int? {
    let (old, new) = (archive.board, sink.builder.board)
    guard
      old.widthPx == new.widthPx, old.heightPx == new.heightPx, old.pixelFormat == new.pixelFormat,
      old.isEmissive == new.isEmissive
    else { return nil }
    let kind = scene.slots[index].widget.descriptor.kind
    let bounds = WidgetRecord(
      bounds: plan.placements[index].boundsPx, entries: .empty, staleAfterMs: 0, variantCount: 0, kind: .empty
    ).bounds
    return archive.widgets.indices.dropFirst().first {
      archive.widget($0).bounds == bounds && archive.string(archive.widget($0).kind) == kind
    }
  }

  /// The mark next to a widget that is set aside; nil where its picture has a mark of its age itself.
  func markBeside(_ index: Int) -> SampleMark.Content? {
    guard let aside = contents[index].setAside else { return nil }
    let hasOwnMark = LastGoodArchive.standard?.withArchive { archive in
      kept(index, in: archive).map { archive.widget($0).staleAfterMs != .max }
    }
    switch hasOwnMark ?? nil {
    case true?: return nil
    case false?:
      let shown = Date(timeIntervalSince1970: Double(aside.pictureMs ?? aside.sinceMs) / 1000)
      return .age(AgeText(shown, compiledAt: date, locale: scene.locale, timeZone: scene.timeZone))
    case nil:
      let language = scene.locale.language.languageCode?.identifier ?? "en"
      return .words(Self.notAvailable[language] ?? "Not available")
    }
  }

  private static let notAvailable = [
    "en": "Not available", "de": "Nicht verfügbar", "fr": "Non disponible", "es": "No disponible",
    "it": "Non disponibile", "nl": "Niet beschikbaar", "pt": "Não disponível", "ja": "表示できません", "zh": "无法显示",
    "ar": "غير متاح", "he": "לא זמין",
  ]
}

extension SlotContent {
  /// In place of content that must not be composed. Nothing of the widget's own code runs.
  static func setAside(_ aside: SetAsideContent, _ slot: SceneSlot, at date: Date) -> SlotContent {
    let entry = ErasedEntry(date: date) { AnyView(HostChrome.Unknown()) }
    var content = SlotContent(timeline: WidgetTimeline(entries: [entry], madeAt: nil, policy: .never))
    content.isPlaceholder = true
    content.failure = aside.reason
    content.setAside = aside
    content.diagnostics = [
      Diagnostic(
        .error, slot: slot.identifier,
        "\(aside.reason) It is not composed from this content again; the panel keeps its last picture meanwhile.")
    ]
    return content
  }
}
