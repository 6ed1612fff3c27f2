/// A source that is to be kept up to date, and what its reader expects of it.
public struct SourceRequest: Sendable {
  /// Reads content before it replaces the last good content: nil = it can be read, else one sentence.
  public typealias Check = @Sendable ([UInt8]) -> String?
  /// Decides whether content may replace the last good content; nil = it may.
  public typealias Judge = @Sendable ([UInt8]) -> ContentRefusal?

  /// With paths that do not depend on a folder.
  public var source: ContentSource
  /// The most that its reader reads, in bytes.
  public var limitBytes: Int
  /// Seconds between two readings, if the source does not say; nil = the default of its kind.
  public var everySeconds: Int?
  private var judges: [Judge]
  /// Numbers in the content whose past is kept.
  public var samples: [SampleRequest] = []
  /// Whether the content is removed soon after no widget needs it: of a picture whose address changes with values.
  public var isPassing = false

  /// A request whose content a reader of this process checks.
  public init(_ source: ContentSource, limitBytes: Int, everySeconds: Int? = nil, check: @escaping Check) {
    self.init(
      source, judge: { check($0).map(ContentRefusal.unreadable) }, limitBytes: limitBytes, everySeconds: everySeconds)
  }

  /// A request whose content something else judges, such as another process.
  public init(_ source: ContentSource, judge: @escaping Judge, limitBytes: Int, everySeconds: Int?) {
    self.source = source
    self.limitBytes = limitBytes
    self.everySeconds = everySeconds
    judges = [judge]
  }

  /// Requests for one source as one: the shortest pause, the longest limits, and all readers.
  public mutating func join(_ other: SourceRequest) {
    everySeconds = min(pauseSeconds, other.pauseSeconds)
    source.everySeconds = nil
    source.timeoutSeconds = max(timeoutSeconds, other.timeoutSeconds)
    limitBytes = max(maximumByteCount, other.maximumByteCount)
    source.limitKiB = nil
    judges += other.judges
    isPassing = isPassing && other.isPassing
    samples += other.samples.filter { sample in !samples.contains { $0.name == sample.name } }
  }

  /// Default pauses: weather services compute every 15 min to 1 h; a program of one's own burdens no server.
  static let standardPause = (web: 900, program: 300)
  private static let standardTimeout = 30

  /// Seconds between two readings.
  public var pauseSeconds: Int {
    if let seconds = source.everySeconds ?? everySeconds { return seconds }
    if case .command = source.origin { return Self.standardPause.program }
    return Self.standardPause.web
  }

  /// Time limit of one reading, in seconds.
  public var timeoutSeconds: Int { source.timeoutSeconds ?? Self.standardTimeout }

  /// Limit of the content, in bytes.
  public var maximumByteCount: Int { source.limitKiB.map { min($0 << 10, limitBytes) } ?? limitBytes }

  /// Returns why content is not stored; nil if one reader can read it, because one widget's fault is not the source's.
  ///
  /// - Parameter isEndKnown: whether the content's way here would have said that a part is missing.
  public func refusal(of bytes: [UInt8], isEndKnown: Bool = true) -> ContentRefusal? {
    var refusals: [ContentRefusal] = []
    for judge in judges {
      guard let refusal = judge(bytes) else {
        return isEndKnown ? nil : ContentEnd.doubt(bytes).map(ContentRefusal.unreadable)
      }
      refusals.append(refusal)
    }
    // A reader that could not be asked may be the one that can read the content.
    return refusals.first { if case .unchecked = $0 { true } else { false } } ?? refusals.first
  }
}

/// A number in a source's content whose past is kept, because the source has only the present.
public struct SampleRequest: Sendable {
  /// How it is found in the content; names its past.
  public var name: String
  /// The number in a content; nil if there is none.
  public var read: @Sendable ([UInt8]) -> Double?

  /// - Parameters:
  ///   - name: equal for all readers of the same number.
  ///   - read: finds it in a content that the reader accepts.
  public init(name: String, read: @escaping @Sendable ([UInt8]) -> Double?) {
    self.name = name
    self.read = read
  }
}
