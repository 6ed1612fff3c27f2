import CExpat

/// Receives what an XML document consists of, in its order. A returned text ends the scan with that message.
public protocol XMLSink: AnyObject {
  /// - Parameter name: as written, or with `NAMESPACE|` before it.
  func begin(_ name: String, attributes: [String: String]) -> String?
  /// The element that began last has ended.
  func end()
  /// A piece of text, which may come in any number of pieces.
  func take(_ text: UnsafeBufferPointer<UInt8>)
  /// The text of an entity that no XML document has by itself, such as HTML's; nil = unknown.
  func entity(named name: String) -> String?
}

extension XMLSink {
  public func entity(named name: String) -> String? { nil }
}

/// Reads XML of unknown origin with libexpat, in one pass. Nothing is loaded from elsewhere, and a document that declares
/// entities of its own is refused: none can multiply in memory.
public enum XMLScan {
  /// Maximum nesting of elements; feeds have 5 to 20, with the pages in them.
  public static let maximumDepth = 256
  /// Between a namespace and a name.
  private static let separator = XML_Char(bitPattern: UInt8(ascii: "|"))

  /// - Parameters:
  ///   - bytes: UTF-8, whatever the document says of itself.
  ///   - hasNamespaces: names are given with their namespaces, whatever their prefixes are (Namespaces in XML 1.0).
  /// - Throws: `Problem` at the first place that is no XML, and with what the sink refuses.
  public static func scan(
    _ bytes: [UInt8], file: String, hasNamespaces: Bool = false, into sink: any XMLSink
  ) throws(Problem) {
    let made = hasNamespaces ? XML_ParserCreateNS("UTF-8", separator) : XML_ParserCreate("UTF-8")
    guard let parser = made else {
      throw Problem(file: file, message: "expected enough memory to read it, found too little")
    }
    defer { XML_ParserFree(parser) }
    let run = Run(sink, parser)
    XML_SetUserData(parser, Unmanaged.passUnretained(run).toOpaque())
    // Entities of HTML, which feeds use without declaring them, are reported instead of being faults.
    XML_UseForeignDTD(parser, 1)
    setHandlers(of: parser)
    let status = bytes.withUnsafeBytes { all in
      XML_Parse(parser, all.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(all.count), 1)
    }
    withExtendedLifetime(run) {}
    guard status != XML_STATUS_OK else { return }
    let words = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "a fault"
    let place = run.place ?? run.here
    throw Problem(
      file: file, line: place.line, column: place.column,
      message: run.refusal ?? "expected well-formed XML, found \"\(words)\"")
  }

  /// One scan; libexpat calls it back.
  private final class Run {
    let sink: any XMLSink
    let parser: XML_Parser
    var depth = 0
    var refusal: String?
    /// Where it was refused.
    var place: DocumentPosition?

    init(_ sink: any XMLSink, _ parser: XML_Parser) {
      self.sink = sink
      self.parser = parser
    }

    static func of(_ data: UnsafeMutableRawPointer?) -> Run { Unmanaged<Run>.fromOpaque(data!).takeUnretainedValue() }

    var here: DocumentPosition {
      DocumentPosition(
        line: Int(XML_GetCurrentLineNumber(parser)), column: Int(XML_GetCurrentColumnNumber(parser)) + 1)
    }

    func refuse(_ message: String) {
      if refusal == nil { (refusal, place) = (message, here) }
      XML_StopParser(parser, 0)
    }

    func take(_ text: String) {
      var text = text
      text.withUTF8 { sink.take($0) }
    }
  }

  private static func setHandlers(of parser: XML_Parser) {
    XML_SetElementHandler(
      parser,
      { data, name, attributes in
        let run = Run.of(data)
        guard run.refusal == nil else { return }
        run.depth += 1
        if run.depth > XMLScan.maximumDepth {
          return run.refuse("expected at most \(XMLScan.maximumDepth) levels of elements, found more")
        }
        if let message = run.sink.begin(String(cString: name!), attributes: XMLScan.pairs(attributes)) {
          run.refuse(message)
        }
      },
      { data, _ in
        let run = Run.of(data)
        guard run.refusal == nil else { return }
        run.depth -= 1
        run.sink.end()
      })
    XML_SetCharacterDataHandler(parser) { data, text, count in
      guard let text, count > 0 else { return }
      text.withMemoryRebound(to: UInt8.self, capacity: Int(count)) { start in
        Run.of(data).sink.take(UnsafeBufferPointer(start: start, count: Int(count)))
      }
    }
    XML_SetSkippedEntityHandler(parser) { data, name, isParameter in
      guard let name, isParameter == 0 else { return }
      let entity = String(cString: name)
      let run = Run.of(data)
      run.take(run.sink.entity(named: entity) ?? " ")
    }
    XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
      Run.of(data).refuse("expected no entities of its own, found a declaration of one")
    }
  }

  private static func pairs(_ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> [String: String] {
    guard let attributes, attributes[0] != nil else { return [:] }
    var found: [String: String] = [:]
    var index = 0
    while let name = attributes[index], let value = attributes[index + 1] {
      found[String(cString: name)] = String(cString: value)
      index += 2
    }
    return found
  }
}
