import AfterglowCore
import AfterglowTimeline

@testable import AfterglowArchive

/// Reads everything in a validated archive, as the engine and painter would; the result only prevents the reads from
/// being optimised away. Wrong validation traps here, or is caught by the address sanitizer.
func walk(_ archive: Archive, at instant: Instant = Instant(seconds: 1_800_000_000)) -> UInt64 {
  var hash = archive.contentHash ^ UInt64(bitPattern: Int64(archive.compiledAt.milliseconds))
  for byte in archive.string(archive.board.name).utf8 { hash = mixHash(hash, UInt64(byte)) }
  for byte in archive.provenance { hash = mixHash(hash, UInt64(byte)) }
  for widget in archive.widgets {
    hash = mixHash(hash, UInt64(archive.string(widget.kind).utf8.count))
    let entries = UnsafeBufferPointer(
      rebasing: archive.entries[Int(widget.entries.first)...].prefix(Int(widget.entries.count)))
    let next = EntrySelection.nextChange(count: entries.count, after: instant) { entries[$0].dateMs }
    hash = mixHash(hash, UInt64(bitPattern: next.milliseconds))
    guard let newest = EntrySelection.newest(count: entries.count, at: instant, date: { entries[$0].dateMs }) else {
      continue
    }
    let entry = Int(widget.entries.first) + newest
    for mode in [RenderingMode.fullColor, .accented, .vibrant] {
      let slot = archive.variantSlot(of: widget, for: VariantKey(renderingMode: mode, isLuminanceReduced: true))
      for node in archive.displayList(entry: entry, slot: slot) {
        hash = mixHash(hash, walk(archive.nodes[Int(node)], archive, instant))
      }
    }
  }
  for index in archive.gradients.indices { hash = mixHash(hash, UInt64(archive.gradientColors(index)[63])) }
  for index in archive.nodes.indices { hash = mixHash(hash, walk(archive.nodes[index], archive, instant)) }
  return hash
}

private func walk(_ node: NodeRecord, _ archive: Archive, _ instant: Instant) -> UInt64 {
  var hash = UInt64(archive.paints[Int(node.paint)].color)
  switch NodeKind(rawValue: node.kind)! {
  case .polygon, .strokedLine:
    for point in archive.points(first: node.a, count: node.b) {
      hash = mixHash(hash, UInt64(UInt32(bitPattern: point.y)))
    }
  case .glyphRun:
    for placement in archive.placements(first: node.a, count: node.b) { hash ^= walkGlyph(placement.glyph, archive) }
  case .picture:
    let picture = Int(archive.paints[Int(node.paint)].index)
    let record = archive.pictures[picture]
    hash ^= UInt64(archive.picturePixels(picture)[Int(record.width * record.height) - 1])
  case .tickText: hash ^= walkTick(node, archive, instant)
  case .tickHand:
    hash ^= UInt64(bitPattern: Int64(archive.zone(Int(node.f)).utcOffset(at: instant)))
    for point in archive.points(first: node.c, count: node.d) {
      hash = mixHash(hash, UInt64(UInt32(bitPattern: point.x)))
    }
  default: break
  }
  return hash
}

private func walkGlyph(_ index: UInt32, _ archive: Archive) -> UInt64 {
  archive.glyphCode(Int(index)).reduce(UInt64(archive.glyphs[Int(index)].width)) { mixHash($0, UInt64($1)) }
}

private func walkTick(_ node: NodeRecord, _ archive: Archive, _ instant: Instant) -> UInt64 {
  let view = archive.tickTemplate(Int(node.a))
  let zone = archive.zone(Int(node.d))
  let evaluation = view.evaluate(at: instant, zone: zone, reference: node.referenceInstant)
  var hash = UInt64(evaluation.count)
  for index in 0..<Int(evaluation.count) {
    let cell = evaluation[index]
    if cell.isGlyph {
      hash ^= walkGlyph(cell.source, archive)
    } else {
      for placement in archive.placements(first: Int32(cell.source), count: Int32(cell.placementCount)) {
        hash ^= walkGlyph(placement.glyph, archive)
      }
    }
  }
  let next = view.nextChange(after: instant, zone: zone, reference: node.referenceInstant)
  return mixHash(hash, UInt64(bitPattern: next.milliseconds &+ Int64(view.widestPx)))
}
