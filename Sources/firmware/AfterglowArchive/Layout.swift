import AfterglowCore
import AfterglowTimeline

/// The sections of an archive, in file order. Every one is present, empty or not.
public enum ArchiveSection: UInt8, Sendable {
  case board = 0
  /// UTF-8 without terminators; records name ranges of it.
  case strings = 1
  /// UTF-8: fonts and library versions that shaped the text.
  case provenance = 2
  case widgets = 3
  case entries = 4
  case variants = 5
  case nodeList = 6
  case nodes = 7
  case paints = 8
  case gradients = 9
  case glyphs = 10
  case glyphData = 11
  case placements = 12
  case pictures = 13
  case pictureData = 14
  case points = 15
  case zones = 16
  case zoneTransitions = 17
  case tickTemplates = 18
  case tickPhrases = 19
  case tickItems = 20
  case digitSets = 21
  case tickTables = 22
  case pluralTables = 23
  case regions = 24
  case actions = 25

  /// The number of sections.
  public static var count: Int { 26 }

  /// Bytes of one record; 1 for sections of plain bytes (docs/archive-format.md, Sections).
  public var recordByteCount: Int {
    switch self {
    case .board: MemoryLayout<BoardRecord>.stride
    case .strings, .provenance, .glyphData, .pictureData: 1
    case .widgets: MemoryLayout<WidgetRecord>.stride
    case .entries: MemoryLayout<EntryRecord>.stride
    case .variants: MemoryLayout<VariantRecord>.stride
    case .nodeList: MemoryLayout<UInt32>.stride
    case .nodes: MemoryLayout<NodeRecord>.stride
    case .paints: MemoryLayout<PaintRecord>.stride
    case .gradients: MemoryLayout<GradientRecord>.stride
    case .glyphs: MemoryLayout<GlyphRecord>.stride
    case .placements: MemoryLayout<PlacementRecord>.stride
    case .pictures: MemoryLayout<PictureRecord>.stride
    case .points: MemoryLayout<SubpixelPoint>.stride
    case .zones: MemoryLayout<ZoneRecord>.stride
    case .zoneTransitions: MemoryLayout<ZoneTransition>.stride
    case .tickTemplates: MemoryLayout<TickTemplateRecord>.stride
    case .tickPhrases: MemoryLayout<TickPhraseRecord>.stride
    case .tickItems: MemoryLayout<TickItemRecord>.stride
    case .digitSets: MemoryLayout<DigitSetRecord>.stride
    case .tickTables: MemoryLayout<TickTableEntryRecord>.stride
    case .pluralTables: MemoryLayout<PluralTableRecord>.stride
    case .regions: MemoryLayout<RegionRecord>.stride
    case .actions: MemoryLayout<ActionRecord>.stride
    }
  }

  /// Bytes of one record in an archive of this version. Version 5 has neither regions nor actions, and sections of plain
  /// bytes in their places.
  func recordByteCount(inVersion version: UInt32) -> Int {
    let isNew = self == .regions || self == .actions
    return isNew && version < ArchiveHeader.touchVersion ? 1 : recordByteCount
  }

  /// The most records that a section may hold in an archive of this version.
  func maximumCount(inVersion version: UInt32) -> Int {
    let isNew = self == .regions || self == .actions
    return isNew && version < ArchiveHeader.touchVersion ? 0 : maximumCount
  }

  /// The most records that a section may hold (docs/archive-format.md, Sections).
  public var maximumCount: Int {
    switch self {
    case .board: 1
    case .strings, .provenance: 1 << 16
    case .widgets: ArchiveLimits.widgets
    case .entries: 1 << 16
    case .variants, .tickPhrases, .tickItems, .tickTables: 1 << 17
    case .nodeList, .nodes: 1 << 20
    case .paints, .glyphs, .pictures, .tickTemplates, .zoneTransitions: 1 << 16
    case .gradients, .digitSets: 1 << 12
    case .placements, .points: 1 << 20
    case .glyphData, .pictureData: 1 << 30
    case .zones, .pluralTables: 1 << 8
    case .regions: 1 << 16
    case .actions: 1 << 12
    }
  }

  /// For messages.
  public var name: StaticString {
    switch self {
    case .board: "board"
    case .strings: "strings"
    case .provenance: "provenance"
    case .widgets: "widgets"
    case .entries: "entries"
    case .variants: "variants"
    case .nodeList: "node list"
    case .nodes: "nodes"
    case .paints: "paints"
    case .gradients: "gradients"
    case .glyphs: "glyphs"
    case .glyphData: "glyph data"
    case .placements: "placements"
    case .pictures: "pictures"
    case .pictureData: "picture data"
    case .points: "points"
    case .zones: "zones"
    case .zoneTransitions: "zone transitions"
    case .tickTemplates: "tick templates"
    case .tickPhrases: "tick phrases"
    case .tickItems: "tick items"
    case .digitSets: "digit sets"
    case .tickTables: "tick tables"
    case .pluralTables: "plural tables"
    case .regions: "regions"
    case .actions: "actions"
    }
  }
}

