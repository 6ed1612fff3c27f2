import Foundation

/// `openssl s_server` on loopback, with a certificate of its own for 127.0.0.1.
final class SecureServer {
  let url: String
  /// A file with its certificate, for those who trust it.
  let certificate: String
  private let process = Process()
  private let folder: String

  init(isExpired: Bool = false) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("tls-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    certificate = folder + "/certificate.pem"
    let key = folder + "/key.pem"
    if isExpired {
      try Self.expiredCertificate.write(toFile: certificate, atomically: true, encoding: .utf8)
      try Self.expiredKey.write(toFile: key, atomically: true, encoding: .utf8)
    } else {
      let make = try Process.run(
        URL(fileURLWithPath: "/usr/bin/openssl"),
        arguments: [
          "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key, "-out",
          certificate, "-days", "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
        ])
      make.waitUntilExit()
    }
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = ["s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-www"]
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    // "ACCEPT 127.0.0.1:40783"
    var said = ""
    while said.range(of: #"ACCEPT \S+:\d+\n"#, options: .regularExpression) == nil {
      let more = pipe.fileHandleForReading.availableData
      if more.isEmpty { throw POSIXError(.ECHILD) }
      said += String(decoding: more, as: UTF8.self)
    }
    let line = said.split(separator: "\n").first { $0.hasPrefix("ACCEPT") } ?? ""
    url = "https://127.0.0.1:\(line.split(separator: ":").last ?? "")/"
  }

  deinit {
    // Threads of the test library block SIGTERM, and so does what they start.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Made for this test, valid on 2020-01-01 only.
  private static let expiredCertificate = """
    -----BEGIN CERTIFICATE-----
    MIIBXDCCAQKgAwIBAgIUKR/pEDkCoragtj1slncFDMLvydAwCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJMTI3LjAuMC4xMB4XDTIwMDEwMTAwMDAwMFoXDTIwMDEwMjAw
    MDAwMFowFDESMBAGA1UEAwwJMTI3LjAuMC4xMFkwEwYHKoZIzj0CAQYIKoZIzj0D
    AQcDQgAEDk2AhG9hTab2WJw1/fUj68ljXJY3pZjfMA1vFIz4HB4Hfd3jETQ1+833
    fF3NPa+k8sTz26BEFll1MGnrLbcyPqMyMDAwDwYDVR0RBAgwBocEfwAAATAdBgNV
    HQ4EFgQUrYV6JajmQmef1Na09DLxeBE47s0wCgYIKoZIzj0EAwIDSAAwRQIhAM3m
    QhFkv+g67H9O9oo70N5sUcj4e9MUQUxR7q0BfTNkAiBTkP/iQS7A1fKZajP+nVYL
    fYnChtU54O6a430jCeyUxA==
    -----END CERTIFICATE-----

    """

  private static let expiredKey = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgoUv65uYUCB8OOp5M
    xhLmJI+qFyHDKu2+Cwnr0H162rShRANCAAQOTYCEb2FNpvZYnDX99SPryWNcljel
    mN8wDW8UjPgcHgd93eMRNDX7zfd8Xc09r6TyxPPboEQWWXUwaesttzI+
    -----END PRIVATE KEY-----

    """
}
