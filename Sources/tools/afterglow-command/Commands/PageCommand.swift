import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import AfterglowDaemon
import AfterglowKit
import AfterglowLinux
import ArgumentParser

/// `afterglow page PAGE [BOARD]`.
struct PageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page",
    abstract: "Turn a running panel to another page of its scene.",
    discussion: """
      PAGE is `next`, `previous`, the name of a page or its number. After the last page comes the first one. The panel \
      shows a page that it was turned to until it was left alone for `returnAfter` seconds (docs/board-guide.md).

      EXAMPLES
        afterglow page next
        afterglow page weather kitchen
        afterglow page 1 kitchen

      \(ExitStatus.help)
      """)

  @Argument(help: "next, previous, or the name or number of a page.")
  var page: String

  @OptionGroup var target: RunningTarget

  func run() throws {
    try reporting {
      let running = try RunningGuard(target)
      let turn = try turn(on: running)
      try running.send(ControlMessage(turn))
      let words = PageTurn(named: page) == nil ? "turned to the page \(page)" : "turned to the \(page) page"
      Report.say("\(running.board): \(words)")
    }
  }

  private func turn(on running: RunningGuard) throws -> PageTurn {
    if let turn = PageTurn(named: page) { return turn }
    // A number needs no scene, which may be unknown, or have errors while the panel shows an older one.
    let numbered = Int(page).flatMap { (1...PageTurn.pageCount).contains($0) ? PageTurn.to(UInt8($0 - 1)) : nil }
    guard let folder = running.folder else {
      if let numbered { return numbered }
      throw Failure(.usage, "the names of the panel's pages are unknown; name its board as well, or the page's number")
    }
    let (found, problems) = BoardFolder.load(folder, readsContent: false)
    guard let found else {
      if let numbered { return numbered }
      throw Failure(problems)
    }
    let pages = found.scene.paging
    if let index = pages.index(of: page) { return .to(UInt8(index)) }
    let names = (PageTurn.named.map(\.0) + pages.names).joined(separator: ", ")
    throw Failure(.usage, "\(running.board): expected one of \(names), found \"\(page)\"")
  }
}