/// Limits of every archive, which bound the firmware's memory and time per frame (docs/archive-format.md, What
/// validation promises).
public enum ArchiveLimits {
  /// Those of all pages together: of one page 64, the scene itself behind them, and the mark of an untrusted clock above.
  public static var widgets: Int { 66 }
  /// Longest side of a glyph's ink box, px; a scene's and a picture's is `PixelSize.maximumSide`.
  public static var glyphSidePx: Int { 4096 }
  /// Largest magnitude of a coordinate or length in 1/256 px.
  public static var coordinate: Int32 { 1 << 22 }
  /// Largest magnitude of a position in px.
  public static var positionPx: Int32 { 32_767 }
  /// Groups and clips nested in one another.
  public static var groupDepth: Int { 4 }
  /// Nodes of one display list.
  public static var nodesPerList: Int { 8192 }
  /// Tick texts and hands of one display list.
  public static var tickNodesPerList: Int { 64 }
  /// Points of one node.
  public static var pointsPerNode: Int { 4096 }
  /// Placements of one node, literal or table entry.
  public static var placementsPerRun: Int { 4096 }
  /// Points and placements of all nodes together, so that validation takes linear time.
  public static var referencedPoints: Int { 1 << 22 }
  /// Nodes of all display lists together.
  public static var listedNodes: Int { 1 << 22 }
  /// Touch regions of one entry. Nodes name a region by its number in its entry.
  public static var regionsPerEntry: Int { 64 }
  /// Keys that a board binds to effects of its own.
  public static var boundKeys: Int { 16 }
  /// Codes of keys and buttons that the kernel knows (`KEY_CNT`).
  public static var keyCodes: UInt16 { 768 }
  /// Touch regions of all entries together, so that validation takes linear time.
  public static var listedRegions: Int { 1 << 20 }
  public static var phrasesPerTemplate: Int { 256 }
  public static var itemsPerPhrase: Int { 32 }
  /// Largest distance of an instant from 1970, in ms.
  public static var instantMs: Int64 { 1 << 61 }
  /// Largest offset of a zone from UTC, in seconds (26 h).
  public static var utcOffsetSeconds: Int32 { 93_600 }
  /// Largest time in a POSIX rule, in seconds (167 h; RFC 8536, section 3.3.1).
  public static var ruleTimeSeconds: Int32 { 601_200 }
}

/// Where a section lies. 16 bytes (docs/archive-format.md, SectionRecord, 16 bytes).
public struct SectionRecord: Equatable, Sendable, BitwiseCopyable {
  /// `ArchiveSection`; equals its place in the table.
  public var section: UInt32
  /// Bytes of one record in this version of the format.
  public var recordByteCount: UInt32
  /// From the start of the file, a multiple of 8: where the section before ended, rounded up. Bytes between are 0.
  public var offset: UInt32
  /// Number of records.
  public var count: UInt32

  public init(section: ArchiveSection, offset: UInt32, count: UInt32) {
    self.section = UInt32(section.rawValue)
    recordByteCount = UInt32(section.recordByteCount)
    self.offset = offset
    self.count = count
  }
}

/// The first 64 bytes; the section table follows (docs/archive-format.md, ArchiveHeader, 64 bytes).
public struct ArchiveHeader: Equatable, Sendable, BitwiseCopyable {
  /// "AFTERGLW", read as a little-endian number.
  public var magic: UInt64
  /// Format version; a reader accepts `oldestVersion` to `currentVersion`.
  public var version: UInt32
  /// Of the rest of the header (`ArchiveChecksum`).
  public var checksum: UInt32
  /// Bytes of the whole file.
  public var byteCount: UInt32
  public var sectionCount: UInt32
  /// When the author wrote it, ms since 1970.
  public var compiledAtMs: Int64
  /// Of everything after the header (`ArchiveChecksum`): equal for equal content, whenever it was compiled.
  public var contentHash: UInt64
  public var reserved: InlineArray<3, UInt64>

  public init() {
    magic = ArchiveHeader.expectedMagic
    version = ArchiveHeader.currentVersion
    checksum = 0
    byteCount = 0
    sectionCount = UInt32(ArchiveSection.count)
    compiledAtMs = 0
    contentHash = 0
    reserved = InlineArray(repeating: 0)
  }

  public static var expectedMagic: UInt64 { 0x574C_4752_4554_4641 }
  /// The version of archives whose panels can show coming moments. Others are written in `pageVersion` or `touchVersion`,
  /// byte for byte as before, so that an older firmware reads them.
  public static var currentVersion: UInt32 { 8 }
  /// The version of archives with several pages, or with actions that version 6 does not have.
  static var pageVersion: UInt32 { 7 }
  /// The first version with regions and actions.
  static var touchVersion: UInt32 { 6 }
  /// The oldest version that this code reads.
  public static var oldestVersion: UInt32 { 5 }

  /// Whether this code reads archives of this version.
  public static func reads(_ version: UInt32) -> Bool { version >= oldestVersion && version <= currentVersion }
  /// Bytes before what the checksum covers.
  public static var checksumEnd: Int { 16 }

  public static func == (a: ArchiveHeader, b: ArchiveHeader) -> Bool {
    a.magic == b.magic && a.version == b.version && a.checksum == b.checksum && a.byteCount == b.byteCount
      && a.sectionCount == b.sectionCount && a.compiledAtMs == b.compiledAtMs && a.contentHash == b.contentHash
  }
}
