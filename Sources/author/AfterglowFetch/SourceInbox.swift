import AfterglowSources

/// Takes what other programs hand over.
public struct SourceInbox: Sendable {
  private let folder: SourceFolder

  /// - Parameter folder: where the content of sources is kept.
  public init(folder: SourceFolder) { self.folder = folder }

  /// Replaces the content of a source.
  ///
  /// - Throws: `FetchFailure.notSaved`.
  public func put(_ bytes: [UInt8], for source: ContentSource, wallMs: Int64) throws(FetchFailure) {
    guard let key = source.key else { return }
    let store = SourceStore(folder: folder)
    try store.save(bytes, key)
    var record = SourceRecord(name: source.publicName)
    record.fetchedAtMs = wallMs
    (record.byteCount, record.hash) = (bytes.count, SourceRecord.hash(bytes))
    store.save(record, key)
  }
}
