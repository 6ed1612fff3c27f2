/// Why bytes are not an archive.
public enum ArchiveProblem: UInt8, Sendable {
  case tooShort = 0
  case misaligned
  case notAnArchive
  case otherVersion
  case wrongByteCount
  case checksumMismatch
  case wrongSectionTable
  case tooManyRecords
  case nonzeroPadding
  case nonzeroReserved
  case overBudget
  case unknownValue
  case valueOutOfRange
  case emptyPanel
  case indexOutOfRange
  case rangeOutOfSection
  case rangeOutOfOrder
  case unsorted
  case wrongPaint
  case unbalancedGroup
  case groupsTooDeep
  case listTooLong
  case tooManyTickNodes
  case tooMuchGeometry
  case badGlyphCode
  case badPixels
  case badGradient
  case badContour
  case noVariant
  case noEntry
  case badThreshold
  case wrongField
  case tableTooShort
  case phraseTooLong
  case unfinishedData
  case zeroByteInString
  case wrongBoard
  case tooManyRegions
  case regionOutsideWidget

  /// What was expected, in a few words.
  public var description: StaticString {
    switch self {
    case .tooShort: "too short for a header and a section table"
    case .misaligned: "the memory that holds it is not aligned to 8 bytes"
    case .notAnArchive: "does not begin with the archive's magic number"
    case .otherVersion: "written in another version of the format; compile it again"
    case .wrongByteCount: "its length is not what its header says: cut off or torn"
    case .checksumMismatch: "the checksum does not match: damaged or torn"
    case .wrongSectionTable: "a section does not lie where this version puts it"
    case .tooManyRecords: "more records than the format allows"
    case .nonzeroPadding: "bytes between sections are not zero"
    case .nonzeroReserved: "a reserved field is not zero"
    case .overBudget: "larger than the bank that its board reserves"
    case .unknownValue: "a kind or flag that this version does not know"
    case .valueOutOfRange: "a value outside its range"
    case .emptyPanel: "a panel without area, or larger than 16384 px"
    case .indexOutOfRange: "an index past the end of its section"
    case .rangeOutOfSection: "a range past the end of its section"
    case .rangeOutOfOrder: "a range that does not begin where the one before ended"
    case .unsorted: "dates that do not ascend"
    case .wrongPaint: "a paint of a kind that the node cannot use"
    case .unbalancedGroup: "a group or clip without its other end"
    case .groupsTooDeep: "more than 4 groups and clips inside one another"
    case .listTooLong: "a display list, or all together, with too many nodes"
    case .tooManyTickNodes: "a display list with more than 64 ticking nodes"
    case .tooMuchGeometry: "too many points or placements in one node, or in all together"
    case .badGlyphCode: "glyph runs that do not fill exactly their box"
    case .badPixels: "pixels that are not premultiplied, or not opaque as promised"
    case .badGradient: "a gradient line without length"
    case .badContour: "a contour's end in a stroked line"
    case .noVariant: "a widget without any variant"
    case .noEntry: "a widget without any entry"
    case .badThreshold: "a light threshold that is not left above where it is entered"
    case .wrongField: "a field that its template's kind does not have"
    case .tableTooShort: "a table that does not cover every value of its field"
    case .phraseTooLong: "a phrase of more than 32 cells"
    case .unfinishedData: "data that no record owns"
    case .zeroByteInString: "a zero byte in a string"
    case .wrongBoard: "compiled for another board"
    case .tooManyRegions: "more than 64 touch regions in an entry, or too many in all together"
    case .regionOutsideWidget: "a touch region that is not within its widget"
    }
  }
}

/// Why an archive was refused, and where.
public struct ArchiveError: Error, Equatable, Sendable {
  public var problem: ArchiveProblem
  /// nil = header or section table.
  public var section: ArchiveSection?
  /// Index of the record in its section.
  public var index: UInt32
  /// From the start of the file to the record or section at fault, in bytes.
  public var byteOffset: UInt32

  public init(_ problem: ArchiveProblem, in section: ArchiveSection? = nil, index: UInt32 = 0, byteOffset: UInt32 = 0) {
    self.problem = problem
    self.section = section
    self.index = index
    self.byteOffset = byteOffset
  }

  /// A short sentence that does not name the place.
  public var shortDescription: StaticString { problem.description }
}

#if !hasFeature(Embedded)
  extension ArchiveError: CustomStringConvertible {
    public var description: String {
      guard let section else { return "archive refused: \(problem.description)" }
      return "archive refused: \(problem.description) (\(section.name), record \(index), byte \(byteOffset))"
    }
  }
#endif
