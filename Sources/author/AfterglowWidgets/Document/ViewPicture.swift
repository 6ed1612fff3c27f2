import Afterglow
import AfterglowDocuments
import AfterglowPictures
import AfterglowSources
import Foundation

/// A picture of the web: the author fetches it, and the process that composes reads it before it is stored.
struct WebPicture: Sendable {
  var source: ContentSource
  /// Pause between two readings, in seconds.
  var everySeconds: Int

  /// Largest file, in bytes.
  static let maximumByteCount = 4 << 20
  static let everyRange = 60...604_800
  /// Covers and maps change with their addresses, or once a day.
  static let standardPause = 86_400

  /// The file of the last good picture; nil for an address that has none.
  var path: String? { source.key.map(SourceFolder.standard.content) }

  var request: SourceRequest {
    var request = SourceRequest(source, limitBytes: Self.maximumByteCount, everySeconds: everySeconds) { bytes in
      do throws(PictureError) {
        try PictureFile(bytes: bytes).verify()
        return nil
      } catch {
        return error.description
      }
    }
    request.isPassing = true
    return request
  }
}

/// The name of a view's picture: of a file, an address of the web, or a value with the bytes.
struct ViewPicture: Sendable {
  /// The place of a picture, once its name is known.
  enum Origin {
    case file(URL)
    case web(WebPicture)
    case bytes(Data)
    /// Nothing that can be shown, which is noted.
    case nothing
  }

  let name: ViewText
  /// Hosts of addresses that values decide, in lower case, each with its port if it is not the usual one.
  let hosts: [String]
  let everySeconds: Int
  let position: DocumentPosition

  /// Most characters of a picture in a value: 512 KiB of bytes.
  private static let maximumTextCount = 700_000
  private static let forms = ["data:image/png;base64,", "data:image/jpeg;base64,"]

  /// Whether the view file says which host is asked.
  var hasOwnHost: Bool {
    guard case .words(let words)? = name.parts.first, let authority = Self.authority(of: words) else { return false }
    return authority.isEnded || name.words != nil
  }

  /// Whether it may be a picture of the web.
  var isOfWeb: Bool { hasOwnHost || !hosts.isEmpty }

  func origin(in scope: ViewScope) -> Origin {
    guard hasOwnHost else {
      guard let text = name.whole(in: scope) else { return .nothing }
      if text.prefix(5).lowercased() == "data:" { return bytes(text, scope) }
      guard let authority = Self.authority(of: text) else {
        return .file(URL(fileURLWithPath: text, relativeTo: scope.folder))
      }
      if hosts.contains(authority.text) { return web(text, scope) }
      let known = hosts.isEmpty ? "list it under \"hosts\"" : "expected \(hosts.joined(separator: " or "))"
      return fault(
        "expected the address of a host that the view names, found \(authority.text.prefix(60)); \(known)", scope)
    }
    // A value is a part of the path, whatever signs it has.
    return name.whole(in: scope) { $0.addingPercentEncoding(withAllowedCharacters: Self.plainSigns) ?? "" }
      .map { web($0, scope) } ?? .nothing
  }

  private func web(_ text: String, _ scope: ViewScope) -> Origin {
    if let fault = ContentSource.fault(ofAddress: text) { return self.fault(fault, scope) }
    let picture = WebPicture(
      source: ContentSource(.web(WebAddress(url: .plain(text)))), everySeconds: everySeconds)
    if scope.ledger.note(picture) { return .web(picture) }
    return fault(
      "expected at most \(ViewLedger.maximumWebPictureCount) pictures of the web at once, found more", scope)
  }

  private func bytes(_ text: String, _ scope: ViewScope) -> Origin {
    guard text.utf8.count <= Self.maximumTextCount else {
      return fault("expected a picture of at most 512 KiB from values, found a larger one", scope)
    }
    // Each line of the text is a step.
    guard scope.ledger.compute(1 + text.utf8.count / 76) else { return .nothing }
    guard let form = Self.forms.first(where: { text.prefix($0.count).lowercased() == $0 }),
      let data = Data(base64Encoded: String(text.dropFirst(form.count)), options: .ignoreUnknownCharacters),
      !data.isEmpty
    else {
      return fault(
        "expected a PNG or JPEG as \(Self.forms[0])… from values, found \"\(text.prefix(40))\"", scope)
    }
    return .bytes(data)
  }

