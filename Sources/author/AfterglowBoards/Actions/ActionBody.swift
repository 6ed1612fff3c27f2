import AfterglowSources

/// The body of a request, in which a value stays one value: it never adds a key, a field or an element.
struct ActionBody {
  /// How the receiver reads a body, by its `Content-Type`, or else by its beginning.
  enum Form { case json, fields, markup, plain }

  let text: String
  let form: Form

  init(_ order: OwnerAction.WebOrder) {
    text = order.body
    form = Self.form(of: order)
  }

  private static func form(of order: OwnerAction.WebOrder) -> Form {
    if case .web(let address) = order.source.origin,
      case .plain(let type)? = address.headers.first(where: { $0.key.lowercased() == "content-type" })?.value
    {
      let type = type.lowercased()
      if type.contains("json") { return .json }
      if type.contains("x-www-form-urlencoded") { return .fields }
      return type.contains("xml") || type.contains("html") ? .markup : .plain
    }
    // A body that is the value alone is the text itself.
    if order.body.hasPrefix(OwnerAction.placeholder) { return .plain }
    if order.body.hasPrefix("{") || order.body.hasPrefix("[") { return .json }
    return order.body.hasPrefix("<") ? .markup : .plain
  }

  /// The body with a value in it.
  func filled(_ value: String) -> String {
    text.replacing(OwnerAction.placeholder, with: form.escaped(value))
  }

  /// Whether each placeholder is between the quotes of JSON, where it is escaped; true for other forms.
  var quotesValue: Bool {
    if form != .json { return true }
    var isQuoted = false
    let parts = text.split(separator: OwnerAction.placeholder, omittingEmptySubsequences: false)
    for part in parts.dropLast() {
      var isEscaped = false
      for scalar in part.unicodeScalars {
        if scalar == "\"" && !isEscaped { isQuoted.toggle() }
        isEscaped = scalar == "\\" && !isEscaped
      }
      if !isQuoted || isEscaped { return false }
    }
    return true
  }
}

extension ActionBody.Form {
  fileprivate func escaped(_ value: String) -> String {
    switch self {
    case .plain: value
    case .json: Self.escaped(value) { $0 == "\"" || $0 == "\\" ? "\\\($0)" : nil }
    case .markup:
      Self.escaped(value) { scalar in
        "&<>\"'".unicodeScalars.contains(scalar) ? "&#\(scalar.value);" : nil
      }
    case .fields: value.utf8.map(Self.field).joined()
    }
  }

  private static func escaped(_ value: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
    value.unicodeScalars.reduce(into: "") { result, scalar in
      if let text = replacement(scalar) { result += text } else { result.unicodeScalars.append(scalar) }
    }
  }

  /// A byte of a form's field: letters and digits as they are, all others in hexadecimal.
  private static func field(_ byte: UInt8) -> String {
    let scalar = Unicode.Scalar(byte)
    if byte < 0x80, scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal {
      return String(Character(scalar))
    }
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 16 ? "%0" + digits : "%" + digits
  }
}
