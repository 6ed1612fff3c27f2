import Foundation

/// Debian's Radicale on loopback, a CalDAV server of others, with one user.
final class RadicaleServer {
  static let user = "ana"
  static let password = "d00r bell"

  let url: String
  private let process = Process()
  private let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("dav-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder + "/store", withIntermediateDirectories: true)
    try "\(Self.user):\(Self.password)\n".write(toFile: folder + "/users", atomically: true, encoding: .utf8)
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/radicale")
    process.arguments = [
      "--config", "/dev/null", "--logging-level", "info", "--server-hosts", "127.0.0.1:0", "--auth-type", "htpasswd",
      "--auth-htpasswd-filename", folder + "/users", "--auth-htpasswd-encryption", "plain", "--rights-type",
      "owner_only", "--storage-filesystem-folder", folder + "/store",
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    // "Listening on '[127.0.0.1]:45887'"
    var said = ""
    var port: Substring?
    while port == nil {
      let more = pipe.fileHandleForReading.availableData
      if more.isEmpty { throw POSIXError(.ECHILD) }
      said += String(decoding: more, as: UTF8.self)
      port = said.firstMatch(of: /Listening on '\[127\.0\.0\.1\]:(\d+)'\n/)?.1
    }
    url = "http://127.0.0.1:\(port!)"
    // It writes a line for each request, and stops once the pipe is full.
    pipe.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
  }

  deinit {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Sends one request as the user, by curl.
  ///
  /// - Returns: the status.
  @discardableResult
  func send(_ method: String, _ path: String, _ body: String = "") throws -> Int {
    let curl = Process()
    curl.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
    curl.arguments = [
      "--silent", "--noproxy", "*", "--output", "/dev/null", "--write-out", "%{http_code}", "--user",
      "\(Self.user):\(Self.password)", "--request", method, "--data-binary", "@-", url + path,
    ]
    let (input, output) = (Pipe(), Pipe())
    (curl.standardInput, curl.standardOutput) = (input, output)
    try curl.run()
    try input.fileHandleForWriting.write(contentsOf: Data(body.utf8))
    try input.fileHandleForWriting.close()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    curl.waitUntilExit()
    return Int(String(decoding: answer, as: UTF8.self)) ?? 0
  }

  /// The text at a path.
  func text(_ path: String) throws -> String {
    let curl = Process()
    curl.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
    curl.arguments = ["--silent", "--noproxy", "*", "--user", "\(Self.user):\(Self.password)", url + path]
    let output = Pipe()
    curl.standardOutput = output
    try curl.run()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    curl.waitUntilExit()
    return String(decoding: answer, as: UTF8.self)
  }

  /// Makes a calendar.
  func make(_ path: String, name: String, color: String, components: [String] = ["VEVENT"]) throws {
    let parts = components.map { "<C:comp name=\"\($0)\"/>" }.joined()
    try send(
      "MKCALENDAR", path,
      #"<?xml version="1.0"?><C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" "#
        + #"xmlns:A="http://apple.com/ns/ical/"><D:set><D:prop><D:displayname>\#(name)</D:displayname>"#
        + "<A:calendar-color>\(color)</A:calendar-color><C:supported-calendar-component-set>\(parts)"
        + "</C:supported-calendar-component-set></D:prop></D:set></C:mkcalendar>")
  }

  /// Puts an object into a calendar.
  func put(_ path: String, _ component: String, _ lines: String...) throws {
    let uid = path.split(separator: "/").last!
    let body =
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test", "BEGIN:\(component)", "UID:\(uid)", "DTSTAMP:20261121T000000Z"]
      + lines + ["END:\(component)", "END:VCALENDAR", ""]
    try send("PUT", path, body.joined(separator: "\r\n"))
  }
}
