import AfterglowLinux
import Testing

@Suite struct DisplayHolderTests {
  static func text<let capacity: Int>(_ text: FixedText<capacity>) -> String {
    text.withCString { String(cString: $0) }
  }

  static func sentence(process: Int32, name: StaticString, _ groups: String) -> String {
    let holder = DisplayHolder(process: process, name: FixedText(name), keeper: ServiceUnit(controlGroups: groups))
    var out = FixedText<320>()
    holder.describe(in: &out)
    return text(out)
  }

  @Test func `a service is stopped by its unit`() {
    #expect(
      Self.sentence(process: 812, name: "Xorg", "0::/system.slice/lightdm.service\n")
        == "Xorg (pid 812) holds the display; stop it with `systemctl stop lightdm.service`")
  }

  @Test func `a user's service is stopped in that user's manager`() {
    #expect(
      Self.sentence(
        process: 9, name: "weston", "0::/user.slice/user-1000.slice/user@1000.service/app.slice/weston.service\n")
        == "weston (pid 9) holds the display; stop it with `systemctl --user --machine=1000@ stop weston.service`")
  }

  @Test func `a login session is ended as one`() {
    #expect(
      Self.sentence(process: 9, name: "sway", "0::/user.slice/user-1000.slice/session-2.scope\n")
        == "sway (pid 9) holds the display; stop it with `loginctl terminate-session 2`")
  }

  @Test func `a process without a service manager is killed by number`() {
    #expect(
      Self.sentence(process: 31, name: "kmscube", "0::/\n")
        == "kmscube (pid 31) holds the display; stop it with `kill 31`")
  }

  @Test func `the old hierarchies name the unit too`() {
    let groups = "12:memory:/system.slice/x.service/sub\n1:name=systemd:/system.slice/gdm.service\n"
    #expect(ServiceUnit(controlGroups: groups) == .system(FixedText("gdm.service")))
  }

  @Test func `the card's clients name the master, commands with spaces too`() {
    // In the kernel's format: the command 20 wide, then the numbers.
    let table =
      "             command  tgid dev master a   uid      magic\n"
      + "      systemd-logind   702   0   n    y     0          1\n"
      + "         two words 3   812   0   y    y     0          1\n"
    #expect(DRMClientList.master(in: table) == 812)
    #expect(DRMClientList.master(in: "command tgid dev master a uid magic\n") == 0)
    #expect(DRMClientList.master(in: "") == 0)
  }
}