  private func fault(_ message: String, _ scope: ViewScope) -> Origin {
    scope.ledger.note(ViewFault(message: message, position: position))
    return .nothing
  }

  private static let plainSigns = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")

  /// The host of an address of the web, with its port where it names one, and whether something comes after it.
  static func authority(of text: String) -> (text: String, isEnded: Bool)? {
    guard let start = ["https://", "http://"].first(where: { text.prefix($0.count).lowercased() == $0 }) else {
      return nil
    }
    let rest = text.dropFirst(start.count)
    let authority = rest.prefix { !"/?#\\".contains($0) }
    return (authority.lowercased(), authority.endIndex < rest.endIndex)
  }
}

extension ViewReader {
  /// Most hosts that a view names for one picture.
  private static let maximumHostCount = 8

  func image(_ decoder: inout StrictDecoder) -> ViewMaker? {
    let picture = picture(&decoder)
    let isFilling = decoder.choice("contentMode", [("fit", false), ("fill", true)]) ?? false
    let isNamed = decoder.contains("accessibilityIdentifier")
    guard let picture else { return nil }
    if picture.isOfWeb { uses.web = true }
    return made { scope in
      let (image, name) = Self.image(picture, in: scope)
      guard let image else { return AnyView(Rectangle().fill(HierarchicalShapeStyle.quaternary)) }
      let view = AnyView(isFilling ? image.scaledToFill(crop: .best) : image.scaledToFit())
      // Layout dumps and the guide know a picture by its file.
      return isNamed ? view : AnyView(view.accessibilityIdentifier(name))
    }
  }

  /// The picture with its name in layout dumps; nil for one that has not come yet, or that cannot be shown.
  private static func image(_ picture: ViewPicture, in scope: ViewScope) -> (Image?, String) {
    switch picture.origin(in: scope) {
    case .file(let url):
      scope.ledger.note(picture: url.path)
      return (Image(file: url), url.lastPathComponent)
    case .web(let web):
      guard let path = web.path, FileMark.status(path, followsLinks: true) != nil else { return (nil, "") }
      return (Image(file: URL(fileURLWithPath: path)), web.source.shortName)
    case .bytes(let data): return (Image(data: data), "picture")
    case .nothing: return (nil, "")
    }
  }

  private func picture(_ decoder: inout StrictDecoder) -> ViewPicture? {
    let name = template(&decoder, "image", required: true)
    let hosts = hosts(&decoder)
    let range = WebPicture.everyRange
    let every = decoder.integer("every", in: range, unit: "s")
    guard let name else { return nil }
    let picture = ViewPicture(
      name: name, hosts: hosts, everySeconds: every ?? WebPicture.standardPause,
      position: decoder.valuePosition(of: "image"))
    if let words = name.words {
      let fault = picture.hasOwnHost ? ContentSource.fault(ofAddress: words) : ContentSource.fault(ofFile: words)
      if let fault {
        decoder.fail("image", fault)
        return nil
      }
    }
    for key in ["hosts", "every"] where decoder.contains(key) {
      let isUsed = key == "hosts" ? !picture.hasOwnHost && name.words == nil : picture.isOfWeb
      if !isUsed {
        decoder.fail(
          key,
          "expected \"\(key)\" only with \(key == "hosts" ? "an address that a value decides" : "a picture of the web")"
        )
      }
    }
    return picture
  }

  /// Names of hosts, in lower case.
  private func hosts(_ decoder: inout StrictDecoder) -> [String] {
    let wanted = "a host such as covers.example.org"
    let found = decoder.values("hosts", of: wanted, maximumCount: Self.maximumHostCount) { node -> String? in
      guard case .scalar(let text, _) = node.value, let authority = ViewPicture.authority(of: "https://\(text)/"),
        authority.text == text.lowercased(), ContentSource.fault(ofAddress: "https://\(text)/") == nil
      else { return nil }
      return authority.text
    }
    return found?.compactMap(\.self) ?? []
  }
}
