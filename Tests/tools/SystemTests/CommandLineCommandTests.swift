import AfterglowFetch
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// The command of a source in a running board.
@Suite(.serialized) struct CommandLineCommandTests {
  /// Looks for a secret under every name, moves the folder, and leaves a process in a session of its own.
  private static func script(_ mark: String) -> String {
    """
    #!/bin/sh
    found=
    for folder in "$1" "$1"/*; do
      [ -r "$folder/token" ] && found="$found$(cat "$folder/token" 2>/dev/null)"
    done
    if [ -d "$1/secrets" ]; then mv "$1/secrets" "$1/elsewhere" && ln -s elsewhere "$1/secrets" && found="$found moved"; fi
    mode=$(stat -c %a "$1/secrets/token"); chmod -R o+rX "$1"
    [ "$mode" = 600 ] && [ "$mode" = "$(stat -c %a "$1/secrets/token")" ] || found="$found opened"
    (setsid sleep \(mark) > /dev/null 2>&1 < /dev/null &) &
    while ! grep -qs \(mark) /proc/[0-9]*/cmdline; do sleep 0.01; done
    echo "{\\"v\\": \\"looked$found $$\\"}"
    [ -z "$2" ] || { echo waiting; exec sleep \(mark); }
    """
  }

  private func isAlive(_ mark: String) -> Bool {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).contains { process in
      FileManager.default.contents(atPath: "/proc/\(process)/cmdline")?.range(of: Data("sleep\0\(mark)".utf8)) != nil
    }
  }

  private func contents(_ program: CommandLineProgram) -> [String] {
    let folder = program.path("state/afterglow/sources")
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap {
      FileManager.default.contents(atPath: "\(folder)/\($0)/content").map { String(decoding: $0, as: UTF8.self) }
    }
  }

  @Test func `a command that moves the secrets reads none in any run, and nothing lives after run or author`() throws {
    try #require(SecretFiles.canHide, "this kernel has no Landlock")
    let program = try CommandLineProgram()
    let secrets = program.path("config/afterglow/secrets")
    try FileManager.default.createDirectory(atPath: secrets, withIntermediateDirectories: true)
    try program.write("tok-Zq7wRt\n", to: "config/afterglow/secrets/token")
    chmod(secrets + "/token", 0o600)
    let (short, long) = ("91\(UInt32.random(in: 100_000...999_999))", "92\(UInt32.random(in: 100_000...999_999))")
    for (name, mark) in [("short", short), ("long", long)] {
      try program.write(Self.script(mark), to: "boards/bedside-clock/\(name).sh")
      chmod(program.path("boards/bedside-clock/\(name).sh"), 0o755)
    }
    let config = program.path("config/afterglow")
    try program.write(
      """
      context: home
      widgets:
        - {kind: value, configuration: {value: $.v, source: {command: [./short.sh, \(config)]}}}
        - {kind: value, configuration: {value: $.v, source: {command: [./long.sh, \(config), stay], timeout: 300}}}
      """, to: "boards/bedside-clock/scene.yaml")
    let running = try program.start(
      ["run", "bedside-clock", "--headless"],
      environment: ["HOME": program.folder.path, "XDG_CONFIG_HOME": program.path("config")])
    var seen: Set<[String]> = [[]]
    for run in 0..<2 {
      if run > 0 { try program.run(["reload", "bedside-clock"]) }
      #expect(program.wait(60) { !seen.contains(contents(program)) }, "\(running.errors)")
      let text = contents(program)
      #expect(text.count == 1 && text[0].wholeMatch(of: #/\{"v": "looked [0-9]+"\}\n/#) != nil, "run \(run): \(text)")
      #expect(program.wait(10) { !isAlive(short) })
      seen.insert(text)
    }
    #expect(program.exists("config/afterglow/secrets/token") && !program.exists("config/afterglow/elsewhere"))
    #expect(program.wait(30) { isAlive(long) })
    running.signal(SIGKILL)
    #expect(program.wait(10) { !isAlive(long) })
  }
}
