import Foundation
import TestSupport
import Testing

/// The table of rooms in docs/architecture.md, compared with the code.
@Suite struct HouseRulesTests {
  struct Room {
    var level: Int
    var wing: String
    var imports: Set<String>
    var isFirmware: Bool { wing == "firmware" }
  }

  /// The wings of `Sources`. Each builds on those before it and on none after it.
  static let wings = ["firmware", "widgets", "author", "tools"]

  /// Folders of system libraries' module maps, which are no rooms.
  static let systemLibraries: Set<String> = ["CPango", "CPNG", "CJPEG", "CExpat", "COSLog"]

  /// Suites that are not named after a room, with the room that decides their wing.
  static let suites = [
    "CommandTests": "afterglow-command", "HardwareTests": "afterglow-renderer", "PageTests": "CStudioPage",
    "RendererTests": "afterglow-renderer", "SystemTests": "afterglow-command",
  ]

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Reads the table of rooms.
  static func plan() throws -> [String: Room] {
    let text = try String(contentsOf: root.appending(path: "docs/architecture.md"), encoding: .utf8)
    var rooms: [String: Room] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("| ") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard cells.count >= 6, let level = Int(cells[2]) else { continue }
      let imports = cells[4].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      rooms[cells[1]] = Room(level: level, wing: cells[3], imports: Set(imports))
    }
    return rooms
  }

  /// The folder of a room, from the repository's root.
  static func folder(of room: String) throws -> String {
    let wing = try #require(try plan()[room], "there is no room \(room)").wing
    return "Sources/\(wing)/\(room)"
  }

  /// Names of the folders in a folder of the repository.
  static func folders(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      at: root.appending(path: folder), includingPropertiesForKeys: [.isDirectoryKey]
    )
    .filter(\.hasDirectoryPath).map(\.lastPathComponent)
  }

  /// Swift files anywhere in a folder of the repository.
  static func swiftFiles(in folder: String) -> [URL] {
    let files = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
    return (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
  }

  /// Modules that a room's files import, with the file that does it.
  static func imports(of room: String) throws -> [String: String] {
    var found: [String: String] = [:]
    for file in try swiftFiles(in: Self.folder(of: room)) {
      for name in SwiftText.imports(in: try String(contentsOf: file, encoding: .utf8)) {
        found[name] = file.lastPathComponent
      }
    }
    return found
  }

  @Test func `every room is in the plan, and every planned room exists`() throws {
    let plan = try Self.plan()
    #expect(Set(try Self.folders(in: "Sources")) == Set(Self.wings))
    for wing in Self.wings {
      let rooms = Set(try Self.folders(in: "Sources/\(wing)")).subtracting(Self.systemLibraries)
      #expect(rooms == Set(plan.keys.filter { plan[$0]?.wing == wing }), "the wing \(wing)")
    }
    for (name, room) in plan { #expect(Self.wings.contains(room.wing), "\(name) is in no wing") }
  }

  @Test func `no wing imports a later one`() throws {
    let plan = try Self.plan()
    for (name, room) in plan {
      let allowed = Self.wings.prefix { $0 != room.wing } + [room.wing]
      for (imported, file) in try Self.imports(of: name) {
        guard let other = plan[imported] else { continue }
        #expect(
          allowed.contains(other.wing), "\(name)/\(file) of \(room.wing) imports \(imported) of \(other.wing)")
      }
    }
  }

  @Test func `tests are in the wing of their room, and what they share is in one place`() throws {
    let plan = try Self.plan()
    #expect(Set(try Self.folders(in: "Tests")) == Set(Self.wings + ["support"]))
    for wing in Self.wings {
      for folder in try Self.folders(in: "Tests/\(wing)") {
        let room = Self.suites[folder] ?? String(folder.dropLast("Tests".count))
        #expect(folder.hasSuffix("Tests") && plan[room]?.wing == wing, "Tests/\(wing)/\(folder)")
      }
    }
    for folder in try Self.folders(in: "Tests/support") {
      #expect(!folder.hasSuffix("Tests"), "Tests/support/\(folder)")
    }
  }

  /// The file systems of Macs and of Windows do not distinguish such names: a clone has one of the two.
  @Test func `no two paths, targets or modules differ only by case`() throws {
    var spellings: [String: String] = [:]
    let top = try FileManager.default.contentsOfDirectory(atPath: Self.root.path)
      .filter { !$0.hasPrefix(".") && $0 != "out" }
    for name in top {
      let inside = FileManager.default.enumerator(atPath: Self.root.appending(path: name).path)?.allObjects ?? []
      for path in [name] + inside.compactMap({ ($0 as? String).map { "\(name)/\($0)" } }) {
        let other = spellings.updateValue(path, forKey: path.lowercased())
        #expect(other == nil, "\(path) and \(other ?? "")")
      }
    }
    #expect(spellings.count > 1000)

    let text = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
    let target =
      #/(firmware|tests|\.target|\.executableTarget|\.testTarget|\.systemLibrary|\.macro)\(\s*(?:name: )?"([^"]+)"/#
    let names = text.matches(of: target).map { String($0.2) + ($0.1 == "tests" ? "Tests" : "") }
    #expect(names.count > 80)
    let modules = Dictionary(grouping: names) { $0.lowercased().replacing("-", with: "_") }
    for (_, same) in modules { #expect(same.count == 1, "targets \(same)") }
  }

  @Test func `no room imports upwards or sideways`() throws {
    let plan = try Self.plan()
    for (name, room) in plan {
      for (imported, file) in try Self.imports(of: name) {
        guard let other = plan[imported] else { continue }
        #expect(
          other.level < room.level, "\(name)/\(file) imports \(imported): only rooms of a lower level may be imported")
      }
    }
  }

  @Test func `a room imports exactly what the plan says`() throws {
    let plan = try Self.plan()
    let known = Set(plan.keys).union(Self.systemLibraries)
    for (name, room) in plan where room.imports != ["everything"] {
      let actual = Set(try Self.imports(of: name).keys).intersection(known)
      #expect(
        actual == room.imports, "\(name): the code imports \(actual.sorted()), the plan says \(room.imports.sorted())")
    }
  }

  @Test func `the firmware side names neither Foundation nor the C library`() throws {
    let forbidden = ["Foundation", "FoundationEssentials", "Glibc", "Musl", "Dispatch", "Darwin"]
    for (name, room) in try Self.plan() where room.isFirmware {
      for (imported, file) in try Self.imports(of: name) {
        #expect(!forbidden.contains(imported), "\(name)/\(file) imports \(imported)")
      }
    }
  }

  /// Rooms and system libraries that a target of the manifest depends on, by target; libraries of others' packages apart.
  static func manifest() throws -> [String: Set<String>] {
    let text = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    let target =
      #/(?:firmware|\.target|\.executableTarget|\.macro)\(\s*(?:name: )?"([^"]+)"(?:,\s*(?:dependencies: )?\[((?:[^\[\]])*)\])?/#
    var targets: [String: Set<String>] = [:]
    for match in text.matches(of: target) {
      let own = (match.2 ?? "").replacing(#/\.product\([^)]*\)/#, with: "")
      targets[String(match.1)] = Set(own.matches(of: #/"([^"]+)"/#).map { String($0.1) })
    }
    return targets
  }

  /// The top rooms may import what they like from below; all others depend on what the plan says, no more and no less.
  @Test func `the package manager's manifest allows the imports of the plan and no others`() throws {
    let plan = try Self.plan()
    let manifest = try Self.manifest()
    for (name, room) in plan where room.imports != ["everything"] {
      // What runs in the compiler is not imported, and what has a submodule's name is imported by others.
      let depends = try #require(manifest[name], "\(name) is not a target").subtracting(["AfterglowMacros", "COSLog"])
      #expect(
        depends == room.imports,
        "\(name): Package.swift says \(depends.sorted()), the plan \(room.imports.sorted())")
    }
  }

  /// Rooms below throw what happened; with which status a command ends for it is the command line's.
  @Test func `only the command line knows exit statuses`() throws {
    let knowing = try Self.plan().keys.filter { room in
      try Self.swiftFiles(in: Self.folder(of: room)).contains {
        try String(contentsOf: $0, encoding: .utf8).contains(#/\bExitStatus\b/#)
      }
    }
    #expect(knowing == ["afterglow-command"])
  }

  /// The distance that two views prefer depends on their kinds and fonts; the pictures of built-in widgets do not.
  @Test func `stacks of built-in widgets and hosts give their spacing`() throws {
    var count = 0
    for file in Self.swiftFiles(in: "Sources/author") {
      let text = try String(contentsOf: file, encoding: .utf8)
      count += text.matches(of: #/\b[HV]Stack\b/#).count
      #expect(!text.contains(#/\b[HV]Stack(\(alignment: [^,()]*\))? \{/#), "\(file.lastPathComponent)")
    }
    #expect(count > 100)
  }

  /// Rooms below receive values, so that tests and other programs can use them.
  @Test func `only the command line parses arguments`() throws {
    let parsing = try Self.plan().keys.filter { try Self.imports(of: $0)["ArgumentParser"] != nil }
    #expect(parsing == ["afterglow-command"])
  }

  /// Each of those is compiled again when drawing changes.
  @Test func `at most 45 files of the command line import frames`() throws {
    let importing = try Self.swiftFiles(in: "Sources/tools/afterglow-command").filter {
      try String(contentsOf: $0, encoding: .utf8).contains("import AfterglowPreview\n")
    }
    #expect(importing.count <= 45)
  }

  /// A folder depends on another where one of its files names a type that a file of the other declares.
  @Test func `the studio's folders do not depend on each other in circles`() throws {
    var texts: [String: String] = [:]
    for file in Self.swiftFiles(in: "Sources/author/AfterglowStudio") {
      let folder = file.deletingLastPathComponent().lastPathComponent
      let text = try String(contentsOf: file, encoding: .utf8)
      texts[folder, default: ""] += text.replacing(#/\/\/[^\n]*/#, with: "") + "\n"
    }
    var declaring: [Substring: String] = [:]
    for (folder, text) in texts {
      let types = text.matches(of: #/(?:^|\n)(?:package |final |indirect )*(?:struct|class|enum|protocol) (\w+)/#)
      for type in types { declaring[type.1] = folder }
    }
    var left = texts.mapValues { text in Set(text.split { !$0.isLetter && !$0.isNumber }.compactMap { declaring[$0] }) }
    #expect(left.count > 5 && left["Boards"]?.contains("Editing") == true)
    // A folder that depends on no other that is left is in no circle.
    while let free = left.first(where: { folder, used in used.subtracting([folder]).isDisjoint(with: left.keys) })?.key
    {
      left[free] = nil
    }
    #expect(left.isEmpty, "\(left)")
  }

  /// make/run-tests.sh gives those a process of their own; it names no target itself.
  @Test func `the list of suites that wait names test targets of the manifest, and stands in one place`() throws {
    let manifest = try RepositoryText.read("Package.swift")
    let rows = try RepositoryText.read("make/test-parts.txt").split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: " ") }
    #expect(Set(rows.map { $0.last ?? "" }) == ["sockets", "attacks"])
    let script = try RepositoryText.read("make/run-tests.sh")
    for row in rows {
      let name = try #require(row.first)
      #expect(row.count == 2 && !script.contains(name), "\(row)")
      #expect(manifest.contains("\"\(name.dropLast("Tests".count))\"") && name.hasSuffix("Tests"), "\(name)")
    }
  }

  /// A test awaits an event where there is one. The pauses that are left belong to loops that look for what no descriptor
  /// announces (files of another program, the end of a process that is not a child), or to tests that nothing happens for some
  /// time. This count may only fall.
  private static let mostPauses = 47

  @Test func `tests pause in few places`() throws {
    let pause = #/\busleep\(|Thread\.sleep\(|(^|[^.\w])sleep\([0-9]/#
    let found = try RepositoryText.files(in: "Tests", ["swift"]).flatMap { path in
      try RepositoryText.lines(of: path, with: "sleep(").filter { $0.contains(pause) }.map { "\(path): \($0)" }
    }
    #expect(found.count == Self.mostPauses, "await an event, or lower mostPauses:\n\(found.joined(separator: "\n"))")
  }

  /// The C library's words name no cause and no remedy.
  @Test func `one file of the author asks the C library for the words of an error`() throws {
    let asking = try Self.swiftFiles(in: "Sources").filter {
      try String(contentsOf: $0, encoding: .utf8).contains("strerror(")
    }
    #expect(asking.map(\.lastPathComponent) == ["ErrnoWords.swift"])
  }

  /// All of it is built in every package of a widget.
  @Test func `a widget's program builds neither compiler nor firmware`() throws {
    let manifest = try Self.manifest()
    var built: Set<String> = []
    var waiting = ["Afterglow"]
    while let name = waiting.popLast() {
      if built.insert(name).inserted { waiting += manifest[name] ?? [] }
    }
    let small: Set<String> = [
      "Afterglow", "AfterglowCharts", "AfterglowCore", "AfterglowErrors", "AfterglowGeometry", "AfterglowMacros",
      "AfterglowPictures", "AfterglowPublishers", "AfterglowTimeline", "AfterglowTypesetting", "AfterglowViews",
      "CConformances", "CJPEG", "CPango", "CPNG", "CSymbols",
    ]
    #expect(built == small)
  }

  @Test func `no two files have one name, and tests are named by sentences`() throws {
    var places: [String: String] = [:]
    for file in Self.swiftFiles(in: "Sources") + Self.swiftFiles(in: "Tests")
    where file.lastPathComponent != "main.swift" {
      let other = places.updateValue(file.path, forKey: file.lastPathComponent)
      #expect(other == nil, "\(file.path) and \(other ?? "")")
    }
    for (file, names) in try RepositoryText.tests() {
      for name in names { #expect(name.contains(" "), "\(file): \(name)") }
    }
  }

  /// The calls of signal(7) that the firmware makes and that leave EINTR in errno. What waits is not among them: an
  /// interrupted wait is over.
  @Test func `a call that a signal can interrupt is repeated`() throws {
    let calls = [
      "open", "read", "pread", "write", "pwrite", "ftruncate", "sendfile", "ioctl", "connect", "accept4", "sendmsg",
      "recvmsg", "recvfrom", "waitpid", "epoll_wait",
    ]
    let headers = try FileManager.default.contentsOfDirectory(
      at: Self.root.appending(path: "Sources/firmware/CLinux/include"), includingPropertiesForKeys: nil)
    var found: Set<String> = []
    for header in headers where header.pathExtension == "h" {
      let lines = try String(contentsOf: header, encoding: .utf8).split(separator: "\n")
      let code = lines.map { $0.prefix { $0 != "/" } }.joined().filter { !$0.isWhitespace }
      for call in calls {
        for place in code.ranges(of: "\(call)(") {
          let before = code[..<place.lowerBound]
          if before.last.map({ $0.isLetter || $0.isNumber || $0 == "_" }) == true { continue }
          found.insert(call)
          #expect(before.hasSuffix("_RETRY("), "\(header.lastPathComponent): \(call)")
        }
      }
    }
    #expect(found == Set(calls), "not found: \(Set(calls).subtracting(found))")
  }

  /// Those of AfterglowCore take the place of the standard library's, which end the program (`WholeNumber.swift`).
  @Test func `a room that computes with floating point reaches the conversions that do not trap`() throws {
    let plan = try Self.plan()
    for name in plan.keys where plan[name]?.imports != ["everything"] {
      var reached: Set<String> = []
      var waiting = [name]
      while let next = waiting.popLast() {
        if reached.insert(next).inserted { waiting += plan[next]?.imports ?? [] }
      }
      if reached.contains("AfterglowCore") { continue }
      for file in try Self.swiftFiles(in: Self.folder(of: name)) {
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(!text.contains(#/\b(Double|Float|TimeInterval|CGFloat)\b/#), "\(name)/\(file.lastPathComponent)")
      }
    }
  }

  /// Where content is drawn, a conversion says what becomes of numbers that an integer cannot hold.
  @Test func `a rounded number becomes an integer by a conversion that says how`() throws {
    let bare = #/\bU?Int(8|16|32|64)?\((?!clamping:|pixels:|exactly:|truncatingIfNeeded:)[^\n]*?\.rounded\(/#
    for room in [
      "AfterglowCharts", "AfterglowCompiler", "AfterglowGeometry", "AfterglowTypesetting", "AfterglowViews",
    ] {
      for file in try Self.swiftFiles(in: Self.folder(of: room)) {
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
          let isBare = line.matches(of: bare).contains { match in
            // Labels may follow in the same line.
            !match.0.contains("clamping:") && !match.0.contains("pixels:")
          }
          #expect(!isBare, "\(file.lastPathComponent): \(line)")
        }
      }
    }
  }

  /// Swift 6.2 has the functions of Foundation's ICU under other names, and tests are built by Swift 6.3.
  @Test func `every function of ICU that is called has a name for Swift 6.2`() throws {
    let folder = "Sources/widgets/AfterglowTypesetting"
    var called: Set<Substring> = []
    for file in RepositoryText.files(in: folder, ["swift"]) where !file.hasSuffix("/ICUNames.swift") {
      called.formUnion(try RepositoryText.read(file).matches(of: #/\bswift_(u\w+)/#).map(\.1))
    }
    let names = try RepositoryText.read("\(folder)/Ticking/ICUNames.swift").matches(of: #/let swift_(u\w+) = (u\w+)\n/#)
    #expect(names.allSatisfy { $0.1 == $0.2 })
    #expect(called == Set(names.map(\.1)) && called.count >= 16, "\(called.sorted())")
  }

  /// Debian's Swift 6.2 builds the author for arm64 (docs/packages.md), and Swift 6.3 everything else.
  @Test func `four files distinguish versions of the compiler`() throws {
    let distinguishing = try Self.swiftFiles(in: "Sources").filter {
      try String(contentsOf: $0, encoding: .utf8).contains("#if compiler(")
    }
    #expect(
      Set(distinguishing.map(\.lastPathComponent)) == ["Entry.swift", "ICUNames.swift", "ViewBuilder.swift"])
    #expect(try RepositoryText.read("Package.swift").contains("#if compiler("))
  }

  /// Formatters round half to even, and give a zero the sign of what was rounded.
  @Test func `a number of content is rounded by one rule before a formatter writes it`() throws {
    let formatter = #/FloatingPointFormatStyle<|NumberFormatter\(|\.precision\(|%\.[0-9]+[efg]/#
    let rounding: Set = [
      "ChartScale.swift", "RoundedNumber.swift", "Text+Values.swift", "ValueView.swift", "ViewText.swift",
    ]
    // In the form that the author of a widget chooses, as on iOS.
    let chosen: Set = ["MeasurementFormat.swift", "UnitNumber.swift"]
    var found: Set<String> = []
    for room in ["AfterglowCharts", "AfterglowViews", "AfterglowWidgets"] {
      for file in try Self.swiftFiles(in: Self.folder(of: room)) {
        let text = try String(contentsOf: file, encoding: .utf8)
        let code = text.split(separator: "\n").filter { !$0.trimmingPrefix(while: \.isWhitespace).hasPrefix("//") }
        guard code.contains(where: { $0.contains(formatter) }) else { continue }
        let name = file.lastPathComponent
        found.insert(name)
        let rounds = code.contains { $0.contains("DecimalRounding.") || $0.contains("RoundedNumber.rounded(") }
        #expect(rounds == rounding.contains(name), "\(name)")
      }
    }
    #expect(found == rounding.union(chosen))
  }

  /// Conversions that `WholeNumber.swift` does not replace; each ends the program for some number.
  private static let trappingForms = [
    #"\bexactly:[^\n]*\)!(?!=)"#, #"\b(?:unsafelyUnwrapped|numericCast)\b"#, #"\bFloat(?:16|80)\b"#,
    // The letters and columns of a map.
    #"\bU?Int128\((?!\$0, radix:|columnCount )"#,
    // `Duration.clamping` takes any number.
    #"\bDuration\.(?:milli|micro|nano)?seconds\((?![0-9]|Int64\()"#,
  ].joined(separator: "|")

  /// Numbers whose own conversions the compiler prefers to those of `WholeNumber.swift`.
  private static let foreignNumbers = #"\b(?:CGFloat|CGSize|CGRect|CGPoint|BinaryFloatingPoint)\b"#
  private static let unlabelledConversion =
    #"\bU?Int(?:8|16|32|64)?(?:\.init\b|\((?!clamping:|pixels:|exactly:|truncatingIfNeeded:|bitPattern:|ascii:"#
    + "|littleEndian:|bigEndian:))"

  /// The conversions in a text that end the program for some number.
  private static func trappingConversions(_ text: String) throws -> [String] {
    let whole = NSRange(text.startIndex..., in: text)
    var patterns = [trappingForms]
    if try NSRegularExpression(pattern: foreignNumbers).firstMatch(in: text, range: whole) != nil {
      patterns.append(unlabelledConversion)
    }
    return try patterns.flatMap { try NSRegularExpression(pattern: $0).matches(in: text, range: whole) }
      .compactMap { match in Range(match.range, in: text).map { String(text[text.lineRange(for: $0)]) } }
  }

  @Test func `no form of a conversion passes by those that do not trap`() throws {
    let traps = [
      "Int(exactly: x)!", "UInt8(exactly: a(b) * c)!", "Int(exactly: x).unsafelyUnwrapped",
      "let a: UInt8 = numericCast(b)", "Int128(x)", "Int(Float16(x))", "Duration.seconds(x)",
      "Duration.milliseconds(a / b)", "let width: CGFloat = a; Int(width)", "Int32((size as CGSize).width.rounded())",
      "func a<T: BinaryFloatingPoint>(_ b: [T]) { b.map(Int.init) }",
    ]
    for line in traps { #expect(try Self.trappingConversions(line).count == 1, "\(line)") }
    for line in ["Int(exactly: x) != nil", "Int(clamping: CGFloat(x))", "Duration.seconds(5)", "Int(x)"] {
      #expect(try Self.trappingConversions(line) == [], "\(line)")
    }
    for file in Self.swiftFiles(in: "Sources") where file.lastPathComponent != "WholeNumber.swift" {
      let found = try Self.trappingConversions(String(contentsOf: file, encoding: .utf8))
      #expect(found == [], "\(file.lastPathComponent): give the conversion the label clamping")
    }
  }

  /// libdispatch keeps what is left of finished work, up to 64 KiB for each thread, where one thread hands over and another
  /// works: an author grew by it for days. Publishers send on the queues that a widget names.
  @Test func `work is handed to a WorkThread, not to a dispatch queue`() throws {
    for file in Self.swiftFiles(in: "Sources") where file.lastPathComponent != "Schedulers.swift" {
      #expect(try !String(contentsOf: file, encoding: .utf8).contains("DispatchQueue"), "\(file.lastPathComponent)")
    }
  }
}
