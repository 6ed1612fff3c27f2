#if canImport(Glibc)
  import Glibc
#endif

// One row a claim: `make bench`. Arguments: a word that row names must contain; --no-gate to only report limits.
// Other rows count the instructions of a pass that this program runs for them: --count-pass N.
if CommandLine.arguments.count == 3 && CommandLine.arguments[1] == "--count-pass" {
  runColorPass(times: Int(CommandLine.arguments[2]) ?? 1)
  exit(0)
}
if CommandLine.arguments.count == 3 && CommandLine.arguments[1] == "--compile-once" {
  exit(compileOnce(CommandLine.arguments[2]))
}
var bench = Bench(arguments: CommandLine.arguments)
benchRaster(&bench)
benchEncode(&bench)
benchTransfer(&bench)
benchColor(&bench)
benchEngine(&bench)
benchScanOut(&bench)
benchCompile(&bench)
benchFirmware(&bench)
exit(bench.finish())
