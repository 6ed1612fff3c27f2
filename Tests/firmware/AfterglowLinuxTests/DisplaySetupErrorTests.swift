import AfterglowLinux
import Testing

@Suite struct DisplaySetupErrorTests {
  static func sentence(_ error: DisplaySetupError) -> String {
    var message = ControlMessage(.refused)
    error.write(to: &message)
    return message.text
  }

  @Test func `an error names device, call, errno and what to do`() {
    var error = DisplaySetupError(
      .held, device: FixedText("/dev/dri/card0"), operation: "become DRM master", errno: 16)
    DisplayHolder(process: 812, name: FixedText("Xorg"), keeper: .system(FixedText("lightdm.service")))
      .describe(in: &error.advice)
    #expect(
      Self.sentence(error)
        == "/dev/dri/card0: cannot become DRM master (errno 16, Device or resource busy): Xorg (pid 812) holds the "
        + "display; stop it with `systemctl stop lightdm.service`")
  }

  @Test func `where no call failed there is no errno`() {
    let error = DisplaySetupError(
      .noDumbBuffers, device: FixedText("/dev/dri/card1"), operation: "draw on this card", advice: "use another")
    #expect(Self.sentence(error) == "/dev/dri/card1: cannot draw on this card: use another")
  }

  @Test func `advice that is too long is cut off, never an overflow`() {
    var error = DisplaySetupError(.noMode, device: FixedText("/dev/dri/card0"), operation: "set the mode")
    for _ in 0..<200 { error.advice.append("1920x1080@60, ") }
    #expect(error.advice.count == 319)
    #expect(Self.sentence(error).utf8.count <= ControlMessage.textCapacity)
  }
}
