import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Settings of the board, packages of widgets, and what the network may.
extension StudioPageTests {
  @Test func `settings of the board are changed by a form`() throws {
    let studio = try StudioProcess("bedside-clock")
    defer { studio.end() }
    try visit(studio) { page in
      try Self.go(page, to: "2026-11-21T09:41:00")
      let before = try studio.text("bedside-clock", "board.yaml")
      try page.click("[role=tab]", "Board")
      try page.wait("document.querySelector('[data-key=\"light.night.enter\"]') !== null")
      try Self.keep(page, "board-form")
      try page.click("[data-key='light.night.enter']")
      try page.press("a", control: true)
      try page.type("3")
      try page.wait("document.querySelector('[aria-label=Undo]')?.disabled === false")
      let after = try studio.text("bedside-clock", "board.yaml")
      #expect(after == before.replacing("night: {enter: 2,", with: "night: {enter: 3,"))
      // The mark on the light's scale moves with it.
      try page.wait("document.querySelector('.marks').innerHTML.includes('night: 3.0 lx')")
      // More than where it is left again: refused, and the file stays.
      try page.click("[data-key='light.night.enter']")
      try page.press("a", control: true)
      try page.type("7")
      try page.wait("document.querySelector('[data-key=\"light.night.enter\"]').ariaInvalid === 'true'")
      #expect(try studio.text("bedside-clock", "board.yaml") == after)
      try page.click("[aria-label=Undo]")
      try page.wait("document.querySelector('[aria-label=Undo]').disabled")
      #expect(try studio.text("bedside-clock", "board.yaml") == before)
    }
  }

  /// The first address of this machine that is not loopback's; nil = it has none.
  private static var ownAddress: String? {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return nil }
    defer { freeifaddrs(list) }
    var entry = list
    while let item = entry {
      entry = item.pointee.ifa_next
      guard let address = item.pointee.ifa_addr, address.pointee.sa_family == AF_INET,
        item.pointee.ifa_flags & UInt32(IFF_LOOPBACK) == 0
      else { continue }
      var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let size = socklen_t(MemoryLayout<sockaddr_in>.size)
      guard getnameinfo(address, size, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0 else { continue }
      return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return nil
  }

  @Test(.enabled(if: ownAddress != nil, "this machine has no address but loopback's"))
  func `over a network a password is asked for, and commands and paths are read-only`() throws {
    let host = try #require(Self.ownAddress)
    let password = "correct-horse-battery"
    let options = ["--listen", "\(host):0", "--password-file", "page.txt"]
    let studio = try StudioProcess("wall-display-1080p", options: options) { folder in
      try password.write(to: folder.appending(path: "page.txt"), atomically: true, encoding: .utf8)
      return []
    }
    defer { studio.end() }
    let board = "wall-display-1080p"
    let network = try #require(studio.networkAddress)
    #expect(network.contains(host))
    let browser = try Self.browser.get()
    let page = try BrowserPage(browser, width: 1440, height: 900)
    defer { page.close() }
    try page.call("Page.navigate", ["url": network])
    try page.wait("document.querySelector('input[type=password]') !== null")
    try Self.keep(page, "password")
    try page.click("input[type=password]")
    try page.type("wrong-horse-battery")
    try page.press("Enter")
    try page.wait("document.querySelector('.entry')?.textContent.includes('The password is wrong')")
    try page.click("input[type=password]")
    try page.type(password)
    try page.click("button", "Open")
    try page.waitForPicture()
    let (scene, settings) = (try studio.scene(board), try studio.text(board, "board.yaml"))
    // What a page of the network may not, whatever it sends.
    let send = { (change: String) in
      """
      fetch('api/boards/\(board)/edit', { method: 'POST', headers: { 'Content-Type': 'application/json',
        Authorization: `Bearer ${sessionStorage.getItem('afterglow-token')}` },
        body: JSON.stringify({ edits: [\(change)] }) }).then((answer) => answer.status)
      """
    }
    for change in [
      "{ op: 'configure', widget: 'note', path: ['source'], value: { command: ['touch', '/tmp/x'] } }",
      "{ op: 'configure', widget: 'note', path: ['file'], value: '/etc/passwd' }",
      "{ op: 'configure', widget: 'note', path: ['file'], value: '../../secret.txt' }",
      "{ op: 'scene', path: ['wallpaper', 'picture'], value: '/etc/hostname' }",
      "{ op: 'board', path: ['display', 'device'], value: '/dev/mem' }",
      "{ op: 'board', path: ['display', 'record'], value: 'scene.yaml' }",
      "{ op: 'board', path: ['input'], value: 'keyboard' }",
    ] {
      let status = try page.number(send(change))
      #expect(status == 403 || status == 422, "\(change): \(status)")
    }
    #expect(try studio.scene(board) == scene && studio.text(board, "board.yaml") == settings)
    // And what it shows of that.
    try page.click("[role=tab]", "Board")
    try page.wait("document.querySelector('[data-key=\"display.device\"]') !== null")
    #expect(try page.value("document.querySelector('[data-key=\"display.device\"]').disabled") as? Bool == true)
    #expect(try page.value("document.querySelector('[data-key=\"light.peakLuminance\"]').disabled") as? Bool == false)
    // A change of what is only shown is made.
    try page.click("[role=tab]", "Widgets")
    try page.click(".rows button[data-key=bins]")
    try page.click("textarea[data-key=text]")
    try page.press("a", control: true)
    try page.type("Glass: on Friday")
    try page.wait("document.querySelector('[aria-label=Undo]')?.disabled === false")
    #expect(try studio.scene(board).contains("Glass: on Friday"))
    _ = browser.takeErrors()
  }
}

/// Packages of widgets that are built while the page is open.
extension StudioPageTests {
  /// A package's compiler as far as the studio sees it: it refuses one word, and has a program ready.
  private static func compiler(_ folder: URL) -> String {
    """
    #!/bin/sh
    source='\(folder.path)/tides/Sources/Tides/Tides.swift'
    case "$*" in
      *describe*) echo '{"products": [{"name": "tides", "type": {"executable": null}}]}' ;;
      *--show-bin-path*) echo '\(folder.path)/built' ;;
      *) line=$(grep -n Txt "$source" | cut -d: -f1)
        if [ -n "$line" ]; then echo "$source:$line:5: error: cannot find 'Txt' in scope"; exit 1; fi ;;
    esac
    """
  }

