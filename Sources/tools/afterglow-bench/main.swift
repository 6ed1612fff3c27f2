#if canImport(Glibc)
  import Glibc
#endif

// One row per claim: `make bench`.
if !Set(CommandLine.arguments).isDisjoint(with: ["--help", "-h"]) {
  print(benchHelp)
  exit(0)
}
if CommandLine.arguments.count == 3 && CommandLine.arguments[1] == "--compile-once" {
  exit(compileOnce(CommandLine.arguments[2]))
}
if CommandLine.arguments.count == 4 && CommandLine.arguments[1] == "--show-once" {
  exit(showOnce(CommandLine.arguments[2], CommandLine.arguments[3]))
}
if let option = Bench.unknownOption(in: CommandLine.arguments) {
  _ = "unknown option \(option)\n\n\(benchHelp)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(64)
}
var bench = Bench(arguments: CommandLine.arguments)
benchRaster(&bench)
benchEncode(&bench)
benchTransfer(&bench)
benchColor(&bench)
benchInk(&bench)
benchEngine(&bench)
benchScanOut(&bench)
benchCompile(&bench)
benchInputs(&bench)
benchFirmware(&bench)
exit(bench.isCounting ? 0 : bench.finish())
