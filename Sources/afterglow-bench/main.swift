#if canImport(Glibc)
  import Glibc
#endif

// One row a claim: `make bench`. Arguments: a word that row names must contain; --no-gate to only report limits.
var bench = Bench(arguments: CommandLine.arguments)
benchRaster(&bench)
benchEncode(&bench)
benchTransfer(&bench)
benchEngine(&bench)
benchScanOut(&bench)
benchCompile(&bench)
benchFirmware(&bench)
exit(bench.finish())