  @Test func `a package is built when it changes, and its failing line is shown over the last good picture`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "package-\(UInt64.random(in: 0...UInt64.max))")
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = FileManager.default
    for name in ["bin", "built", "tides/Sources/Tides", "widgets"] {
      try files.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    let source = folder.appending(path: "tides/Sources/Tides/Tides.swift")
    let good = "import Afterglow\nlet view = Text(\"Harbour\")\n"
    try good.write(to: source, atomically: true, encoding: .utf8)
    try "// swift-tools-version: 6.0\n".write(
      to: folder.appending(path: "tides/Package.swift"), atomically: true, encoding: .utf8)
    let compiler = folder.appending(path: "bin/swift")
    try Self.compiler(folder).write(to: compiler, atomically: true, encoding: .utf8)
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: compiler.path)
    try files.copyItem(
      at: StudioProcess.builds.appending(path: "sample-widget"), to: folder.appending(path: "built/tides"))
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let studio = try StudioProcess(
      "wall-display-1080p", options: ["--package", folder.appending(path: "tides").path],
      environment: [
        "PATH": folder.appending(path: "bin").path + ":" + path,
        "AFTERGLOW_WIDGETS": folder.appending(path: "widgets").path,
      ])
    defer { studio.end() }
    try visit(studio) { page in
      try Self.go(page, to: "2026-11-21T09:41:00")
      try page.wait("afterglow.builds()[0].state === 'done'")
      // Its widgets are in the gallery.
      try page.press("g")
      try page.wait("document.querySelector('.kind[data-kind=tides]') !== null")
      try page.press("Escape")
      let shown = try Self.canvas(page, "wall-display-1080p")
      try good.replacing("Text", with: "Txt").write(to: source, atomically: true, encoding: .utf8)
      try page.wait("document.querySelector('.failure').textContent.includes('Txt')")
      let said = try page.text("document.querySelector('.failure').textContent")
      #expect(said.contains("Tides.swift:2") && said.contains("cannot find 'Txt' in scope"), "\(said)")
      #expect(said.contains("let view = Txt(\"Harbour\")"), "\(said)")
      try Self.settle(page)
      #expect(try Self.difference(Self.canvas(page, "wall-display-1080p"), shown) == 0)
      try Self.keep(page, "package-failed")
      try good.write(to: source, atomically: true, encoding: .utf8)
      try page.wait("document.querySelector('.failure').hidden && afterglow.builds()[0].state === 'done'")
    }
  }
}
