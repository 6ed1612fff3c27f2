import AfterglowLinux

/// First in a child that was forked from the tests' process: pipes and files of tests in other threads must not stay open in it
/// for as long as it lives.
func keepOnly(_ socket: Int32) {
  var kept = RetainedDescriptors()
  kept.keep(socket)
  try? Lockdown.closeDescriptors(except: kept)
}
