import AfterglowArchive
import AfterglowCore
import AfterglowViews
import Foundation

/// The picture of a widget in the last good archive.
struct LastPicture {
  /// Index of the widget in that archive.
  var index: Int
  /// Date of the content.
  var date: Date
  /// Whether the picture shows the age of its content itself, once the content is stale.
  var hasOwnMark: Bool
}

// Widgets without content: they keep the picture that the panel showed last, with its age.
extension SceneCompilation {
  /// Adds a widget as the last good archive shows it.
  ///
  /// - Returns: false where the widget has content, the archive has no picture of it, or the picture finds no room.
  func addLastPicture(_ index: Int) -> Bool {
    guard contents[index].lacksContent, let last = scene.lastArchive else { return false }
    return last.withArchive { archive in
      guard let picture = lastPicture(index, in: archive), picture.hasOwnMark || hasMarksBeside else { return false }
      var builder = sink.builder
      _ = builder.copyWidget(
        picture.index, of: archive, from: Instant(date: date), page: terms.page.number,
        staleAfter: contents[index].setAside.map { Instant(milliseconds: $0.sinceMs) },
        keepsAgeMark: picture.hasOwnMark)
      let byteCount = builder.pictureByteCount - sink.builder.pictureByteCount
      guard byteCount == 0 || sink.admits(byteCount) else {
        let message = "The archive has no room for the widget's last picture."
        sink.problems.append(LayoutProblem(severity: .warning, path: "", message: message))
        return false
      }
      sink.builder = builder
      sink.lastPictures[archiveIndex(index)] = picture
      // From then on another mark names the date.
      if picture.hasOwnMark { sink.cutOffs.append(picture.date + AgeText.weekdaySpan) }
      return true
    } ?? false
  }

  /// Finds the picture of the same content at the same place of a panel of the same kind.
  private func lastPicture(_ index: Int, in archive: Archive) -> LastPicture? {
    let (old, new) = (archive.board, sink.builder.board)
    let slot = scene.slots[index]
    guard
      slot.identity != 0, old.widthPx == new.widthPx, old.heightPx == new.heightPx,
      old.pixelFormat == new.pixelFormat, old.isEmissive == new.isEmissive
    else { return nil }
    let kind = slot.widget.descriptor.kind
    let bounds = WidgetRecord(
      bounds: plan.placements[index].boundsPx, entries: .empty, staleAfterMs: 0, variantCount: 0, kind: .empty
    ).bounds
    let found = archive.widgets.indices.dropFirst().first {
      let widget = archive.widget($0)
      return widget.identity == slot.identity && widget.bounds == bounds && archive.string(widget.kind) == kind
    }
    return found.map {
      let widget = archive.widget($0)
      let shownMs = widget.contentMs == 0 ? archive.compiledAt.milliseconds : widget.contentMs
      let shown = Date(timeIntervalSince1970: Double(shownMs) / 1000)
      let isClear = date.timeIntervalSince(shown) < AgeText.weekdaySpan
      return LastPicture(index: $0, date: shown, hasOwnMark: widget.staleAfterMs != .max && isClear)
    }
  }

  /// Whether marks have a place next to widgets: previews have none, and on a watch hands pass everywhere.
  var hasMarksBeside: Bool { !scene.style.isPreview && scene.context != .watchFace }

  /// The mark next to a widget that is shown without its content; nil for every other widget, and where the picture
  /// shows its age itself.
  func markBeside(_ index: Int) -> SampleMark.Content? {
    if let picture = sink.lastPictures[archiveIndex(index)] {
      if picture.hasOwnMark { return nil }
      return .age(AgeText(picture.date, compiledAt: date, locale: scene.locale, timeZone: scene.timeZone))
    }
    if contents[index].setAside == nil { return nil }
    let language = scene.locale.language.languageCode?.identifier ?? "en"
    return .words(Self.notAvailable[language] ?? "Not available")
  }

  private static let notAvailable = [
    "en": "Not available", "de": "Nicht verfügbar", "fr": "Non disponible", "es": "No disponible",
    "it": "Non disponibile", "nl": "Niet beschikbaar", "pt": "Não disponível", "ja": "表示できません", "zh": "无法显示",
    "ar": "غير متاح", "he": "לא זמין",
  ]

  /// The message that a widget has no new content, and what the panel shows instead.
  func shortfallDiagnostic(_ index: Int) -> Diagnostic? {
    let content = contents[index]
    let notice = content.isNotice ? content.shortfall?.told.map { "“\($0)”" } : nil
    let shown =
      sink.lastPictures[archiveIndex(index)] != nil
      ? "its last picture" : content.isPlaceholder ? notice ?? "a placeholder" : "its last content"
    return content.shortfall?.diagnostic(scene.slots[index].identifier, shown: shown)
  }

  /// The content that the archive names for a widget's picture: none for a placeholder or for invented content, which
  /// must not stand in for real content later.
  func archiveContent(_ index: Int, isBare: Bool) -> ArchiveContent {
    let (content, identity) = (contents[index], scene.slots[index].identity)
    if identity == 0 || content.isPlaceholder || content.timeline.isInvented || isBare { return .none }
    let received = content.timeline.reception.map { min($0.date, date) }
    let earlier = content.isRetrying ? content.timeline.madeAt : nil
    return ArchiveContent(identity: identity, date: (received ?? earlier).map { Instant(date: $0) })
  }
}

extension SlotContent {
  /// In place of content that must not be composed. Nothing of the widget's own code runs.
  static func setAside(_ aside: SetAsideContent, _ slot: SceneSlot, at date: Date) -> SlotContent {
    let entry = ErasedEntry(date: date) { AnyView(HostChrome.Unknown()) }
    var content = SlotContent(timeline: WidgetTimeline(entries: [entry], madeAt: nil, policy: .never))
    content.isPlaceholder = true
    content.failure = aside.reason
    content.setAside = aside
    content.shortfall = ContentShortfall(
      severity: .error, reason: "\(aside.reason) It is not composed from this content again.")
    return content
  }
}
