extension StrictDecoder {
  /// A list of at most `maximumCount` numbers within `range`; nil for null items.
  ///
  /// - Parameter unit: the unit, for messages.
  /// - Returns: nil if the key is missing, or after a problem was reported.
  public mutating func numbers(
    _ key: String, in range: ClosedRange<Double>, unit: String, maximumCount: Int, required: Bool = false
  ) -> [Double?]? {
    let bounds = "\(ScalarText.format(range.lowerBound)) to \(ScalarText.format(range.upperBound)) \(unit)"
    return values(key, of: "a number from \(bounds)", maximumCount: maximumCount, required: required) { node in
      guard case .scalar(let text, false) = node.value, ScalarText.isNumber(text), let value = Double(text) else {
        return nil
      }
      return range.contains(value) ? value : nil
    }
  }

  /// A list of values made by `parse`; nil for null items. Stops at the first invalid one.
  ///
  /// - Parameters:
  ///   - expected: what the values are, for messages.
  ///   - remedy: the remedy for an invalid value, with its semicolon; empty = none.
  ///   - parse: returns nil for an invalid value.
  /// - Returns: nil if the key is missing, or after a problem was reported.
  public mutating func values<T>(
    _ key: String, of expected: String, maximumCount: Int, required: Bool = false,
    remedy: (DocumentNode) -> String = { _ in "" }, parse: (DocumentNode) -> T?
  ) -> [T?]? {
    let list = items(key, of: "values", maximumCount: maximumCount, required: required, areWords: true)
    guard let items = list else { return nil }
    var values: [T?] = []
    for (index, item) in items.enumerated() {
      if item.isNull {
        values.append(nil)
      } else if let value = parse(item) {
        values.append(value)
      } else {
        let name = path.isEmpty ? "\(key)[\(index)]" : "\(path).\(key)[\(index)]"
        fail(at: item.position, "expected \(expected) for \"\(name)\", found \(item.foundDescription)\(remedy(item))")
        return nil
      }
    }
    return values
  }
}

/// The problems of a document as one error, described in one line: the first problem of each kind.
public struct DocumentError: Error, Equatable, CustomStringConvertible {
  /// In the order of the file.
  public var problems: [Problem]
  /// Nothing is wrong: the content has not come yet.
  public var isAwaited = false
  /// Why it has not come; nil = nothing is known of it.
  public var absence: ContentAbsence?

  public init(problems: [Problem]) { self.problems = problems }

  public var description: String { problems.summarized.map(\.description).joined(separator: "; ") }
}
