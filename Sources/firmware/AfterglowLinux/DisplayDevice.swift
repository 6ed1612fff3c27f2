import CLinux

/// Opens the device file of a display for reading and writing.
///
/// - Parameters:
///   - operation: what was attempted, to complete the sentence "cannot …".
///   - advice: where to look if there is no such file.
/// - Throws: `DisplaySetupError` with the kernel's errno and what to do about it.
func openDisplayDevice(
  _ path: FixedText<96>, operation: StaticString, whenMissing advice: StaticString
) throws(DisplaySetupError) -> Int32 {
  let opened = path.withCString { ag_open_read_write($0) }
  if opened >= 0 { return opened }
  let errno = -opened
  switch errno {
  case ENOENT: throw DisplaySetupError(.noDevice, device: path, operation: operation, errno: errno, advice: advice)
  case EACCES, EPERM:
    throw DisplaySetupError(
      .permission, device: path, operation: operation, errno: errno,
      advice: "run as root, or add the user to the group video: `usermod -aG video USER`")
  case ENODEV, ENXIO:
    throw DisplaySetupError(.gone, device: path, operation: operation, errno: errno, advice: "its driver is not bound")
  default: throw DisplaySetupError(.system, device: path, operation: operation, errno: errno)
  }
}
