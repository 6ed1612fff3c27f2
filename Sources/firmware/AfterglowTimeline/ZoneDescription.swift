#if !hasFeature(Embedded)
  /// A zone with its data, before it is added to an archive.
  public struct ZoneDescription: Equatable, Sendable {
    public var name: String
    public var initialOffsetSeconds: Int32
    public var transitions: [ZoneTransition]
    public var rule: PosixRule

    public init(name: String, initialOffsetSeconds: Int32, transitions: [ZoneTransition], rule: PosixRule) {
      self.name = name
      self.initialOffsetSeconds = initialOffsetSeconds
      self.transitions = transitions
      self.rule = rule
    }

    /// UTC.
    public static var utc: ZoneDescription {
      ZoneDescription(
        name: "UTC", initialOffsetSeconds: 0, transitions: [], rule: PosixRule(standardOffsetSeconds: 0))
    }

    /// Drops transitions more than a margin before `seconds`; the last of them becomes the initial offset. Keeps
    /// archives small: a panel rarely shows past dates.
    public func since(second seconds: Int64) -> ZoneDescription {
      var kept = self
      let reached = transitions.prefix { $0.seconds <= seconds }
      if let last = reached.last {
        // Keep the last transition that was reached: without any the rule would apply before it too.
        kept.initialOffsetSeconds = last.utcOffsetSeconds
        kept.transitions.removeFirst(reached.count - 1)
      }
      return kept
    }
  }

  /// Why bytes are not a zone file.
  public enum ZoneFileError: Error, Equatable, Sendable, CustomStringConvertible {
    case notAZoneFile
    case tooShort
    case unsupportedVersion
    case badFooter(String)
    case badTransition

    public var description: String {
      switch self {
      case .notAZoneFile: "does not begin with TZif: expected a compiled zone file, as in /usr/share/zoneinfo"
      case .tooShort: "ends before its own counts say: cut off"
      case .unsupportedVersion: "version 1, which has no rule for the years to come: expected version 2 or later"
      case .badFooter(let text): "its rule for the years to come is not understood: \(text)"
      case .badTransition: "names a kind of local time that it does not have"
      }
    }
  }
#endif
